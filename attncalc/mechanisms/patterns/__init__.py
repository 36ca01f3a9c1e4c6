"""Patterns of who sees whom: windows, global and random tokens, blocks."""
