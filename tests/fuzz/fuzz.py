"""Inputs that nobody would write: each reader gets its seeds changed in many ways, and may only read or refuse.

    python tests/fuzz/fuzz.py --seconds 600

What breaks a reader is kept in tests/fuzz/found, which the tests read again.
"""

from __future__ import annotations

import argparse
import random
import time
import traceback
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from readers import READERS, Reader

from attncalc.deadline import TooLong, limited
from attncalc.errors import AttncalcError

FOUND = Path(__file__).parent / "found"
LONGEST = 20  # seconds for one input
LARGEST = 20_000  # bytes
WORDS = [
    line.encode().decode("unicode_escape").encode("latin-1")
    for line in (Path(__file__).parent / "words.txt").read_text("ascii").splitlines()
]


def changed(draw: random.Random, seeds: list[bytes]) -> bytes:
    """A seed, changed some times."""
    data = draw.choice(seeds)
    for _ in range(draw.choice([1, 1, 2, 3, 5, 9])):
        data = draw.choice(CHANGES)(draw, data, seeds)[:LARGEST]
    return data


def _place(draw: random.Random, data: bytes) -> tuple[int, int]:
    start = draw.randint(0, len(data))
    return start, min(len(data), start + draw.choice([0, 1, 1, 2, 4, 16, 64]))


def _put(draw: random.Random, data: bytes, new: bytes) -> bytes:
    start, end = _place(draw, data)
    return data[:start] + new + data[draw.choice([start, end]) :]


CHANGES = [
    lambda draw, data, _: _put(draw, data, draw.choice(WORDS)),
    lambda draw, data, _: _put(draw, data, draw.choice(WORDS)),
    lambda draw, data, _: _put(draw, data, draw.choice(WORDS) * draw.choice([2, 10, 100, 1000])),
    lambda draw, data, _: _put(draw, data, bytes([draw.randrange(256)])),
    lambda draw, data, _: _put(draw, data, b""),
    lambda draw, data, _: _put(draw, data, data[slice(*_place(draw, data))]),
    lambda draw, data, _: _put(draw, data, data[slice(*_place(draw, data))] * draw.choice([2, 20, 200])),
    lambda draw, data, seeds: _put(draw, data, (other := draw.choice(seeds))[slice(*_place(draw, other))]),
    lambda draw, data, _: data[: draw.randint(0, len(data))],
    lambda draw, data, _: data[draw.randint(0, len(data)) :],
]


def tried(reader: Reader, data: bytes, folder: Path) -> str:
    """Reads an input; what goes wrong, if anything does."""
    path = folder / f"input{reader.ending}"
    path.write_bytes(data)
    try:
        with limited(LONGEST):
            reader.read(path)
    except AttncalcError as error:
        return "" if str(error) else "an error says nothing"
    except TooLong as error:
        return str(error)
    except Exception:
        return traceback.format_exc()
    return ""


def fuzzed(name: str, seed: int, folder: Path, seconds: float) -> tuple[int, list[tuple[bytes, str]]]:
    """How many inputs a reader had in this time, and those that broke it."""
    reader, draw = READERS[name], random.Random(f"{name} {seed}")
    seeds, found, count = reader.seeds(), [], 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        data = changed(draw, seeds)
        if why := tried(reader, data, folder):
            found.append((data, why))
        count += 1
    return count, found


def kept() -> Iterator[tuple[str, bytes]]:
    """The inputs that once broke a reader."""
    for path in sorted(FOUND.glob("*/*")):
        yield path.parent.name, path.read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=600, help="for all readers together")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--reader", choices=READERS)
    asked = parser.parse_args()
    names = [asked.reader] if asked.reader else list(READERS)
    total, broken = 0, 0
    with TemporaryDirectory() as folder:
        for name in names:
            count, found = fuzzed(name, asked.seed, Path(folder), asked.seconds / len(names))
            total, broken = total + count, broken + len(found)
            print(f"{name}: {count:,} inputs, {len(found)} broke it", flush=True)
            for data, why in {why.splitlines()[-1]: (data, why) for data, why in reversed(found)}.values():
                path = FOUND / name / sha256(data).hexdigest()[:12]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                print(f"  {path}: {data[:60]!r}\n{why}")
    print(f"seed {asked.seed}: {total:,} inputs, {broken} broke a reader")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
