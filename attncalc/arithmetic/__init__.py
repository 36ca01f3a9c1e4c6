"""Ways to calculate with the numbers that were written: exact, decimal, rounded, float, shapes."""
