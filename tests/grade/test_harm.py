"""A class on systems and from files that are not as they should be."""

import zipfile
from pathlib import Path

import pytest

from attncalc import parallel

PACKED = {"deflated": zipfile.ZIP_DEFLATED, "bz2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}


def damaged(kind, text):
    """A zip with a good member, and one whose bytes are not what its way of packing writes."""
    with zipfile.ZipFile("class.zip", "w") as archive:
        archive.writestr("anna.yaml", text)
        archive.writestr("ben.yaml", text * 50, PACKED[kind])
        start = archive.getinfo("ben.yaml").header_offset + 30 + len("ben.yaml")
    data = bytearray(Path("class.zip").read_bytes())
    data[start + 4 : start + 30] = bytes(range(200, 226))
    Path("class.zip").write_bytes(data)


@pytest.mark.parametrize("kind", PACKED)
def test_a_damaged_member_of_a_zip_costs_nobody_else_anything(kind, grade):
    damaged(kind, grade.right)
    status, out, err = grade("class.zip")
    assert (status, err) == (0, "")
    assert "1 marked, 1 not marked" in out
    assert "ben: ben.yaml: it cannot be unpacked" in out
    assert grade.marks()["anna"] == "6"


@pytest.mark.parametrize("where", ["made", "started"])
@pytest.mark.parametrize(
    "error", [OSError(38, "none"), PermissionError(13, "no"), ImportError("no locks"), NotImplementedError()], ids=str
)
def test_where_no_processes_can_be_made_one_marks_all(where, error, grade, monkeypatch):
    class Pool:
        def __init__(self, *_, **__):
            if where == "made":
                raise error

        def submit(self, *_):
            raise error

        def shutdown(self, **_):
            pass

    monkeypatch.setattr(parallel, "ProcessPoolExecutor", Pool)
    names = [f"s{number}" for number in range(parallel.FEW + 2)]
    for name in names:
        grade.hand_in(f"{name}.yaml")
    status, out, err = grade("subs", "--jobs", "2")
    assert (status, err) == (0, "")
    assert out.startswith(f"{len(names)} marked")
    assert list(grade.summary()) == sorted(names, key=lambda name: int(name[1:]))


@pytest.mark.parametrize("said", ["nan", "inf", "0", "-3", "soon"])
def test_a_limit_that_is_no_number_of_seconds(said, grade):
    grade.hand_in("anna.yaml")
    status, out, err = grade("subs", "--limit", said)
    assert (status, out) == (2, "")
    assert "--limit" in err
    assert not Path("results").exists()


def test_what_takes_too_long_is_listed(grade):
    grade.key("Q: |\n" + "  1 0\n" * 40 + "K: |\n" + "  1 0\n" * 40 + "V: |\n" + "  1 0\n" * 40)
    grade.hand_in("anna.yaml", "O: 9\n" * 1)
    grade.hand_in("ben.md", "S = [[" + "1.5, " * 3000 + "2]]\n\n" * 120)
    status, out, _ = grade("subs", "--limit", "0.1")
    assert status == 0
    assert "it takes longer than 0.1 seconds" in out
