"""Marking a whole class: a folder, a zip or lines of JSON; what each student reads, and what the class got wrong."""
