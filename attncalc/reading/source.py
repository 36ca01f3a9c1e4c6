"""From the bytes of a file to its text: UTF-8, UTF-16, or ASCII among letters that nobody can tell.

Lines end with one sign and every blank is one, so that all who read see the same lines; places stay those of the file.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePath
from typing import NamedTuple

from attncalc.errors import InputError, Place
from attncalc.files import note_read
from attncalc.limits import FILE

UTF_8 = b"\xef\xbb\xbf"
MARKS = (  # byte order marks; that of UTF-32 begins as that of UTF-16 does
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
KINDS = (  # how files begin that are no text
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"PK\x03\x04", "an archive or a document of an office program"),
    (b"\xd0\xcf\x11\xe0", "a document of an office program"),
    (b"\x1f\x8b", "an archive"),
    (b"{\\rtf", "a document in RTF"),
)
FORMS = {".md": "markdown", ".markdown": "markdown", ".tex": "tex", ".latex": "tex", ".ipynb": "notebook"}  # of pages
LETTER = "ɂ"  # for one that is not known: words stay words, and no name is spelt with it
NO_BREAK = 0xA0  # a blank in the encodings of Windows and of ISO 8859
ESCAPED = 0xDC00  # where Python puts bytes that are not UTF-8
UNKNOWN = {ESCAPED + byte: " " if byte == NO_BREAK else LETTER for byte in range(0x80, 0x100)}
EIGHT_BITS = {byte - ESCAPED: sign for byte, sign in UNKNOWN.items()}
NOTE = "it is not UTF-8: letters other than ASCII are not read"
DAMAGED = "some of it is no {}: letters there are not read"
OF_ASCII = 4  # in a text with numbers, at least one sign in so many is ASCII

LINE_END = re.compile(r"\r\n?")
BROKEN = re.compile("[\udc80-\udcff]")
COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")  # of a terminal
STEERING = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n\r"]
PLAIN = str.maketrans(dict.fromkeys([*STEERING, *"\u00a0\u1680\u2028\u2029\u202f\u205f\u3000"], " "))
PLAIN |= dict.fromkeys(range(0x2000, 0x200B), " ")
PLAIN |= str.maketrans({**dict.fromkeys("∙‧", "·"), **dict.fromkeys("✕✖⨉⨯", "×")})  # what looks like another sign

# Signs as wide as those of Chinese, which mean what the narrow ones do.
WIDE = {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0x3001: ",", 0xA0: " ", 0x202F: " "}
WIDE |= dict(zip(map(ord, "〔〕【】〚〛〈〉〖〗"), "[][][]⟨⟩[]", strict=True))

UNSEEN = (
    r"[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]"
    r"|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])"  # they join letters of some scripts
)
NO_WIDTH = re.compile(UNSEEN)
TURNING = re.compile(rf"{UNSEEN}|[\u202a-\u202e\u2066-\u2069]")  # with what turns the way in which a text is shown


class Source(NamedTuple):
    """What a file says, and what is to be known of how it was read."""

    text: str
    note: str = ""


def form_of(path: str, text: str) -> str:
    """How a page is written, by the ending of its name, or else its text: markdown, tex or notebook."""
    if form := FORMS.get(PurePath(path).suffix.lower()):
        return form
    if text.lstrip()[:1] == "{" and '"cells"' in text:
        return "notebook"
    return "tex" if "\\begin{document}" in text else "markdown"


def read_source(data: bytes, source: str) -> Source:
    """The text that bytes are; raises InputError where they are none."""
    kind = next((f" but {kind}" for start, kind in KINDS if data.startswith(start)), "")
    found = None if kind else _utf_16(data) or _utf_8(data.removeprefix(UTF_8))
    if found is None or "\0" in found.text:
        raise InputError(f"this is not a text file{kind}", place=Place(source))
    return found._replace(text=plain_blanks(LINE_END.sub("\n", found.text)))


def plain_blanks(text: str) -> str:
    """A text with one sign for every blank, for what steers a terminal and for what looks alike, each in its place."""
    return COLOURS.sub(lambda match: " " * len(match[0]), text).translate(PLAIN)


def _utf_16(data: bytes) -> Source | None:
    """The text of bytes that say that they are UTF-16, or that can be nothing else."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            return Source(text.replace("\ufffd", LETTER), DAMAGED.format("UTF-16") if "\ufffd" in text else "")
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        high, low = data[first::2], data[1 - first :: 2]
        ascii_signs, others = high.count(0), low.count(0)
        if len(high) == len(low) and ascii_signs * OF_ASCII >= len(high) > 0 and others * OF_ASCII <= ascii_signs:
            return Source(data.decode(encoding, "replace").replace("\ufffd", LETTER))
    return None


def _utf_8(data: bytes) -> Source:
    """The text of UTF-8, some of it damaged; of another encoding, what is ASCII."""
    text = data.decode("utf-8", "surrogateescape")
    damaged = len(BROKEN.findall(text))
    if not damaged:
        return Source(text)
    if 2 * damaged <= sum(sign > "\x7f" for sign in text):
        return Source(text.translate(UNKNOWN), DAMAGED.format("UTF-8"))
    return Source(data.decode("latin-1").translate(EIGHT_BITS), NOTE)


def text_of_file(path: str | Path, source: str, most: int = FILE.most, *, stays: bool = True) -> str:
    """The text of a file whose every letter counts; raises InputError where one cannot be read."""
    text, note = source_of_file(path, source, most, stays=stays)
    if note:
        raise InputError("this is not a text file in UTF-8", place=Place(source))
    return text


def source_of_file(path: str | Path, source: str, most: int = FILE.most, *, stays: bool = True) -> Source:
    """What stands in a file, or in standard input where that is `-`, and what is to be known of how it was read.

    What `stays` is not replaced by the command that reads it. Raises InputError where it is no text, or too large.
    """
    import sys

    try:
        if str(path) == "-" and sys.stdin is None:
            raise InputError("standard input is closed", place=Place(source))
        if str(path) == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(path).open("rb") as file:
                if stays:
                    note_read(file.fileno())
                data = file.read(most + 1)
    except IsADirectoryError:
        raise InputError("this is a folder; name a file in it", place=Place(source)) from None
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror}", place=Place(source)) from None
    if len(data) > most:
        raise InputError(f"it is larger than {most // 1_000_000} MB", place=Place(source))
    return read_source(data, source)
