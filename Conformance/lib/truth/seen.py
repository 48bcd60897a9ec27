"""What other programs read of an edited photo: Pillow, pillow-heif, libavif, ExifTool, and walkers of ours for packets."""
from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from typing import Any

from auxtools.containers import walk_heif, walk_jpeg

from .. import peers
from ..context import Context
from ..gain import files
from . import scene

URNS = {"disparity": ("auxid:2", ":depth"), "portraitEffectsMatte": ("portraiteffectsmatte",), "gain": ("hdrgainmap",)}
# What a packet says of the type, in upper or lower case.
MARKS = {"disparity": b"disparity", "portraitEffectsMatte": b"portraiteffectsmatte", "gain": b"gain"}


@dataclass
class Map:
    """Codes of 0...255 as displayed, and the packet."""

    codes: Any
    packet: bytes


@dataclass
class Calibration:
    """What a packet says of the camera: matrices by rows, and the size that they are given for."""

    intrinsics: Any
    rotation: Any
    width: float
    height: float


def orientation(context: Context, name: str) -> int:
    """Returns how the stored pixels are turned for display: by Exif in JPEG, by `irot` and `imir` in HEIF."""
    data = context.path(name).read_bytes()
    if data[:2] == b"\xff\xd8":
        with peers.module("pillow").open(io.BytesIO(data)) as photo:
            return int(photo.getexif().get(0x0112, 1))
    numpy = peers.module("numpy")
    file = walk_heif.walk(data)
    # The orientation that turns a small plane as the properties do.
    plane = numpy.arange(6).reshape(2, 3)
    shown = files.shown(file.items[file.primary], plane)
    return next(number for number in range(1, 9) if numpy.array_equal(files.turned(plane, number), shown))


def maps(context: Context, name: str) -> dict[str, Map]:
    """Returns the maps of a photo."""
    data = context.path(name).read_bytes()
    found: dict[str, Map] = {}
    if data[:2] == b"\xff\xd8":
        turn = orientation(context, name)
        for part in files.further_images(data):
            packet = walk_jpeg.walk(part).images[0].xmp or b""
            kind = _kind(packet.lower())
            if kind and kind not in found:
                plane = peers.module("numpy").asarray(peers.module("pillow").open(io.BytesIO(part)).convert("L"), float)
                found[kind] = Map(files.turned(plane, turn), packet)
        return found
    file = walk_heif.walk(data)
    for item in file.items.values():
        packet = b"".join(other.data for other in file.metadata(item) if "rdf" in other.content_type)
        urn = (item.urn or "").lower()
        kind = next((kind for kind, texts in URNS.items() if any(text in urn for text in texts)), None)
        is_gain = any(item.number in other.references.get("dimg", [])[1:]
                      for other in file.items.values() if other.kind == "tmap")
        kind = "gain" if is_gain else kind
        if kind and kind not in found:
            stored = files.stored(data, item.number)[:, :, 0] * 255
            found[kind] = Map(files.shown(item, stored), packet)
    return found


def _kind(packet: bytes) -> str | None:
    # A portrait matte says `depth` of its type in some files, and names itself.
    for kind in ("portraitEffectsMatte", "disparity", "gain"):
        if MARKS[kind] in packet:
            return kind
    return None


def _numbers(packet: bytes, name: str) -> list[float]:
    """Returns the numbers of a property, whatever prefix it has."""
    text = packet.decode("utf-8", "replace")
    found = re.search(rf":{name}(?:>|=\")(.*?)(?:</[^<]*:{name}>|\")", text, re.S)
    return [float(word) for word in re.findall(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?", re.sub(r"<[^>]*>", " ", found[1]))] \
        if found else []


def disparities(image: Map) -> Any:
    """Returns the codes that a disparity map would have if they spanned DISPARITY."""
    (low,), (high,) = _numbers(image.packet, "FloatMinValue"), _numbers(image.packet, "FloatMaxValue")
    return (low - scene.DISPARITY[0] + image.codes / 255 * (high - low)) * 255 / (
        scene.DISPARITY[1] - scene.DISPARITY[0])


def calibration(packet: bytes) -> Calibration | None:
    """Returns the camera of a depth map's packet."""
    numpy = peers.module("numpy")
    intrinsics, extrinsics = _numbers(packet, "IntrinsicMatrix"), _numbers(packet, "ExtrinsicMatrix")
    width, height = (_numbers(packet, "IntrinsicMatrixReference" + side) for side in ("Width", "Height"))
    if len(intrinsics) != 9 or len(extrinsics) != 12 or not width or not height:
        return None
    return Calibration(numpy.array(intrinsics).reshape(3, 3).T, numpy.array(extrinsics[:9]).reshape(3, 3).T, width[0],
                       height[0])


def regions(context: Context, name: str) -> dict[str, scene.Box]:
    """Returns the regions that ExifTool reads, as boxes in parts of the sides of the stored picture."""
    found = json.loads(context.run(["exiftool", "-j", "-struct", "-n", "-XMP-mwg-rs:all", name]).text)[0]
    boxes = {}
    for region in found.get("RegionInfo", {}).get("RegionList", []):
        area = region["Area"]
        x, y, width, height = (float(area[key]) for key in "XYWH")
        boxes[region["Name"]] = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return boxes
