"""The writer of TIFF and DNG: files built blob by blob, whatever they claim; entries may share values."""
from __future__ import annotations

import struct
from typing import Any, Sequence

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, SRATIONAL, DOUBLE = 1, 2, 3, 4, 5, 7, 10, 12
_CODES = {BYTE: "B", SHORT: "H", LONG: "I", RATIONAL: "II", SRATIONAL: "ii", DOUBLE: "d"}
_SIZES = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1, SRATIONAL: 8, DOUBLE: 8}
Entry = tuple[int, int, int, int]
"""Tag, type, count, and the value or its offset."""


class Tiff:
    """A file of either byte order."""

    def __init__(self, order: str = "<") -> None:
        self.order = order
        self.out = bytearray((b"II*\0" if order == "<" else b"MM\0*") + b"\0\0\0\0")

    def blob(self, data: bytes) -> int:
        """Appends data; returns their offset."""
        self.out += b"\0" * (len(self.out) % 2)
        self.out += data
        return len(self.out) - len(data)

    def entry(self, tag: int, kind: int, *values: Any) -> Entry:
        """Returns an entry of numbers, pairs of numbers, or bytes; values that it has no room for are appended."""
        if isinstance(values[0], bytes):
            data, count = values[0], len(values[0]) // _SIZES[kind]
        else:
            pairs = [value if isinstance(value, tuple) else (value,) for value in values]
            data = b"".join(struct.pack(self.order + _CODES[kind], *pair) for pair in pairs)
            count = len(values)
        room = data.ljust(4, b"\0") if len(data) <= 4 else struct.pack(self.order + "I", self.blob(data))
        return tag, kind, count, struct.unpack(self.order + "I", room)[0]

    def directory(self, entries: Sequence[Entry], following: int = 0) -> int:
        """Appends a directory; returns its offset."""
        records = b"".join(struct.pack(self.order + "HHII", *entry) for entry in sorted(entries))
        count = struct.pack(self.order + "H", len(entries))
        return self.blob(count + records + struct.pack(self.order + "I", following))

    def bytes(self, first: int) -> bytes:
        """Returns the file with its first directory."""
        self.out[4:8] = struct.pack(self.order + "I", first)
        return bytes(self.out)
