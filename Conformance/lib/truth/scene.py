"""The scene: a photo of WIDTH x HEIGHT pixels as displayed, in which everything says where it is.

Points are continuous: the photo covers 0...WIDTH and 0...HEIGHT as displayed.
"""
from __future__ import annotations

import json
import math
from typing import Any

from .. import peers
from ..context import Context
from ..gain.files import turned

WIDTH, HEIGHT = 360, 270
MAP = (180, 135)
DISPARITY = (0.5, 2.5)
FOCAL = 320.0
# Centre and size in pixels as displayed.
REGIONS = {"one": (90.0, 100.0, 60.0, 40.0), "two": (240.0, 160.0, 50.0, 70.0), "corner": (20.0, 15.0, 30.0, 20.0)}
POINTS = [(40.0, 30.0), (180.0, 135.0), (300.0, 60.0), (70.0, 220.0), (310.0, 240.0)]

# The orientation that undoes each.
INVERSE = {6: 8, 8: 6}


# Waves say a place exactly, whatever codes are rounded to, and whatever a coding adds to all of them.
_WAVE, _HEIGHT = 40.0, 90.0


def colour(x: Any, y: Any) -> Any:
    """Returns the codes of the photo at points: waves of red across, of green down."""
    numpy = peers.module("numpy")
    across, down = (128 + _HEIGHT * numpy.sin(2 * math.pi * place / _WAVE) for place in (x, y))
    return numpy.stack([across, down, 128 + 0 * x], -1)


def slope(x: Any) -> Any:
    """Returns how much red changes over a pixel of the scene across, and green down."""
    return 2 * math.pi / _WAVE * _HEIGHT * peers.module("numpy").cos(2 * math.pi * x / _WAVE)


def codes(kind: str, x: Any, y: Any) -> Any:
    """Returns the codes of a map, 0...255, at points: those of a disparity map span DISPARITY."""
    if kind == "disparity":
        return 255 * (0.6 * x / WIDTH + 0.4 * y / HEIGHT)
    return 30 + 190 * x / WIDTH if kind == "portraitEffectsMatte" else 230 - 180 * y / HEIGHT


def steepest(kind: str) -> float:
    """Returns how much a code changes over a pixel of the photo at most."""
    if kind == "disparity":
        return 255 * (0.6 / WIDTH + 0.4 / HEIGHT)
    return 190 / WIDTH if kind == "portraitEffectsMatte" else 180 / HEIGHT


def grid(width: int, height: int) -> tuple[Any, Any]:
    """Returns the centres of all samples of a plane, in samples."""
    numpy = peers.module("numpy")
    return numpy.meshgrid(numpy.arange(width) + 0.5, numpy.arange(height) + 0.5)


def make(context: Context, name: str, orientation: int) -> bool:
    """Makes the photo, which is stored so that it needs an orientation; returns whether the program took it."""
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    back = INVERSE.get(orientation, orientation)

    def stored(plane: Any) -> Any:
        return pillow.fromarray(numpy.ascontiguousarray(turned(plane, back)))

    picture = numpy.rint(colour(*grid(WIDTH, HEIGHT))).astype("uint8")
    exif = pillow.Exif()
    exif[0x0112] = orientation
    stored(picture).save(context.path("plain.jpg"), quality=100, subsampling=0, exif=exif)
    across, down = grid(*MAP)
    at = across * WIDTH / MAP[0], down * HEIGHT / MAP[1]
    for kind in ("disparity", "portraitEffectsMatte", "gain"):
        if kind == "disparity":
            plane = numpy.rint(codes(kind, *at) * 257).astype("uint16")
        else:
            plane = numpy.rint(codes(kind, *at)).astype("uint8")
        stored(plane).save(context.path(kind + ".png"))
    _tag(context, orientation)
    width, height = (HEIGHT, WIDTH) if orientation >= 5 else (WIDTH, HEIGHT)
    done = context.auxdepth(
        "attach", "plain.jpg", "-o", name, "--primary-quality", "100", "--disparity", "disparity.png", "--min",
        str(DISPARITY[0]), "--max", str(DISPARITY[1]), "--portrait", "portraitEffectsMatte.png",
        "--gainmap", "gain.png", "--gainmap-headroom", "4", "--intrinsics", f"{FOCAL},{FOCAL},{width / 2},{height / 2}")
    return context.expect(done.status == 0, "truth: the photo", f"status {done.status}: {done.stderr.strip()}")


def _tag(context: Context, orientation: int) -> None:
    """Has ExifTool write the regions, in the pixels as they are stored, and the subject."""
    areas = []
    width, height = (HEIGHT, WIDTH) if orientation >= 5 else (WIDTH, HEIGHT)
    for title, (x, y, across, down) in REGIONS.items():
        left, top, right, bottom = stored_box(
            (x - across / 2, y - down / 2, x + across / 2, y + down / 2), orientation, WIDTH, HEIGHT)
        areas.append({"Name": title, "Type": "Focus", "Area": {
            "X": (left + right) / 2 / width, "Y": (top + bottom) / 2 / height, "W": (right - left) / width,
            "H": (bottom - top) / height, "Unit": "normalized"}})
    record = [{"SourceFile": "plain.jpg", "XMP-mwg-rs:RegionInfo": {
        "AppliedToDimensions": {"W": width, "H": height, "Unit": "pixel"}, "RegionList": areas}}]
    context.path("regions.json").write_text(json.dumps(record))
    context.run(["exiftool", "-overwrite_original", "-json=regions.json", "plain.jpg"])


Box = tuple[float, float, float, float]


def stored_box(box: Box, orientation: int, width: float, height: float) -> Box:
    """Returns where a box of a picture, displayed so large, is in its stored pixels."""
    corners = [stored_point((box[0], box[1]), orientation, width, height),
               stored_point((box[2], box[3]), orientation, width, height)]
    xs, ys = sorted(corner[0] for corner in corners), sorted(corner[1] for corner in corners)
    return xs[0], ys[0], xs[1], ys[1]


def stored_point(point: tuple[float, float], orientation: int, width: float, height: float) -> tuple[float, float]:
    """Returns where a displayed point is stored, by the definition of the Exif tag."""
    x, y = point
    return {1: (x, y), 2: (width - x, y), 3: (width - x, height - y), 4: (x, height - y), 5: (y, x),
            6: (y, width - x), 7: (height - y, width - x), 8: (height - y, x)}[orientation]
