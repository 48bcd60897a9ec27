"""Stereo pairs whose eyes were taken out and put together again."""
from __future__ import annotations

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
