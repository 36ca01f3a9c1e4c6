"""Practice as one page of HTML, which marks what is typed without a network."""
