"""Names of students that the fonts of their papers cannot print."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from attncalc.generate.exam import Paper

MOST = 5  # students that are named


def _of_latex(words: str) -> set[str]:
    from attncalc.render.latex.text import lacking

    return set(lacking(words))


def _of_pdf(words: str) -> set[str]:
    from attncalc.render.typst.pages import lacking

    return lacking(words)


FONTS: dict[str, Callable[[str], set[str]]] = {"latex": _of_latex, "pdf": _of_pdf}


def lacking_names(papers: Iterable[Paper], forms: Collection[str]) -> str:
    """Which papers have numbers of signs in names, since the fonts of some form lack these; nothing where none do."""
    names = {paper.code: " ".join(filter(None, paper.student)) for paper in papers if paper.student}
    lacks = {form: signs_of("\n".join(names.values())) for form, signs_of in FONTS.items() if form in forms and names}
    signs = set[str]().union(*lacks.values())
    if not signs:
        return ""
    found = [f"{name} (variant {code})" for code, name in names.items() if signs & {*name}]
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    return (
        f"the fonts of {' and '.join(form for form in lacks if lacks[form])} lack signs of names, and numbers such "
        f"as [U+{ord(min(signs)):04X}] are printed for them: {', '.join(found[:MOST])}{more}"
    )
