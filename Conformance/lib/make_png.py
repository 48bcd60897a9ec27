"""Writes PNG files: gray of 8 or 16 bits, and RGB."""
from __future__ import annotations

import struct
import zlib


def _chunk(kind: bytes, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload)) + kind + payload + struct.pack(">I", zlib.crc32(kind + payload))


def _png(width: int, height: int, depth: int, colour: int, raw: bytes) -> bytes:
    stride = len(raw) // height if height else 0
    rows = b"".join(b"\0" + raw[y * stride:(y + 1) * stride] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 6))
            + _chunk(b"IEND", b""))


def gray8(width: int, height: int, codes: list[int]) -> bytes:
    """Returns an 8-bit gray PNG."""
    return _png(width, height, 8, 0, bytes(codes))


def gray16(width: int, height: int, codes: list[int]) -> bytes:
    """Returns a 16-bit gray PNG."""
    return _png(width, height, 16, 0, struct.pack(f">{len(codes)}H", *codes))


def picture(width: int, height: int) -> bytes:
    """Returns an RGB picture: two gradients and a checkerboard."""
    raw = bytearray()
    for y in range(height):
        for x in range(width):
            raw += bytes((x * 255 // max(width - 1, 1), y * 255 // max(height - 1, 1),
                          200 if (x // 16 + y // 16) % 2 else 60))
    return _png(width, height, 8, 2, bytes(raw))
