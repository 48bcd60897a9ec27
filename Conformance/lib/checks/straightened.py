"""Pictures that Pillow straightened, or whose perspective it changed: `copy` finds where they are."""
from __future__ import annotations

import math
from typing import Any

from .. import peers
from ..context import Context
from ..truth import scene, seen
from .registry import Step, check

_UNIT = ((0, 0), (1, 0), (0, 1), (1, 1))


def _homography(points: Any, targets: Any) -> Any:
    """Returns the 3x3 matrix that leads from four points to four others."""
    numpy = peers.module("numpy")
    rows, right = [], []
    for (x, y), (u, v) in zip(points, targets):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return numpy.append(numpy.linalg.solve(numpy.array(rows, float), numpy.array(right, float)), 1).reshape(3, 3)


def _corners(step: Step, width: int, height: int) -> list[tuple[float, float]]:
    """Returns the corners of the part of a photo that is shown, turned by `degrees`, each moved by a part of the sides."""
    angle = math.radians(step["degrees"])
    cosine, sine = math.cos(angle), math.sin(angle)
    across, down = step["part"] * width, step["part"] * height
    corners = []
    for (u, v), (du, dv) in zip(_UNIT, step["moved"]):
        x, y = (u - 0.5 + du) * across, (v - 0.5 + dv) * down
        # The photo is turned clockwise, so that the part is turned the other way.
        corners.append((width * step["centre"][0] + cosine * x + sine * y,
                        height * step["centre"][1] - sine * x + cosine * y))
    return corners


@check
def straightened_copy(context: Context, step: Step) -> None:
    """Makes a photo of `picture` whose maps say places, and a picture of a turned part of it; `copy` brings the maps there.

    The places that the copied maps say are those of the part within `off` of the photo's longer side, and its calibration
    projects them there; with a change of perspective there is none, which a note says.
    """
    if not all(context.has(name, "straightened copy") for name in ("numpy", "pillow", "pillow-heif", "exiftool")):
        return
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    with pillow.open(context.path(step["picture"])) as opened:
        photo = opened.convert("RGB").resize((1200, 900), pillow.Resampling.LANCZOS)
    photo.save(context.path("plain.jpg"), quality=95)
    across, down = scene.grid(400, 300)
    for name, plane in (("x", 20 + 215 * across / 400), ("y", 20 + 215 * down / 300)):
        pillow.fromarray(numpy.rint(plane).astype("uint8")).save(context.path(name + ".png"))
    done = context.auxdepth(
        "attach", "plain.jpg", "-o", "photo.jpg", "--portrait", "x.png", "--gainmap", "y.png", "--gainmap-headroom", "4",
        "--disparity", "x.png", "--min", "0.5", "--max", "2", "--intrinsics", "1000,1000,600,450")
    if not context.expect(done.status == 0, "straightened copy: the photo", done.stderr.strip()):
        return
    corners = _corners(step, photo.width, photo.height)
    size = round(photo.width * step["part"] * step["scale"]), round(photo.height * step["part"] * step["scale"])
    targets = [(u * size[0], v * size[1]) for u, v in _UNIT]
    matrix = _homography(targets, corners)
    picture = photo.transform(size, pillow.Transform.PERSPECTIVE, list(matrix.ravel()[:8]), pillow.Resampling.BICUBIC)
    picture.save(context.path("picture.jpg"), quality=90)
    done = context.auxdepth("copy", "photo.jpg", "picture.jpg", "-o", "out.jpg")
    if context.expect(done.status == 0, "straightened copy: status", f"{done.status}: {done.stderr.strip()}"):
        _compare(context, step, matrix, photo, size, done.stderr)


def _compare(context: Context, step: Step, matrix: Any, photo: Any, size: tuple[int, int], notes: str) -> None:
    numpy = peers.module("numpy")
    found = seen.maps(context, "out.jpg")
    context.expect(set(found) == set(seen.MARKS), "straightened copy: maps", f"{sorted(found)}")
    longest = max(photo.size)
    for kind, axis in (("portraitEffectsMatte", 0), ("gain", 1)):
        if kind not in found:
            continue
        height, width = found[kind].codes.shape
        columns, rows = scene.grid(width, height)
        points = numpy.stack([columns * size[0] / width, rows * size[1] / height, numpy.ones_like(columns)])
        shown = numpy.tensordot(matrix, points, 1)
        truth = shown[axis] / shown[2]
        says = (found[kind].codes - 20) / 215 * photo.size[axis]
        inner = slice(4, -4), slice(4, -4)
        # A move that changes evenly over the picture: codes are whole numbers, and places are not.
        terms = numpy.stack([one[inner].ravel() for one in (columns / width, rows / height, numpy.ones_like(columns))], 1)
        fit = numpy.linalg.lstsq(terms, (says - truth)[inner].ravel(), rcond=None)[0]
        off = max(abs(fit @ (x, y, 1)) for x, y in _UNIT) / longest
        context.expect(off <= step["off"], f"straightened copy: {kind}", f"{off:.5f} of the longer side off")
    camera = seen.calibration(found["disparity"].packet) if "disparity" in found else None
    if any(any(move) for move in step["moved"]):
        context.expect(camera is None and "calibration" in notes, "straightened copy: no calibration", notes.strip())
        return
    if not context.expect(camera is not None, "straightened copy: calibration", "there is none"):
        return
    worst = 0.0
    for u, v in ((0.1, 0.2), (0.5, 0.5), (0.9, 0.3), (0.3, 0.8)):
        x, y, _ = matrix @ (u * size[0], v * size[1], 1)
        at = camera.intrinsics @ camera.rotation.T @ ((x - 600) / 1000, (y - 450) / 1000, 1)
        worst = max(worst, abs(at[0] / at[2] / camera.width - u), abs(at[1] / at[2] / camera.height - v))
    context.expect(worst <= 2 * step["off"], "straightened copy: calibration", f"{worst:.5f} of a side off")
