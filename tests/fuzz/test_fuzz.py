"""A second of changed inputs for each reader; and all that once broke one."""

import random

import pytest
from fuzz import changed, fuzzed, kept, tried
from readers import READERS

# A limit may be told where Python can only print it, in a callback of the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.mark.parametrize("name", READERS)
def test_every_reader_reads_or_refuses(name, tmp_path):
    seeds = READERS[name].seeds()
    assert seeds
    assert len({changed(random.Random(seed), seeds) for seed in range(50)}) > 25
    count, found = fuzzed(name, 1, tmp_path, seconds=0.8)
    assert found == []
    assert count


@pytest.mark.parametrize(("name", "data"), list(kept()))
def test_what_once_broke_a_reader(name, data, tmp_path):
    assert tried(READERS[name], data, tmp_path) == ""
