"""Reads photos with gain maps without the program: codes by Pillow, libheif and libavif, metadata by walkers of ours."""
from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auxtools.containers import promote_heif, walk_heif, walk_jpeg

from .. import peers
from . import colors, meaning
from .meaning import Meaning

ISO_SEGMENT = b"urn:iso:std:iso:ts:21496:-1\0"
# Pillow says so of a further image with an index that is opened alone.
warnings.filterwarnings("ignore", "Image appears to be a malformed MPO")
APPLE_URN = "urn:com:apple:photo:2020:aux:hdrgainmap"
# Camera Raw writes AVIF with an auxiliary image of this type, whose XMP has Adobe's properties.
ADOBE_URN = "urn:com:photo:aux:hdrgainmap"


@dataclass
class GainPhoto:
    """A photo as it is shown: codes of 0...1 of base and gain map, both with channels, and what each form says."""

    base: Any
    codes: Any
    meanings: dict[str, Meaning] = field(default_factory=dict)
    turned: int = 1
    # The components that the gain map is coded with, although all may be the same.
    components: int = 1
    # The colors of the base, and those that the file states of the alternate image.
    space: colors.Space = field(default_factory=lambda: colors.of_icc(None))
    alternate_space: colors.Space | None = None

    def gain_space(self, form: str) -> colors.Space:
        """Returns the space in whose linear light the gain of a form applies."""
        alternate = None if self.meanings[form].uses_base else self.alternate_space
        return alternate or self.space

    def alternate(self, form: str, light: Any, codes: Any) -> Any:
        """Returns the alternate rendition of linear light of the base, both in the base's space."""
        meant, there = self.meanings[form], self.space.to(self.gain_space(form))
        return meant.alternate(light @ there.T, codes) @ peers.module("numpy").linalg.inv(there).T


def turned(plane: Any, orientation: int) -> Any:
    """Turns a stored plane as an Exif orientation says that it is shown."""
    numpy = peers.module("numpy")
    if orientation == 5:
        return plane.swapaxes(0, 1)
    turns = {3: 2, 6: 3, 7: 3, 8: 1}.get(orientation, 0)
    plane = numpy.rot90(plane, turns)
    if orientation == 2:
        return plane[:, ::-1]
    return plane[::-1] if orientation in (4, 7) else plane


def read(path: Path, maker_headroom: float = 0) -> GainPhoto:
    """Reads a photo; raises ValueError where nothing in it is a gain map."""
    data = path.read_bytes()
    if data[:2] == b"\xff\xd8":
        primary, further, known = _jpeg_map(data, maker_headroom)
        orientation = _orientation(primary)
        base, codes = _coloured(_picture(data)), _picture(further)
        profile = _profile(further)
        return GainPhoto(turned(base, orientation), turned(codes, orientation), known, orientation, codes.shape[2],
                         colors.of_icc(_profile(data)), colors.of_icc(profile) if profile else None)
    file, gain, known = _heif_map(data, maker_headroom)
    base = _coloured(stored(data, file.primary))
    codes = _codes_of(gain, stored(data, gain.number))
    pixi = gain.payload("pixi")
    components = pixi[4] if pixi else codes.shape[2]
    stated = [item.payload("colr") for item in file.items.values() if item.kind == "tmap"]
    return GainPhoto(shown(file.items[file.primary], base), shown(gain, codes), known, components=components,
                     space=colors.of_colr(file.items[file.primary].payload("colr")),
                     alternate_space=colors.of_colr(stated[0]) if stated and stated[0] else None)


def meanings(data: bytes) -> dict[str, Meaning]:
    """Returns what a file says of its gain map in each form; nothing where it has none."""
    try:
        return (_jpeg_map if data[:2] == b"\xff\xd8" else _heif_map)(data, 0)[2]
    except ValueError:
        return {}


def _shares(samples: Any, bits: int = 8) -> Any:
    """Returns codes as shares of the largest, with an axis of channels."""
    array = peers.module("numpy").asarray(samples)
    array = array[:, :, None] if array.ndim == 2 else array[:, :, :3]
    return array.astype(float) / ((1 << bits) - 1)


def _picture(data: bytes) -> Any:
    image = peers.module("pillow").open(io.BytesIO(data))
    return _shares(image if image.mode in ("L", "RGB") else image.convert("RGB"))


def _profile(data: bytes) -> bytes | None:
    """Returns the ICC profile of the first image."""
    found: bytes | None = peers.module("pillow").open(io.BytesIO(data)).info.get("icc_profile")
    return found


def _coloured(samples: Any) -> Any:
    return peers.module("numpy").repeat(samples, 3, 2) if samples.shape[2] == 1 else samples


def _orientation(image: walk_jpeg.Image) -> int:
    exif = next((s.payload[6:] for s in image.segments if s.name == "APP1:Exif"), b"")
    if not exif:
        return 1
    order = "<" if exif[:2] == b"II" else ">"
    at = struct.unpack_from(order + "I", exif, 4)[0]
    for index in range(struct.unpack_from(order + "H", exif, at)[0]):
        tag, _, _, value = struct.unpack_from(order + "HHIH", exif, at + 2 + 12 * index)
        if tag == 0x0112:
            return int(value)
    return 1


