"""Reads TIFF directories and their strips; shares nothing with the program under test."""
from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass, field

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
_CODES = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I"}

Value = list[int] | list[float] | list[tuple[int, int]] | bytes


@dataclass
class Directory:
    """One IFD."""

    offset: int
    order: str
    values: dict[int, Value] = field(default_factory=dict)
    children: list["Directory"] = field(default_factory=list)

    def number(self, tag: int, default: int = 0) -> int:
        """Returns the first number of a tag."""
        value = self.values.get(tag)
        return default if value is None else int(value[0])  # type: ignore[arg-type]

    def rational(self, tag: int) -> float:
        """Returns the first rational of a tag; n/0 is infinity."""
        over, under = self.values[tag][0]  # type: ignore[misc]
        return over / under if under else float("inf")

    def text(self, tag: int) -> str:
        """Returns an ASCII tag."""
        value = self.values.get(tag, b"")
        return bytes(value).split(b"\0")[0].decode()  # type: ignore[arg-type]

    def chunks(self, data: bytes) -> list[bytes]:
        """Returns the coded bytes of all strips or tiles."""
        offsets, counts = (273, 279) if 273 in self.values else (324, 325)
        pairs = zip(self.values.get(offsets, []), self.values.get(counts, []))
        return [data[int(at):int(at) + int(size)] for at, size in pairs]  # type: ignore[arg-type]

    def digests(self, data: bytes) -> list[str]:
        """Returns the SHA-256 of each strip or tile."""
        return [hashlib.sha256(chunk).hexdigest() for chunk in self.chunks(data)]

    def plane(self, data: bytes) -> list[int]:
        """Decodes one channel in strips: no compression or Deflate, with or without horizontal prediction."""
        width, bits = self.number(256), self.number(258, 1)
        compression, predictor = self.number(259, 1), self.number(317, 1)
        if compression not in (1, 8) or bits not in (8, 16) or predictor not in (1, 2) or 273 not in self.values:
            raise ValueError(f"compression {compression}, {bits} bits, predictor {predictor}")
        raw = b"".join(zlib.decompress(c) if compression == 8 else c for c in self.chunks(data))
        count = width * self.number(257)
        codes = list(struct.unpack(f"{self.order}{count}{'B' if bits == 8 else 'H'}", raw[:count * bits // 8]))
        if predictor == 2:
            for index in range(count):
                if index % width:
                    codes[index] = (codes[index] + codes[index - 1]) % (1 << bits)
        return codes


def walk(data: bytes) -> Directory:
    """Reads IFD 0 and its SubIFDs."""
    order = {b"II": "<", b"MM": ">"}[data[:2]]
    return _directory(data, order, struct.unpack_from(order + "I", data, 4)[0])


def _directory(data: bytes, order: str, offset: int, level: int = 0) -> Directory:
    directory = Directory(offset, order)
    for index in range(struct.unpack_from(order + "H", data, offset)[0]):
        at = offset + 2 + 12 * index
        tag, kind, count = struct.unpack_from(order + "HHI", data, at)
        size = _SIZES.get(kind, 1) * count
        start = at + 8 if size <= 4 else struct.unpack_from(order + "I", data, at + 8)[0]
        directory.values[tag] = _value(data, order, kind, count, start)
    for child in directory.values.get(330, []):
        if level < 3:
            directory.children.append(_directory(data, order, int(child), level + 1))  # type: ignore[arg-type]
    return directory


def _value(data: bytes, order: str, kind: int, count: int, start: int) -> Value:
    if kind in (2, 7):
        return data[start:start + count]
    if kind in (5, 10):
        code = "II" if kind == 5 else "ii"
        return [struct.unpack_from(order + code, data, start + 8 * index) for index in range(count)]
    return list(struct.unpack_from(f"{order}{count}{_CODES[kind]}", data, start))
