"""What is read from files, block by block, and what is written to them."""

import os
import re
import subprocess
import sys
import zipfile
from unittest.mock import Mock

import numpy as np
import pytest
from safetensors.numpy import save_file

from attncalc.batch.files.finite import check_finite
from attncalc.batch.files.mapped import release, scratch
from attncalc.batch.files.names import find_sources
from attncalc.batch.files.outputs import whole, whole_npy, whole_npz, write_npz
from attncalc.batch.files.tensors import open_tensors
from attncalc.errors import InputError, OutputError, Place

TYPES = ("float16", "float32", "float64")
SOME = {"Q": np.arange(6.0).reshape(2, 3), "long name": np.ones((4, 1, 2), np.float32), "h": np.float16([[1, -2]])}


def arrays(path):
    return {name: load() for name, load in open_tensors(path, path.parent).items()}


def is_mapped(array):
    return type(array.base).__name__ == "mmap"


def test_bfloat16_is_read_as_the_float32_that_it_begins(tmp_path):
    head = b'{"Q": {"dtype": "BF16", "shape": [2, 2], "data_offsets": [0, 8]}}'
    halves = np.array([[0x3F80, 0xC020], [0x0000, 0x4049]], "<u2")  # 1, -2.5, 0 and the start of pi
    (tmp_path / "a.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + halves.tobytes())
    (found,) = arrays(tmp_path / "a.safetensors").values()
    assert found.dtype == np.float32
    assert found.tolist() == [[1, -2.5], [0, 3.140625]]


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_npz_gives_its_arrays(tmp_path, save):
    save(tmp_path / "a.npz", **SOME)
    found = arrays(tmp_path / "a.npz")
    assert found.keys() == SOME.keys()
    for name, array in SOME.items():
        assert is_mapped(found[name])
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)
    assert os.listdir(tmp_path) == ["a.npz"]


@pytest.mark.parametrize("dtype", TYPES)
def test_npy_in_either_order(tmp_path, dtype):
    array = np.arange(12, dtype=dtype).reshape(3, 4)
    np.save(tmp_path / "c.npy", array)
    np.save(tmp_path / "f.npy", np.asfortranarray(array))
    for name in "cf":
        (found,) = arrays(tmp_path / f"{name}.npy").values()
        assert is_mapped(found)
        np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize("dtype", TYPES)
def test_safetensors_as_its_package_writes_them(tmp_path, dtype):
    given = {"a": np.arange(6, dtype=dtype).reshape(2, 3), "b.weight": np.ones((3, 2), dtype)}
    save_file(given, tmp_path / "a.safetensors", metadata={"format": "np"})
    found = arrays(tmp_path / "a.safetensors")
    assert found.keys() == given.keys()
    for name, array in given.items():
        assert is_mapped(found[name])
        np.testing.assert_array_equal(found[name], array)


def roles(tensors, **asked):
    made = {name: (lambda array=array: array) for name, array in tensors.items()}
    return find_sources("file", made, asked)


@pytest.mark.parametrize("names", ["QKV", "qkv", ("query", "Key", "VALUES"), ("attn.q", "attn.k", "attn.v")])
def test_names_are_known(names):
    given = dict(zip(names, np.eye(3)[:, None], strict=True))
    assert [row.argmax() for row in roles(given).arrays.values()] == [0, 1, 2]


def test_torch_layers_stand_out_by_in():
    weight, bias = np.arange(6.0).reshape(2, 3), np.ones(2)
    given = {"x": np.ones((5, 3)), **{f"layers.0.{name}_proj.weight": weight for name in "qkv"}}
    found = roles({**given, "layers.0.k_proj.bias": bias})
    assert found.arrays.keys() == {"X", "Wq", "Wk", "Wv", "bk"}
    assert found.turned == {"Wq", "Wk", "Wv"}


def test_weights_that_torch_joins():
    joined = np.arange(18.0).reshape(6, 3)
    found = roles({"x": np.ones((5, 3)), "h.0.in_proj_weight": joined, "h.0.in_proj_bias": np.arange(6.0)})
    assert found.turned == {"Wq", "Wk", "Wv"}
    np.testing.assert_array_equal([found.arrays[f"W{name}"] for name in "qkv"], joined.reshape(3, 2, 3))
    assert [found.arrays[f"b{name}"].tolist() for name in "qkv"] == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize("shape", [(7, 3), ()])
def test_joined_weights_that_are_no_three_thirds(shape):
    with pytest.raises(InputError, match=r"in_proj_weight is (7×3|a single number); a third each of its rows"):
        roles({"x": np.ones((5, 3)), "in_proj_weight": np.zeros(shape)})


