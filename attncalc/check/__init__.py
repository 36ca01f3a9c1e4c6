"""Marking handwritten answers: every number on a page against the truth, and against the student's own numbers."""
