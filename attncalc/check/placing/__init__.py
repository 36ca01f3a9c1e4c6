"""Which line of the work each number on a page belongs to: by labels, shapes, order and the numbers together."""

from attncalc.check.placing.place import place

__all__ = ["place"]
