"""Questions of a recipe for where exams are held, each target in a file of its own."""
