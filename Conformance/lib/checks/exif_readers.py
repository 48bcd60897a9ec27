"""ExifTool and exiv2, for every container."""
from __future__ import annotations

import json
from typing import Any

from ..context import Context
from .registry import Step, check


def _exiftool(context: Context, name: str, *arguments: str) -> dict[str, Any]:
    done = context.run(["exiftool", "-j", "-a", "-ee", *arguments, name])
    return json.loads(done.text)[0]


def _warnings(context: Context, name: str) -> set[str]:
    """Warnings and errors, without what distinguishes files of one kind."""
    found = _exiftool(context, name, "-G4", "-validate", "-warning", "-error")
    out: set[str] = set()
    for key, value in found.items():
        if key.rsplit(":", 1)[-1] in ("Warning", "Error"):
            out.update(value if isinstance(value, list) else [value])
    return out


@check
def exiftool_warnings(context: Context, step: Step) -> None:
    """ExifTool has no warning of `after` that it has not of `before`, but for those of `known`."""
    if not context.has("exiftool", "exiftool: warnings"):
        return
    before = _warnings(context, step["before"]) if "before" in step else set()
    new = {text for text in _warnings(context, step["after"]) - before
           if not any(known in text for known in step.get("known", []))}
    context.expect(not new, "exiftool: no new warning", f"{sorted(new)}")


@check
def exiftool_xmp(context: Context, step: Step) -> None:
    """ExifTool reads the XMP of auxiliary images: each of `tags` has its value in one of them."""
    if not context.has("exiftool", "exiftool: XMP"):
        return
    found = _exiftool(context, step["file"], "-G3:1", "-n", "-XMP:all")
    for tag, wanted in step["tags"].items():
        values = [value for key, value in found.items() if key.endswith(":" + tag)]
        if isinstance(wanted, dict):
            wanted = context.saved[wanted["of"]]["attached"][wanted.get("at", 0)][wanted["field"]]
            fine = any(abs(float(value) - wanted) <= 1e-6 for value in values)
        else:
            fine = wanted in values
        context.expect(fine, f"exiftool: {tag}", f"{values}, not {wanted!r}")


@check
def exiv2_reads(context: Context, step: Step) -> None:
    """exiv2 opens the file, and prints the `lines` among its tags."""
    if not context.has("exiv2", "exiv2: opens"):
        return
    done = context.run(["exiv2", "-pa", step["file"]])
    # 253: the file was read and has no Exif, IPTC or XMP.
    context.expect(done.status in (0, 253), "exiv2: opens", f"status {done.status}: {done.stderr.strip()}")
    text = " ".join(done.text.split())
    for line in step.get("lines", []):
        context.expect(line in text, f"exiv2: {line}", "is not among the tags")


@check
def exiv2_edits(context: Context, step: Step) -> None:
    """After exiv2 has changed Exif, our images are still there with the same codes."""
    if not context.has("exiv2", "exiv2: edits"):
        return
    before = context.info(step["file"])["auxiliary"]
    planes = [context.extract(step["file"], image["type"], "--format", "raw").read_bytes() for image in before]
    edited = "edited-" + step["file"]
    context.path(edited).write_bytes(context.path(step["file"]).read_bytes())
    done = context.run(["exiv2", "-M", "set Exif.Image.ImageDescription edited by exiv2", edited])
    context.expect(done.status == 0, "exiv2: edits", f"status {done.status}: {done.stderr.strip()}")
    after = context.info(edited)["auxiliary"]
    context.expect([image["type"] for image in after] == [image["type"] for image in before], "exiv2: images stay",
                   f"{[image['type'] for image in after]}")
    same = [context.extract(edited, image["type"], "--format", "raw").read_bytes() for image in after] == planes
    context.expect(same, "exiv2: samples stay", "differ after the edit")


@check
def exif_tags(context: Context, step: Step) -> None:
    """ExifTool finds `tags`, names with their groups and values, in the file."""
    if not context.has("exiftool", "exif tags"):
        return
    done = context.run(["exiftool", "-j", "-G1", "-n", step["file"]])
    found = json.loads(done.text)[0]
    for name, value in step["tags"].items():
        context.expect(found.get(name) == value, f"exif tags: {name}", f"{found.get(name)!r}, not {value!r}")


@check
def no_claims(context: Context, step: Step) -> None:
    """ExifTool finds no XMP of the photo that speaks of data which only the old file had: gain maps, GDepth, lists; or of
    these none of the `groups` that are named."""
    if not context.has("exiftool", "exiftool: claims"):
        return
    found = _exiftool(context, step["file"], "-G3:1", "-XMP:all")
    groups = ("XMP-hdrgm", "XMP-GContainer", "XMP-Container", "XMP-GDepth", "XMP-GImage", "XMP-xmpNote", "XMP-Device")
    groups = tuple(step.get("groups", groups))
    # Auxiliary images, which are documents of their own to ExifTool, describe themselves.
    claims = [key for key in found if not key.startswith("Doc") and key.split(":")[-2:][0] in groups]
    context.expect(not claims, "exiftool: no claims", f"{claims}")
