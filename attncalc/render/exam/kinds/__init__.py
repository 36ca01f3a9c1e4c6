"""Kinds of question, each as a file: what is asked, part by part, and how it is answered."""
