"""A page of answers as claims: what stands on it, read as it is written, then which line of the work it belongs to."""
