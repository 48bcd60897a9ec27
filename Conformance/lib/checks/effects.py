"""Pictures made with a map: formulas of Specs/effects.md computed with numpy, and files of stereo pairs."""
from __future__ import annotations

import math
from typing import Any

from auxtools.containers import walk_heif

from .. import peers
from ..context import Context
from .registry import Step, check

_USER_TYPES = {
    "4363e9145b7d4aab97aebea69803b434": "extrinsics",
    "22cc04c7d6d94e079d904eb6ecbaf3a3": "intrinsics",
    "de22508536cb436587432f8705e7c78a": "adjustment",
}


def _array(context: Context, name: str) -> Any:
    with peers.module("pillow").open(context.path(name)) as image:
        return peers.module("numpy").asarray(image).astype(float)


def _mask(nearness: Any, step: Step) -> Any:
    numpy = peers.module("numpy")
    focus, width, slope = (step.get(name, value) for name, value in (("focus", 0.75), ("width", 0.1), ("slope", 4)))
    extent = 2 / slope + width
    rise = slope * nearness - slope * (focus - extent / 2)
    fall = -slope * nearness + slope * (focus + extent / 2)
    return numpy.minimum(numpy.clip(rise, 0, 1), numpy.clip(fall, 0, 1))


def _light(codes: Any) -> Any:
    """Returns the light of 0...1 of sRGB's codes of 0...255: IEC 61966-2-1, 5.2."""
    numpy = peers.module("numpy")
    values = codes / 255
    return numpy.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _codes(light: Any) -> Any:
    numpy = peers.module("numpy")
    return 255 * numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def _expected(effect: str, photo: Any, nearness: Any, step: Step) -> Any:
    """Returns what an effect makes, in codes, and where it is known."""
    mask = _mask(nearness, step)
    if effect == "grayscale":
        numpy = peers.module("numpy")
        return numpy.clip((nearness - step.get("offset", 0)) / step.get("range", 1), 0, 1) * 255
    if effect == "mask":
        return mask * 255
    weight = mask[..., None]
    if effect == "spotlight":
        return _codes(_light(photo) * weight)
    if effect == "highlight":
        light = _light(photo)
        luminance = (light * (0.2126, 0.7152, 0.0722)).sum(axis=2, keepdims=True)
        return _codes(light * weight + luminance * (1 - weight))
    if effect == "rosy":
        return photo * (1, 0, 1)
    raise ValueError(f"no formula for {effect}")


@check
def effect_formula(context: Context, step: Step) -> None:
    """A picture is what its formula makes of the photo's pixels and the 16-bit nearness, within `codes`.

    Where `ramps` is not 0, pixels that have an edge of the nearness so many pixels away are left aside.
    """
    effect = step["effect"]
    if not (context.has("numpy", f"formula: {effect}") and context.has("pillow", f"formula: {effect}")):
        return
    numpy = peers.module("numpy")
    nearness = _array(context, step["nearness"]) / 65535
    photo, seen = _array(context, step["photo"]), _array(context, step["file"])
    if effect == "blur":
        # At outlines pixels are mixtures of both sides.
        inside = (_mask(nearness, step) >= 1) & _flat(nearness, 2)
        context.expect(inside.any() and not inside.all(), "formula: blur", "nothing is in focus, or everything")
        worst = numpy.abs(seen - photo)[inside].max()
        context.expect(worst <= step["codes"], "formula: what is in focus stays", f"{worst} codes off")
        context.expect(numpy.abs(seen - photo)[~inside].max() > step["codes"], "formula: the rest is blurred", "it is not")
        return
    wanted = _expected(effect, photo, nearness, step)
    if not context.expect(seen.shape == wanted.shape, f"formula: {effect}: size", f"{seen.shape}, not {wanted.shape}"):
        return
    known = _flat(nearness, step["ramps"])
    context.expect(known.mean() > 0.3, f"formula: {effect}: pixels compared", f"only {known.mean():.2f} of them")
    worst = numpy.abs(seen - wanted)[known].max()
    context.expect(worst <= step["codes"], f"formula: {effect}", f"{worst:.2f} codes off")


def _deep_array(context: Context, name: str) -> Any:
    """Returns the samples of a picture of more than 8 bits over 16, as a reader that is not ours gives them."""
    numpy, path = peers.module("numpy"), context.path(name)
    if path.suffix == ".tif":
        samples = peers.module("tifffile").imread(path)
    elif path.suffix == ".png":
        samples = peers.module("imagecodecs").png_decode(path.read_bytes())
    else:
        samples = numpy.asarray(peers.module("pillow-heif").open_heif(path, convert_hdr_to_8bit=False))
    context.expect(samples.dtype == numpy.uint16, f"{name} has 16 bits for a reader", f"{samples.dtype}")
    return samples.astype(float)


@check
def deep_effect_formula(context: Context, step: Step) -> None:
    """A picture of more than 8 bits is what its formula makes of a photo of 16 and the nearness, within `codes` of 16 bits.

    `mean` bounds what the error is on average, for codecs that lose. Its codes are not just 8 bits spread over 16.
    """
    effect, file = step["effect"], step["file"]
    name = f"deep formula: {effect}"
    if not all(context.has(peer, name) for peer in ("numpy", "tifffile", "imagecodecs", "pillow-heif")):
        return
    numpy = peers.module("numpy")
    nearness, photo = _deep_array(context, step["nearness"]) / 65535, _deep_array(context, step["photo"])
    seen = _deep_array(context, file)
    wanted = _expected(effect, photo / 257, nearness, step) * 257
    if not context.expect(seen.shape == wanted.shape, f"{name}: size", f"{seen.shape}, not {wanted.shape}"):
        return
    off = numpy.abs(seen - wanted)
    context.expect(off.mean() <= step["mean"], f"{name}: on average", f"{off.mean():.2f} codes off")
    context.expect(off.max() <= step["codes"], name, f"{off.max():.2f} codes off")
    share = (seen % 257 != 0).mean()
    context.expect(share > 0.1, f"{name}: codes that 8 bits have not", f"{share:.2f} of them")


