"""What maps of programs and models mean: every sample by numpy, from the scene that the map was made of."""
from __future__ import annotations

from typing import Any

from auxtools import pfm

from .. import peers
from ..context import Context
from .registry import Step, check


def _truth(context: Context, step: Step) -> tuple[Any, Any, Any]:
    """Returns metres, and where the scene is known and where it is infinitely far."""
    numpy = peers.module("numpy")
    metres = numpy.load(context.path("truth.npy"))
    return metres, numpy.isfinite(metres), numpy.isinf(metres)


def _values(context: Context, name: str) -> Any:
    plane = pfm.read(context.path(name))
    return peers.module("numpy").array(plane.values).reshape(plane.height, plane.width)


@check
def map_truth(context: Context, step: Step) -> None:
    """Metres in `file` are those of the scene within `relative`; the sky is `far` metres, or the farthest there is.

    A hole has the value of one of the samples that are nearest to it, or is NaN where `holes` is "kept". `near` and `far` clamp
    what is known.
    """
    numpy = peers.module("numpy")
    metres, known, sky = _truth(context, step)
    seen = _values(context, step["file"])
    if not context.expect(seen.shape == metres.shape, "truth: size", f"{seen.shape}, not {metres.shape}"):
        return
    near, far = step.get("near") or 0, step.get("far") or numpy.inf
    wanted = numpy.clip(metres, near, far)
    wanted[sky] = far if numpy.isfinite(far) else wanted[known].max()
    error = numpy.abs(seen - wanted) / wanted
    for name, place in (("known", known), ("sky", sky)):
        worst = error[place].max() if place.any() else 0
        context.expect(worst <= step["relative"], f"truth: {name}", f"up to {worst} off, in relation")
    if step.get("holes") == "kept":
        context.expect(bool((numpy.isnan(seen) == ~(known | sky)).all()), "truth: holes", "NaN elsewhere")
        return
    rows, columns = numpy.nonzero(~(known | sky))
    others = numpy.argwhere(known | sky)
    for row, column in zip(rows, columns):
        squares = ((others - [row, column]) ** 2).sum(axis=1)
        candidates = others[squares == squares.min()]
        values = wanted[candidates[:, 0], candidates[:, 1]]
        fine = bool((numpy.abs(values - seen[row, column]) <= step["relative"] * values).any())
        context.expect(fine, "truth: hole", f"({column}, {row}) is {seen[row, column]}, beside it {values}")


@check
def map_shares(context: Context, step: Step) -> None:
    """The shares of background and of holes that a report states are those of the scene."""
    _, known, sky = _truth(context, step)
    report = context.saved[step["report"]]
    report = report["attached"][0] if "attached" in report else report
    for name, place in (("backgroundShare", sky), ("holeShare", ~(known | sky))):
        wanted = float(place.mean())
        context.expect(abs(report[name] - wanted) < 1e-12, f"shares: {name}", f"{report[name]}, not {wanted}")
    holes = report.get("holes", report["holesFilled"])
    context.expect(holes == int((~(known | sky)).sum()), "shares: holes", f"{holes}")


@check
def known_errors(context: Context, step: Step) -> None:
    """The errors that `attach` reports are those of the samples that the scene knows: no sky, no hole."""
    numpy = peers.module("numpy")
    metres, known, _ = _truth(context, step)
    report = context.saved[step["report"]]["attached"][0]
    plane = pfm.read(context.extract(step["file"], report["type"], "--as", "fdep", suffix="pfm"))
    seen = numpy.array(plane.values).reshape(plane.height, plane.width)
    errors = numpy.abs(seen - metres)[known]
    for name, wanted in (("maxError", errors.max()), ("meanError", errors.mean())):
        context.expect(abs(report[name] - wanted) <= step["within"], f"known errors: {name}",
                       f"{report[name]}, {wanted} by our own computation")


@check
def mask_truth(context: Context, step: Step) -> None:
    """The codes of a matte are those of the mask; with `known` it is what the scene knows, with `inverted` the rest."""
    numpy = peers.module("numpy")
    wanted = numpy.load(context.path("truth.npy")).reshape(-1)
    if step.get("known"):
        wanted = numpy.where(numpy.isfinite(wanted) != bool(step.get("inverted")), 255, 0)
    path = context.extract(step["file"], step["type"], "--format", "raw")
    seen = numpy.frombuffer(path.read_bytes(), dtype="u1")
    context.expect(len(seen) == len(wanted), "mask: size", f"{len(seen)} samples")
    worst = numpy.abs(seen.astype(int) - wanted).max()
    context.expect(worst <= step["maxCodes"], "mask: codes", f"{worst} codes off")


