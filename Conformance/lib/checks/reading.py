"""What is read of the numbers in a file that we made: every sample by its formula, and the names in packets."""
from __future__ import annotations

import base64
import hashlib
import re
import struct
from typing import Callable

from auxtools import pfm, png
from auxtools.containers import walk_heif, walk_jpeg, walk_tiff

from .. import maps
from ..context import Context
from .registry import Step, check
from .values import codes


def _line(first: float, last: float) -> Callable[[float], float]:
    return lambda n: first + n * (last - first)


def _formula(step: Step) -> Callable[[float], float]:
    """Returns the value of a share of the codes' range, 0...1."""
    first, last = step["ends"]
    if step["formula"] == "RangeInverse":
        inverse = _line(1 / first, 1 / last)
        return lambda n: 1 / inverse(n)
    if step["formula"] == "codes":
        # The ends belong to two codes of 8 bits, which need not be the first and the last.
        low, high = step["codes"]
        return lambda n: first + (n * 255 - low) * (last - first) / (high - low)
    return _line(first, last)


@check
def read_values(context: Context, step: Step) -> None:
    """Every value that `extract` gives of `type` is what `formula` and `ends` make of its code, within a rounding.

    The codes are those of the gray PNG `map`, else those that are stored.
    """
    seen = pfm.read(context.extract(step["file"], step["type"], "--as", step["as"], suffix="pfm"))
    if "map" in step:
        plane, largest = png.read_gray(context.path(step["map"]))
        shares = [code / largest for code in plane.values]
    else:
        raw = context.extract(step["file"], step["type"], "--as", "L008", "--format", "raw")
        shares = [code / 255 for code in codes(raw, seen.width * seen.height)]
    context.expect(len(shares) == len(seen.values) and len(set(shares)) > 3, "read: samples",
                   f"{len(seen.values)} of {len(shares)}, {len(set(shares))} different")
    value = _formula(step)
    rounded = maps.to_half if step.get("halves") else maps.to_float
    worst = max(abs(a - rounded(value(n))) / abs(value(n)) for a, n in zip(seen.values, shares))
    context.expect(worst <= step["relative"], "read: values", f"up to {worst} off, in relation")


@check
def png_spans(context: Context, step: Step) -> None:
    """The PNG `map` spans what `info` and the report of `extract` state, so that these alone give its samples' values."""
    facts, report = context.auxiliary(step["file"], step["type"]), context.saved[step["report"]]["extracted"][0]
    low, high = report["rangeMin"], report["rangeMax"]
    context.expect((low, high) == (facts["floatMin"], facts["floatMax"]), "spans: range", f"{low}...{high}")
    plane, largest = png.read_gray(context.path(step["map"]))
    native = context.extract(step["file"], step["type"], "--as", facts["pixelFormat"], suffix="pfm")
    values = pfm.read(native).values
    inside = [(low + code / largest * (high - low), value) for code, value in zip(plane.values, values)
              if low <= value <= high]
    worst = max(abs(seen - value) / abs(value) for seen, value in inside)
    context.expect(len(inside) > len(values) / 2 and worst <= step["relative"], "spans: values",
                   f"up to {worst} off, in relation")


@check
def gdepth_written(context: Context, step: Step) -> None:
    """The GDepth map of `file` is the disparity map beside it: codes upside down, the reciprocals of its bounds."""
    image = walk_jpeg.walk(context.path(step["file"]).read_bytes()).images[0]
    standard = image.xmp or b""
    portions = [s.payload[len(walk_jpeg.EXTENDED_XMP):] for s in image.segments if s.name == "APP1:extended XMP"]
    context.expect(len(portions) >= step["portions"], "GDepth: portions", f"{len(portions)}")
    extended = b"".join(portion[40:] for portion in sorted(portions, key=lambda p: struct.unpack_from(">I", p, 36)))
    digest = hashlib.md5(extended).hexdigest().upper().encode()
    context.expect(digest in standard and all(portion[:32] == digest for portion in portions), "GDepth: digest",
                   f"{digest!r} is not the name of all portions")

    def attribute(packet: bytes, name: str) -> bytes:
        found = re.search(b'GDepth:' + name.encode() + b'="([^"]*)"', packet)
        return found[1] if found else b""

    context.path("gdepth.png").write_bytes(base64.b64decode(attribute(extended, "Data")))
    plane, largest = png.read_gray(context.path("gdepth.png"))
    facts = context.auxiliary(step["file"], "disparity")
    count = facts["width"] * facts["height"]
    stored = codes(context.extract(step["file"], "disparity", "--as", "L008", "--format", "raw"), count)
    worst = max(abs(largest - code - other) for code, other in zip(plane.values, stored))
    context.expect(len(plane.values) == count and worst <= step["maxCodes"], "GDepth: codes",
                   f"up to {worst} off 255 less the stored")
    for name, wanted in (("Near", 1 / facts["floatMax"]), ("Far", 1 / facts["floatMin"])):
        seen = float(attribute(standard, name) or "nan")
        context.expect(abs(seen - wanted) <= step["relative"] * wanted, f"GDepth: {name}", f"{seen}, not {wanted}")
    context.expect(attribute(standard, "Format") == b"RangeInverse", "GDepth: Format", f"{attribute(standard, 'Format')}")


