"""Photos that are cut without coding, and how photos are coded anew: other programs read both."""
from __future__ import annotations

import io
from typing import Any

from auxtools.containers import walk_heif, walk_jpeg

from .. import peers
from ..context import Context
from .registry import Step, check


def _pillow(context: Context, name: str) -> Any:
    """Returns the photo as Pillow or pillow-heif shows it, as an array."""
    from PIL import ImageOps

    if name.endswith(".heic"):
        peers.module("pillow-heif").register_heif_opener()
    image = peers.module("pillow").open(context.path(name))
    shown = image if name.endswith(".heic") else ImageOps.exif_transpose(image)
    return peers.module("numpy").asarray(shown.convert("RGB")).astype(int)


def _part(picture: Any, crop: list[int]) -> Any:
    left, top, width, height = crop
    return picture[top:top + height, left:left + width]


def _compare(context: Context, label: str, seen: Any, wanted: Any, most: int) -> None:
    """Expects the inside to be the same; the columns and rows at the edges may have chroma of what was beside them."""
    if not context.expect(seen.shape == wanted.shape, label, f"{seen.shape}, not {wanted.shape}"):
        return
    worst = int(abs(seen - wanted)[2:-2, 2:-2].max())
    context.expect(worst <= most, label, f"up to {worst} codes off")


@check
def cut_without_coding(context: Context, step: Step) -> None:
    """`after` shows the part `crop` of `before`, whose coded data it has, in several readers.

    In JPEG jpegtran makes the same scan, byte by byte; in HEIF every coded picture is one of the old ones.
    """
    before, after, crop = step["before"], step["after"], step["crop"]
    data = context.path(after).read_bytes()
    if after.endswith(".jpg"):
        if context.has("jpegtran", "cut: coefficients"):
            left, top, width, height = crop
            command = ["jpegtran", "-crop", f"{width}x{height}+{left}+{top}", "-copy", "none", "-optimize", before]
            made = context.run(command).stdout
            asked, found = (walk_jpeg.walk(bytes_).images[0].scan_digest for bytes_ in (made, data))
            context.expect(asked == found, "cut: coefficients", "the scan is not that of jpegtran")
    else:
        old, new = (
            {item.digest for item in walk_heif.walk(bytes_).items.values() if item.kind in ("hvc1", "av01")}
            for bytes_ in (context.path(before).read_bytes(), data))
        context.expect(bool(new) and new <= old, "cut: coded bytes", f"{len(new - old)} pictures are others")
    _cut_in_readers(context, before, after, crop)


def _cut_in_readers(context: Context, before: str, after: str, crop: list[int]) -> None:
    needed = ["numpy", "pillow"] + (["pillow-heif"] if after.endswith(".heic") else [])
    if not all(context.has(name, "cut: Pillow") for name in needed):
        return
    _compare(context, "cut: Pillow", _pillow(context, after), _part(_pillow(context, before), crop), 0)
    if after.endswith(".heic") and context.has("heif-convert", "cut: libheif"):
        pictures = []
        for name in (before, after):
            context.run(["heif-convert", name, f"{name}.png"])
            pictures.append(_pillow(context, f"{name}.png"))
        _compare(context, "cut: libheif", pictures[1], _part(pictures[0], crop), 0)
    if context.has("imagemagick", "cut: ImageMagick"):
        pictures = []
        for name in (before, after):
            done = context.run(["convert", f"{name}[0]", "-auto-orient", "-depth", "8", "ppm:-"])
            image = peers.module("pillow").open(io.BytesIO(done.stdout))
            pictures.append(peers.module("numpy").asarray(image.convert("RGB")).astype(int))
        # ImageMagick brings HEIF to its own depth and back, each picture by its own.
        most = 0 if after.endswith(".jpg") else 8
        _compare(context, "cut: ImageMagick", pictures[1], _part(pictures[0], crop), most)


