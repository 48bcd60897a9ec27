"""Edited photos: Pillow makes the same edit of the photo and of its map, and other readers give the results."""
from __future__ import annotations

import io
import json
import re
import warnings
from typing import Any

from auxtools.containers import walk_heif, walk_jpeg

from .. import peers
from ..context import Context
from ..gain import files, renditions
from .registry import Step, check

# What brings displayed rows into those after `--rotate` and `--flip`.
_ROTATIONS = {90: "ROTATE_270", 180: "ROTATE_180", 270: "ROTATE_90"}
_FLIPS = {"h": "FLIP_LEFT_RIGHT", "v": "FLIP_TOP_BOTTOM"}


def displayed(context: Context, name: str) -> Any:
    """Returns the photo as Pillow or pillow-heif shows it."""
    from PIL import ImageOps

    pillow = peers.module("pillow")
    if name.endswith(".heic"):
        peers.module("pillow-heif").register_heif_opener()
    image = pillow.open(context.path(name))
    # pillow-heif has turned the picture already; for AVIF Pillow says how to, as if Exif did.
    return (image if name.endswith(".heic") else ImageOps.exif_transpose(image)).convert("RGB")


def _map(context: Context, name: str, type_: str) -> Any:
    """Returns the codes of an auxiliary image as another reader decodes them, as displayed."""
    from PIL import ImageOps

    pillow = peers.module("pillow")
    path = context.path(name)
    if name.endswith(".heic"):
        image = peers.module("pillow-heif").open_heif(str(path)).info["depth_images"][0]
        return pillow.fromarray(peers.module("numpy").asarray(image))
    facts = context.auxiliary(name, type_)
    found = walk_jpeg.walk(path.read_bytes()).images[1 + facts["index"]]
    with warnings.catch_warnings():
        # A further image has an index without entries, as Apple's have.
        warnings.filterwarnings("ignore", message="Image appears to be a malformed MPO")
        image = pillow.open(io.BytesIO(path.read_bytes()[found.start:found.end]))
        image.load()
    with pillow.open(path) as photo:
        orientation = photo.getexif().get(0x0112, 1)
    image.getexif()[0x0112] = orientation
    return ImageOps.exif_transpose(image)


def _edited(image: Any, step: Step, size: tuple[int, int], photo: tuple[int, int]) -> Any:
    """Returns an image as displayed after the step's edits; `photo` is the displayed size of the photo."""
    transpose = peers.module("pillow").Transpose
    left, top, width, height = step.get("crop") or [0, 0, *photo]
    across, down = image.width / photo[0], image.height / photo[1]
    turned = step.get("rotate") in (90, 270)
    target = (size[1], size[0]) if turned else size
    box = (left * across, top * down, (left + width) * across, (top + height) * down)
    edited = image.resize(target, peers.module("pillow").Resampling.BOX, box=box)
    if step.get("rotate"):
        edited = edited.transpose(transpose[_ROTATIONS[step["rotate"]]])
    if step.get("flip"):
        edited = edited.transpose(transpose[_FLIPS[step["flip"]]])
    return edited


@check
def edited_alike(context: Context, step: Step) -> None:
    """The photo in `after`, and its map of `type`, are what Pillow makes of those in `before` by the same edit.

    Codes of the photo differ by `photo` in the mean at most, those of the map by `map` anywhere but at its edges.
    """
    names = ["pillow", "numpy"] + (["pillow-heif"] if step["after"].endswith(".heic") or
                                   step["before"].endswith(".heic") else [])
    if not all(context.has(name, "edited alike: photo") for name in names):
        return
    numpy = peers.module("numpy")
    before, after = displayed(context, step["before"]), displayed(context, step["after"])
    wanted = tuple(step["size"])
    if not context.expect(after.size == wanted, "edited alike: size", f"{after.size}, not {wanted}"):
        return
    asked = _edited(before, step, after.size, before.size)
    off = numpy.abs(numpy.asarray(asked, float) - numpy.asarray(after, float)).mean()
    context.expect(off <= step["photo"], "edited alike: photo", f"{off} in the mean")
    if step["after"].endswith(".avif"):
        return
    old, new = (_map(context, step[name], step["type"]) for name in ("before", "after"))
    made = numpy.asarray(_edited(old.convert("F"), step, new.size, before.size))[1:-1, 1:-1]
    seen = numpy.asarray(new.convert("F"))[1:-1, 1:-1]
    worst = numpy.abs(made - seen).max()
    context.expect(worst <= step["map"], "edited alike: map", f"up to {worst} codes off")


