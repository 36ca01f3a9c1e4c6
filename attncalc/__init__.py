"""Attention worked out by hand: every line of the work, exactly or to the digits you ask for."""

__version__ = "0.1.0"
