"""Writes small DNG files without any library: a LinearRaw image, and a depth map and a mask on request."""
from __future__ import annotations

import struct
import zlib
from typing import Any, Sequence

Entry = tuple[int, int, Any]
_BYTE, _ASCII, _SHORT, _LONG, _RATIONAL, _SRATIONAL = 1, 2, 3, 4, 5, 10
_COLOR_MATRIX = (31339, -16169, -4906, -9785, 19160, 333, 720, -2290, 14057)
SKY = b"urn:com:apple:photo:2020:aux:semanticskymatte\0"


class _Writer:
    def __init__(self, order: str) -> None:
        self.order = order
        self.out = bytearray((b"II*\0" if order == "<" else b"MM\0*") + b"\0\0\0\0")

    def blob(self, data: bytes) -> int:
        self.out += b"\0" * (len(self.out) % 2)
        self.out += data
        return len(self.out) - len(data)

    def _value(self, kind: int, value: Any) -> tuple[bytes, int]:
        if kind == _ASCII:
            return value, len(value)
        if kind in (_RATIONAL, _SRATIONAL):
            code = "II" if kind == _RATIONAL else "ii"
            return b"".join(struct.pack(self.order + code, *pair) for pair in value), len(value)
        code = {_BYTE: "B", _SHORT: "H", _LONG: "I"}[kind]
        return struct.pack(f"{self.order}{len(value)}{code}", *value), len(value)

    def directory(self, entries: Sequence[Entry]) -> int:
        records = b""
        for tag, kind, value in sorted(entries, key=lambda entry: entry[0]):
            data, count = self._value(kind, value)
            records += struct.pack(self.order + "HHI", tag, kind, count)
            records += data.ljust(4, b"\0") if len(data) <= 4 else struct.pack(self.order + "I", self.blob(data))
        return self.blob(struct.pack(self.order + "H", len(entries)) + records + b"\0\0\0\0")


def depth_code(x: int, y: int, width: int, largest: int) -> int:
    """Returns the code of the depth map at a place: a ramp, 0 on the left."""
    return x * largest // (width - 1)


def dng(width: int = 64, height: int = 48, order: str = "<", orientation: int = 1, depth_bits: int = 0,
        deflate: bool = False, mask: bool = False, near: tuple[int, int] = (1, 2), far: tuple[int, int] = (10, 1),
        depth_format: int = 2, overrides: dict[str, int] | None = None, loop: bool = False) -> bytes:
    """Returns a DNG; `overrides` sets values of the depth directory by tag number, to make bad files.

    With `loop` IFD 0 is followed by itself.
    """
    writer = _Writer(order)
    pixels = struct.pack(f"{order}{width * height * 3}H", *(
        value for y in range(height) for x in range(width)
        for value in (x * 1000 % 65536, y * 1300 % 65536, (x + y) * 500 % 65536)))
    strip = writer.blob(pixels)
    subs: list[int] = []
    map_width, map_height = width // 2, height // 2
    if depth_bits:
        largest = (1 << depth_bits) - 1
        codes = [depth_code(x, y, map_width, largest) for y in range(map_height) for x in range(map_width)]
        data = struct.pack(f"{order}{len(codes)}{'B' if depth_bits == 8 else 'H'}", *codes)
        data = zlib.compress(data) if deflate else data
        values = {254: 8, 256: map_width, 257: map_height, 258: depth_bits, 259: 8 if deflate else 1, 262: 51177,
                  273: writer.blob(data), 277: 1, 278: map_height, 279: len(data)}
        values.update({int(tag): value for tag, value in (overrides or {}).items()})
        subs.append(writer.directory([(tag, _SHORT if tag in (258, 259, 262, 277) else _LONG, [value])
                                      for tag, value in values.items()]))
    if mask:
        data = bytes(255 if x > 8 and y > 8 else 0 for y in range(map_height) for x in range(map_width))
        subs.append(writer.directory([
            (254, _LONG, [65540]), (256, _LONG, [map_width]), (257, _LONG, [map_height]), (258, _SHORT, [8]),
            (259, _SHORT, [1]), (262, _SHORT, [52527]), (273, _LONG, [writer.blob(data)]), (277, _SHORT, [1]),
            (278, _LONG, [map_height]), (279, _LONG, [len(data)]), (52526, _ASCII, SKY)]))
    entries: list[Entry] = [
        (254, _LONG, [0]), (256, _LONG, [width]), (257, _LONG, [height]), (258, _SHORT, [16, 16, 16]),
        (259, _SHORT, [1]), (262, _SHORT, [34892]), (271, _ASCII, b"Test\0"), (272, _ASCII, b"Synthetic\0"),
        (273, _LONG, [strip]), (274, _SHORT, [orientation]), (277, _SHORT, [3]), (278, _LONG, [height]),
        (279, _LONG, [len(pixels)]), (284, _SHORT, [1]), (50706, _BYTE, [1, 6, 0, 0]), (50707, _BYTE, [1, 1, 0, 0]),
        (50708, _ASCII, b"Test Synthetic\0"), (50721, _SRATIONAL, [(v, 10000) for v in _COLOR_MATRIX]),
        (50728, _RATIONAL, [(1, 1)] * 3), (50778, _SHORT, [21])]
    if subs:
        entries.append((330, _LONG, subs))
    if depth_bits:
        entries += [(51177, _SHORT, [depth_format]), (51178, _RATIONAL, [near]), (51179, _RATIONAL, [far]),
                    (51180, _SHORT, [1]), (51181, _SHORT, [1])]
    first = writer.directory(entries)
    if loop:
        writer.out[-4:] = struct.pack(order + "I", first)
    writer.out[4:8] = struct.pack(order + "I", first)
    return bytes(writer.out)
