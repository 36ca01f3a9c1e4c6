"""Practice: one line is asked at a time, and what is typed is marked as a page would be."""
