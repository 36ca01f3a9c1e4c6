"""Worksheets and reports as HTML."""
