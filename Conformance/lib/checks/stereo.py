"""Stereo pairs whose eyes were taken out and put together again."""
from __future__ import annotations

import json
from typing import Any

from auxtools.containers import walk_heif
from auxtools.containers.walk_heif import File, Item

from .. import peers
from ..context import Context
from .registry import Step, check


def _eyes(context: Context, name: str) -> tuple[File, list[Item]]:
    file = walk_heif.walk(context.path(name).read_bytes())
    groups = [members for kind, members in file.groups if kind == "ster"]
    if not context.expect(len(groups) == 1 and len(groups[0]) == 2, f"pair: one group in {name}", f"{file.groups}"):
        return file, []
    context.expect(groups[0][0] == file.primary, f"pair: the left is the primary of {name}", f"{file.primary}")
    return file, [file.items[number] for number in groups[0]]


def _coded(file: File, item: Item) -> list[str]:
    """Returns what is coded: of the image, and of its tiles in order."""
    return [item.digest] + [file.items[number].digest for number in item.references.get("dimg", [])]


@check
def same_pair(context: Context, step: Step) -> None:
    """Both eyes of two files have the same coded bytes, properties, cameras and metadata, and decode to the same pixels."""
    (old, before), (new, after) = (_eyes(context, step[key]) for key in ("before", "after"))
    for name, first, second in zip(("left", "right"), before, after):
        context.expect(_coded(old, first) == _coded(new, second), f"pair: {name}: coded bytes", "they differ")
        context.expect(first.properties == second.properties, f"pair: {name}: properties and cameras",
                       f"{first.properties}, then {second.properties}")
        tiles = [[file.items[number].properties for number in item.references.get("dimg", [])]
                 for file, item in ((old, first), (new, second))]
        context.expect(tiles[0] == tiles[1], f"pair: {name}: properties of the tiles", "they differ")
        metadata = [[(item.kind, item.content_type, item.hidden, item.digest) for item in file.metadata(image)]
                    for file, image in ((old, first), (new, second))]
        context.expect(metadata[0] == metadata[1], f"pair: {name}: Exif and XMP", f"{metadata}")
        context.expect(not second.hidden, f"pair: {name}: is shown", "it is hidden")
    _same_pixels(context, step)


def _same_pixels(context: Context, step: Step) -> None:
    if not (context.has("pillow-heif", "pair: pillow-heif") and context.has("numpy", "pair: pillow-heif")):
        return
    numpy, library = peers.module("numpy"), peers.module("pillow-heif")
    first, second = (library.open_heif(str(context.path(step[key]))) for key in ("before", "after"))
    context.expect(len(first) == len(second) == 2, "pair: pillow-heif: images", f"{len(first)}, then {len(second)}")
    for number, (old, new) in enumerate(zip(first, second)):
        same = numpy.array_equal(numpy.asarray(old), numpy.asarray(new))
        context.expect(same, f"pair: pillow-heif: pixels of image {number}", "they differ")
        cameras = [image.info.get("heif", {}).get("camera_intrinsic_matrix") for image in (old, new)]
        context.expect(cameras[0] == cameras[1], f"pair: pillow-heif: camera of image {number}", f"{cameras}")


@check
def eye_alone(context: Context, step: Step) -> None:
    """A file has the image of one `eye` of `pair` as its primary, coded alike, in no group, and not the other's."""
    file, eyes = _eyes(context, step["pair"])
    if not eyes:
        return
    kept = eyes[0 if step["eye"] == "left" else 1]
    other = eyes[1 if step["eye"] == "left" else 0]
    alone = walk_heif.walk(context.path(step["file"]).read_bytes())
    image = alone.items[alone.primary]
    context.expect(_coded(alone, image) == _coded(file, kept), "eye: coded bytes", "they differ")
    context.expect(image.properties == kept.properties, "eye: properties and camera", f"{image.properties}")
    context.expect(not alone.groups, "eye: no group", f"{alone.groups}")
    lost = set(_coded(file, other)[-1:]) - set(_coded(file, kept))
    left = lost & {item.digest for item in alone.items.values()}
    context.expect(not left, "eye: nothing of the other eye", f"{len(left)} images")


