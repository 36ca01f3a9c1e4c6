"""Marks are given: each step in proportion to its entries, each mistake once, what is not written as it is proven."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from attncalc.check.answered import ALL, Answered
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Judged
from attncalc.check.foreign import foreign_inputs
from attncalc.check.marks import NOTHING, OFF, SLIP, STANDARD, TRIVIAL, Marks, Rules, StepMarks, Worth, worth
from attncalc.check.verdict import Verdict

JOINED = "beside"  # a line that only sets others side by side, which most sheets do not write
AGAIN = "the same mistake, which costs once"
UNWRITTEN = (Verdict.MISSING, Verdict.UNREAD)


def marked(calculation: Calculation, judged: Iterable[Judged], rules: Rules = STANDARD) -> Marks:
    """The marks of one problem: of the steps that its file names, or the same for each that is shown.

    Raises InputError where the file names a step that there is not.
    """
    judged = list(judged)
    foreign = foreign_inputs(calculation, judged)
    if foreign:
        rules = replace(rules, follow=NOTHING, method=NOTHING, is_foreign=True)
    marking = _Marking(Answered(calculation, judged, rules), rules, worth(calculation))
    steps = [marking.step(step) for step in marking.worth if marking.is_marked(step)]
    unplaced = sum(
        item.verdict is Verdict.UNREAD and item.claim.at is None and not item.claim.struck for item in judged
    )
    return Marks(tuple(_opened(steps, unplaced)), tuple(foreign))


@dataclass(frozen=True, slots=True)
class _Line:
    """What each entry of a line is credited, and why; `unread` and `blank` are the places of such entries."""

    credits: list[Fraction]
    reason: str
    unread: Sequence[int] = ()
    blank: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """A step with its marks, and what its blanks would be worth, one by one."""

    marks: StepMarks
    blanks: tuple[Fraction, ...]


def _opened(steps: Iterable[_Step], unplaced: int) -> Iterator[StepMarks]:
    """The marks with what depends on numbers that were not read: each may be a blank that costs something."""
    steps = list(steps)
    every = sorted(((blank, number) for number, step in enumerate(steps) for blank in step.blanks), reverse=True)
    for number, step in enumerate(steps):
        more = sum((blank for blank, where in every[:unplaced] if where == number), NOTHING)
        yield replace(step.marks, open=step.marks.open + more)


class _Marking:
    def __init__(self, answered: Answered, rules: Rules, steps: list[Worth]) -> None:
        self.answered, self.rules, self.worth = answered, rules, steps
        self.marked = {key for step in steps if step.of for key in step.keys}
        self.at, self.size = Worth("", [], NOTHING), 0  # the step at hand, and how many entries it has
        self.paid: set[object] = set()  # slips and mistakes that have cost something elsewhere than in their own line
        answered.charged.update(self._charges())

    def _charges(self) -> Iterator[tuple[str, str]]:
        """Where each mistake of method costs most, so that correcting it in one line never lowers the marks."""
        costs: dict[str, dict[str, Fraction]] = {}
        each = {
            key: step.of / max(1, sum(len(self.answered.ats(key)) for key in step.keys))
            for step in self.worth
            if step.of
            for key in step.keys
        }
        for key, wrong in ((line, wrong) for line in each for wrong in self._mistakes(line)):
            name, made = self._cause(wrong)
            place = made if made in self.marked and made not in self.answered.by_key else key
            if name and (place != key or len(wrong) > 1):
                found = costs.setdefault(name, {})
                found[place] = found.get(place, NOTHING) + each[place] * len(wrong)
        for name, found in costs.items():
            yield name, max(found, key=lambda key: found[key])

    def _cause(self, wrong: Sequence[Judged]) -> tuple[str, str]:
        """The mistake of method that made all these, and the line in which it was made; "" of slips."""
        return self.answered.cause(wrong[0]), self.answered.made(wrong[0])

    def is_marked(self, step: Worth) -> bool:
        """Whether a step has marks: all of them, but a line that sets others side by side only if it is written."""
        answered, calculation = self.answered, self.answered.calculation
        is_joined = all(key in calculation.records and calculation.records[key].expr.op == JOINED for key in step.keys)
        is_written = any(key in answered.by_key or key in answered.misshapen for key in step.keys)
        return bool(calculation.sheet.plan.problem.marks) or not is_joined or is_written

    def step(self, step: Worth) -> _Step:
        """The marks of one step, which may stand in several sections."""
        self.at, self.size = step, sum(len(self.answered.ats(key)) for key in step.keys)
        lines = [self._line(key) for key in step.keys]
        every = [credit for line in lines for credit in line.credits]
        each = step.of / max(1, len(every))
        share = min(every, default=NOTHING) if self.rules.whole else sum(every, NOTHING) / max(1, len(every))
        unread = sum(((ALL - line.credits[place]) * each for line in lines for place in line.unread), NOTHING)
        blanks = tuple((ALL - line.credits[place]) * each for line in lines for place in line.blank)
        reason = "; ".join(dict.fromkeys(line.reason for line in lines))
        return _Step(StepMarks(step.name, share * step.of, step.of, reason, unread), blanks)

    def _line(self, key: str) -> _Line:
        """What each entry of a line is credited, and why."""
        answered = self.answered
        ats = answered.ats(key)
        verdicts = [answered.verdict(at) for at in ats]
        if key in answered.misshapen and key not in answered.by_key:
            return _Line([NOTHING] * len(ats), "of another size")
        if self.rules.is_foreign and not all(verdict.credited for verdict in verdicts):
            return _Line([NOTHING] * len(ats), "of other inputs")
        wrong, says = self._of_wrong(key, verdicts)
        trivial = (AGAIN in says or Verdict.FOLLOWS in verdicts) and answered.is_trivial(key)
        follow = NOTHING if trivial else self.rules.follow
        credit = {verdict: ALL for verdict in Verdict if verdict.credited} | {Verdict.FOLLOWS: follow}
        credit |= dict.fromkeys(UNWRITTEN, answered.proven(key))
        credits = [wrong.get(at, credit.get(verdict, NOTHING)) for at, verdict in zip(ats, verdicts, strict=True)]
        if trivial:
            credits = [min(share, follow) if at in wrong else share for at, share in zip(ats, credits, strict=True)]
        debts = [*self._slips(ats, verdicts, credits), *self._debts(key, ats, verdicts, credits)]
        reason = ", ".join(dict.fromkeys([self._reason(key, verdicts, trivial), *says, *debts]))
        unread = [place for place, verdict in enumerate(verdicts) if verdict is Verdict.UNREAD]
        return _Line(credits, reason, unread, [place for place, at in enumerate(ats) if at not in answered.entries])

    def _of_wrong(self, key: str, verdicts: list[Verdict]) -> tuple[dict[At, Fraction], list[str]]:
        """What each wrong entry of a line is worth, and why: each mistake by itself."""
        method = self.at.method if any(verdict.credited for verdict in verdicts) else None
        shares: dict[int, Fraction] = {}
        reasons: list[str] = []
        for wrong in self._mistakes(key):
            share, says = self._of_mistakes(key, wrong, len(wrong))
            if not says and method:
                share, says = method, "marks for the method"
            shares |= dict.fromkeys(map(id, wrong), share)
            reasons += [says] * bool(says)
        found = {at: shares.get(id(self.answered.entries.get(at))) for at in self.answered.ats(key)}
        return {at: share for at, share in found.items() if share is not None}, reasons

    def _of_mistakes(self, key: str, wrong: Sequence[Judged], count: int) -> tuple[Fraction, str]:
        """What so many wrong entries are worth in a line: something only where one mistake of method made them all."""
        (name, made), charged = self._cause(wrong), self.answered.charged
        if not name:
            return NOTHING, ""
        if made in self.marked and made not in self.answered.by_key:
            charged.setdefault(name, made)
        if charged.setdefault(name, key) != key:
            return self.rules.follow, AGAIN
        if len(wrong) < 2:
            return NOTHING, ""
        return self._price(name, count), "one mistake of method, marks for the rest"

    def _price(self, name: str, count: int) -> Fraction:
        """What a mistake of method leaves of so many entries: all but its price, or the marks for accuracy, or half."""
        price = self.answered.prices.get(name)
        if price is not None and self.at.of and not self.rules.is_foreign:
            return max(NOTHING, ALL - price * self.size / (self.at.of * max(1, count)))
        return self.rules.method if self.at.method is None or self.rules.is_foreign else ALL - self.at.method

    def _mistakes(self, key: str) -> list[list[Judged]]:
        """What is wrong in a line: what one mistake of method made together, and all slips."""
        found: dict[str, list[Judged]] = {}
        for item in self.answered.by_key.get(key, ()):
            if item.verdict is Verdict.WRONG:
                found.setdefault(self.answered.cause(item), []).append(item)
        return list(found.values())

    def _slips(self, ats: list[At], verdicts: list[Verdict], credits: list[Fraction]) -> Iterator[str]:
        """Entries that follow from a slip in their own calculation cost what the slip would; the same slip once."""
        for place, at in enumerate(ats):
            slips = self.answered.slips.get(at, []) if verdicts[place] is Verdict.FOLLOWS else []
            names = {(item.claim.of or at, item.claim.written.text) for item in slips}
            if names - self.paid:
                self.paid |= names
                credits[place] = NOTHING
                yield SLIP

    def _debts(self, key: str, ats: list[At], verdicts: list[Verdict], credits: list[Fraction]) -> Iterator[str]:
        """Mistakes in lines without marks, and inputs that were copied wrongly, cost where they are first used."""
        follow = [place for place, verdict in enumerate(verdicts) if verdict is Verdict.FOLLOWS]
        if not follow and not all(verdict in UNWRITTEN for verdict in verdicts):
            return
        follow = follow or [place for place in range(len(ats)) if self._goes_on(key)]
        before = self.answered.before(key)
        for line, wrong in self._unmarked():
            debt = self._cause(wrong)[0] or line
            if line not in before or not follow or debt in self.paid:
                continue
            self.paid.add(debt)
            share, says = self._of_mistakes(key, wrong, len(follow))
            is_input = line in self.answered.calculation.inputs
            for place in follow if says else follow[: 1 if is_input else len(wrong)]:
                credits[place] *= share
            if says != AGAIN:
                yield f"{OFF} {line}, which was {'copied wrongly' if is_input else 'wrong'}"

    def _unmarked(self) -> Iterator[tuple[str, list[Judged]]]:
        """The mistakes in the lines without marks."""
        for key in self.answered.by_key:
            if key not in self.marked:
                yield from ((key, wrong) for wrong in self._mistakes(key))

    def _goes_on(self, key: str) -> bool:
        """Whether something that follows from a mistake is made from a line."""
        return any(
            key in self.answered.before(at.key)
            for at, item in self.answered.entries.items()
            if item.verdict is Verdict.FOLLOWS
        )

    def _reason(self, key: str, verdicts: list[Verdict], trivial: bool) -> str:
        """What the marks of a line say."""
        written = [verdict for verdict in verdicts if verdict not in UNWRITTEN]
        share = self.answered.proven(key)
        is_rest = 0 < len(written) < len(verdicts)
        shown = f"shows {'what is not written' if is_rest else 'it'}{'' if share == ALL else ' in part'}"
        proof = f"{self.answered.shown_in(key)} {shown}" if share else ""
        if not written:
            said = "not read" if Verdict.UNREAD in verdicts else "not written"
            said += "; what follows shows a mistake in it" * (key in self.answered.charged.values())
            return f"{said}; {proof}" if proof else said
        parts = [f"{sum(verdict.credited for verdict in verdicts)} of {len(verdicts)} right"]
        if follow := verdicts.count(Verdict.FOLLOWS):
            parts.append(f"{follow} follow" + (f", but {TRIVIAL}" if trivial else ""))
        if proof and is_rest:
            parts.append(proof)
        return ", ".join(parts)
