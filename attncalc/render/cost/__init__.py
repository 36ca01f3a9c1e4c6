"""What a mechanism costs, laid out for a reader, as data, and as a picture."""
