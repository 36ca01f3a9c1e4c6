"""Worksheets as spreadsheets whose cells calculate."""
