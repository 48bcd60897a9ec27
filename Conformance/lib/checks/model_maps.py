"""Maps of models and of sets of depth data: metres and the camera, against the formulas of their makers."""
from __future__ import annotations

import json
from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check


@check
def model_map(context: Context, step: Step) -> None:
    """The photo `file` has the metres of truth.npy, but for `codes` steps of 16 bits and `relative` of a value.

    Where camera.json is there, the calibration is that camera, by our JSON and by ExifTool.
    """
    if not context.has("numpy", "metres"):
        return
    numpy = peers.module("numpy")
    truth = numpy.load(context.path("truth.npy"))
    seen = numpy.load(context.extract(step["file"], step["type"], "--as", "fdep", suffix="npy")).astype(float)
    if not context.expect(seen.shape == truth.shape, "size", f"{seen.shape}, not {truth.shape}"):
        return
    known = numpy.isfinite(truth)
    ends = 1 / truth[known] if step["type"] == "disparity" else truth[known]
    code = (ends.max() - ends.min()) / 65535
    # A step of disparity is more metres far away.
    steps = code * truth[known] ** 2 if step["type"] == "disparity" else code
    error = numpy.abs(seen[known] - truth[known])
    bound = step["codes"] * steps + step["relative"] * truth[known]
    context.expect(bool((error <= bound).all()), "metres",
                   f"{error.max():.3g} m off, {(error / bound).max():.2f} times the bound")
    context.measure(f"{step['label']}: {known.sum()} samples, {error.max():.2g} m off at most "
                    f"({(error / bound).max():.2f} of the bound)")
    camera = context.path("camera.json")
    if camera.exists():
        _camera(context, step, json.loads(camera.read_text(encoding="utf-8")), truth.shape)
    else:
        context.expect("calibration" not in context.auxiliary(step["file"], step["type"]), "no camera", "there is one")


@check
def array_is(context: Context, step: Step) -> None:
    """The array `file` is the array `truth`, but for `relative` of a value."""
    if not context.has("numpy", "samples"):
        return
    numpy = peers.module("numpy")
    seen, truth = (numpy.load(context.path(step[name])).astype(float) for name in ("file", "truth"))
    worst = numpy.abs(seen - truth) / truth if seen.shape == truth.shape else numpy.array([numpy.inf])
    context.expect(bool((worst <= step["relative"]).all()), "samples", f"{worst.max():.3g} off, of {truth.shape}")


def _camera(context: Context, step: Step, numbers: list[float], shape: tuple[int, int]) -> None:
    fx, fy, cx, cy = numbers
    wanted = [fx, 0, 0, 0, fy, 0, cx, cy, 1]
    calibration = context.auxiliary(step["file"], step["type"]).get("calibration", {})
    size = calibration.get("intrinsicMatrixReferenceDimensions", [1, 1])
    # The size that the matrix refers to is the map's, or the photo's.
    scaled = _scaled(calibration.get("intrinsicMatrix", [0] * 9), shape[1] / size[0], shape[0] / size[1])
    _same(context, "camera: JSON", scaled, wanted)
    if not context.has("exiftool", "camera: ExifTool"):
        return
    done = context.run(["exiftool", "-json", "-G3:1", "-n", "-XMP:all", step["file"]])
    found = json.loads(done.text)[0]
    matrix = [value for key, value in found.items() if key.endswith(":IntrinsicMatrix")]
    if not context.expect(len(matrix) == 1, "camera: ExifTool finds it", f"{sorted(found)}"):
        return
    values = matrix[0] if isinstance(matrix[0], list) else str(matrix[0]).replace(",", " ").split()
    seen = _scaled([float(value) for value in values], shape[1] / size[0], shape[0] / size[1])
    _same(context, "camera: ExifTool", seen, wanted)


def _scaled(matrix: Any, x: float, y: float) -> list[float]:
    """Returns a matrix, by columns, for another size."""
    return [value * (x, y, 1)[index % 3] for index, value in enumerate(matrix)]


def _same(context: Context, label: str, seen: list[float], wanted: list[float]) -> None:
    worst = max(abs(a - b) for a, b in zip(seen, wanted))
    context.expect(len(seen) == 9 and worst <= 1e-4, label, f"{seen}, not {wanted}")
