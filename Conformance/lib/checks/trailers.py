"""Data after the images: its depth maps are those that were made, and what leads to it still does."""
from __future__ import annotations

from auxtools import png

from ..context import Context
from .registry import Step, check


@check
def maker_map(context: Context, step: Step) -> None:
    """Samsung's depth map has the codes of the ramp that was made."""
    info = context.info(step["file"])
    image = next((i for i in info["auxiliary"] if i["codec"] == "raw"), None)
    context.expect(image is not None, "maker's map", "it is not listed")
    if image is None:
        return
    width, height = step["width"], step["height"]
    context.expect((image["width"], image["height"]) == (width, height), "maker's map: size", f"{image}")
    part = next(p for p in info["trailers"][0]["parts"] if p["name"] == image["identifier"])
    data = context.path(step["file"]).read_bytes()
    samples = bytes((3 * x + 5 * y) % 256 for y in range(height) for x in range(width))
    inside = data[part["offset"]:part["offset"] + part["byteCount"]]
    context.expect(samples in inside, "maker's map: codes", "the part does not hold them")


def _binary(context: Context, file: str, tag: str) -> bytes:
    return context.run(["exiftool", "-b", f"-{tag}", file]).stdout


@check
def leads(context: Context, step: Step) -> None:
    """What ExifTool finds by a tag that leads after the images is the same in `before` and `after`."""
    if not context.has("exiftool", "leads"):
        return
    old, new = (_binary(context, step[key], step["tag"]) for key in ("before", "after"))
    if step["tag"].endswith("Offset"):
        found = [context.path(step[key]).read_bytes()[int(value):][:9]
                 for key, value in (("before", old), ("after", new))]
        old, new = found
    context.expect(old == new and len(old) > 0, "leads", f"{old[:40]!r} before, {new[:40]!r} after")


@check
def same_gray(context: Context, step: Step) -> None:
    """Two gray PNG files have the same codes."""
    first, second = (png.read_gray(context.path(name)) for name in step["files"])
    context.expect(first[0].values == second[0].values and first[1] == second[1], "same gray", "the codes differ")
