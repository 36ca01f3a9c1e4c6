"""New problems whose numbers are nice in every line."""
