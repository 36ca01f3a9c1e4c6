"""Many problems of one shape solved at once, every line of the work."""