@check
def codes_truth(context: Context, step: Step) -> None:
    """Gray codes of 16 bits between `near` (black) and `far` (white) metres are metres in `file`."""
    from auxtools import png
    numpy = peers.module("numpy")
    plane, largest = png.read_gray(context.path(step["map"]))
    wanted = step["near"] + numpy.array(plane.values) / largest * (step["far"] - step["near"])
    seen = numpy.array(pfm.read(context.path(step["file"])).values)
    worst = (numpy.abs(1 / seen - wanted) / wanted).max() if step.get("inverse") else (
        numpy.abs(seen - wanted) / wanted).max()
    context.expect(worst <= step["relative"], "codes: metres", f"up to {worst} off, in relation")


@check
def retouched(context: Context, step: Step) -> None:
    """Of two files, only what touched.npy names differs by more than one code, and all else that `info` reports is equal."""
    numpy = peers.module("numpy")
    before, after = (context.auxiliary(name, step["type"]) for name in step["files"])
    told = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    told -= {"byteCount", "offset", "index"}
    context.expect(not told, "retouched: properties", f"{sorted(told)} changed")
    first, second = (
        numpy.frombuffer(context.extract(name, step["type"], "--format", "raw", "--as", "L008").read_bytes(), dtype="u1")
        for name in step["files"])
    touched = numpy.load(context.path("touched.npy"))
    # A photo of orientation 3: what is as displayed is turned by half.
    touched = touched[::-1, ::-1] if step.get("turned") else touched
    if not context.expect(len(first) == len(second) == touched.size, "retouched: size", f"{len(first)}, {len(second)}"):
        return
    far = numpy.abs(first.astype(int) - second.astype(int)).reshape(touched.shape) > 1
    context.expect(not (far & ~touched).any(), "retouched: the rest", f"{(far & ~touched).sum()} samples changed")
    context.expect(bool((far & touched).sum() > 50), "retouched: the place", f"{(far & touched).sum()} samples changed")


@check
def cut_map(context: Context, step: Step) -> None:
    """The codes of the second file are those of the first in `box` (x, y, width, height of a photo of `size`), turned.

    Edges are at the nearest samples; `turn` is the orientation whose rows the picture has.
    """
    numpy = peers.module("numpy")
    before, after = (context.auxiliary(name, step["type"]) for name in step["files"])
    first, second = (
        numpy.frombuffer(context.extract(name, step["type"], "--format", "raw", "--as", "L008").read_bytes(), dtype="u1")
        .reshape(told["height"], told["width"]) for name, told in zip(step["files"], (before, after)))
    (x, y, width, height), size = step["box"], step["size"]
    edges = [int(numpy.floor(at * samples / whole + 0.5)) for at, samples, whole in (
        (x, first.shape[1], size[0]), (x + width, first.shape[1], size[0]),
        (y, first.shape[0], size[1]), (y + height, first.shape[0], size[1]))]
    part = first[edges[2]:edges[3], edges[0]:edges[1]]
    turned = {
        1: part, 2: part[:, ::-1], 3: part[::-1, ::-1], 4: part[::-1], 5: part.T, 6: numpy.rot90(part, -1),
        7: numpy.rot90(part, 2).T, 8: numpy.rot90(part, 1)}[step["turn"]]
    if not context.expect(turned.shape == second.shape, "cut map: size", f"{second.shape}, not {turned.shape}"):
        return
    worst = int(numpy.abs(turned.astype(int) - second).max())
    context.expect(worst <= step["maxCodes"], "cut map: codes", f"{worst} codes off")
    matrix = before["calibration"]["intrinsicMatrix"]
    scale = before["calibration"]["intrinsicMatrixReferenceDimensions"][0] / size[0]
    centre = [(matrix[6] / scale - x) / width, (matrix[7] / scale - y) / height]
    across, down = centre
    wanted = {
        1: (across, down), 2: (1 - across, down), 3: (1 - across, 1 - down), 4: (across, 1 - down), 5: (down, across),
        6: (1 - down, across), 7: (1 - down, 1 - across), 8: (down, 1 - across)}[step["turn"]]
    matrix, reference = after["calibration"]["intrinsicMatrix"], after["calibration"]["intrinsicMatrixReferenceDimensions"]
    for name, seen, expected in zip("xy", (matrix[6] / reference[0], matrix[7] / reference[1]), wanted):
        context.expect(abs(seen - expected) < 0.002, f"cut map: principal point, {name}", f"{seen}, not {expected}")
