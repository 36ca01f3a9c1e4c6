"""Slips in one number, by family: each gives the numbers that would then be written."""
