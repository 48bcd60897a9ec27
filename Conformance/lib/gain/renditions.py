"""Compares renditions in linear light, in stops."""
from __future__ import annotations

from typing import Any, NamedTuple

from .. import peers
from .files import GainPhoto
from .meaning import Meaning

# The darkest light that is compared: what is darker is that light. In the dark the codes of a photo that was coded anew
# are too coarse for stops.
_FLOOR = 1 / 1024
_DARK = 1 / 16
_BLOCK = 8
# Shares of the largest code from one sample to the next.
_STEEP = 0.03


class Figures(NamedTuple):
    """The worst differences in stops: of samples by the gain map over the source's base, of blocks' luminance by both, and of
    blocks' luminance by the base under the source's gain map.
    """

    map: float
    photo: float
    base: float


def light(base: Any, height: int, width: int) -> Any:
    """Returns linear light of sRGB's codes of 0...1 (IEC 61966-2-1, 5.2), averaged to the size of a gain map."""
    numpy = peers.module("numpy")
    linear = numpy.where(base <= 0.04045, base / 12.92, ((base + 0.055) / 1.055) ** 2.4)
    return resized(linear, height, width)


def resized(planes: Any, height: int, width: int) -> Any:
    """Returns planes as averages of the areas of another grid."""
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    if planes.shape[:2] == (height, width):
        return planes
    return numpy.stack([
        numpy.asarray(pillow.fromarray(planes[:, :, index].astype("f4")).resize((width, height), pillow.Resampling.BOX))
        for index in range(planes.shape[2])], -1).astype(float)


def reference(source: GainPhoto, form: str) -> Meaning:
    """Returns what the source says in a form, or in the form that says most."""
    return next(source.meanings[name] for name in (form, "iso", "ultrahdr", *source.meanings) if name in source.meanings)


def compared(source: GainPhoto, photo: GainPhoto, form: str) -> Figures:
    """Compares what a file says in a form with its source; raises ValueError where they are no pictures of one size."""
    height, width = source.codes.shape[:2]
    if photo.codes.shape[:2] != (height, width):
        raise ValueError(f"the gain map is {photo.codes.shape[1]}x{photo.codes.shape[0]} as shown, not {width}x{height}")
    if photo.base.shape != source.base.shape:
        raise ValueError(f"the photo is {photo.base.shape[1]}x{photo.base.shape[0]} as shown, not "
                         f"{source.base.shape[1]}x{source.base.shape[0]}")
    given, own = light(source.base, height, width), light(photo.base, height, width)
    meant, seen = reference(source, form), photo.meanings[form]
    wanted = meant.alternate(given, source.codes)

    def off(rendition: Any) -> float:
        weights = (0.2126, 0.7152, 0.0722)
        return float(stops(blocks(rendition) @ weights, blocks(wanted) @ weights, _DARK).max())

    return Figures(float(stops(seen.alternate(given, photo.codes), wanted).max()), off(seen.alternate(own, photo.codes)),
                   off(meant.alternate(own, source.codes)))


def by_libultrahdr(photo: GainPhoto, rendition: Any, form: str) -> float:
    """Returns the worst difference of a rendition that libultrahdr made of a photo from that by our formula.

    Where the gain map has steep slopes it is not looked at: libultrahdr has a way of its own to mix samples of the map.
    """
    numpy = peers.module("numpy")
    height, width = photo.codes.shape[:2]
    wanted = photo.meanings[form].alternate(light(photo.base, height, width), photo.codes)
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
