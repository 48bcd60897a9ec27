"""Compares renditions in linear light, in stops."""
from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from .. import peers
from . import colors
from .files import GainPhoto

# The darkest light that is compared: what is darker is that light. In the dark the codes of a photo that was coded anew
# are too coarse for stops.
_FLOOR = 1 / 1024
_DARK = 1 / 16
_BLOCK = 8
# What is added to means, which keeps dark parts from counting more than bright ones.
_GLOW = 0.002
# Shares of the largest code from one sample to the next.
_STEEP = 0.03


class Figures(NamedTuple):
    """The worst differences in stops: of samples by the gain map over the source's base, of blocks' luminance by both, and of
    blocks' luminance by the base under the source's gain map.
    """

    map: float
    photo: float
    base: float


def light(photo: GainPhoto) -> Any:
    """Returns linear light of a base, averaged to the size of its gain map."""
    return resized(photo.space.light(photo.base), *photo.codes.shape[:2])


def resized(planes: Any, height: int, width: int) -> Any:
    """Returns planes as averages of the areas of another grid, or mixed for one with more samples."""
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    if planes.shape[:2] == (height, width):
        return planes
    kernel = pillow.Resampling.BOX if height <= planes.shape[0] else pillow.Resampling.BILINEAR
    return numpy.stack([numpy.asarray(pillow.fromarray(planes[:, :, index].astype("f4")).resize((width, height), kernel))
                        for index in range(planes.shape[2])], -1).astype(float)


def reference(source: GainPhoto, form: str) -> str:
    """Returns the form of the source that a form is compared with: the same, or the one that says most."""
    return next(name for name in (form, "iso", "ultrahdr", *source.meanings) if name in source.meanings)


def has_colors(source: GainPhoto, photo: GainPhoto, form: str) -> bool:
    """Returns true if the gain applies in the source's colors, or if the form cannot state them."""
    stated = reference(source, form)
    return form != stated or source.gain_space(stated).is_like(photo.gain_space(form))


def compared(source: GainPhoto, photo: GainPhoto, form: str) -> Figures:
    """Compares what a file says in a form with its source; raises ValueError where they are no pictures of one size."""
    height, width = source.codes.shape[:2]
    if photo.codes.shape[:2] != (height, width):
        raise ValueError(f"the gain map is {photo.codes.shape[1]}x{photo.codes.shape[0]} as shown, not {width}x{height}")
    if photo.base.shape != source.base.shape:
        raise ValueError(f"the photo is {photo.base.shape[1]}x{photo.base.shape[0]} as shown, not "
                         f"{source.base.shape[1]}x{source.base.shape[0]}")
    given, own, stated = light(source), light(photo), reference(source, form)
    wanted = source.alternate(stated, given, source.codes)

    def off(rendition: Any) -> float:
        weights = (0.2126, 0.7152, 0.0722)
        return float(stops(blocks(rendition) @ weights, blocks(wanted) @ weights, _DARK).max())

    return Figures(float(stops(photo.alternate(form, given, photo.codes), wanted).max()),
                   off(photo.alternate(form, own, photo.codes)), off(source.alternate(stated, own, source.codes)))


def by_libultrahdr(photo: GainPhoto, rendition: Any, form: str) -> float:
    """Returns the worst difference of a rendition that libultrahdr made of a photo from that by our formula.

    Where the gain map has steep slopes it is not looked at: libultrahdr has a way of its own to mix samples of the map.
    """
    numpy = peers.module("numpy")
    height, width = photo.codes.shape[:2]
    # libultrahdr gives the rendition in the colors of the gain map's profile, wherever the gain applies.
    wanted = photo.alternate(form, light(photo), photo.codes) @ photo.space.to(photo.alternate_space or photo.space).T
    steps = numpy.zeros((height, width))
    for axis in (0, 1):
        difference = numpy.abs(numpy.diff(photo.codes, axis=axis)).max(2)
        for shift in (0, 1):
            part = (slice(shift, height - 1 + shift), slice(None)) if axis == 0 else (slice(None), slice(shift, width - 1 + shift))
            steps[part] = numpy.maximum(steps[part], difference)
    flat = blocks(steps[:, :, None], numpy.max)[:, :, 0] < _STEEP
    off = stops(blocks(resized(rendition, height, width)), blocks(wanted))[flat]
    if flat.mean() < 0.2:
        raise ValueError(f"{flat.mean():.2f} of the gain map are not steep")
    return float(off.max())


