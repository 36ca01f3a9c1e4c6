"""Worksheets as short scripts that recompute every line with NumPy or with torch."""
