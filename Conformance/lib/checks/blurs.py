"""What a blur keeps of a photo's noise, and what an f-number and the focus of a file mean, measured with numpy."""
from __future__ import annotations

import json
import math
from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check

_WIDTH, _HEIGHT = 640, 480


def _noisy(noise: float, reach: int) -> Any:
    """Returns a smooth picture of 8 bits with gray noise, which spreads over `reach` samples."""
    numpy = peers.module("numpy")
    rows, columns = numpy.mgrid[:_HEIGHT, :_WIDTH]
    white = numpy.random.default_rng(7).normal(0, 1, (_HEIGHT + reach, _WIDTH + reach))
    grain = sum(white[y:y + _HEIGHT, x:x + _WIDTH] for y in range(reach) for x in range(reach)) * noise / reach
    plain = 80 + columns * 70 / _WIDTH + rows * 20 / _HEIGHT
    return numpy.clip(numpy.round(plain[..., None] + (0, 8, -10) + grain[..., None]), 0, 255).astype(numpy.uint8)


def _grain(picture: Any) -> float:
    """Returns the deviation of green from a Gaussian of 1.5 samples around it, in the right part."""
    numpy = peers.module("numpy")
    weights = numpy.exp(-numpy.arange(-5, 6) ** 2 / (2 * 1.5 ** 2))
    weights /= weights.sum()
    green = picture[60:-60, _WIDTH // 2 + 60:-60, 1].astype(float)
    around = numpy.apply_along_axis(numpy.convolve, 0, green, weights, "same")
    around = numpy.apply_along_axis(numpy.convolve, 1, around, weights, "same")
    return float((green - around)[8:-8, 8:-8].std())


@check
def blurred_grain(context: Context, step: Step) -> None:
    """A blur of a photo with gray noise of `noise` codes over `reach` samples keeps 0.8 to 1.2 of it where it blurs.

    Sharp parts keep their codes. With --no-grain, where the photo has less than half a code, and where its Exif names no camera,
    hardly any is left.
    """
    if not all(context.has(name, "grain") for name in ("numpy", "pillow")):
        return
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    photo = _noisy(step["noise"], step["reach"])
    exif = pillow.Exif()
    # Make.
    exif[0x010F] = "Any"
    pillow.fromarray(photo).save(context.path("photo.png"), exif=exif)
    pillow.fromarray(photo).save(context.path("drawn.png"))
    nearness = numpy.where(numpy.arange(_WIDTH) < _WIDTH // 2, 255, 0).astype(numpy.uint8)
    pillow.fromarray(numpy.tile(nearness, (_HEIGHT, 1))).save(context.path("near.png"))
    found = {}
    for name, file, options in (("grain", "photo", ()), ("plain", "photo", ("--no-grain",)), ("drawn-blur", "drawn", ())):
        done = context.auxdepth(
            "render", "blur", f"{file}.png", "--disparity", "near.png", "--focus", "1", "--radius", "75", "-o",
            f"{name}.png", *options)
        if not context.expect(done.status == 0, "grain: render", done.stderr.strip()):
            return
        with pillow.open(context.path(f"{name}.png")) as image:
            found[name] = numpy.asarray(image)
    own, kept, left = _grain(photo), _grain(found["grain"]), _grain(found["plain"])
    context.measure(f"grain {own:.2f}, blurred {kept:.2f}, without {left:.2f}")
    sharp = numpy.s_[:, : _WIDTH // 2 - 30]
    context.expect((found["grain"][sharp] == photo[sharp]).all(), "grain: sharp parts keep their codes")
    context.expect((found["drawn-blur"] == found["plain"]).all(), "grain: none without a camera")
    context.expect(left < max(0.2 * own, 0.33), "grain: none where none is wanted", f"{left:.2f} of {own:.2f}")
    if step["noise"] < 0.3:
        context.expect(kept - left < 0.3, "grain: none where the photo has none", f"{kept:.2f}, not {left:.2f}")
    else:
        context.expect(0.8 <= kept / own <= 1.2, "grain: as much as the photo has", f"{kept:.2f} of {own:.2f}")


@check
def stated_focus(context: Context, step: Step) -> None:
    """The focus of `file` with --autofocus comes from `source`, and the blur of an f-number is that of a thin lens.

    The radius at f/2 and f/8 is A/2 F times the map's range of disparity, A = 43.27 mm F / (N diagonal), with a field of
    view of 60 degrees; distances without a unit have their nearest at 1 metre (`basis` is `nearest`).
    """
    for number in (2, 8):
        done = context.auxdepth(
            "render", "blur", step["file"], "--autofocus", "--f-number", str(number), "--fov", "60", "--no-grain",
            "-o", "blurred.jpg", "--force", "--json")
        if not context.expect(done.status == 0, "f-number: render", done.stderr.strip()):
            return
        report = json.loads(done.text)
        source = report["focus"]["source"]
        context.expect(source == step["source"], "focus: source", f"{source}, not {step['source']}")
        context.expect(report["lens"]["basis"] == step["basis"], "f-number: basis", report["lens"]["basis"])
        focal = report["width"] / 2 / math.tan(math.radians(30))
        aperture = 0.0432666 * focal / math.hypot(report["width"], report["height"]) / number
        expected = aperture / 2 * focal * step["disparities"]
        context.expect(
            abs(report["radius"] / expected - 1) < 0.01, f"f-number {number}: radius",
            f"{report['radius']:.2f} pixels, not {expected:.2f}")
