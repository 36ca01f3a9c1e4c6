"""A page as the problems that it sets: what is given, under which options, and what was not understood."""

from __future__ import annotations

import re
from collections.abc import Collection

from attncalc.problem.matrix import Matrix
from attncalc.problem.page.again import recall, said_before
from attncalc.problem.page.begins import begins
from attncalc.problem.page.finds import finds
from attncalc.problem.page.gaps import gaps, lonely_numbers, not_taken, spoken, unreadable, without_inputs
from attncalc.problem.page.given import PROJECTIONS, base_of, bases_of, gathered, inputs, is_problem
from attncalc.problem.page.groups import GIVEN, Group, grouped, share
from attncalc.problem.page.opens import left_open
from attncalc.problem.page.page import Aside, Lines, Page, Stated, Unread
from attncalc.problem.page.settled import pad_labelled, settle, unused_words
from attncalc.problem.vocabulary import INPUTS
from attncalc.reading import read_page
from attncalc.reading.inwords import labels_listed
from attncalc.reading.said import Texts, by_hand, options, unless_denied
from attncalc.reading.sections import ASKED, SOLVED, sections

ATTENTION = re.compile(  # not the one that students are asked to pay
    r"(?<!pay )(?<!paying )(?<!close )(?<!your )attention(?! (?:to|on)\b)|softmax|\bquer(?:y|ies)\b|encoder"
    r"|aten[cç]|attenzi|aufmerksamkeit|aandacht|\buwag|внимани|dikkat|注意|アテンション|어텐션",
    re.IGNORECASE,
)


def problems_stated(text: str, source: str) -> Page:
    """The problems of a page; raises InputError where the page is too large to be one."""
    lines = Lines(read_page(text, source))
    page = _page(lines, source)
    for problem in page.problems:
        problem.line = lines.in_file(problem.line)
        problem.unread = [item._replace(line=lines.in_file(item.line)) for item in problem.unread]
        problem.open = tuple(item._replace(line=lines.in_file(item.line)) for item in problem.open)
    page.unread = [item._replace(line=lines.in_file(item.line)) for item in page.unread]
    page.asides = [item._replace(line=lines.in_file(item.line)) for item in page.asides]
    return page


def _page(lines: Lines, source: str) -> Page:
    """The problems with the numbers of lines as they are read."""
    texts = lines.plain
    page = Page(source, [], [*lines.unread, *lonely_numbers(texts)], lines=lines)
    general: Texts = []  # what is said before the first problem
    left: list[Group] = []
    for number, group in enumerate(_groups(lines)):
        problem = None if group.is_shared else _stated(group, texts, general)
        if group.is_shared:
            general = group.lines(texts, group.last)
        elif problem:
            problem.labels = _labels(problem, group, texts)
            pad_labelled(problem)
            problem.open += tuple(left_open(problem, group, lines))
            page.problems.append(problem)
        else:
            general = group.lines(texts, group.last) if number == 0 else general
            page.unread += [*unreadable(group.used), *without_inputs(group)]
            left.append(group)
        _own(page, group, problem)
    if page.problems:
        page.unread += [item for group in left for item in not_taken(group)]
    else:
        page.unread += [Unread(*item) for item in by_hand(list(enumerate(texts, 1)), only="made by a program")]
    return page


def _groups(lines: Lines) -> list[Group]:
    """The sections of a page as they belong together."""
    found = finds(lines)
    parts = sections(lines.written)
    if starts := begins(lines, found, parts):
        parts = sections(lines.written, starts)
    groups = grouped(parts, found)
    share(groups)
    recall(groups, lines.plain)
    return groups


def _own(page: Page, group: Group, problem: Stated | None) -> None:
    """Says which problem the lines of a group are about: its own, the one that it goes on with, or none."""
    own, shared = group.numbers
    page.shared |= shared
    about = problem or (page.problems[-1] if page.problems and group.goes_on else None)
    if about:
        about.lines |= own
    elif group.sections[0].numbered:
        page.asides.append(Aside(group.title, group.line, own))
    else:
        page.opening |= own


def _stated(group: Group, texts: list[str], general: Texts) -> Stated | None:
    """The problem of a group of sections, or None where it gives nothing to calculate with."""
    lines = group.lines(texts, group.last)
    names = spoken(lines)
    everything = gathered(group.used)
    given = {name: matrix for name, matrix in _given(everything, names).items() if base_of(name) in GIVEN}
    about = [*general, *group.lines(texts, SOLVED)]
    if not is_problem(given) or not (_is_plain(given) or any(ATTENTION.search(line) for _, line in about)):
        return None
    first = next((find.line for find in group.used if find.matrix), group.line)
    problem = Stated(group.title, first, dict(sorted(given.items(), key=lambda item: _order(item[0]))))
    settle(problem, options([*unless_denied(general, lines), *lines, *said_before(group, texts)]))
    problem.unread += unreadable(group.used, given)
    problem.unread += [Unread(*item) for item in by_hand(group.lines(texts, ASKED))]
    problem.unread += unused_words(problem, group.lines(texts, ASKED))
    problem.unread += gaps(problem, group.used, names, lines)
    return problem


def _given(everything: dict[str, Matrix], names: Collection[str]) -> dict[str, Matrix]:
    """What is given; where no weights are printed that the page speaks of, the Q and K that are made with them."""
    bases = bases_of(everything)
    if PROJECTIONS & set(names) and not PROJECTIONS & bases and {"Q", "K"} <= everything.keys():
        return inputs({name: matrix for name, matrix in everything.items() if base_of(name) not in ("X", "Y")}, ())
    return inputs(everything, names)


def _is_plain(names: Collection[str]) -> bool:
    """Whether what is given can only be of attention: queries with keys, or projections."""
    bases = bases_of(names)
    return {"Q", "K"} <= bases or bool(PROJECTIONS & bases)


def _order(name: str) -> tuple[int, str]:
    """Where a name stands in the vocabulary."""
    return (list(INPUTS).index(base) if (base := base_of(name)) in INPUTS else len(INPUTS)), name


def _labels(problem: Stated, group: Group, texts: list[str]) -> tuple[str, ...]:
    """The names of the tokens: a list of words, or those beside the rows of a matrix, if they are as many."""
    text = "\n".join(line for _, line in group.lines(texts, SOLVED))
    listed = labels_listed(text)
    counts = {count for find in ("X", "K", "Q", "H", "S") for count in _tokens(problem, find)}
    beside = [find.labels for find in group.used if find.labels] + [matrix.labels for matrix in problem.given.values()]
    return next((labels for labels in (*listed, *beside) if len(labels) in counts), ())


def _tokens(problem: Stated, name: str) -> tuple[int, ...]:
    """How many tokens a matrix is of: its rows, its columns, or for scores either."""
    matrix = problem.given.get(name)
    if matrix is None or not matrix.rows:
        return ()
    if name == "S":
        return matrix.shape
    return matrix.shape[1:] if problem.options.get("tokens") == "columns" else matrix.shape[:1]
