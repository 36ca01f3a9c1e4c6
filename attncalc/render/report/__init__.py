"""What `check` found, as blocks."""
