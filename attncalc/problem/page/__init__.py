"""A page in Markdown and LaTeX as problems: what a teaching assistant would type from it, and what is left out."""
