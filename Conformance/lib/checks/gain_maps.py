"""Gain maps as their readers find them: by the lengths of GContainer, as the first image after the primary, by libraries."""
from __future__ import annotations

import io
import re

from auxtools.containers import walk_jpeg

from .. import peers
from ..context import Context
from ..gain import files, readers
from .registry import Step, check

_ITEM = re.compile(rb"<(?:\w+:)?Item\b([^>]*)>")


def directory(packet: bytes) -> list[dict[str, str]]:
    """Returns the items of a GContainer directory whose items are elements with attributes."""
    return [{name.decode(): value.decode() for name, value in re.findall(rb'Item:(\w+)\s*=\s*"([^"]*)"', attributes)}
            for attributes in _ITEM.findall(packet)]


def first_end(data: bytes) -> int:
    """Returns the offset after the EOI of the first image."""
    return walk_jpeg.walk(data).images[0].end


@check
def ultra_hdr(context: Context, step: Step) -> None:
    """Counting the lengths of GContainer from the primary's end finds the gain map, the first image after it.

    It is an image with `hdrgm:Version`, and with `before` the same bytes as in that file. `gone`: nothing announces one.
    """
    data = context.path(step["file"]).read_bytes()
    primary = walk_jpeg.walk(data).images[0]
    packet = primary.xmp or b""
    if step.get("gone"):
        context.expect(b"hdr-gain-map" not in packet or b"Version" not in packet, "no claim of a gain map", packet[:400])
        context.expect(b'"GainMap"' not in packet, "no item of a gain map", packet[:400])
        return
    items = directory(packet)
    context.expect([item.get("Semantic") for item in items[:2]] == ["Primary", "GainMap"], "the directory lists it first",
                   items)
    position, found = primary.end + int(items[0].get("Padding", 0)) if items else 0, b""
    for item in items[1:]:
        part = data[position:position + int(item["Length"])]
        if item["Semantic"] == "GainMap":
            found = part
        position += int(item["Length"]) + int(item.get("Padding", 0))
    context.expect(found[:3] == b"\xff\xd8\xff" and found[-2:] == b"\xff\xd9", "an image is at the listed place",
                   found[:8])
    context.expect(b"hdr-gain-map/1.0/" in found and b"Version" in found, "it says that it is a gain map", found[:200])
    context.expect(data[primary.end:primary.end + len(found)] == found, "it is the first image after the primary", "")
    entries = walk_jpeg.mpf_entries(primary) if primary.mpf else []
    context.expect(len(entries) > 1 and entries[1][1] == len(found), "the index lists it first", entries)
    if "before" in step:
        old = context.path(step["before"]).read_bytes()
        start = first_end(old)
        scan = walk_jpeg.walk(found).images[0].scan
        context.expect(len(scan) > 0 and scan in old[start:], "its coded bytes are those of before", len(scan))
    if context.has("exiftool", "ExifTool lists primary and gain map"):
        done = context.run(["exiftool", "-a", "-s", "-G1", "-MPImageLength", "-DirectoryItemSemantic",
                            "-DirectoryItemLength", step["file"]])
        lengths = re.findall(r"MPImageLength\s*: (\d+)", done.stdout.decode())
        context.expect(lengths[:1] == [str(primary.end)] and lengths[1:2] == [str(len(found))]
                       and b"GainMap" in done.stdout, "ExifTool lists primary and gain map", done.stdout)
    if context.has("pillow", "Pillow opens the primary"):
        image = peers.module("pillow").open(io.BytesIO(data))
        image.load()
        context.expect(image.size == (step["width"], step["height"]), "Pillow opens the primary", image.size)


@check
def outputs_read(context: Context, step: Step) -> None:
    """Every photo with a gain map that the program wrote is read by libavif, libultrahdr, libheif and Pillow.

    Where a form is one that a reader does not know, it is not asked (`lib/gain/readers.py`). A `file` of `unread` is one in
    which a `reader` does not find the map, `why`.
    """
    unread = {(entry["reader"], entry["file"]): entry["why"] for entry in step["unread"]}
    for name in dict.fromkeys(context.written):
        path = context.path(name)
        container = CONTAINERS.get(path.suffix)
        if container is None or not path.is_file() or not context.has("numpy", "gain map: readers"):
            continue
        data = path.read_bytes()
        meanings = files.meanings(data) if is_photo(data) else {}
        if not meanings:
            continue
        wanted = [reader for reader in readers.READERS[container] if not readers.not_for(reader, path, meanings)]
        wanted = [reader for reader in wanted if context.has(reader, f"gain map: {reader} reads the file")]
        for reader, problem in readers.verdicts(path, container, meanings, None):
            what = f"gain map: {reader} reads the file"
            if reader in wanted and problem and (reader, name) in unread:
                context.skip(what, unread[reader, name])
            elif reader in wanted:
                expected = (reader, name) not in unread
                context.expect(expected and not problem, what, f"{name}: {problem or 'it is read, against `unread`'}")


CONTAINERS = {".jpg": "jpg", ".jpeg": "jpg", ".heic": "heic", ".heif": "heic", ".avif": "avif"}


def is_photo(data: bytes) -> bool:
    """Returns whether data begin as JPEG or HEIF do."""
    return data[:3] == b"\xff\xd8\xff" or data[4:8] == b"ftyp"
