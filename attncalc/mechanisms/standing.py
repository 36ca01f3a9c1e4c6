"""What is given, once it is said which way matrices stand: turned to rows, words written out, biases as vectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from attncalc.errors import InputError, SizeError
from attncalc.mechanisms.registry import Mechanism, read_options
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import ONE_FOR_EACH_KEY, Name, read_name, spell
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Option, Problem
from attncalc.problem.signature import STEP_AXES, TOKEN_AXES, Found, Signature, as_columns, axes_of, unify
from attncalc.problem.tree import Scalar


@dataclass(frozen=True)
class Arranged:
    """What is given: `problem` as it stands on the page, `given` with tokens as rows, and the sizes that follow.

    `sequences` are the numbers of a batch; the sizes follow from `found`, and from those that options have `told`.
    """

    problem: Problem
    signature: Signature
    orientation: Orientation
    options: dict[str, Any]
    given: dict[str, Matrix]
    sizes: dict[str, int]
    sequences: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()
    told: dict[str, int] = field(default_factory=dict)

    def sizes_with(self, more: Iterable[Found]) -> dict[str, int]:
        """The sizes, with those of more matrices; raises SizeError where these disagree with what is given."""
        return unify(self.signature, (*self.found, *more), self.told)


def arrange_as(mechanism: Mechanism, problem: Problem, words: Mapping[str, str], *, biased: bool = False) -> Arranged:
    """What is given, as it is meant where it stands so; the last row of weights may be a bias where `biased`.

    Raises SizeError where sizes do not fit.
    """
    added = {key: Option(key, Scalar(word)) for key, word in words.items()}
    problem = replace(problem, options={**problem.options, **added}) if added else problem
    names = map(read_name, (*problem.given, *problem.links))
    signature = mechanism.signature.given({known.base for known in names if known})
    orientation = _orientation(mechanism, problem)
    problem = replace(problem, given=dict(_upright(problem.given, signature, orientation)))
    problem = replace(problem, given=dict(_taken_apart(problem.given, signature, orientation.columns)))
    problem = _with_words(mechanism, signature, problem, orientation)
    problem, notes = _with_biases(problem, signature, orientation, biased=biased)
    given, options, sizes, found = _read(mechanism, signature, problem, orientation)
    flat = {name for name, matrix in given.items() if matrix.flat and len(matrix.rows[0]) > 1}
    if flat and (columns := as_columns(signature, found, flat, sizes)):
        problem = replace(problem, given=_turned(problem.given, columns))
        given, options, sizes, found = _read(mechanism, signature, problem, orientation)
    told = sizes
    try:
        sizes = unify(signature, found, told)
    except SizeError as error:
        error.hint = error.hint or (f"{mechanism.title} reads {mechanism.signature}" if signature.changes else None)
        raise
    sequences = _sequences(signature, given)
    return Arranged(problem, signature, orientation, options, given, sizes, sequences, notes, tuple(found), told)


def _read(
    mechanism: Mechanism, signature: Signature, problem: Problem, orientation: Orientation
) -> tuple[dict[str, Matrix], dict[str, Any], dict[str, int], list[Found]]:
    """The matrices turned to rows, the options, the sizes that options give, and what is to fit the signature."""
    given = _turned(problem.given, {name for name in problem.given if orientation.turns(name, signature)})
    coming = dict.fromkeys(problem.links, Matrix(()))  # from other parts: of a name, and of no size yet
    options, sizes = read_options(mechanism, problem.options, {**given, **coming}, problem.symbols)
    shared: frozenset[str] = next((group.shared for group in options.values() if hasattr(group, "shared")), frozenset())
    return given, options, sizes, list(_found(signature, given, orientation, shared))


def _orientation(mechanism: Mechanism, problem: Problem) -> Orientation:
    if not {"tokens", "weights"} & problem.options.keys():
        return Orientation()
    from attncalc.mechanisms.outline import used_transposed

    return Orientation.read(problem.options, used_transposed(mechanism))


def _turned(matrices: dict[str, Matrix], names: set[str]) -> dict[str, Matrix]:
    """The matrices, those of these names with rows and columns exchanged."""
    return {name: matrix.transposed if name in names else matrix for name, matrix in matrices.items()}


def _upright(given: dict[str, Matrix], signature: Signature, orientation: Orientation) -> Iterator[tuple[str, Matrix]]:
    """The matrices as they stand on the page: those typed token by token have a column for each where tokens do.

    Scores of one query typed key by key are a row, or a column where tokens are columns.
    """
    for name, matrix in given.items():
        if (read_name(name) or Name(name)).base in ONE_FOR_EACH_KEY:
            turns = not orientation.columns and matrix.by_token and matrix.shape[1] == 1
        else:
            turns = orientation.columns and matrix.by_token and orientation.turns(name, signature)
        yield name, replace(matrix.transposed, by_token=False) if turns else matrix


def _taken_apart(given: dict[str, Matrix], signature: Signature, columns: bool) -> Iterator[tuple[str, Matrix]]:
    """The matrices by name, one that holds several inputs of a kind as these: s with two rows is s_1 and s_2."""
    for name, matrix in given.items():
        is_vector = len(matrix.rows) < 2 or len(matrix.rows[0]) < 2  # or in words, and of no size yet
        if is_vector or name not in signature.names or not signature[name].many or len(signature[name].axes) > 1:
            yield name, matrix
            continue
        for number, entries in enumerate((matrix.transposed if columns else matrix).rows, 1):
            vector, part = Matrix((entries,), matrix.place), spell(name, (number,))
            if part in given:
                raise InputError(f"{part} is given twice: {name} holds several", place=given[part].place)
            yield part, vector.transposed if columns else vector


def _with_biases(
    problem: Problem, signature: Signature, orientation: Orientation, *, biased: bool
) -> tuple[Problem, tuple[str, ...]]:
    """The problem with its biases as vectors, and what there is to note about them."""
    if not biased and not any(name.startswith("b") for name in problem.given):
        return problem, ()
    from attncalc.mechanisms.biases import as_vectors, last_as_bias

    problem = replace(problem, given=as_vectors(problem.given, signature))
    return last_as_bias(problem, signature, orientation) if biased else (problem, ())


def _with_words(mechanism: Mechanism, signature: Signature, problem: Problem, orientation: Orientation) -> Problem:
    """The problem with identity, ones and the like written out, in the sizes that follow from the other matrices."""
    words = {name: matrix for name, matrix in problem.given.items() if not matrix.rows}
    if not words:
        return problem
    known = replace(problem, given={name: matrix for name, matrix in problem.given.items() if matrix.rows})
    _, _, given_sizes, found = _read(mechanism, signature, known, orientation)
    sizes = unify(signature, found, given_sizes)
    for name, matrix in words.items():
        if (read_name(name) or Name(name)).base not in {*signature.names, *STEP_AXES}:
            raise InputError(f"{name} is {matrix.words}, but is no input of {mechanism.name}", place=matrix.place)
    from attncalc.mechanisms.words import shapes_of, written_out

    made = {}
    for name, shape in shapes_of({name: axes_of(signature, Found(name, ())) for name in words}, words, sizes).items():
        page = shape[::-1] if orientation.turns(name, signature) else shape
        made[name] = written_out(name, words[name], page)
    return replace(problem, given={name: made.get(name, matrix) for name, matrix in problem.given.items()})


def _found(
    signature: Signature, given: dict[str, Matrix], orientation: Orientation, shared: frozenset[str]
) -> Iterator[Found]:
    for name, matrix in given.items():
        known = read_name(name) or Name(name)
        if known.base not in signature.names and known.base not in STEP_AXES:
            continue
        turned = orientation.turns(name, signature)
        found = Found(name, matrix.shape, matrix.place, turned, name in shared)
        if len(axes_of(signature, found)) == 1:
            if 1 not in matrix.shape:
                raise SizeError(
                    f"{name} is {matrix.shape[0]}×{matrix.shape[1]}, but should be a vector", place=matrix.place
                )
            found = Found(name, (max(matrix.shape),), matrix.place, one_head=name in shared)
        yield found


def _sequences(signature: Signature, given: Mapping[str, Matrix]) -> tuple[int, ...]:
    """The numbers of a batch: those of the inputs that must be given and run over tokens, as X_1 and X_2."""
    batched = {
        term.name for term in signature.inputs if not (term.optional or term.many) and TOKEN_AXES & set(term.axes)
    }
    names = [known for known in map(read_name, given) if known and len(known.section) == 1]
    return tuple(sorted({known.section[0] for known in names if known.base in batched}))
