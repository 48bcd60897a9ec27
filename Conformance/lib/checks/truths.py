"""Geometry by truth: after random edits, everything in a photo says the same of the scene as before."""
from __future__ import annotations

from typing import Any

from .. import peers
from ..context import Context
from ..truth import chain as chains
from ..truth import scene, seen
from .edits import displayed
from .registry import Step, check

_PEERS = ("numpy", "pillow", "pillow-heif", "imagecodecs", "libavif", "exiftool")
# What is near an edge, whose colours are coded with those of pixels that are not there, takes no part.
_MARGIN = 4


@check
def edited_truth(context: Context, step: Step) -> None:
    """Makes a photo of the scene in `container`, and edits it by the chains of the seeds `first`, and `count` of them.

    Maps are within half a code for each time that they were mixed, what their coding changes (`noise`), and 0.25 of their
    samples; the photo and the projections of the calibration are within 0.25 pixels, regions within 0.5.
    """
    if not all(context.has(name, "truth") for name in _PEERS):
        return
    suffix = step["container"]
    turn = 1 + step["first"] // step["count"] % 8
    if not scene.make(context, f"photo.{suffix}", turn):
        return
    for seed in range(step["first"], step["first"] + step["count"]):
        chain = chains.random_chain(seed)
        name = f"photo.{suffix}"
        for number, options in enumerate(chain.commands):
            made = f"chain-{seed}-{number}.{suffix}"
            done = context.auxdepth("edit", name, "-o", made, "--quality", "100", *options)
            what = f"truth {seed}: edit {' '.join(options)}"
            if not context.expect(done.status == 0, what, f"status {done.status}: {done.stderr.strip()}"):
                return
            name = made
        _compare(context, name, chain, turn, step, f"truth {seed} ({'; '.join(map(' '.join, chain.commands))})")


def _compare(context: Context, name: str, chain: chains.Chain, turn: int, step: Step, what: str) -> None:
    state = chain.state
    numpy = peers.module("numpy")
    picture = numpy.asarray(displayed(context, name), float)
    size = picture.shape[1], picture.shape[0]
    if not context.expect(size == (state.width, state.height), f"{what}: size",
                          f"{size}, not {(state.width, state.height)}"):
        return
    off = _picture_error(picture, state)
    context.expect(off <= 0.25, f"{what}: photo", f"{off:.3f} pixels off")
    found = seen.maps(context, name)
    context.expect(set(found) == set(seen.MARKS), f"{what}: maps", f"{sorted(found)}")
    for kind, image in found.items():
        plane = seen.disparities(image) if kind == "disparity" else image.codes
        codes = _map_error(plane, kind, state)
        most = 0.5 * (state.roundings + 1) + step["noise"] * (len(chain.commands) + 1) + 0.01
        context.expect(codes <= most, f"{what}: {kind}", f"{codes:.2f} codes off, {most} allowed")
    report = context.auxdepth("validate", name)
    context.expect("AUX-CAL" not in report.text, f"{what}: form of the calibration", report.text.strip())
    turned = seen.orientation(context, name)
    _compare_camera(context, found.get("disparity"), state, turn, turned, what)
    _compare_regions(context, name, state, turned, what)


def _truth(state: chains.State, x: Any, y: Any) -> tuple[Any, Any]:
    """Returns the points of the scene that points of the picture show."""
    numpy = peers.module("numpy")
    back = numpy.linalg.inv(state.matrix)
    return back[0, 0] * x + back[0, 1] * y + back[0, 2], back[1, 0] * x + back[1, 1] * y + back[1, 2]


