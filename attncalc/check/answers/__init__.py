"""Typed answers: the steps that somebody gave, as claims."""

from attncalc.check.answers.form import is_form, read_form
from attncalc.check.answers.read import is_answers, names_steps, read_answers, read_inline, typed

__all__ = ["is_answers", "is_form", "names_steps", "read_answers", "read_form", "read_inline", "typed"]
