"""Photos with gain maps that the program has no part in: codes are numbers, coded by libjpeg, x265 and libaom."""
from __future__ import annotations

import functools
import io
import json
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auxtools.containers import make_jpeg, make_xmp, walk_heif
from auxtools.containers.write_heif import ESSENTIAL, Heif, box, full

from .. import peers
from . import colors
from .files import APPLE_URN, ISO_SEGMENT, GainPhoto, turned
from .meaning import APPLE, HDRGM, Channel, Meaning, iso_payload

# libheif's encoder makes no picture whose sides are less than 64.
WIDTH, HEIGHT = 192, 128
_APDI = "http://ns.apple.com/pixeldatainfo/1.0/"
# irot's angle, and whether imir exchanges top and bottom (0) or left and right (1).
TRANSFORMS: dict[int, tuple[int, int | None]] = {
    1: (0, None), 2: (0, 1), 3: (2, None), 4: (0, 0), 5: (1, 0), 6: (3, None), 7: (3, 0), 8: (1, None)}


@dataclass(frozen=True)
class Source:
    """A form of source: what its maps mean in each form, and the containers that it is known in."""

    name: str
    containers: tuple[str, ...]
    meanings: dict[str, Meaning]
    # Whether the source is a photo without a gain map, and the program is given the map's codes and their meaning.
    is_given: bool = False
    # The components of the map where they are not those of its meanings: three may share one.
    coded_components: int = 1
    # Whether properties of Ultra HDR are in a HEIC's XMP, which readers of HEIC do not look at.
    claims_ultrahdr: bool = False
    # Whose layout the primary's packet has, in Ultra HDR's form.
    layout: str = "libultrahdr"
    # The primaries that the ICC profile of a JPEG's gain map states, or the `tmap` of a HEIF file: code points of ITU-T H.273.
    map_primaries: int | None = None

    @property
    def components(self) -> int:
        return max([len(value.channels) for value in self.meanings.values()] + [self.coded_components])


def _one(headroom: float, channel: Channel) -> Meaning:
    return Meaning((channel,), 0, headroom)


_IOS = 2.682468
_COLOR = Meaning((Channel(-0.25, 2.4, 0.9, 1 / 64, 1 / 64), Channel(0, 2.2, 0.8, 1 / 64, 1 / 64),
                  Channel(-0.5, 2, 1, 1 / 64, 1 / 64)), 0, 2.4)
_GRAY = _one(2.4, Channel(-0.5, 2.4, 1, 1 / 64, 1 / 64))
_SRGB, _BT2020, _P3 = 1, 9, 12

SOURCES = (
    Source("apple", ("jpg", "heic"), {"apple": Meaning(apple_headroom=3.5)}),
    Source("iso", ("jpg", "heic", "avif"), {"iso": _one(2, Channel(0, 2, 0.7))}),
    Source("iso-offsets", ("jpg", "heic", "avif"), {"iso": _one(2.5, Channel(-0.5, 2.5, 1, 1 / 64, 1 / 64))}),
    Source("ultrahdr", ("jpg",), {"ultrahdr": _one(2.3, Channel(0, 2.3))}),
    Source("ultrahdr-adobe", ("jpg",), {"ultrahdr": _one(2.3, Channel(0, 2.3))}, layout="adobe"),
    Source("ultrahdr-pixel", ("jpg",), {"ultrahdr": _one(2.3, Channel(0, 2.3))}, layout="pixel"),
    # As iOS 18 has it: log2 of Apple's headroom, and a gamma that is close to Apple's formula.
    Source("both", ("heic",), {
        "apple": Meaning(apple_headroom=_IOS), "iso": _one(1.423561, Channel(0, 1.423561, 0.664551, 1e-5, 1e-5))}),
    Source("tonemap", ("jpg",), {"tonemap": _one(2.279, Channel(-0.51, 2.279, 1.0205, 1e-5, 1e-5))}),
    Source("colour", ("jpg", "heic", "avif"), {"iso": _COLOR}),
    Source("colour-srgb", ("jpg",), {"iso": _COLOR}, map_primaries=_SRGB),
    Source("colour-p3", ("jpg",), {"iso": _COLOR}, map_primaries=_P3),
    # The gain applies in the colors of the alternate image.
    Source("gray-alternate", ("jpg", "heic", "avif"), {"iso": replace(_GRAY, uses_base=False)}, map_primaries=_BT2020),
    Source("colour-alternate", ("jpg", "heic", "avif"), {"iso": replace(_COLOR, uses_base=False)}, map_primaries=_BT2020),
    Source("given-apple", ("jpg",), {"apple": Meaning(apple_headroom=3.5)}, True),
    Source("given-iso", ("jpg",), {"iso": _one(2.5, Channel(-0.5, 2.5, 0.8, 1 / 64, 1 / 64))}, True),
    Source("given-colour", ("jpg",), {"iso": _COLOR}, True),
)