@check
def cut_auxiliary_images(context: Context, step: Step) -> None:
    """pillow-heif gives for each auxiliary image of `after` the samples that `before` has in the part `crop`."""
    if not step["after"].endswith(".heic"):
        return
    if not all(context.has(name, "cut: maps") for name in ("numpy", "pillow-heif")):
        return
    numpy, heif = peers.module("numpy"), peers.module("pillow-heif")
    old, new = (heif.open_heif(str(context.path(step[key]))) for key in ("before", "after"))
    left, top, width, height = step["crop"]

    def maps(file: Any) -> dict[str, Any]:
        found = {urn: numpy.asarray(file.get_aux_image(ids[0])) for urn, ids in file.info.get("aux", {}).items()}
        for number, image in enumerate(file.info.get("depth_images", [])):
            found[f"depth {number}"] = numpy.asarray(image)
        return found

    before, after = maps(old), maps(new)
    context.expect(bool(after) and set(after) == set(before), "cut: maps", f"{sorted(after)}, not {sorted(before)}")
    for name in set(before) & set(after):
        across, down = before[name].shape[1] / old.size[0], before[name].shape[0] / old.size[1]
        part = before[name][round(top * down):round((top + height) * down), round(left * across):
                            round((left + width) * across)]
        context.expect(part.shape == after[name].shape and bool((part == after[name]).all()), f"cut: {name}",
                       f"{after[name].shape}, not {part.shape}, or other codes")


@check
def cut_from_report(context: Context, step: Step) -> None:
    """`after` is a part of `before` somewhere, and in HEIF its coded pictures have the same bytes."""
    if not all(context.has(name, "cut: Pillow") for name in ("numpy", "pillow", "pillow-heif")):
        return
    before, after = (_pillow(context, step[key]) for key in ("before", "after"))
    height, width = after.shape[:2]
    rows, columns = before.shape[0] - height, before.shape[1] - width
    # One side is whole in the largest part of an aspect ratio, but for what a map or an MCU asks for.
    inner = after[16:-16:7, 16:-16:7]
    places = [(top, left) for top in range(rows + 1) for left in range(columns + 1)
              if (before[top + 16, left + 16] == inner[0, 0]).all()]
    found = any((before[top + 16:top + height - 16:7, left + 16:left + width - 16:7] == inner).all()
                for top, left in places)
    context.expect(found, "cut: Pillow", f"{width}x{height} is no part of {before.shape[1]}x{before.shape[0]}")
    if step["after"].endswith(".jpg"):
        return
    old, new = ({item.digest for item in walk_heif.walk(context.path(step[key]).read_bytes()).items.values()
                 if item.kind == "hvc1"} for key in ("before", "after"))
    # A thumbnail is made anew.
    context.expect(len(new - old) <= 1, "cut: coded bytes", f"{len(new - old)} pictures are others")