@check
def stereo_layout(context: Context, step: Step) -> None:
    """A picture has `left` and `right` at their `places`, of `share` times fewer columns and rows; a file of both has them
    as frames, to `codes` on average, and ExifTool reads the index of the multi-picture format."""
    if not (context.has("pillow", "layout: Pillow") and context.has("numpy", "layout: Pillow")):
        return
    numpy = peers.module("numpy")
    image = peers.module("pillow")
    eyes = [numpy.asarray(image.open(context.path(step[key])).convert("RGB")).astype(float)
            for key in ("left", "right")]
    context.expect(not numpy.array_equal(*eyes), "layout: the eyes differ", "they are the same")
    with image.open(context.path(step["file"])) as file:
        if not step["places"]:
            _frames(context, step, file, eyes, numpy)
            return
        picture = numpy.asarray(file.convert("RGB")).astype(float)
    across, down = step["share"]
    for name, eye, (x, y) in zip(("left", "right"), eyes, step["places"]):
        height, width = eye.shape[0] // down, eye.shape[1] // across
        # Of light as sRGB has it, whose profile the photo does not contradict.
        light = numpy.where(eye <= 10.31, eye / 255 / 12.92, ((eye / 255 + 0.055) / 1.055) ** 2.4)
        light = light.reshape(height, down, width, across, 3).mean(axis=(1, 3))
        expected = numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 255
        worst = abs(picture[y:y + height, x:x + width] - expected).max()
        context.expect(worst <= 1.01, f"layout: the {name} eye", f"{worst} codes off")


def _frames(context: Context, step: Step, file: Any, eyes: list[Any], numpy: Any) -> None:
    context.expect(file.n_frames == 2, "layout: two frames", f"{file.n_frames}")
    for number, (name, eye) in enumerate(zip(("left", "right"), eyes)):
        file.seek(number)
        frame = numpy.asarray(file.convert("RGB")).astype(float)
        if context.expect(frame.shape == eye.shape, f"layout: size of the {name} frame", f"{frame.shape}"):
            mean = abs(frame - eye).mean()
            other = abs(frame - eyes[1 - number]).mean()
            context.expect(mean <= step["codes"] and mean < other, f"layout: the {name} frame",
                           f"{mean:.2f} codes from its eye, {other:.2f} from the other")
    context.expect(file.format == "MPO", "layout: the format", f"{file.format}")
    if not context.has("exiftool", "layout: ExifTool"):
        return
    tags = json.loads(context.run(["exiftool", "-j", "-n", "-G1", "-MPF:all", step["file"]]).text)[0]
    for tag, value in (("MPF0:NumberOfImages", 2), ("MPF0:BaseViewpointNum", 1), ("MPImage2:MPImageType", 0x20002)):
        context.expect(tags.get(tag) == value, f"layout: ExifTool: {tag}", f"{tags}")


@check
def pair_picture(context: Context, step: Step) -> None:
    """The PNG `file` has the PNGs `first` and `second` beside or, with `down`, above one another, bit for bit."""
    if not (context.has("pillow", "pair picture: Pillow") and context.has("numpy", "pair picture: Pillow")):
        return
    numpy, image = peers.module("numpy"), peers.module("pillow")
    first, second, both = (numpy.asarray(image.open(context.path(step[key]))) for key in ("first", "second", "file"))
    context.expect(not numpy.array_equal(first, second), "pair picture: the eyes differ", "they are the same")
    joined = numpy.concatenate([first, second], axis=0 if step["down"] else 1)
    context.expect(numpy.array_equal(joined, both), "pair picture: pixels", f"{joined.shape}, then {both.shape}")