def stops(seen: Any, wanted: Any, floor: float = _FLOOR) -> Any:
    """Returns by how much light differs, sample by sample."""
    numpy = peers.module("numpy")
    return numpy.abs(numpy.log2(numpy.maximum(seen, floor) / numpy.maximum(wanted, floor)))


def blocks(planes: Any, reduced: Any = None) -> Any:
    """Returns the averages of blocks, for codecs are not exact in a single sample; or what else `reduced` makes of them."""
    height, width = (side // _BLOCK * _BLOCK for side in planes.shape[:2])
    parts = planes[:height, :width].reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK, -1)
    return (reduced or peers.module("numpy").mean)(parts, axis=(1, 3))


@dataclass(frozen=True)
class Part:
    """A part of a photo as displayed: an angle clockwise about the center, then a rectangle in shares of the sides."""

    degrees: float = 0
    left: float = 0
    top: float = 0
    right: float = 1
    bottom: float = 1


def straightened(degrees: float, width: int, height: int) -> Part:
    """Returns what `--straighten` leaves: the largest rectangle of the same shape (Specs/conversions.md, "Edits")."""
    cosine, sine = math.cos(math.radians(degrees)), abs(math.sin(math.radians(degrees)))
    margin = (1 - min(width / (width * cosine + height * sine), height / (width * sine + height * cosine))) / 2
    return Part(degrees, margin, margin, 1 - margin, 1 - margin)


def cut(photo: GainPhoto, part: Part) -> GainPhoto:
    """Returns a part of a photo; base and gain map keep their scales."""
    return replace(photo, base=_cut(photo.base, part), codes=_cut(photo.codes, part))


def _cut(planes: Any, part: Part, size: tuple[int, int] | None = None) -> Any:
    """Returns the means of a part on a grid of a size: columns and rows."""
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    height, width = planes.shape[:2]
    box = (part.left * width, part.top * height, part.right * width, part.bottom * height)
    cut = []
    for index in range(planes.shape[2]):
        image = pillow.fromarray(planes[:, :, index].astype("f4"))
        if part.degrees:
            image = image.rotate(-part.degrees, pillow.Resampling.BILINEAR)
        own = max(round(box[2] - box[0]), 1), max(round(box[3] - box[1]), 1)
        cut.append(image.resize(size or own, pillow.Resampling.BOX, box))
    return numpy.stack([numpy.asarray(image) for image in cut], -1).astype(float)


def drawn(photo: GainPhoto, side: int) -> Any:
    """Returns the HDR rendition in linear light of sRGB's primaries, the longer side at most `side`, as Chromium draws it.

    Codes of base and gain map are shrunk, and the gain applies to these. A base that is HDR is shown alone.
    """
    height, width = photo.base.shape[:2]
    scale = min(1, side / max(height, width))
    size = max(int(width * scale), 1), max(int(height * scale), 1)
    light, form = photo.space.light(_cut(photo.base, Part(), size)), preferred(photo)
    if photo.meanings[form].base_headroom <= photo.meanings[form].alternate_headroom:
        light = photo.alternate(form, light, _cut(photo.codes, Part(), size))
    return light @ photo.space.to(colors.of_icc(None)).T


def preferred(photo: GainPhoto) -> str:
    """Returns the form that Chromium takes, or one that it does not know."""
    return next(name for name in ("iso", "ultrahdr", "apple", "tonemap") if name in photo.meanings)


def difference(source: GainPhoto, photo: GainPhoto) -> Any:
    """Returns by how many stops the means of 20 x 15 parts of two alternate renditions differ."""
    given, seen = (each.alternate(preferred(each), each.space.light(each.base), resized(each.codes, *each.base.shape[:2]))
                   for each in (source, photo))
    return means_differ(given, seen @ photo.space.to(source.space).T)


def means_differ(given: Any, seen: Any) -> Any:
    """Returns by how many stops linear light differs in the means of 20 x 15 parts, each with a little light added."""
    grid = (15, 20) if given.shape[0] <= given.shape[1] else (20, 15)
    numpy = peers.module("numpy")
    one, other = (numpy.maximum(resized(planes, *grid), 0) + _GLOW for planes in (given, seen))
    return numpy.abs(numpy.log2(other / one))
