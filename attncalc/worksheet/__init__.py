"""The waist: named steps, each with the expression that made it, its value and a sentence."""
