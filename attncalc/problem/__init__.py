"""What a person wrote: numbers as written, matrices, problem files."""
