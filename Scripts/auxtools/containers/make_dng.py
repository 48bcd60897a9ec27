"""Writes small DNG files without any library: a LinearRaw image, and a depth map and a mask on request."""
from __future__ import annotations

import struct
import zlib
from typing import Any, Sequence

from .write_tiff import ASCII, BYTE, LONG, RATIONAL, SHORT, SRATIONAL, Tiff

Field = tuple[int, int, Sequence[Any]]
"""Tag, type and values."""
_COLOR_MATRIX = (31339, -16169, -4906, -9785, 19160, 333, 720, -2290, 14057)
SKY = b"urn:com:apple:photo:2020:aux:semanticskymatte\0"


def _directory(tiff: Tiff, fields: Sequence[Field]) -> int:
    """Appends a directory, the values of its fields before it in the order of their tags."""
    ordered = sorted(fields, key=lambda field: field[0])
    return tiff.directory([tiff.entry(tag, kind, *values) for tag, kind, values in ordered])


def depth_code(x: int, y: int, width: int, largest: int) -> int:
    """Returns the code of the depth map at a place: a ramp, 0 on the left."""
    return x * largest // (width - 1)


def dng(width: int = 64, height: int = 48, order: str = "<", orientation: int = 1, depth_bits: int = 0,
        deflate: bool = False, mask: bool = False, near: tuple[int, int] = (1, 2), far: tuple[int, int] = (10, 1),
        depth_format: int = 2, overrides: dict[str, int] | None = None, loop: bool = False) -> bytes:
    """Returns a DNG; `overrides` sets values of the depth directory by tag number, to make bad files.

    With `loop` IFD 0 is followed by itself.
    """
    tiff = Tiff(order)
    pixels = struct.pack(f"{order}{width * height * 3}H", *(
        value for y in range(height) for x in range(width)
        for value in (x * 1000 % 65536, y * 1300 % 65536, (x + y) * 500 % 65536)))
    strip = tiff.blob(pixels)
    subs: list[int] = []
    map_width, map_height = width // 2, height // 2
    if depth_bits:
        largest = (1 << depth_bits) - 1
        codes = [depth_code(x, y, map_width, largest) for y in range(map_height) for x in range(map_width)]
        data = struct.pack(f"{order}{len(codes)}{'B' if depth_bits == 8 else 'H'}", *codes)
        data = zlib.compress(data) if deflate else data
        values = {254: 8, 256: map_width, 257: map_height, 258: depth_bits, 259: 8 if deflate else 1, 262: 51177,
                  273: tiff.blob(data), 277: 1, 278: map_height, 279: len(data)}
        values.update({int(tag): value for tag, value in (overrides or {}).items()})
        subs.append(_directory(tiff, [(tag, SHORT if tag in (258, 259, 262, 277) else LONG, [value])
                                      for tag, value in values.items()]))
    if mask:
        data = bytes(255 if x > 8 and y > 8 else 0 for y in range(map_height) for x in range(map_width))
        subs.append(_directory(tiff, [
            (254, LONG, [65540]), (256, LONG, [map_width]), (257, LONG, [map_height]), (258, SHORT, [8]),
            (259, SHORT, [1]), (262, SHORT, [52527]), (273, LONG, [tiff.blob(data)]), (277, SHORT, [1]),
            (278, LONG, [map_height]), (279, LONG, [len(data)]), (52526, ASCII, [SKY])]))
    entries: list[Field] = [
        (254, LONG, [0]), (256, LONG, [width]), (257, LONG, [height]), (258, SHORT, [16, 16, 16]),
        (259, SHORT, [1]), (262, SHORT, [34892]), (271, ASCII, [b"Test\0"]), (272, ASCII, [b"Synthetic\0"]),
        (273, LONG, [strip]), (274, SHORT, [orientation]), (277, SHORT, [3]), (278, LONG, [height]),
        (279, LONG, [len(pixels)]), (284, SHORT, [1]), (50706, BYTE, [1, 6, 0, 0]), (50707, BYTE, [1, 1, 0, 0]),
        (50708, ASCII, [b"Test Synthetic\0"]), (50721, SRATIONAL, [(v, 10000) for v in _COLOR_MATRIX]),
        (50728, RATIONAL, [(1, 1)] * 3), (50778, SHORT, [21])]
    if subs:
        entries.append((330, LONG, subs))
    if depth_bits:
        entries += [(51177, SHORT, [depth_format]), (51178, RATIONAL, [near]), (51179, RATIONAL, [far]),
                    (51180, SHORT, [1]), (51181, SHORT, [1])]
    first = _directory(tiff, entries)
    if loop:
        tiff.out[-4:] = struct.pack(order + "I", first)
    return tiff.bytes(first)