def test_a_name_that_is_asked_for_wins():
    given = {"Q": np.zeros((1, 1)), "other": np.ones((1, 1)), "K": np.zeros((1, 1)), "V": np.zeros((1, 1))}
    assert roles(given, Q="other").arrays["Q"] == 1


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Q", "q", "K", "V"], "Q may be Q or q"),
        (["Q", "K"], "it should hold Q, K and V, or X, Wq, Wk and Wv; it holds Q, K"),
        ([], "it holds no arrays"),
    ],
)
def test_names_that_do_not_tell(names, message):
    with pytest.raises(InputError, match=message):
        roles({name: np.eye(2) for name in names})


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_first_number_that_is_none_is_named(value, order):
    array = np.zeros((2, 700, 3), order=order)
    array[1, 650, 2] = array[1, 690, 1] = value
    first = "row 651, column 3" if order == "C" else "row 691, column 2"
    with pytest.raises(InputError, match=re.escape(f"x.npz, Q: [2] {first} is {value}")):
        check_finite(array, Place("x.npz, Q"))


def test_scratch_has_no_name_and_can_be_released(tmp_path):
    array = scratch((100, 100), np.float32, tmp_path)
    array[:] = 3
    release(array)
    assert (array == 3).all()
    assert os.listdir(tmp_path) == []


def test_outputs_are_whole(tmp_path):
    with whole_npy(tmp_path / "o.npy", (2, 3), np.float32) as array:
        array[:] = 5
        assert not (tmp_path / "o.npy").exists()
    with whole_npz(tmp_path / "o.npz", (4, 2), np.float16) as array:
        array[:] = 7
    write_npz(tmp_path / "m.npz", SOME)
    np.testing.assert_array_equal(np.load(tmp_path / "o.npy"), np.full((2, 3), 5, np.float32))
    np.testing.assert_array_equal(np.load(tmp_path / "o.npz")["O"], np.full((4, 2), 7, np.float16))
    with np.load(tmp_path / "m.npz") as found:
        assert {name: found[name].tolist() for name in found} == {name: SOME[name].tolist() for name in SOME}
    assert zipfile.ZipFile(tmp_path / "o.npz").testzip() is None
    assert sorted(os.listdir(tmp_path)) == ["m.npz", "o.npy", "o.npz"]


@pytest.mark.parametrize("name", ["o.npy", "o.npz"])
@pytest.mark.parametrize("missing", [AttributeError, OSError(95, "Operation not supported")])
def test_where_room_cannot_be_taken_it_is_written(tmp_path, monkeypatch, name, missing):
    monkeypatch.setattr(os, "posix_fallocate", Mock(side_effect=missing), raising=False)
    make = whole_npy if name.endswith("npy") else whole_npz
    with make(tmp_path / name, (5, 3), np.float32) as array:
        array[:] = 2
    found = np.load(tmp_path / name)
    np.testing.assert_array_equal(found if name.endswith("npy") else found["O"], np.full((5, 3), 2, np.float32))
    assert (tmp_path / name).stat().st_size < 1000


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device"), MemoryError])
@pytest.mark.parametrize("name", ["o.npy", "o.npz"])
def test_an_interrupted_output_is_not_there(tmp_path, error, name):
    (tmp_path / name).write_bytes(b"as it was")
    make = whole_npy if name.endswith("npy") else whole_npz
    with pytest.raises((KeyboardInterrupt, OutputError, MemoryError)), make(tmp_path / name, (9, 9), float) as array:  # noqa: PT012
        array[:4] = 1
        raise error
    assert os.listdir(tmp_path) == [name]
    assert (tmp_path / name).read_bytes() == b"as it was"


def test_a_replaced_file_keeps_its_mode(tmp_path):
    path = tmp_path / "o.bin"
    path.write_bytes(b"")
    path.chmod(0o640)
    with whole(path) as file:
        file.write(b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="room cannot be taken at the start here")
def test_a_full_disk_is_told_before_the_work(tmp_path):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
    code = limit + "import sys; sys.argv[0] = 'attncalc'; from attncalc.__main__ import main; main()"
    np.savez(tmp_path / "q.npz", Q=np.ones((200, 40)), K=np.ones((9, 40)), V=np.ones((9, 40)))
    command = [sys.executable, "-c", code, "batch", "q.npz", "-o", "out.npz"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "attncalc: out.npz: it cannot be written: File too large\n"
    assert os.listdir(tmp_path) == ["q.npz"]
