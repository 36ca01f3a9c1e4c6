"""Work on several workers, some of which die: nothing is lost, no more is taken than is needed, the order is kept."""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, islice
from multiprocessing import get_context

import pytest

from attncalc.deadline import TooLong
from attncalc.errors import InputError
from attncalc.parallel import AHEAD, FEW, Workers, _known, spread

TASKS = list(range(FEW + 8))


class Doubling:
    """Doubles, but dies of some numbers, and has something to say of others."""

    def __init__(self, deadly=(), refused=()):
        self.deadly, self.refused = deadly, refused

    def prepare(self):
        self.is_ready = True

    def __call__(self, task):
        assert getattr(self, "is_ready", True)
        if task in self.deadly:
            os._exit(1)
        if task in self.refused:
            raise InputError(f"{task} is refused", hint="another")
        return 2 * task

    def died(self, task):
        return f"{task} died"


EXECUTORS = {
    "processes of our own": lambda: None,
    "processes": lambda: ProcessPoolExecutor(2, get_context("spawn")),
    "one process": lambda: ProcessPoolExecutor(1, get_context("spawn")),
}


class Where(Doubling):
    """Says which process did it."""

    def __call__(self, task):
        return os.getpid()


WANTED = [2 * task for task in TASKS]


@pytest.fixture(params=[*EXECUTORS, "threads"])
def executor(request):
    made = {**EXECUTORS, "threads": lambda: ThreadPoolExecutor(3)}[request.param]()
    yield made
    if made:
        made.shutdown()


@pytest.mark.parametrize("ordered", [False, True])
def test_everything_is_done_once(executor, ordered):
    found = list(spread(Doubling(), TASKS, Workers(2, executor), ordered=ordered))
    assert (found if ordered else sorted(found)) == WANTED


@pytest.mark.parametrize("kind", EXECUTORS)
def test_who_kills_a_worker_is_found_and_nothing_is_lost(kind):
    wanted = [f"{task} died" if task in (0, 7) else 2 * task for task in TASKS]
    assert list(spread(Doubling(deadly=(0, 7)), TASKS, Workers(2, EXECUTORS[kind]()), ordered=True)) == wanted
    found = list(spread(Doubling(deadly=(0, 7)), TASKS, Workers(2, EXECUTORS[kind]())))
    assert sorted(map(str, found)) == sorted(map(str, wanted))


def test_what_is_wrong_is_said_here(executor):
    with pytest.raises(InputError, match="17 is refused") as error:
        list(spread(Doubling(refused=(17,)), TASKS, Workers(2, executor), ordered=True))
    assert error.value.hint == "another"


def test_no_more_is_taken_than_is_needed():
    taken = []
    tasks = (taken.append(number) or number for number in count())
    with ThreadPoolExecutor(2) as pool:
        found = list(islice(spread(Doubling(), tasks, Workers(2, pool)), 50))
    assert len(found) == 50
    assert len(taken) <= 50 + 2 * AHEAD


def test_few_are_done_here():
    here = os.getpid()
    assert set(spread(Where(), range(FEW), Workers(2))) == {here}
    assert here not in set(spread(Where(), TASKS, Workers(2)))


class Counting(Doubling):
    """Counts how often it is prepared."""

    times = 0

    def prepare(self):
        Counting.times += 1


def test_a_worker_keeps_what_it_works_at():
    with ThreadPoolExecutor(2) as pool:
        assert sorted(spread(Counting(), TASKS, Workers(executor=pool))) == WANTED
    assert Counting.times == 1
    assert len(_known) == 1


class Endless(Doubling):
    """Never ends."""

    def __call__(self, task):
        while True:
            pass


def test_the_time_of_a_task_is_limited_where_it_is_done():
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        pytest.raises(TooLong, match=r"longer than 0\.1 seconds"),
    ):
        list(spread(Endless(), TASKS, Workers(1, pool, 0.1)))
