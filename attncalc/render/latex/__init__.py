"""Worksheets and reports as LaTeX."""
