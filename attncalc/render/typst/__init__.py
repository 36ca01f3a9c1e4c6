"""Worksheets and reports as PDF, through typst."""