@functools.cache
def base_codes(scale: int = 1) -> Any:
    """Returns what is stored of the base rendition, codes of 8 bits: slopes, and a disc as bright as SDR gets.

    Each is repeated `scale` times in both directions.
    """
    numpy = peers.module("numpy")
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    planes = [100 + 80 * x / WIDTH + 30 * y / HEIGHT, 90 + 60 * x / WIDTH + 60 * y / HEIGHT,
              110 + 90 * y / HEIGHT - 20 * x / WIDTH]
    bright = numpy.clip(1.6 - numpy.hypot(x - 120, y - 54) / 28, 0, 1)
    return _larger(numpy.stack([plane + (250 - plane) * bright for plane in planes], -1).round().astype(numpy.uint8), scale)


def _larger(planes: Any, scale: int) -> Any:
    return planes.repeat(scale, 0).repeat(scale, 1)


@functools.cache
def map_codes(components: int, scale: int = 1) -> Any:
    """Returns what is stored of the gain map: no gain, a slope, a smooth highlight, and sharp ones at three gains."""
    numpy = peers.module("numpy")
    y, x = numpy.mgrid[:HEIGHT // 2, :WIDTH // 2]
    planes = []
    for component in range(components):
        plane = 20 + 90 * x / (WIDTH / 2) + 10 * component
        plane += 150 * numpy.clip(1.4 - numpy.hypot(x - 60, y - 27) / 16, 0, 1)
        plane[y < 8] = 0
        for code, left in ((255, 6), (180, 26), (90, 46)):
            plane[(y >= 46) & (y < 60) & (x >= left) & (x < left + 14)] = code - 12 * component
        planes.append(plane.clip(0, 255).round())
    return _larger(numpy.stack(planes, -1).astype(numpy.uint8), scale)


def write_map(codes: Any, meaning: Meaning, picture: Path, metadata: Path) -> None:
    """Writes codes of 8 bits of a map as a picture, and what they mean as the program reads it."""
    peers.module("pillow").fromarray(codes if codes.shape[2] > 1 else codes[:, :, 0]).save(picture)
    channels = [{"gainMin": c.low, "gainMax": c.high, "gamma": c.gamma, "baseOffset": c.base_offset,
                 "alternateOffset": c.alternate_offset} for c in meaning.channels]
    described = {"gainMap": {"baseHeadroom": meaning.base_headroom, "alternateHeadroom": meaning.alternate_headroom,
                             "channels": channels}}
    metadata.write_text(json.dumps(described if channels else {"appleHeadroom": meaning.apple_headroom}))


def made(source: Source, container: str, orientation: int, scale: int = 1) -> tuple[bytes, GainPhoto]:
    """Returns a file, and the photo that it is by the numbers; what JPEG has changed is as libjpeg gives it back."""
    build = _jpeg if container == "jpg" else _heif
    data, base, codes = build(source, container, orientation, scale)
    codes = codes.reshape(*codes.shape[:2], -1)[:, :, :source.components]
    if peers.module("numpy").abs(codes.astype(int) - map_codes(source.components, scale)).max() > 3:
        raise RuntimeError(f"the encoder of {container} has changed the codes of the map")
    alternate = None if source.map_primaries is None else colors.of_points(source.map_primaries, 13)
    return data, GainPhoto(turned(base, orientation) / 255, turned(codes, orientation) / 255, source.meanings, orientation,
                           alternate_space=alternate)


@functools.cache
def jpeg_of(components: int, quality: int, scale: int) -> bytes:
    """Returns base (0) or map as a JPEG of a frame alone."""
    codes = base_codes(scale) if components == 0 else map_codes(components, scale)
    out = io.BytesIO()
    image = peers.module("pillow").fromarray(codes[:, :, 0] if components == 1 else codes)
    image.save(out, "JPEG", quality=quality, subsampling=0)
    return out.getvalue()


def with_segments(data: bytes, *segments: bytes) -> bytes:
    """Returns a JPEG with segments after its JFIF."""
    head = 4 + int.from_bytes(data[4:6], "big") if data[2:4] == b"\xff\xe0" else 2
    return data[:head] + b"".join(segments) + data[head:]


def _described(namespaces: dict[str, str], attributes: dict[str, str], elements: str = "") -> bytes:
    declared = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in namespaces.items())
    given = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return make_xmp.wrapped(f'<rdf:Description rdf:about="" {declared} {given}>{elements}</rdf:Description>')


