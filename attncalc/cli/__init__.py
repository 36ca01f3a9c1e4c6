"""The command line: it parses, calls, prints and exits."""
