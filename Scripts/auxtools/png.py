"""PNG files: gray of 8 or 16 bits, and RGB."""
from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Iterable

from .plane import Plane

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
GRAY, RGB = 0, 2


def encode(width: int, height: int, depth: int, colour: int, filtered: bytes, level: int = 6,
           chunks: Iterable[bytes] = ()) -> bytes:
    """Returns a PNG file of rows that begin with their filter; a chunk is a kind and its payload."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    parts = [header, *chunks, b"IDAT" + zlib.compress(filtered, level), b"IEND"]
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in parts)


def plain(rows: Iterable[bytes]) -> bytes:
    """Returns rows as `encode` takes them, without prediction."""
    return b"".join(b"\0" + row for row in rows)


def _split(raw: bytes, height: int) -> list[bytes]:
    stride = len(raw) // height if height else 0
    return [raw[y * stride:(y + 1) * stride] for y in range(height)]


def gray8(width: int, height: int, codes: list[int]) -> bytes:
    """Returns an 8-bit gray PNG."""
    return encode(width, height, 8, GRAY, plain(_split(bytes(codes), height)))


def gray16(width: int, height: int, codes: list[int]) -> bytes:
    """Returns a 16-bit gray PNG."""
    return encode(width, height, 16, GRAY, plain(_split(struct.pack(f">{len(codes)}H", *codes), height)))


def picture(width: int, height: int, bits: int = 8) -> bytes:
    """Returns an RGB picture of 8 or 16 bits: two gradients and a checkerboard."""
    if bits == 16:
        deep = b"".join(
            struct.pack(">3H", x * 65535 // max(width - 1, 1), y * 65535 // max(height - 1, 1),
                        51234 if (x // 16 + y // 16) % 2 else 15321)
            for y in range(height) for x in range(width))
        return encode(width, height, 16, RGB, plain(_split(deep, height)))
    raw = bytearray()
    for y in range(height):
        for x in range(width):
            raw += bytes((x * 255 // max(width - 1, 1), y * 255 // max(height - 1, 1),
                          200 if (x // 16 + y // 16) % 2 else 60))
    return encode(width, height, 8, RGB, plain(_split(bytes(raw), height)))


def read_gray(path: Path) -> tuple[Plane, int]:
    """Reads a gray PNG of 8 or 16 bits; returns its codes and the largest code."""
    data = path.read_bytes()
    at, width, height, depth, coded = 8, 0, 0, 8, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        payload = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", payload)
            if colour != GRAY or depth not in (8, 16) or payload[12]:
                raise ValueError(f"{path.name} is no plain gray PNG")
        elif kind == b"IDAT":
            coded += payload
        at += 12 + length
    size = depth // 8
    rows = _unfilter(zlib.decompress(coded), width * size, height, size)
    codes = list(rows) if size == 1 else list(struct.unpack(f">{width * height}H", rows))
    return Plane(width, height, [float(code) for code in codes]), (1 << depth) - 1


def _unfilter(data: bytes, stride: int, height: int, step: int) -> bytes:
    out, above = bytearray(), bytearray(stride)
    for y in range(height):
        kind = data[y * (stride + 1)]
        row = bytearray(data[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left = row[x - step] if x >= step else 0
            corner = above[x - step] if x >= step else 0
            row[x] = (row[x] + _prediction(kind, left, above[x], corner)) & 255
        out += row
        above = row
    return bytes(out)


def _prediction(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda value: abs(guess - value))
    return (0, left, up, (left + up) // 2)[kind]