def _numbers(meaning: Meaning) -> dict[str, str]:
    channel = meaning.channels[0]
    return {"GainMapMin": f"{channel.low}", "GainMapMax": f"{channel.high}", "Gamma": f"{channel.gamma}",
            "OffsetSDR": f"{channel.base_offset:.6f}", "OffsetHDR": f"{channel.alternate_offset:.6f}"}


def apple_packet(meaning: Meaning) -> bytes:
    """Returns the packet of Apple's form, as iOS has it."""
    return _described(
        {"apdi": _APDI, "HDRGainMap": APPLE}, {},
        f"<apdi:AuxiliaryImageType>{APPLE_URN}</apdi:AuxiliaryImageType><apdi:StoredFormat>1278226488</apdi:StoredFormat>"
        f"<apdi:NativeFormat>1278226488</apdi:NativeFormat><HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>"
        f"<HDRGainMap:HDRGainMapHeadroom>{meaning.apple_headroom}</HDRGainMap:HDRGainMapHeadroom>")


def _packet(name: str, meaning: Meaning) -> bytes:
    """Returns the packet that the image of a gain map has in a JPEG, by its form."""
    if name == "apple":
        return apple_packet(meaning)
    if name == "ultrahdr":
        given = {"Version": "1.0", **_numbers(meaning), "HDRCapacityMin": f"{meaning.base_headroom}",
                 "HDRCapacityMax": f"{meaning.alternate_headroom}", "BaseRenditionIsHDR": "False"}
        return _described({"hdrgm": HDRGM}, {f"hdrgm:{key}": value for key, value in given.items()})
    given = {"Version": "1", **_numbers(meaning), "BaseHeadroom": f"{meaning.base_headroom}",
             "AlternateHeadroom": f"{meaning.alternate_headroom}", "BaseRenditionIsHDR": "0"}
    elements = "".join(f"<HDRToneMap:{key}>{value}</HDRToneMap:{key}>" for key, value in given.items())
    elements += (f"<apdi:AuxiliaryImageType>{APPLE_URN}</apdi:AuxiliaryImageType>"
                 "<apdi:NativeFormat>1278226488</apdi:NativeFormat><apdi:StoredFormat>1278226488</apdi:StoredFormat>")
    return _described({"apdi": _APDI, "HDRToneMap": HDRGM}, {}, elements)


