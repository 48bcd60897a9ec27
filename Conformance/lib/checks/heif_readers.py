"""Readers of HEIF: libheif's own tools and pillow-heif."""
from __future__ import annotations

import re
from typing import Any

from auxtools.containers import promote_heif, walk_heif

from .. import peers
from ..context import Context
from .registry import Step, check
from .values import codes

_DEPTH = ("disparity", "depth")


@check
def heif_info(context: Context, step: Step) -> None:
    """heif-info sees a depth channel with the size and the bounds that `info` reports."""
    if not context.has("heif-info", "heif-info: depth channel"):
        return
    done = context.run(["heif-info", step["file"]])
    facts = next(image for image in context.info(step["file"])["auxiliary"] if image["type"] in _DEPTH)
    context.expect(done.status == 0 and "depth channel: yes" in done.text, "heif-info: depth channel",
                   done.text[-200:] + done.stderr)
    size = re.search(r"depth channel: yes\s*\((\d+)x(\d+)\)", done.text)
    seen = tuple(map(int, size.groups())) if size else None
    context.expect(seen in ((facts["width"], facts["height"]), (facts["height"], facts["width"])),
                   "heif-info: size", f"{seen}")
    low, high = ("d-min", "d-max") if facts["type"] == "disparity" else ("z-near", "z-far")
    for name, wanted in ((low, facts["floatMin"]), (high, facts["floatMax"])):
        found = re.search(rf"{name}:\s*(\S+)", done.text)
        try:
            fine = found is not None and abs(float(found[1]) - wanted) <= 1e-6
        except ValueError:
            fine = False
        context.expect(fine, f"heif-info: {name}", f"{found[1] if found else None}, not {wanted}")


@check
def heif_convert(context: Context, step: Step) -> None:
    """heif-convert writes the primary and every auxiliary image."""
    if not context.has("heif-convert", "heif-convert: auxiliary images"):
        return
    folder = context.path("converted")
    folder.mkdir()
    done = context.run(["heif-convert", "--with-aux", str(context.path(step["file"])), "picture.png"], folder)
    files = sorted(path.name for path in folder.iterdir())
    wanted = 1 + len(context.info(step["file"])["auxiliary"])
    context.expect(done.status == 0 and len(files) == wanted, "heif-convert: auxiliary images",
                   f"status {done.status}, {files}: {done.stderr.strip()}")


def _pixels(image: Any) -> tuple[int, int, bytes]:
    array = peers.module("numpy").asarray(image)
    return array.shape[1], array.shape[0], array.tobytes()


def _matches(context: Context, name: str, facts: dict[str, Any], image: Any, what: str) -> None:
    extra = ["--as", "L008"] if facts["type"] in _DEPTH else []
    raw = context.upright(name, facts["type"], *extra)
    wanted = bytes(codes(raw, facts["width"] * facts["height"]))
    width, height, seen = _pixels(image)
    context.expect(seen == wanted, f"pillow-heif: {what}", f"{width}x{height}, codes differ from our extraction")


@check
def pillow_heif(context: Context, step: Step) -> None:
    """pillow-heif decodes the depth map, and every other image, to the codes that the program extracts."""
    if not (context.has("pillow-heif", "pillow-heif: planes") and context.has("numpy", "pillow-heif: planes")):
        return
    name = step["file"]
    opened = peers.module("pillow-heif").open_heif(str(context.path(name)))
    listed = context.info(name)["auxiliary"]
    depth = [image for image in listed if image["type"] in _DEPTH]
    seen = opened.info.get("depth_images", [])
    context.expect(len(seen) == len(depth), "pillow-heif: depth images", f"{len(seen)}, not {len(depth)}")
    for facts, image in zip(depth, seen):
        _matches(context, name, facts, image, facts["type"])
        metadata = image.info.get("metadata") or {}
        if facts["type"] == "disparity":
            bounds = (metadata.get("d_min"), metadata.get("d_max"))
            fine = None not in bounds and all(
                abs(a - b) <= 1e-6 for a, b in zip(bounds, (facts["floatMin"], facts["floatMax"])))
            context.expect(fine, "pillow-heif: d_min and d_max", f"{bounds}")
    others = opened.info.get("aux", {})
    for facts in (image for image in listed if image["type"] not in _DEPTH):
        numbers = others.get(facts["identifier"], [])
        if context.expect(len(numbers) == 1, f"pillow-heif: {facts['type']}", f"items {numbers}"):
            _matches(context, name, facts, opened.get_aux_image(numbers[0]), facts["type"])


@check
def avif_readers(context: Context, step: Step) -> None:
    """heif-info sees the depth map, pillow-heif all auxiliary images, and libavif decodes their codes exactly."""
    name = step["file"]
    listed = context.info(name)["auxiliary"]
    depth = [image for image in listed if image["type"] in _DEPTH]
    if context.has("heif-info", "heif-info: depth channel"):
        done = context.run(["heif-info", name])
        size = re.search(r"depth channel: yes\s*\((\d+)x(\d+)\)", done.text)
        sides = {int(number) for number in size.groups()} if size else set()
        context.expect(done.status == 0 and all({image["width"], image["height"]} == sides for image in depth),
                       "heif-info: depth channel", done.text[-200:] + done.stderr)
    if context.has("pillow-heif", "pillow-heif: auxiliary images"):
        opened = peers.module("pillow-heif").open_heif(str(context.path(name)))
        found = opened.info.get("depth_images", [])
        context.expect(len(found) == len(depth), "pillow-heif: depth images", f"{len(found)}, not {len(depth)}")
        others = opened.info.get("aux", {})
        for facts in (image for image in listed if image["type"] not in _DEPTH):
            context.expect(len(others.get(facts["identifier"], [])) == 1, f"pillow-heif: {facts['type']}", f"{others}")
    if not (context.has("imagecodecs", "libavif: planes") and context.has("numpy", "libavif: planes")):
        return
    data = context.path(name).read_bytes()
    items = {item.urn: item for item in walk_heif.walk(data).auxiliaries()}
    for facts in listed:
        extra = ["--as", "L008"] if facts["type"] in _DEPTH else []
        raw = context.extract(name, facts["type"], *extra, "--format", "raw")
        wanted = peers.module("numpy").array(list(codes(raw, facts["width"] * facts["height"])))
        copy = promote_heif.promoted(data, items[facts["identifier"]].number)
        picture = peers.module("imagecodecs").avif_decode(copy)
        seen = picture if picture.ndim == 2 else picture[:, :, 0]
        context.expect(seen.shape == (facts["height"], facts["width"]) and (seen.ravel() == wanted).all(),
                       f"libavif: {facts['type']}", f"{picture.shape}, codes differ from our extraction")
