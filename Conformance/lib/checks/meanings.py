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

    A hole has the value of one of the samples that are nearest to it. `near` and `far` clamp what is known.
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
    """The shares of background and of holes that a report tells are those of the scene."""
    _, known, sky = _truth(context, step)
    report = context.saved[step["report"]]
    report = report["attached"][0] if "attached" in report else report
    for name, place in (("backgroundShare", sky), ("holeShare", ~(known | sky))):
        wanted = float(place.mean())
        context.expect(abs(report[name] - wanted) < 1e-12, f"shares: {name}", f"{report[name]}, not {wanted}")
    context.expect(report["holesFilled"] == int((~(known | sky)).sum()), "shares: holes", f"{report['holesFilled']}")


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
    """The codes of a matte are those of the mask."""
    numpy = peers.module("numpy")
    wanted = numpy.load(context.path("truth.npy")).reshape(-1)
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
    """Of two files, only what touched.npy names differs by more than one code, and all else that `info` tells is equal."""
    numpy = peers.module("numpy")
    before, after = (context.auxiliary(name, step["type"]) for name in step["files"])
    told = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    told -= {"byteCount", "offset", "index"}
    context.expect(not told, "retouched: properties", f"{sorted(told)} changed")
    first, second = (
        numpy.frombuffer(context.extract(name, step["type"], "--format", "raw", "--as", "L008").read_bytes(), dtype="u1")
        for name in step["files"])
    touched = numpy.load(context.path("touched.npy"))
    # A photo of orientation 3: what lies as displayed is turned by half.
    touched = touched[::-1, ::-1] if step.get("turned") else touched
    if not context.expect(len(first) == len(second) == touched.size, "retouched: size", f"{len(first)}, {len(second)}"):
        return
    far = numpy.abs(first.astype(int) - second.astype(int)).reshape(touched.shape) > 1
    context.expect(not (far & ~touched).any(), "retouched: the rest", f"{(far & ~touched).sum()} samples changed")
    context.expect(bool((far & touched).sum() > 50), "retouched: the place", f"{(far & touched).sum()} samples changed")