def _announced(layout: str, length: int) -> bytes:
    """Returns the packet of the primary of an Ultra HDR photo, as libultrahdr, Camera Raw and Pixel phones write it."""
    if layout == "adobe":
        return _described(
            {"xmp": "http://ns.adobe.com/xap/1.0/", "hdrgm": HDRGM, "dc": "http://purl.org/dc/elements/1.1/"},
            {"xmp:Rating": "4", "hdrgm:Version": "1.0"},
            '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">A name</rdf:li></rdf:Alt></dc:rights>')
    namespaces: dict[str, str] = {}
    attributes = {"hdrgm:Version": "1.0"}
    if layout == "pixel":
        namespaces = {"GCamera": "http://ns.google.com/photos/1.0/camera/"}
        attributes = {"GCamera:SpecialTypeID": "x", **attributes}
    items = "".join(
        f'<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="{semantic}" Item:Mime="image/jpeg"{size}/></rdf:li>'
        for semantic, size in (("Primary", ""), ("GainMap", f' Item:Length="{length}"')))
    return _described(
        {**namespaces, "Container": "http://ns.google.com/photos/1.0/container/",
         "Item": "http://ns.google.com/photos/1.0/container/item/", "hdrgm": HDRGM}, attributes,
        f"<Container:Directory><rdf:Seq>{items}</rdf:Seq></Container:Directory>")


def _samples(data: bytes) -> Any:
    with peers.module("pillow").open(io.BytesIO(data)) as image:
        return peers.module("numpy").asarray(image)


def _profile(space: colors.Space) -> bytes:
    return make_jpeg.segment(0xE2, b"ICC_PROFILE\0\x01\x01" + colors.icc(space))


def _indexed(primary: bytes, first: list[bytes], further: bytes) -> bytes:
    """Returns a JPEG with segments, an index after them, and a further image."""
    # Offsets of the index count from its byte order, 8 bytes in.
    place = 20 + sum(map(len, first)) + 8
    size = len(with_segments(primary, *first)) + len(make_jpeg.mpf([(0, 0, 0)] * 2))
    index = make_jpeg.mpf([(0x030000, size, 0), (0, len(further), size - place)])
    return with_segments(primary, *first, index) + further


def _jpeg(source: Source, _: str, orientation: int, scale: int) -> tuple[bytes, Any, Any]:
    first = [make_jpeg.exif(orientation)] if orientation > 1 else []
    second = []
    plain = jpeg_of(0, 97, scale)
    if source.is_given:
        return with_segments(plain, *first), _samples(plain), map_codes(source.components, scale)
    for name, meaning in source.meanings.items():
        if name == "iso":
            first.append(make_jpeg.segment(0xE2, ISO_SEGMENT + bytes(4)))
            second.append(make_jpeg.segment(0xE2, ISO_SEGMENT + iso_payload(meaning)))
        else:
            second.append(make_jpeg.xmp(_packet(name, meaning)))
    if source.map_primaries is not None:
        second.append(_profile(colors.of_points(source.map_primaries, 13)))
    gain = jpeg_of(source.components, 100, scale)
    further = with_segments(gain, *second)
    if "ultrahdr" in source.meanings:
        first.append(make_jpeg.xmp(_announced(source.layout, len(further))))
    return _indexed(plain, first, further), _samples(plain), _samples(gain)


def reference(photo: GainPhoto, form: str) -> bytes:
    """Returns a JPEG of ISO's form that has the rendition of a photo with an SDR base in one of its forms."""
    numpy = peers.module("numpy")
    meaning, codes = photo.meanings[form], photo.codes
    if not meaning.channels:
        stops = numpy.log2(meaning.alternate(numpy.ones((*codes.shape[:2], 3)), codes))[:, :, :1]
        high = max(float(stops.max()), 1)
        meaning, codes = _one(high, Channel(0, high)), stops / high
    space = photo.gain_space(form)
    further = with_segments(_coded(codes), make_jpeg.segment(0xE2, ISO_SEGMENT + iso_payload(meaning)), _profile(space))
    return _indexed(_coded(photo.base), [make_jpeg.segment(0xE2, ISO_SEGMENT + bytes(4)), _profile(photo.space)], further)


