"""A file that is mapped is closed before it gets its name: Windows renames no other."""

import numpy as np
import pytest

from attncalc.batch.files import outputs
from attncalc.batch.files.outputs import whole_npy

ASKED = {
    "the output": ["-o", "o.npy"],
    "in an npz": ["-o", "o.npz", "--lse", "l.npy"],
    "weights and sums": ["-o", "o.npy", "--weights", "w.npy", "--lse", "l.npy", "--verify", "2", "--rows", "1"],
    "heads": ["-o", "o.npy", "--heads", "2", "--verify", "2"],
    "several threads": ["-o", "o.npy", "--weights", "w.npy", "--threads", "2", "--memory", "1MiB"],
    "another type": ["-o", "o.npy", "--dtype", "float64", "--lse", "l.npy"],
}


@pytest.fixture
def closed(monkeypatch):
    """The maps that were closed; one that something still stands in is an error."""
    found = []

    def close(view):
        view.close()
        found.append(view)

    monkeypatch.setattr(outputs, "close", close)
    return found


@pytest.mark.parametrize("kind", ASKED)
def test_every_map_is_closed_before_its_file_is_there(kind, run, tmp_path, closed):
    numbers = np.random.default_rng(1)
    arrays = {name: numbers.normal(size=(1500, 4)).astype(np.float32) for name in "QKV"}
    np.savez(tmp_path / "a.npz", **arrays)
    code, _, err = run("batch", "a.npz", *ASKED[kind])
    assert (code, err) == (0, "")
    assert len(closed) == sum(word.endswith(".npy") for word in ASKED[kind])
    assert all(view.closed for view in closed)


def test_also_where_it_goes_wrong(tmp_path, closed):
    def work(array):
        held = array[1:]
        raise ValueError(held.shape)

    def attempt():
        with whole_npy(tmp_path / "o.npy", (3, 2), np.float32) as array:
            work(array)

    with pytest.raises(ValueError, match="2"):
        attempt()
    assert list(tmp_path.iterdir()) == []
