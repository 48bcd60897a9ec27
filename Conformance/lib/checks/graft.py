"""What was in a file stays as it was; what was removed leaves nothing behind."""
from __future__ import annotations

from typing import Sequence

from auxtools.containers import walk_heif, walk_jpeg, walk_tiff

from ..context import Context
from .registry import Step, check


@check
def primary_identical(context: Context, step: Step) -> None:
    """Coded bytes and all other parts of `before` are found unchanged in `after`."""
    before, after = (context.path(step[key]).read_bytes() for key in ("before", "after"))
    if before[:2] == b"\xff\xd8":
        _jpeg(context, before, after, step.get("removed", []))
    elif before[4:8] == b"ftyp":
        _heif(context, before, after, step.get("removed", []))
    else:
        _dng(context, before, after)


def _masked(image: walk_jpeg.Image, data: bytes) -> bytes:
    """The bytes of a further image without its index, whose count changes."""
    out = data[image.start:image.end]
    if image.mpf is not None:
        at = image.mpf.offset - image.start
        out = out[:at] + out[at + 4 + len(image.mpf.payload):]
    return out


def _jpeg(context: Context, before: bytes, after: bytes, removed: Sequence[str]) -> None:
    old, new = walk_jpeg.walk(before), walk_jpeg.walk(after)
    context.expect(old.images[0].scan_digest == new.images[0].scan_digest, "graft: scan of the primary",
                   "the SHA-256 of the coded bytes differs")

    def kept(image: walk_jpeg.Image) -> list[tuple[int, bytes]]:
        return [(s.marker, s.payload) for s in image.segments if not (s.is_mpf or s.is_jfif)]

    context.expect(kept(old.images[0]) == kept(new.images[0]), "graft: segments of the primary",
                   f"{[s.name for s in old.images[0].segments]} and {[s.name for s in new.images[0].segments]}")
    left = [_masked(image, after) for image in new.images[1:]]
    lost = [index for index, image in enumerate(old.images[1:], start=1) if _masked(image, before) not in left
            and not any(f">{name}<".encode() in (image.xmp or b"") for name in removed)]
    context.expect(not lost, "graft: further images", f"images {lost} are not in the new file as they were")
    context.expect(old.trailer == new.trailer, "graft: trailer",
                   f"{len(old.trailer)} bytes before, {len(new.trailer)} after")


def _removed_items(file: walk_heif.File, names: Sequence[str]) -> set[int]:
    """Returns the auxiliary images of some URNs, their tiles and what describes them."""
    out: set[int] = set()
    for item in file.auxiliaries():
        if any((item.urn or "").endswith(name) for name in names):
            out.add(item.number)
            out.update(item.references.get("dimg", []))
            out.update(other.number for other in file.metadata(item))
    return out


def _heif(context: Context, before: bytes, after: bytes, removed: Sequence[str]) -> None:
    old, new = walk_heif.walk(before), walk_heif.walk(after)
    context.expect(old.primary == new.primary, "graft: primary item", f"{old.primary} and {new.primary}")
    context.expect([b for b in new.boxes if b != "mdat"] == [b for b in old.boxes if b != "mdat"],
                   "graft: top-level boxes", f"{old.boxes} and {new.boxes}")
    gone = _removed_items(old, removed)
    for item in (item for item in old.items.values() if item.number not in gone):
        other = new.items.get(item.number)
        if other is None:
            context.expect(False, "graft: items", f"item {item.number} ({item.kind}) is gone")
            continue
        same = (item.kind, item.hidden, item.digest, item.properties, item.references) == (
            other.kind, other.hidden, other.digest, other.properties, other.references)
        if not same:
            context.expect(False, "graft: items", f"item {item.number} ({item.kind}) differs: bytes "
                           f"{item.digest == other.digest}, properties {item.properties == other.properties}, "
                           f"references {item.references == other.references}")
    context.expect(True, f"graft: {len(old.items)} items compared")


def _dng(context: Context, before: bytes, after: bytes) -> None:
    context.expect(before[8:] == after[8:len(before)], "graft: bytes from 8 on",
                   "the old file does not reappear unchanged at its offsets")
    old, new = walk_tiff.walk(before), walk_tiff.walk(after)
    context.expect(old.digests(before) == new.digests(after), "graft: strips of IFD 0", "SHA-256 differs")
    wanted = [child.digests(before) for child in old.children]
    found = [child.digests(after) for child in new.children]
    context.expect(found[:len(wanted)] == wanted, "graft: strips of the SubIFDs", "SHA-256 differs")
    changed = sorted(tag for tag, value in old.values.items()
                     if new.values.get(tag) != value and tag not in (330, 50706, *range(51177, 51182)))
    context.expect(not changed, "graft: tags of IFD 0", f"tags {changed} have changed")


@check
def same_file(context: Context, step: Step) -> None:
    """Two files are the same byte for byte."""
    first, second = (context.path(name).read_bytes() for name in step["files"])
    place = next((index for index, (a, b) in enumerate(zip(first, second)) if a != b), min(len(first), len(second)))
    context.expect(first == second, "same file",
                   f"{len(first)} and {len(second)} bytes, first difference at {place}")


@check
def items_restored(context: Context, step: Step) -> None:
    """A HEIF file has the items of another, no more and no less."""
    old, new = (walk_heif.walk(context.path(name).read_bytes()) for name in step["files"])
    context.expect(old.items == new.items, "restored: items",
                   f"{sorted(old.items)} and {sorted(new.items)}, or their content differs")


@check
def no_auxiliary(context: Context, step: Step) -> None:
    """A file lists no auxiliary image."""
    found = [image["type"] for image in context.info(step["file"])["auxiliary"]]
    context.expect(not found, "no auxiliary image", f"{found}")


@check
def container(context: Context, step: Step) -> None:
    """A file that was written is of the container that its extension asks for; one that was refused is not there."""
    path = context.path(step["file"])
    if not path.exists():
        context.expect(True, "container: refused")
        return
    head = path.read_bytes()[:12]
    other = ("avif" if head[8:12] == b"avif" else "heif") if head[4:8] == b"ftyp" else "other"
    found = {b"\xff\xd8": "jpeg", b"II": "dng", b"MM": "dng"}.get(head[:2], other)
    context.expect(found == step["container"], "container: that of the extension",
                   f"{step['file']} holds {found}, not {step['container']}")
