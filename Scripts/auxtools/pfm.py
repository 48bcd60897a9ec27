"""Gray PFM files, whose rows are stored from bottom to top."""
from __future__ import annotations

import array
import sys
from pathlib import Path
from typing import Iterable

from .plane import Plane


def read(path: Path) -> Plane:
    """Reads a gray PFM of either byte order."""
    lines = path.read_bytes().split(b"\n", 3)
    if lines[0] != b"Pf":
        raise ValueError(f"{path.name} is no gray PFM")
    width, height = map(int, lines[1].split())
    samples = array.array("f", lines[3])
    if (float(lines[2]) < 0) != (sys.byteorder == "little"):
        samples.byteswap()
    if len(samples) != width * height:
        raise ValueError(f"{path.name} has {len(samples)} samples, not {width}x{height}")
    return Plane(width, height, _turned(samples, width).tolist())


def encode(width: int, height: int, samples: Iterable[float] | bytes, big_endian: bool = False) -> bytes:
    """Returns a PFM file of floats, or of the bytes of such as this machine has them, rows from top to bottom."""
    values = _turned(array.array("f", samples), width)
    if big_endian != (sys.byteorder == "big"):
        values.byteswap()
    return f"Pf\n{width} {height}\n{'1.0' if big_endian else '-1.0'}\n".encode() + values.tobytes()


def _turned(samples: array.array[float], width: int) -> array.array[float]:
    """Returns the rows in the other order."""
    out = array.array("f")
    for start in range(len(samples) - width, -1, -width):
        out.extend(samples[start:start + width])
    return out