def _flat(nearness: Any, reach: int) -> Any:
    """Returns where the nearness has no edge."""
    around = _around(nearness, reach)
    extent = around.max(axis=(2, 3)) - around.min(axis=(2, 3))
    return extent < 0.05


@check
def spatial_photo(context: Context, step: Step) -> None:
    """A HEIC file holds a left and a right image in a `ster` group, with cameras of `fov` degrees and `baseline` mm."""
    file = walk_heif.walk(context.path(step["file"]).read_bytes())
    shown = [item for item in file.items.values() if not item.hidden and item.kind in ("hvc1", "grid")]
    context.expect(len(shown) == 2, "spatial: two images", f"{len(shown)}")
    groups = [members for kind, members in file.groups if kind == "ster"]
    if not context.expect(len(groups) == 1 and len(groups[0]) == 2, "spatial: one group", f"{file.groups}"):
        return
    left, right = (file.items[number] for number in groups[0])
    context.expect(left.number == file.primary, "spatial: the left is the primary", f"{file.primary}")
    focal = 0.5 / math.tan(math.radians(step["fov"]) / 2)
    for name, item, baseline in (("left", left, None), ("right", right, step["baseline"])):
        found = {_USER_TYPES.get(p.payload[:16].hex()): p.payload[16:] for p in item.properties if p.kind == "uuid"}
        context.expect(sorted(found, key=str) == sorted(_USER_TYPES.values()), f"spatial: {name}: properties", f"{found}")
        numbers = [int.from_bytes(found["intrinsics"][at:at + 4], "big") / (1 << 30) for at in (4, 8, 12)]
        fine = found["intrinsics"][:4].hex() == "00001e00" and abs(numbers[0] - focal) < 1e-6 and numbers[1:] == [0.5, 0.5]
        context.expect(fine, f"spatial: {name}: intrinsics", f"{numbers}, focal length {focal}")
        place = found["extrinsics"].hex()
        wanted = "00000000" if baseline is None else f"00000001{round(baseline * 1000):08x}"
        context.expect(place == wanted, f"spatial: {name}: extrinsics", f"{place}, not {wanted}")
    size = left.payload("ispe")
    _read_by_libheif(context, step, focal, int.from_bytes(size[4:8], "big") if size else 0)


def _read_by_libheif(context: Context, step: Step, focal: float, coded_width: int) -> None:
    """libheif takes the widths for those of the image as it is coded, before `clap`."""
    if context.has("heif-info", "spatial: heif-info"):
        images = context.run(["heif-info", step["file"]]).text.count("image: ")
        context.expect(images == 2, "spatial: heif-info", f"{images} images")
    if not context.has("pillow-heif", "spatial: pillow-heif"):
        return
    opened = peers.module("pillow-heif").open_heif(str(context.path(step["file"])))
    context.expect(len(opened) == 2, "spatial: pillow-heif: images", f"{len(opened)}")
    for image in opened:
        camera = image.info.get("heif", {}).get("camera_intrinsic_matrix", {})
        width = camera.get("focal_length_x", 0) / coded_width
        context.expect(abs(width - focal) < 1e-6, "spatial: pillow-heif: focal length", f"{camera}")


@check
def matte_formula(context: Context, step: Step) -> None:
    """The files of the case `mattes` are what the table of Specs/effects.md, "Mattes", makes of mask and matte."""
    if not (context.has("numpy", "formula: mattes") and context.has("pillow", "formula: mattes")):
        return
    numpy = peers.module("numpy")
    given, matte = _array(context, "matte.png"), _array(context, "seen.png")
    context.expect(numpy.abs(given - matte).max() == 0, "formula: the matte itself", "codes differ")
    mask, part = _array(context, "mask.png"), matte / 255
    reach = 2 + mask.shape[1] // 400
    near = _around(matte, reach).max(axis=(2, 3)) / 255
    share = numpy.minimum(near / 0.05, 1)
    behind = mask + (_around(mask, reach).min(axis=(2, 3)) - mask) * share
    wanted = {
        "union": numpy.maximum(mask, matte), "intersection": numpy.minimum(mask, matte), "only": matte,
        "replace": matte + behind * (1 - part),
    }
    for name, codes in wanted.items():
        worst = numpy.abs(_array(context, f"{name}.png") - codes).max()
        context.expect(worst <= 1.05, f"formula: {name}", f"{worst:.2f} codes off")
    # What the matte shows in part is of the subject's own colours, which are not known here.
    seen, light = _array(context, "composite.png"), _light(_array(context, "ground.png")) * (1 - part[..., None])
    whole = matte == 255
    context.expect(numpy.array_equal(seen[whole], _array(context, "plain.png")[whole]), "formula: composite: subject", "differs")
    context.expect(numpy.array_equal(seen[matte == 0], _array(context, "ground.png")[matte == 0]), "formula: composite: ground", "differs")
    least = (seen - _codes(light)).min()
    context.expect(least >= -0.8, "formula: composite: ground's share", f"{-least:.2f} codes darker")


def _around(plane: Any, reach: int) -> Any:
    """Returns the square around each sample, at the edges as far as there is a plane."""
    numpy = peers.module("numpy")
    padded = numpy.pad(plane, reach, mode="edge")
    return numpy.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))
