"""What is the same in every question for PrairieLearn; it runs there."""
