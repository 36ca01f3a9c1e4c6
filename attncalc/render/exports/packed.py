"""Packages that are the same bytes whenever and wherever they are made."""

from __future__ import annotations

import io
from collections.abc import Mapping
from zipfile import ZIP_STORED, ZipFile, ZipInfo

FIRST = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip can say
UNIX, READ, RUN, FOLDER = 3, 0o100644, 0o100755, 0o040755


def packed(files: Mapping[str, str | bytes], programs: tuple[str, ...] = ()) -> bytes:
    """A zip of these files in their order, `programs` among them can be run; a name that ends in / is a folder.

    Nothing is compressed: what is may differ from one zlib to another.
    """
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name, content in files.items():
            info = ZipInfo(name, FIRST)
            info.create_system = UNIX
            info.external_attr = (FOLDER if name.endswith("/") else RUN if name in programs else READ) << 16
            archive.writestr(info, content)
    return made.getvalue()
