"""Makes the files that cases start from, out of the descriptions in `case.json`."""
from __future__ import annotations

import random
import struct
from typing import Any, Callable, Mapping

from . import make_dng, make_jpeg, make_png, maps
from .changes import changed
from .context import Context

Description = Mapping[str, Any]
_MAKERS: dict[str, Callable[[Description], bytes]] = {}


class MissingSamples(Exception):
    """Camera samples are asked for and not there."""


def _maker(function: Callable[[Description], bytes]) -> Callable[[Description], bytes]:
    _MAKERS[function.__name__.strip("_")] = function
    return function


@_maker
def _picture(what: Description) -> bytes:
    return make_png.picture(what["width"], what["height"])


@_maker
def _jpeg(what: Description) -> bytes:
    segments = bytes.fromhex(what.get("segments", "")) + (make_jpeg.profile() if what.get("profile") else b"")
    return make_jpeg.jpeg(
        what["width"], what["height"], what.get("components", 3), what.get("orientation"), what.get("jfif", True),
        segments, bytes.fromhex(what.get("trailer", "")))


@_maker
def _photo(what: Description) -> bytes:
    """A JPEG with an index and one further image; `claims` replaces (size, offset) told of it."""
    secondary = make_jpeg.auxiliary(what.get("auxWidth", 32), what.get("auxHeight", 24), what["properties"])
    if "claimedSize" in what:
        at = secondary.index(b"\xff\xc0") + 5
        width, height = what["claimedSize"]
        secondary = secondary[:at] + struct.pack(">HH", height, width) + secondary[at + 4:]
    length = len(make_jpeg.mpf([(0, 0, 0)] * 2))
    plain = make_jpeg.jpeg(what["width"], what["height"])
    first = len(plain) + length
    base = 2 + 18 + 8
    size, offset = what.get("claims", (len(secondary), first - base))
    index = make_jpeg.mpf([(0x030000, first, 0), (0, size, offset)], what.get("order", ">"))
    return make_jpeg.jpeg(what["width"], what["height"], segments=index) + secondary


@_maker
def _dng(what: Description) -> bytes:
    options = {key: tuple(value) if isinstance(value, list) else value
               for key, value in what.items() if key not in ("make", "then")}
    return make_dng.dng(**options)


@_maker
def _map(what: Description) -> bytes:
    width, height = what["width"], what["height"]
    share = maps.shape(width, height, what.get("shape", "scene"))
    if what["kind"] == "pfm":
        low, high = what["low"], what["high"]
        values = [low + g * (high - low) for g in share]
        for name, value in (("nan", float("nan")), ("inf", float("inf")), ("zero", 0.0), ("negative", -1.0)):
            for index in what.get(name, []):
                values[index] = value
        return maps.pfm(maps.Plane(width, height, values), what.get("bigEndian", False))
    if what["kind"] == "gray8":
        return make_png.gray8(width, height, [round(g * 255) for g in share])
    return make_png.gray16(width, height, [round(g * 65535) for g in share])


@_maker
def _bytes(what: Description) -> bytes:
    return bytes.fromhex(what.get("hex", "")) + what.get("text", "").encode()


def mutated(data: bytes, seed: int, reach: int, flips: int = 3) -> bytes:
    """Returns the data with a few bytes changed among the first `reach`."""
    chance = random.Random(seed)
    out = bytearray(data)
    for _ in range(flips):
        out[chance.randrange(min(reach, len(out)))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return bytes(out)


def make(context: Context, name: str, what: Description) -> None:
    """Makes one file of an instance."""
    target = context.path(name)
    kind = what["make"]
    if kind == "folder":
        target.mkdir(mode=what.get("mode", 0o755))
        return
    if kind == "scene":
        data = (context.scene / what["file"]).read_bytes()
    elif kind == "sample":
        if context.samples is None:
            raise MissingSamples
        data = (context.samples / what["file"]).read_bytes()
    elif kind == "copy":
        data = context.path(what["file"]).read_bytes()
    else:
        data = _MAKERS[kind](what)
    for change in what.get("then", []):
        data = changed(data, change)
    target.write_bytes(data)