def _picture_error(picture: Any, state: chains.State) -> float:
    """Returns how far the picture is off at a corner, in its pixels.

    What red differs by from the wave that it should be is fitted, by least squares, with a move across that changes
    evenly over the picture, another strength of the wave, and a term; green likewise with a move down.
    """
    numpy = peers.module("numpy")
    across, down = scene.grid(state.width, state.height)
    truth = _truth(state, across, down)
    wanted = scene.colour(*truth)
    inner = slice(_MARGIN, -_MARGIN), slice(_MARGIN, -_MARGIN)
    corners = numpy.array([[1, x, y] for x in (0, 1) for y in (0, 1)])
    moves = []
    for axis in (0, 1):
        slope, one = scene.slope(truth[axis]), numpy.ones_like(across)
        columns = [slope, slope * across / state.width, slope * down / state.height, wanted[..., axis], one]
        matrix = numpy.stack([column[inner].ravel() for column in columns], 1)
        off = (picture - wanted)[..., axis][inner].ravel()
        moves.append(corners @ numpy.linalg.lstsq(matrix, off, rcond=None)[0][:3])
    # In pixels of the picture.
    return float(numpy.hypot(*moves).max() * numpy.sqrt(abs(numpy.linalg.det(state.matrix))))


def _map_error(codes: Any, kind: str, state: chains.State) -> float:
    """Returns by how many codes a map is off, beyond what a quarter of a sample changes; outermost samples go on."""
    height, width = codes.shape
    across, down = scene.grid(width, height)
    truth = scene.codes(kind, *_truth(state, across * state.width / width, down * state.height / height))
    numpy = peers.module("numpy")
    sample = max(state.width / width, state.height / height) / numpy.sqrt(abs(numpy.linalg.det(state.matrix)))
    off = numpy.abs(codes - truth)[1:-1, 1:-1].max() - 0.25 * scene.steepest(kind) * sample
    return float(max(off, 0))


def _compare_camera(context: Context, image: seen.Map | None, state: chains.State, turn: int, turned: int,
                    what: str) -> None:
    camera = seen.calibration(image.packet) if image else None
    if not context.expect(camera is not None, f"{what}: calibration", "there is none"):
        return
    numpy = peers.module("numpy")
    mirrored = numpy.linalg.det(state.matrix) < 0
    mirrored ^= (turn in (2, 4, 5, 7)) ^ (turned in (2, 4, 5, 7))
    worst = 0.0
    for point in scene.POINTS:
        stored = scene.stored_point(point, turn, scene.WIDTH, scene.HEIGHT)
        size = (scene.HEIGHT, scene.WIDTH) if turn >= 5 else (scene.WIDTH, scene.HEIGHT)
        ray = numpy.array([(stored[0] - size[0] / 2) / scene.FOCAL, (stored[1] - size[1] / 2) / scene.FOCAL, 1])
        # A mirrored picture shows a mirrored world.
        ray[0] *= -1 if mirrored else 1
        at = camera.intrinsics @ camera.rotation.T @ ray
        swaps = turned >= 5
        width, height = (state.height, state.width) if swaps else (state.width, state.height)
        projected = at[0] / at[2] * width / camera.width, at[1] / at[2] * height / camera.height
        expected = scene.stored_point(tuple((state.matrix @ (*point, 1))[:2]), turned, state.width, state.height)
        worst = max(worst, float(numpy.hypot(projected[0] - expected[0], projected[1] - expected[1])))
    context.expect(worst <= 0.25, f"{what}: calibration", f"a point of the scene is {worst:.3f} pixels off")


def _compare_regions(context: Context, name: str, state: chains.State, turned: int, what: str) -> None:
    found = seen.regions(context, name)
    context.expect(set(found) == set(state.boxes), f"{what}: regions", f"{sorted(found)}, not {sorted(state.boxes)}")
    width, height = (state.height, state.width) if turned >= 5 else (state.width, state.height)
    for title, box in state.boxes.items():
        if title not in found:
            continue
        wanted = scene.stored_box(box, turned, state.width, state.height)
        off = max(abs(part * side - edge) for part, side, edge in
                  zip(found[title], (width, height, width, height), wanted))
        context.expect(off <= 0.5, f"{what}: region {title}", f"{off:.3f} pixels off")
