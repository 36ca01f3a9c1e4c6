"""How much work the lines are: multiply-adds and other operations, from the sizes of their expressions."""