@check
def exif_of_edit(context: Context, step: Step) -> None:
    """ExifTool reads the size that Exif states of `file`, and neither a tag of GPS nor the texts of `gone`."""
    if not context.has("exiftool", "Exif of an edit"):
        return
    found = json.loads(context.run(["exiftool", "-j", "-a", "-n", "-G1", step["file"]]).text)[0]
    for tag, wanted in step.get("tags", {}).items():
        seen = next((value for key, value in found.items() if key.rsplit(":", 1)[-1] == tag), None)
        context.expect(seen == wanted, f"Exif of an edit: {tag}", f"{seen}, not {wanted}")
    if step.get("gone"):
        left = [key for key in found if "GPS" in key]
        context.expect(not left, "Exif of an edit: no GPS", f"{left}")
        data = context.path(step["file"]).read_bytes()
        for text in step["gone"]:
            context.expect(text.encode() not in data, f"Exif of an edit: no {text}", "it is in the file")


@check
def nothing_left(context: Context, step: Step) -> None:
    """ExifTool finds no tag of `file`, as `group:name=value`, that a pattern of `left` matches, and its bytes none of `texts`.

    Pictures after the photo and what follows them are looked through as well.
    """
    if not context.has("exiftool", "nothing private left"):
        return
    found = json.loads(context.run(["exiftool", "-j", "-a", "-G1", "-ee3", "-U", step["file"]]).text)[0]
    left = [key for key, value in found.items() if any(re.search(one, f"{key}={value}") for one in step["left"])]
    context.expect(not left, "nothing private left: tags", f"{left[:9]}")
    data = context.path(step["file"]).read_bytes()
    for text in step.get("texts", []):
        context.expect(text.encode() not in data, f"nothing private left: {text}", "it is in the file")


@check
def coded_bytes_stay(context: Context, step: Step) -> None:
    """Every coded picture in `after` has the bytes that it has in `before`, of which `gone` are missing; with `thumbnails` any."""
    before, after = (context.path(step[key]).read_bytes() for key in ("before", "after"))
    if before[:2] == b"\xff\xd8":
        old, new = ([image.scan_digest for image in walk_jpeg.walk(data).images] for data in (before, after))
    else:
        old, new = ([item.digest for item in walk_heif.walk(data).items.values() if item.kind in ("hvc1", "av01")]
                    for data in (before, after))
    right = len(new) == len(old) - step.get("gone", 0) or step.get("thumbnails", False)
    context.expect(set(new) <= set(old) and right, "edit: coded bytes",
                   f"{len(new)} of {len(old)} pictures, {len(set(new) - set(old))} with other bytes")


@check
def edited_rendition(context: Context, step: Step) -> None:
    """By ISO 21496-1's formula, the HDR picture of `after` is that of `before` within `stops`, in each of `forms`."""
    if not all(context.has(name, "edited rendition") for name in ("numpy", "pillow", "pillow-heif", "libavif")):
        return
    before, after = (files.read(context.path(step[key])) for key in ("before", "after"))
    context.expect(sorted(after.meanings) == sorted(step["forms"]), "edited rendition: forms",
                   f"{sorted(after.meanings)}")
    for form in after.meanings:
        off = renditions.compared(before, after, form).map
        context.expect(off <= step["stops"], f"edited rendition: {form}", f"{off} stops off")