def _packets(name: str, data: bytes) -> dict[str, bytes]:
    """Returns the XMP of the auxiliary images by what their container calls them, in JPEG by their type."""
    if name.endswith(".jpg"):
        packets = [image.xmp or b"" for image in walk_jpeg.walk(data).images[1:]]
        kinds = [re.findall(rb"<apdi:AuxiliaryImage(?:Sub)?Type>([^<]*)<", packet)[-1:] for packet in packets]
        return {kind[0].decode(): packet for kind, packet in zip(kinds, packets) if kind}
    if name.endswith(".heic"):
        file = walk_heif.walk(data)
        return {item.urn or "": file.metadata(item)[0].data for item in file.auxiliaries()}
    children = walk_tiff.walk(data).children
    return {child.text(52526) or "depth": bytes(child.values[700]) for child in children if 700 in child.values}


@check
def packet_names(context: Context, step: Step) -> None:
    """The packet of each kind of image has the properties of `names`, no other, under Apple's prefixes."""
    packets = _packets(step["file"], context.path(step["file"]).read_bytes())
    for kind, wanted in step["names"].items():
        found = [packet for name, packet in packets.items() if name.endswith(kind)]
        if context.expect(len(found) == 1, f"packet: {kind}", f"{len(found)} of {sorted(packets)}"):
            seen = set(re.findall(r"<(?!rdf|x:)([A-Za-z]+:[A-Za-z]+)>", found[0].decode()))
            context.expect(seen == set(wanted), f"packet: {kind}: properties", f"{sorted(seen)}, not {sorted(wanted)}")


@check
def rays(context: Context, step: Step) -> None:
    """What was given as distances along the rays comes out as depth: z = r / |ray|, pixel centres at half numbers."""
    given, seen = pfm.read(context.path(step["map"])), pfm.read(context.path(step["file"]))
    fx, fy, cx, cy = step["intrinsics"]
    worst = 0.0
    for index, (r, z) in enumerate(zip(given.values, seen.values)):
        y, x = divmod(index, given.width)
        wanted = r / (1 + ((x + 0.5 - cx) / fx) ** 2 + ((y + 0.5 - cy) / fy) ** 2) ** 0.5
        worst = max(worst, abs(z - wanted) / wanted)
    context.expect(len(seen.values) == len(given.values), "rays: samples", f"{len(seen.values)}")
    context.expect(worst <= step["relative"], "rays: depth", f"up to {worst} off, in relation")


@check
def plane_stays(context: Context, step: Step) -> None:
    """A plane of disparity is the same plane at another size, the margins apart."""
    given, seen = pfm.read(context.path(step["map"])), pfm.read(context.path(step["file"]))
    context.expect([seen.width, seen.height] == step["size"], "plane: size", f"{seen.width}x{seen.height}")
    across, down = given.values[1] - given.values[0], given.values[given.width] - given.values[0]
    extent, worst = max(given.values) - min(given.values), 0.0
    for y in range(2, seen.height - 2):
        for x in range(2, seen.width - 2):
            column = (x + 0.5) * given.width / seen.width - 0.5
            row = (y + 0.5) * given.height / seen.height - 0.5
            wanted = given.values[0] + column * across + row * down
            worst = max(worst, abs(seen.values[y * seen.width + x] - wanted) / extent)
    context.expect(worst <= step["within"], "plane: values", f"up to {worst} of the extent off")
