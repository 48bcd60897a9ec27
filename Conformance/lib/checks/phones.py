"""What phones put after a photo: the maps and pictures as others read them, and whether all of it stays."""
from __future__ import annotations

import io
import json
import struct
from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check


def _trailer(context: Context, name: str) -> tuple[bytes, dict[str, Any]]:
    """Returns the bytes after the images, and what `info` says of them."""
    trailer = context.info(name)["trailers"][0]
    data = context.path(name).read_bytes()
    return data[trailer["offset"]:trailer["offset"] + trailer["byteCount"]], trailer


def _records(trailer: bytes) -> dict[int, bytes]:
    """Walks Leia's records."""
    count, at = struct.unpack_from(">I", trailer)[0], 4
    records: dict[int, bytes] = {}
    for _ in range(count):
        number, size = struct.unpack_from(">II", trailer, at)
        records.setdefault(number, trailer[at + 8:at + 8 + size])
        at += 8 + size
    length, mark = struct.unpack_from(">IH", trailer, at)
    if mark != 0x1E1A or length != len(trailer) or at + 6 != len(trailer):
        raise RuntimeError("the records do not fill the trailer")
    return records


def _views(records: dict[int, bytes]) -> list[dict[str, Any]]:
    views: list[dict[str, Any]] = json.loads(records[7])["views"]
    return sorted(views, key=lambda view: view["albedoId"] != -1)


def _luma(context: Context, data: bytes) -> bytes | None:
    if not context.has("pillow", "phone: Pillow's codes"):
        return None
    image = peers.module("pillow").open(io.BytesIO(data))
    image.draft("L", image.size)
    return bytes(image.convert("L").tobytes())


def _leia(context: Context, trailer: bytes) -> list[bytes]:
    records = _records(trailer)
    maps = [records[view["disparityId"]] for view in _views(records) if view["disparityId"] > 0]
    codes = [_luma(context, data) for data in maps]
    return [code for code in codes if code is not None]


@check
def phone_map(context: Context, step: Step) -> None:
    """The maps that `part` names are extracted with the codes that others find; there is no other map."""
    trailer, said = _trailer(context, step["file"])
    images = context.info(step["file"])["auxiliary"]
    wanted = [part for part in said.get("parts", []) if part["name"].split(" ")[0] == step["part"]]
    context.expect(len(images) == len(wanted), "phone: as many maps as parts", f"{len(images)}, and {len(wanted)} parts")
    context.expect(all(image.get("accuracy") == "relative" for image in images), "phone: relative", f"{images}")
    context.expect([image.get("otherView", False) for image in images] == [False, True][:len(images)],
                   "phone: the photo's map is first", f"{images}")
    if not images:
        return
    done = context.auxdepth("extract", step["file"], "--as", "L008", "--format", "raw", "--directory", "maps", "--quiet")
    context.expect(done.status == 0, "phone: extract", done.stderr)
    stem = step["file"].rsplit(".", 1)[0]
    got = [context.path(f"maps/{stem}.disparity{'' if n == 0 else f'-{n + 1}'}.raw").read_bytes() for n in range(len(images))]
    for number, (ours, theirs) in enumerate(zip(got, _leia(context, trailer))):
        context.expect(ours == theirs, f"phone: codes of map {number + 1}", "they differ")


@check
def phone_eyes(context: Context, step: Step) -> None:
    """Where `eyes` is true, both pictures of a pair come out bit for bit; else there is no pair."""
    pair = context.info(step["file"]).get("stereo")
    if not step["eyes"]:
        context.expect(pair is None, "phone: no pair", f"{pair}")
        return
    trailer, said = _trailer(context, step["file"])
    records = _records(trailer)
    other = next(view for view in _views(records) if view["albedoId"] != -1)
    done = context.auxdepth("extract", step["file"], "--eye", "both", "--directory", "eyes", "--quiet")
    context.expect(done.status == 0, "phone: eyes", done.stderr)
    stem = step["file"].rsplit(".", 1)[0]
    left, right = (context.path(f"eyes/{stem}.{eye}.jpg").read_bytes() for eye in ("left", "right"))
    photo = context.path(step["file"]).read_bytes()[:said["offset"]]
    wanted = (photo, records[other["albedoId"]])
    context.expect((left, right) == (wanted if other["xLocation"] > 0 else wanted[::-1]), "phone: eyes bit for bit",
                   "they differ")


@check
def trailer_stays(context: Context, step: Step) -> None:
    """The bytes after the images are the same in `before` and `after`, and at the end of both."""
    (old, _), (new, said) = (_trailer(context, step[key]) for key in ("before", "after"))
    context.expect(old == new, "phone: bytes after the images", "they differ")
    size = context.path(step["after"]).stat().st_size
    context.expect(said["offset"] + said["byteCount"] == size, "phone: they are last", f"{said['offset']} of {size}")
