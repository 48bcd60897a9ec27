"""The pixels of the good files, and a coder of lossless JPEG, which no program at hand writes."""
from __future__ import annotations

import random
import struct

from auxtools import png
from auxtools.containers.make_jpeg import segment

GRAY = (256, 192)
"""The size of the maps: several coding tree units across and down."""


def codes(width: int, height: int, seed: int = 1) -> list[int]:
    """Returns slopes, edges and a little noise."""
    noise = random.Random(seed)
    return [(x * 3 // 5 + y // 3 + (90 if (x // 23 + y // 17) % 3 == 0 else 0) + noise.randrange(5)) % 256
            for y in range(height) for x in range(width)]


def gray(width: int = GRAY[0], height: int = GRAY[1]) -> bytes:
    """Returns a PNG of 8-bit codes."""
    return png.gray8(width, height, codes(width, height))


def colour(width: int = GRAY[0], height: int = GRAY[1]) -> bytes:
    """Returns a PNG of colours."""
    planes = [codes(width, height, seed) for seed in (2, 3, 4)]
    samples = bytes(sample for pixel in zip(*planes) for sample in pixel)
    stride = width * 3
    return png.encode(width, height, 8, png.RGB,
                      png.plain(samples[row:row + stride] for row in range(0, len(samples), stride)))


def lossless_jpeg(width: int, height: int, rows: int = 0) -> bytes:
    """Returns a stream of process 14 (T.81, H): 8 bits, prediction from the left; each code has four bits.

    With `rows` there is a restart after each so many.
    """
    samples, bits = codes(width, height), ""
    scan, restarts = bytearray(), 0

    def end() -> None:
        padded = bits + "1" * (-len(bits) % 8)
        for at in range(0, len(padded), 8):
            scan.append(int(padded[at:at + 8], 2))
            if scan[-1] == 0xFF:
                scan.append(0)

    for y in range(height):
        starts = y == 0 or (rows and y % rows == 0)
        if starts and y:
            end()
            scan += bytes((0xFF, 0xD0 + restarts % 8))
            bits, restarts = "", restarts + 1
        for x in range(width):
            at = y * width + x
            left = samples[at - 1] if x else 128 if starts else samples[at - width]
            difference = samples[at] - left
            size = abs(difference).bit_length()
            value = difference if difference > 0 else difference + (1 << size) - 1
            bits += f"{size:04b}" + (f"{value:0{size}b}" if size else "")
    end()

    table = bytes((0, 0, 0, 0, 9)) + bytes(12) + bytes(range(9))
    restart = segment(0xDD, struct.pack(">H", rows * width)) if rows else b""
    frame = segment(0xC3, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0))
    return (b"\xff\xd8" + frame + segment(0xC4, table) + restart + segment(0xDA, bytes((1, 1, 0, 1, 0, 0)))
            + bytes(scan) + b"\xff\xd9")
