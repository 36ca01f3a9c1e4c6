"""Mistakes of method, by family: each gives a step's expression as somebody may have taken it."""
