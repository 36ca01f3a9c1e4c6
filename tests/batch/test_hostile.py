"""Files that lie, or are cut off, or mean harm: one message, and nothing allocated, executed or left behind."""

import io
import json
import os
import pickle
import re
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest
from safetensors.numpy import save

from attncalc.batch.files.tensors import open_tensors
from attncalc.errors import InputError

SEED = 5
GOOD = np.arange(12, dtype=np.float32).reshape(3, 4)


def npy(array=GOOD, **header):
    """An .npy with another header than its numbers have."""
    file = io.BytesIO()
    said = {"descr": "<f4", "fortran_order": False, "shape": array.shape, **header}
    np.lib.format.write_array_header_1_0(file, said)
    return file.getvalue() + array.tobytes()


def raw(header, data=b""):
    text = header.encode("latin1")
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def zipped(members, compression=zipfile.ZIP_STORED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def tensors(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


class Harm:
    def __reduce__(self):
        return os.mkdir, ("harm",)


def objects():
    file = io.BytesIO()
    np.save(file, np.array([[Harm()]], dtype=object), allow_pickle=True)
    return file.getvalue()


TENSOR = {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]}
NPY = {
    "nothing": (b"", "has no header"),
    "a pickle": (pickle.dumps(Harm()), "has no header"),
    "objects": (objects(), "holds Python objects"),
    "objects in records": (npy(descr=[("a", "O")]), "holds Python objects"),
    "records": (npy(descr=[("a", "<f4"), ("b", "<f4")]), "holds records"),
    "text": (npy(descr="<U4"), "holds str"),
    "complex numbers": (npy(descr="<c8"), "holds complex64"),
    "the other byte order": (npy(descr=">f4"), "in the other order"),
    "a type that is none": (npy(descr="nope"), "has no header"),
    "larger than it is": (npy(shape=(3, 5)), "3×5 numbers of float32, 60 bytes, and 48 bytes follow"),
    "smaller than it is": (npy(shape=(3, 3)), "36 bytes, and 48 bytes follow"),
    "cut off": (npy()[:-1], "47 bytes follow"),
    "cut off in its header": (npy()[:40], "has no header"),
    "2^60": (npy(shape=(2**60, 1)), "impossible shape"),
    "2^40 twice": (npy(shape=(2**40, 2**40)), "more than any file holds"),
    "2^30 four times": (npy(shape=(2**30,) * 4), "more than any file holds"),
    "less than nothing": (npy(shape=(-3, -4)), "impossible shape"),
    "truths for sizes": (npy(shape=(True, 12)), "impossible shape"),
    "many axes": (npy(shape=(1,) * 40), "impossible shape"),
    "a call": (raw("__import__('os').mkdir('harm')\n"), "has no header"),
    "brackets": (raw("(" * 5000 + "\n"), "has no header"),
    "a header without end": (raw("{'descr': '<f4', " + " " * 60_000), "has no header"),
    "version 9": (b"\x93NUMPY\x09\x00" + npy()[8:], "has no header|version"),
}
NPZ = {
    "nothing": (b"", "is no .npz"),
    "no zip": (b"PK\x03\x04" + bytes(100), "is no .npz"),
    "cut off": (zipped([("Q.npy", npy())])[:-30], "is no .npz"),
    "names twice": (
        zipped([("Q.npy", npy()), ("R.npy", npy())]).replace(b"R.npy", b"Q.npy"),
        "two arrays of the name Q",
    ),
    "many members": (zipped([(f"{i}.npy", b"") for i in range(5000)]), "more than 4,096 arrays"),
    "a lying member": (zipped([("Q.npy", npy(shape=(9, 9)))]), "file.npz, Q: its header states 9×9"),
    "a lying member, packed": (zipped([("Q.npy", npy(shape=(9, 9)))], zipfile.ZIP_DEFLATED), "states 9×9"),
    "objects": (zipped([("Q.npy", objects())]), "holds Python objects"),
    "objects, packed": (zipped([("Q.npy", objects())], zipfile.ZIP_DEFLATED), "holds Python objects"),
    "a pickle": (zipped([("Q.npy", pickle.dumps(Harm()))]), "has no header"),
}
SAFETENSORS = {
    "nothing": (b"", "cut off"),
    "a long header": (tensors({"Q": TENSOR}, length=2**60), "cut off"),
    "2^63": (tensors({"Q": TENSOR}, length=2**63), "cut off"),
    "no JSON": (tensors(b"\xff{"), "cannot be read"),
    "brackets": (tensors(b"[" * 100_000), "cannot be read"),
    "a list": (tensors([1]), "lists no tensors"),
    "a name twice": (tensors(b'{"Q": 1, "Q": 2}'), "names a tensor twice"),
    "cut off": (save({"Q": GOOD})[:-1], "outside the file"),
    "outside the file": (tensors({"Q": {**TENSOR, "data_offsets": [0, 2**60]}}, bytes(48)), "outside the file"),
    "before the file": (tensors({"Q": {**TENSOR, "data_offsets": [-48, 0]}}, bytes(48)), "outside the file"),
    "backwards": (tensors({"Q": {**TENSOR, "data_offsets": [48, 0]}}, bytes(48)), "outside the file"),
    "fractions": (tensors({"Q": {**TENSOR, "shape": [3.0, 4]}}, bytes(48)), "outside the file"),
    "larger than it is": (tensors({"Q": {**TENSOR, "shape": [3, 5]}}, bytes(48)), "3×5 numbers of float32, 60 bytes"),
    "2^60": (tensors({"Q": {**TENSOR, "shape": [2**60, 4]}}, bytes(48)), "impossible shape"),
    "bfloat16, twice": (tensors({"Q": {**TENSOR, "dtype": "BF16"}}, bytes(48)), "24 bytes, and 48 bytes follow"),
    "float8": (tensors({"Q": {**TENSOR, "dtype": "F8_E4M3"}}, bytes(48)), "holds F8_E4M3"),
    "no type": (tensors({"Q": {"shape": [3, 4]}}, bytes(48)), "does not say what it is"),
    "words": (tensors({"Q": "hello"}, bytes(48)), "does not say what it is"),
}
CASES = [
    pytest.param(ending, *case, id=f"{ending}: {name}")
    for ending, table in ((".npy", NPY), (".npz", NPZ), (".safetensors", SAFETENSORS))
    for name, case in table.items()
]


def opened(tmp_path, ending, data):
    path = tmp_path / f"file{ending}"
    path.write_bytes(data)
    return [load() for load in open_tensors(path, tmp_path).values()]


@pytest.mark.parametrize(("ending", "data", "message"), CASES)
def test_refused(tmp_path, monkeypatch, ending, data, message):
    monkeypatch.chdir(tmp_path)
    tracemalloc.start()
    with pytest.raises(InputError, match=message) as refused:
        opened(tmp_path, ending, data)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20_000_000
    assert str(tmp_path / "file") in str(refused.value)
    assert os.listdir(tmp_path) == [f"file{ending}"]


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_one_changed_bit_is_found(tmp_path, compression):
    data = bytearray(zipped([("Q.npy", npy())], compression))
    data[len(data) // 3] ^= 1
    with pytest.raises(InputError):
        opened(tmp_path, ".npz", bytes(data))


def test_another_name_in_the_member_itself(tmp_path):
    data = zipped([("Q.npy", npy())]).replace(b"Q.npy", b"W.npy", 1)
    with pytest.raises(InputError, match="its header has another name"):
        opened(tmp_path, ".npz", data)


def test_a_bomb_is_not_unpacked(tmp_path):
    """A member that says it is 100 TB; and one whose bytes do not end where they should."""
    bomb = bytearray(zipped([("Q.npy", npy() + bytes(10_000_000))], zipfile.ZIP_DEFLATED))
    with pytest.raises(InputError, match=re.escape("10,000,048 bytes follow")):
        opened(tmp_path, ".npz", bytes(bomb))
    at = bomb.rfind(b"PK\x01\x02")
    struct.pack_into("<L", bomb, at + 24, 2**32 - 2)  # the size unpacked, as the directory states it
    with pytest.raises(InputError, match=r"bytes follow|more than there is room for"):
        opened(tmp_path, ".npz", bytes(bomb))
    assert os.listdir(tmp_path) == ["file.npz"]


@pytest.mark.parametrize("name", ["../harm.npy", "/harm.npy", "a/../../Q.npy", "C:\\Q.npy"])
def test_a_name_is_no_path(tmp_path, name):
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        (found,) = opened(tmp_path, ".npz", zipped([(name, npy())], compression))
        np.testing.assert_array_equal(found, GOOD)
    assert os.listdir(tmp_path) == ["file.npz"]
    assert not (tmp_path.parent / "harm.npy").exists()


def test_control_characters_are_not_printed(run, tmp_path):
    (tmp_path / "x.npz").write_bytes(zipped([("\x1b[31mQ.npy", npy()), ("K.npy", npy())]))
    status, out, err = run("batch", "x.npz", "-o", "o.npz")
    assert (status, out) == (2, "")
    assert "\x1b" not in err


def test_random_bytes_end_in_a_message(tmp_path):
    random = np.random.default_rng(SEED)
    good = {".npy": npy(), ".npz": zipped([("Q.npy", npy())]), ".safetensors": save({"Q": GOOD})}
    for ending, data in good.items():
        for _ in range(200):
            changed = bytearray(data)
            for at in random.integers(0, len(data), random.integers(1, 4)):
                changed[at] = random.integers(0, 256)
            try:
                found = opened(tmp_path, ending, bytes(changed))
            except InputError:
                continue
            assert all(array.nbytes <= len(data) for array in found)