@check
def coded_with(context: Context, step: Step) -> None:
    """`file` has `bits` a sample, and chroma of 4:4:4 where `full`, as the bitstream and libraries say it.

    With `patches`, the mean code of each of a picture of flat patches is off by `mean` codes of 10 bits in the mean.
    """
    name = step["file"]
    data = context.path(name).read_bytes()
    if "full" in step and name.endswith(".jpg"):
        factors = _jpeg_factors(data)
        context.expect((len(set(factors)) == 1) == step["full"], "coded with: chroma", f"factors {factors}")
    if "bits" not in step:
        return
    codes = _codes(context, name, data)
    if codes is None:
        return
    seen, bits = codes
    context.expect(bits == step["bits"], "coded with: bits", f"{bits}, not {step['bits']}")
    if "patches" in step and bits == step["bits"]:
        numpy = peers.module("numpy")
        truth = numpy.load(context.path(step["patches"])) * 1023
        rows, columns = truth.shape[:2]
        side = seen.shape[0] // rows
        inner = seen.reshape(rows, side, columns, side, 3)[:, side // 4:-side // 4, :, side // 4:-side // 4]
        scale = 1023 / ((1 << bits) - 1)
        off = abs(inner.mean((1, 3)) * scale - truth).mean()
        context.expect(off <= step["mean"], "coded with: codes", f"{off} codes of 10 bits off in the mean")


def _jpeg_factors(data: bytes) -> list[int]:
    at = 2
    while not 0xC0 <= data[at + 1] <= 0xC2:
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
    return [data[at + 11 + 3 * index] for index in range(data[at + 9])]


def _codes(context: Context, name: str, data: bytes) -> tuple[Any, int] | None:
    """Returns the codes of the photo as pillow-heif, libavif or Pillow give them, and how many bits they have."""
    needed = "pillow-heif" if name.endswith(".heic") else "libavif" if name.endswith(".avif") else "pillow"
    if not all(context.has(peer, "coded with: bits") for peer in ("numpy", needed)):
        return None
    numpy = peers.module("numpy")
    if needed == "pillow-heif":
        image = peers.module("pillow-heif").open_heif(str(context.path(name)), convert_hdr_to_8bit=False)
        bits = image.info["bit_depth"]
        # Codes of more than 8 bits are in the upper bits of 16.
        return numpy.asarray(image).astype(float) / (1 if bits == 8 else 1 << (16 - bits)), bits
    if needed == "libavif":
        codes = peers.module("imagecodecs").avif_decode(data)
        return codes.astype(float), 8 if codes.dtype == numpy.uint8 else 10
    return _pillow(context, name).astype(float), 8


@check
def exif_thumbnail(context: Context, step: Step) -> None:
    """The thumbnail that ExifTool takes out of `file` shows the whole picture, as small."""
    if not all(context.has(name, "thumbnail") for name in ("exiftool", "pillow", "numpy")):
        return
    done = context.run(["exiftool", "-b", "-ThumbnailImage", step["file"]])
    if not context.expect(done.stdout[:2] == b"\xff\xd8", "thumbnail: is there", f"{len(done.stdout)} bytes"):
        return
    pillow, numpy = peers.module("pillow"), peers.module("numpy")
    small = pillow.open(io.BytesIO(done.stdout)).convert("RGB")
    whole = pillow.fromarray(_pillow(context, step["file"]).astype("uint8")).resize(small.size, pillow.Resampling.BOX)
    off = abs(numpy.asarray(small, float) - numpy.asarray(whole, float)).mean()
    context.expect(off <= step["mean"], "thumbnail: picture", f"{off} in the mean")


@check
def heif_thumbnail(context: Context, step: Step) -> None:
    """heif-convert's libheif has a thumbnail of `file` with the longer side `side`."""
    if not context.has("pillow-heif", "thumbnail: HEIF"):
        return
    image = peers.module("pillow-heif").open_heif(str(context.path(step["file"])))
    context.expect(image.info.get("thumbnails") == step["sides"], "thumbnail: HEIF", f"{image.info.get('thumbnails')}")


@check
def colours_of(context: Context, step: Step) -> None:
    """By the profile in `file`, lcms2 gives the same colours of sRGB as of `before` within `most` in the mean."""
    if not all(context.has(name, "colours") for name in ("pillow", "numpy", "pillow-heif")):
        return
    from PIL import ImageCms

    numpy = peers.module("numpy")
    pictures = []
    for name in (step["before"], step["file"]):
        peers.module("pillow-heif").register_heif_opener()
        image = peers.module("pillow").open(context.path(name))
        profile = image.info.get("icc_profile")
        if name == step["file"]:
            text = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile))) if profile else "none"
            context.expect(step["profile"] in text, "colours: profile", text.strip())
        shown = image.convert("RGB")
        if profile:
            shown = ImageCms.profileToProfile(
                shown, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"))
        pictures.append(numpy.asarray(shown, float))
    off = abs(pictures[0] - pictures[1]).mean()
    context.expect(off <= step["most"], "colours: as lcms2 has them", f"{off} in the mean")
