"""NumPy's .npz: a zip of .npy files. What np.savez writes is mapped where it stands; what is packed is unpacked."""

from __future__ import annotations

import shutil
import zlib
from functools import partial
from pathlib import Path
from typing import IO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from attncalc.batch.files.layout import Array
from attncalc.batch.files.mapped import BLOCK, map_file, reserve, scratch_file
from attncalc.batch.files.npy import read_layout
from attncalc.batch.files.tensors import Tensors
from attncalc.errors import AttncalcError, InputError, Place, shorten
from attncalc.limits import ARRAYS

MOST_UNPACKED = 1 << 35  # 32 GiB
LOCAL_HEADER = 30  # bytes of it before the name
ENCRYPTED = 1


def open_npz(path: Path, folder: Path) -> Tensors:
    """The arrays of a zip by name, opened on demand; packed ones are unpacked in `folder`. Raises InputError."""
    place = Place(str(path))
    try:
        with ZipFile(path) as archive:
            members = [info for info in archive.infolist() if info.filename.endswith(".npy")]
    except (BadZipFile, ValueError, NotImplementedError, EOFError) as error:  # the third: packed as zipfile cannot read
        raise InputError(f"it is no .npz, or it is cut off: {error}", place=place) from None
    if len(members) > ARRAYS.most:
        raise InputError(ARRAYS.told, place=place)
    found: Tensors = {}
    for info in members:
        name = info.filename.removesuffix(".npy")
        if name in found:
            raise InputError(f"it holds two arrays of the name {shorten(name)}", place=place)
        found[name] = partial(_open, path, info, folder)
    return found


def _open(path: Path, info: ZipInfo, folder: Path) -> Array:
    place = Place(f"{path}, {shorten(info.filename.removesuffix('.npy'))}")
    if info.flag_bits & ENCRYPTED:
        raise InputError("it is encrypted", place=place)
    try:
        if info.header_offset < 0:
            raise BadZipFile("it points outside the file")
        return (_mapped if info.compress_type == ZIP_STORED else _unpacked)(path, info, folder, place)
    except (AttncalcError, MemoryError):
        raise
    except Exception as error:  # whatever the ways of packing meet in what is damaged
        if isinstance(error, OSError) and error.errno is not None:  # of the disk
            raise
        raise InputError(f"it is damaged: {error}", place=place) from None


def _mapped(path: Path, info: ZipInfo, folder: Path, place: Place) -> Array:
    with path.open("rb") as file:
        start = _start(file, info)
        if info.compress_size != info.file_size or start + info.file_size > path.stat().st_size:
            raise BadZipFile("its sizes do not agree")
        file.seek(start)
        layout = read_layout(file, place)
        layout.check(info.file_size - layout.offset, place)
        file.seek(start)
        _check_sum(file, info)
        return map_file(file, layout._replace(offset=start + layout.offset))


def _start(file: IO[bytes], info: ZipInfo) -> int:
    """Where a member's bytes start, as its own header says; the directory at the end of the zip does not tell."""
    file.seek(info.header_offset)
    header = file.read(LOCAL_HEADER)
    if len(header) < LOCAL_HEADER or not header.startswith(b"PK\x03\x04"):
        raise BadZipFile("it has no header")
    name, extra = (int.from_bytes(header[at : at + 2], "little") for at in (26, 28))
    if file.read(name) != info.orig_filename.encode("utf-8" if info.flag_bits & 0x800 else "cp437"):
        raise BadZipFile("its header has another name")
    return info.header_offset + LOCAL_HEADER + name + extra


def _check_sum(file: IO[bytes], info: ZipInfo) -> None:
    total, left = 0, info.file_size
    while left and (block := file.read(min(BLOCK, left))):
        total, left = zlib.crc32(block, total), left - len(block)
    if total != info.CRC:
        raise BadZipFile("its check sum is wrong")


def _unpacked(path: Path, info: ZipInfo, folder: Path, place: Place) -> Array:
    if info.file_size > min(MOST_UNPACKED, shutil.disk_usage(folder).free):
        raise InputError(
            f"unpacked it would be {info.file_size:,} bytes, more than there is room for",
            place=place,
            hint="np.savez instead of np.savez_compressed leaves it as it is.",
        )
    with ZipFile(path) as archive, archive.open(info) as packed, scratch_file(folder) as file:
        layout = read_layout(packed, place)
        layout.check(info.file_size - layout.offset, place)
        reserve(file, layout.bytes)
        shutil.copyfileobj(packed, file, BLOCK)  # zipfile ends at the size that is stated, and checks the sum
        if file.tell() != layout.bytes:
            raise BadZipFile("it holds less than it states")
        file.flush()
        return map_file(file, layout._replace(offset=0))
