"""What map files mean: numbers of gray codes, an independent quantiser, orientation."""
from __future__ import annotations

import math
import struct
from typing import Any, Mapping

from auxtools.plane import Plane


def given_values(plane: Plane, largest: int | None, meaning: Mapping[str, Any]) -> list[float]:
    """Returns what a map says in its own unit; `largest` is the largest code of a grayscale map."""
    if largest is None:
        scale = meaning.get("scale", 1)
        return [to_float(value * scale) for value in plane.values]
    if "perCode" in meaning:
        return [to_float(code * meaning["perCode"]) for code in plane.values]
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


def in_quantity(values: list[float], from_kind: str, pixel_format: str) -> list[float]:
    """Turns values of a kind (depth, disparity) into the quantity of a pixel format."""
    to_kind = "disparity" if pixel_format.endswith("dis") else "depth"
    return values if to_kind == from_kind else [to_float(1 / value) for value in values]


def quantise(values: list[float], largest: int, halves: bool) -> tuple[list[int], float, float]:
    """Returns codes and both bounds, which are halves for a half format; to nearest, ties upwards."""
    low, high = min(values), max(values)
    if halves:
        low, high = to_half(low), to_half(high)
    if low == high:
        return [0] * len(values), low, high
    codes = [math.floor((value - low) * largest / (high - low) + 0.5) for value in values]
    return [min(max(code, 0), largest) for code in codes], low, high


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
