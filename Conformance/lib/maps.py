"""Map files as numbers: PFM, generated shapes, what gray codes mean, and an independent quantiser."""
from __future__ import annotations

import array
import math
import struct
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping


@dataclass(frozen=True)
class Plane:
    """One plane of numbers, rows from top to bottom."""

    width: int
    height: int
    values: list[float]


def read_pfm(path: Path) -> Plane:
    """Reads a gray PFM of either byte order."""
    data = path.read_bytes()
    lines = data.split(b"\n", 3)
    if lines[0] != b"Pf":
        raise ValueError(f"{path.name} is no gray PFM")
    width, height = map(int, lines[1].split())
    samples = array.array("f", lines[3])
    if (float(lines[2]) < 0) != (sys.byteorder == "little"):
        samples.byteswap()
    if len(samples) != width * height:
        raise ValueError(f"{path.name} has {len(samples)} samples, not {width}x{height}")
    rows = [samples[y * width:(y + 1) * width] for y in reversed(range(height))]
    return Plane(width, height, [float(value) for row in rows for value in row])


def pfm(plane: Plane, big_endian: bool = False) -> bytes:
    """Returns a PFM file."""
    order, scale = (">", "1.0") if big_endian else ("<", "-1.0")
    width = plane.width
    body = b"".join(struct.pack(f"{order}{width}f", *plane.values[y * width:(y + 1) * width])
                    for y in reversed(range(plane.height)))
    return f"Pf\n{width} {plane.height}\n{scale}\n".encode() + body


def read_gray_png(path: Path) -> tuple[Plane, int]:
    """Reads a gray PNG of 8 or 16 bits; returns its codes and the largest code."""
    data = path.read_bytes()
    at, width, height, depth, coded = 8, 0, 0, 8, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        payload = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", payload)
            if colour != 0 or depth not in (8, 16) or payload[12]:
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


def shape(width: int, height: int, name: str = "scene") -> list[float]:
    """Returns numbers of 0...1: waves with a box and a disc in front, a ramp, or a constant."""
    values = []
    for y in range(height):
        for x in range(width):
            u, v = x / max(width - 1, 1), y / max(height - 1, 1)
            if name == "constant":
                values.append(0.5)
            elif name == "ramp":
                values.append((x + y * width) / max(width * height - 1, 1))
            elif abs(u - 0.3) < 0.12 and abs(v - 0.5) < 0.2:
                values.append(0.02 + 0.1 * v)
            elif math.hypot(u - 0.7, v - 0.4) < 0.18:
                values.append(0.2)
            else:
                values.append(0.55 + 0.45 * math.sin(9 * u + 2 * v) * math.cos(5 * v))
    return values


def given_values(plane: Plane, largest: int | None, meaning: Mapping[str, Any]) -> list[float]:
    """Returns what a map says in its own unit; `largest` is the largest code of a grayscale map."""
    if largest is None:
        scale = meaning.get("scale", 1)
        return [to_float(value * scale) for value in plane.values]
    share = [code / largest for code in plane.values]
    if meaning["kind"] == "disparity":
        low, high = meaning["min"], meaning["max"]
        return [to_float(low + g * (high - low)) for g in share]
    near, far = meaning["near"], meaning["far"]
    black, white = (far, near) if meaning.get("whiteNear") else (near, far)
    if meaning.get("linearIn", "depth") == "disparity":
        return [to_float(1 / (1 / black + g * (1 / white - 1 / black))) for g in share]
    return [to_float(black + g * (white - black)) for g in share]


def to_float(value: float) -> float:
    """Rounds to a 32-bit float."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def to_half(value: float) -> float:
    """Rounds to a half float, to nearest and to even."""
    return struct.unpack("<e", struct.pack("<e", value))[0]


def in_format(values: list[float], from_kind: str, pixel_format: str) -> list[float]:
    """Turns values of a kind (depth, disparity) into the numbers that a pixel format holds."""
    to_kind = "disparity" if pixel_format.endswith("dis") else "depth"
    if to_kind != from_kind:
        values = [to_float(1 / value) for value in values]
    return [to_half(value) for value in values] if pixel_format.startswith("h") else values


def quantise(values: list[float], largest: int) -> tuple[list[int], float, float]:
    """Returns codes and both bounds; to nearest, ties upwards."""
    low, high = min(values), max(values)
    if low == high:
        return [0] * len(values), low, high
    return [math.floor((value - low) * largest / (high - low) + 0.5) for value in values], low, high


def orient(plane: Plane, orientation: int) -> Plane:
    """Turns a stored plane the way an Exif orientation says that it is displayed."""
    width, height = plane.width, plane.height
    out_width, out_height = (height, width) if orientation >= 5 else (width, height)
    values = []
    for y in range(out_height):
        for x in range(out_width):
            sx, sy = {
                1: (x, y), 2: (width - 1 - x, y), 3: (width - 1 - x, height - 1 - y), 4: (x, height - 1 - y),
                5: (y, x), 6: (y, height - 1 - x), 7: (width - 1 - y, height - 1 - x), 8: (width - 1 - y, x),
            }[orientation]
            values.append(plane.values[sy * width + sx])
    return Plane(out_width, out_height, values)