def further_images(data: bytes) -> list[bytes]:
    """Returns the images after the primary: those that follow without a gap, and those of the index."""
    walked = walk_jpeg.walk(data).images
    found = {image.start: image.end for image in walked[1:]}
    for _, size, offset in walk_jpeg.mpf_entries(walked[0]):
        if offset and data[offset:offset + 2] == b"\xff\xd8":
            found.setdefault(offset, offset + size)
    return [data[start:end] for start, end in sorted(found.items())]


def _iso(image: walk_jpeg.Image) -> bytes | None:
    return next((s.payload[len(ISO_SEGMENT):] for s in image.segments
                 if s.marker == 0xE2 and s.payload.startswith(ISO_SEGMENT)), None)


def _jpeg_map(data: bytes, maker_headroom: float) -> tuple[walk_jpeg.Image, bytes, dict[str, Meaning]]:
    """Returns the primary, the image that is the gain map, and what it means."""
    primary = walk_jpeg.walk(data).images[0]
    for further in further_images(data):
        image = walk_jpeg.walk(further).images[0]
        forms: dict[str, Meaning | None] = {}
        payload = _iso(image)
        if payload is not None and _iso(primary) is not None:
            forms["iso"] = meaning.of_iso(payload)
        if image.xmp:
            # Readers of Ultra HDR look for the version in the primary's packet; ImageIO's HDRToneMap has none there.
            packet = meaning.properties(image.xmp, meaning.HDRGM)
            name = "tonemap" if "AlternateHeadroom" in packet else "ultrahdr"
            if name == "tonemap" or meaning.properties(primary.xmp or b"", meaning.HDRGM).get("Version"):
                forms[name] = meaning.of_hdrgm(image.xmp)
            forms["apple"] = meaning.of_apple(image.xmp, maker_headroom)
        known = {name: value for name, value in forms.items() if value is not None}
        if known:
            return primary, further, known
    raise ValueError("no image of the file is a gain map")


def shown(item: walk_heif.Item, plane: Any) -> Any:
    """Turns a stored plane as `irot` and `imir` of an item say, in their order."""
    numpy = peers.module("numpy")
    for found in item.properties:
        if found.kind == "irot":
            plane = numpy.rot90(plane, found.payload[0] & 3)
        elif found.kind == "imir":
            plane = plane[:, ::-1] if found.payload[0] & 1 else plane[::-1]
    return plane


def stored(data: bytes, number: int) -> Any:
    """Decodes an item by another program, without its transforms: libavif, or libheif by pillow-heif."""
    copy = promote_heif.promoted(data, number)
    # A reader that knows `tmap` would compare it with the item that is the primary now.
    head = int.from_bytes(copy[:4], "big")
    copy = copy[:head].replace(b"tmap", b"mif1") + copy[head:]
    file = walk_heif.walk(data)
    if walk_heif.codec(file, number) == "av01":
        pixi = file.items[number].payload("pixi")
        return _shares(peers.module("imagecodecs").avif_decode(copy), pixi[5] if pixi else 8)
    return _shares(peers.module("pillow-heif").open_heif(io.BytesIO(copy), convert_hdr_to_8bit=True))


def _heif_map(data: bytes, maker_headroom: float) -> tuple[walk_heif.File, walk_heif.Item, dict[str, Meaning]]:
    """Returns the file, the item that is the gain map, and what it means."""
    file = walk_heif.walk(data)
    brands = data[8:int.from_bytes(data[:4], "big")]
    forms: dict[str, Meaning | None] = {}
    gain: walk_heif.Item | None = None
    for item in file.items.values():
        inputs = item.references.get("dimg", [])
        # Readers look for the brand, and for a group that names the `tmap` before the primary.
        announced = b"tmap" in brands and any(
            kind == "altr" and item.number in members and file.primary in members
            and members.index(item.number) < members.index(file.primary) for kind, members in file.groups)
        if item.kind == "tmap" and inputs[:1] == [file.primary] and announced and item.data[:1] == b"\0":
            gain, forms["iso"] = file.items[inputs[1]], meaning.of_iso(item.data[1:])
    for item in file.auxiliaries():
        packets = [other.data for other in file.metadata(item) if b"rdf" in other.content_type.encode()]
        if item.urn == APPLE_URN and (gain is None or gain.number == item.number):
            gain = item
            forms["apple"] = next((meaning.of_apple(packet, maker_headroom) for packet in packets), None)
        elif item.urn == ADOBE_URN and gain is None:
            gain = item
            forms["ultrahdr"] = next((meaning.of_hdrgm(packet) for packet in packets), None)
    known = {name: value for name, value in forms.items() if value is not None}
    if gain is None or not known:
        raise ValueError("no item of the file is a gain map")
    return file, gain, known


def _codes_of(item: walk_heif.Item, samples: Any) -> Any:
    """Returns one plane of samples of a gray image that a decoder gives as RGB."""
    numpy = peers.module("numpy")
    pixi = item.payload("pixi")
    if (pixi is not None and pixi[4] == 1) or (samples[:, :, :1] == samples).all():
        return numpy.ascontiguousarray(samples[:, :, :1])
    return samples