def _coded(planes: Any) -> bytes:
    """Returns codes of 0...1 as a JPEG."""
    codes = (planes * 255).round().clip(0, 255).astype("u1")
    out = io.BytesIO()
    peers.module("pillow").fromarray(codes if codes.shape[2] > 1 else codes[:, :, 0]).save(out, "JPEG", quality=98, subsampling=0)
    return out.getvalue()


@functools.cache
def coded(container: str, components: int, scale: int) -> tuple[walk_heif.Item, Any]:
    """Returns base (0) or map as an encoder codes it without loss, and its samples as they come back."""
    codes = base_codes(scale) if components == 0 else map_codes(components, scale)
    codes = codes[:, :, 0] if components == 1 else codes
    if container == "avif":
        codecs = peers.module("imagecodecs")
        data = bytes(codecs.avif_encode(codes, 100, speed=9))
        back = codecs.avif_decode(data)
    else:
        library = peers.module("pillow-heif")
        out = io.BytesIO()
        image = library.from_pillow(peers.module("pillow").fromarray(codes))
        image.save(out, quality=-1, chroma=444, matrix_coefficients=0 if codes.ndim == 3 else 6, full_range_flag=1)
        data = out.getvalue()
        back = peers.module("numpy").asarray(library.open_heif(io.BytesIO(data)))
    file = walk_heif.walk(data)
    item = file.items[file.primary]
    while item.kind == "grid":
        item = file.items[item.references["dimg"][0]]
    return item, back


def _heif(source: Source, container: str, orientation: int, scale: int) -> tuple[bytes, Any, Any]:
    file = Heif(brand=b"avif" if container == "avif" else b"heic", wide=False)
    angle, axis = TRANSFORMS[orientation]
    turns = [file.property(box("irot", bytes((angle,)))) | ESSENTIAL] if angle else []
    turns += [file.property(box("imir", bytes((axis,)))) | ESSENTIAL] if axis is not None else []

    def picture(item: walk_heif.Item, hidden: bool, more: list[int]) -> int:
        kept = [p for p in item.properties if p.kind in ("hvcC", "av1C", "ispe", "pixi", "colr")]
        numbers = [file.property(box(p.kind, p.payload)) | (ESSENTIAL if p.kind in ("hvcC", "av1C") else 0) for p in kept]
        return file.item(item.kind, [file.blob(item.data)], [*numbers, *more, *turns], hidden=hidden)

    first, back = coded(container, 0, scale)
    primary = picture(first, False, [])
    second, codes = coded(container, source.components, scale)
    has_apple = "apple" in source.meanings
    gain = picture(second, True, [file.auxiliary_type(APPLE_URN.encode()) | ESSENTIAL] if has_apple else [])
    if has_apple:
        file.refer("auxl", gain, primary)
        file.xmp(apple_packet(source.meanings["apple"]), gain)
    if "iso" in source.meanings:
        file.brands.append(b"tmap")
        # In AVIF a `tmap` has the size of the base as it is stored, for libavif; iOS gives it that of the base as it is shown.
        is_as_shown = container == "heic" and orientation >= 5
        height, width = back.shape[:2]
        size = (height, width) if is_as_shown else (width, height)
        numbers = [file.size_property(*size), file.property(full("pixi", bytes((3, 10, 10, 10)))),
                   file.property(box("colr", b"nclx", struct.pack(">HHHB", source.map_primaries or _SRGB, 16, 6, 0x80)))]
        data = b"\0" + iso_payload(source.meanings["iso"])
        tmap = file.item("tmap", [file.blob(data)], numbers, hidden=False)
        file.refer("dimg", tmap, primary, gain)
        file.extra.append(box("grpl", full("altr", struct.pack(">III", 100, 2, tmap), struct.pack(">I", primary))))
    return file.bytes(), back, codes
