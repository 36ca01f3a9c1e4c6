"""Verdicts: what is said of a number that somebody wrote, and what that is worth."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What a number is, in the order in which it is told to students."""

    RIGHT = "right"
    ROUNDED = "rounded"
    COARSE = "coarse"  # it would be right, but with so few digits that nothing is shown
    FOLLOWS = "follows"
    MISREAD = "misread"
    WRONG = "wrong"
    MISSING = "missing"
    MISSHAPEN = "misshapen"
    UNREAD = "unread"
    UNTRUE = "untrue"  # of a calculation that is no part of the work, and not true
    BESIDE = "beside"  # the same, but true

    @property
    def good(self) -> bool:
        """Whether nothing is wrong with it."""
        return self in (Verdict.RIGHT, Verdict.ROUNDED)

    @property
    def credited(self) -> bool:
        """Whether it earns its marks in any case."""
        return self.good or self is Verdict.MISREAD

    @property
    def counts_against(self) -> bool:
        """Whether it makes `check` end with status 1."""
        return self in (Verdict.WRONG, Verdict.COARSE, Verdict.MISSING, Verdict.MISSHAPEN)

    @property
    def is_off(self) -> bool:
        """Whether it has another value than it should, from which others may follow."""
        return self in (Verdict.WRONG, Verdict.COARSE, Verdict.FOLLOWS)

    @property
    def may_have_cause(self) -> bool:
        """Whether it is looked into what was probably done."""
        return self in (Verdict.WRONG, Verdict.MISREAD)

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should look at it: nobody is accused, and nothing is said to be right."""
        return self in (Verdict.MISREAD, Verdict.UNREAD, Verdict.UNTRUE)

    @property
    def is_placed(self) -> bool:
        """Whether it is said of a number of the work."""
        return self not in (Verdict.UNREAD, Verdict.UNTRUE, Verdict.BESIDE)


OF_WORK = tuple(verdict for verdict in Verdict if verdict not in (Verdict.UNTRUE, Verdict.BESIDE))
NOWHERE = {None: Verdict.UNREAD, False: Verdict.UNTRUE, True: Verdict.BESIDE}  # by whether it is true
