"""The rules of patterns: which key a query sees."""
