"""HEIC and AVIF photos with a depth map and a mark in one place."""
from __future__ import annotations

import struct
import zlib
from typing import Callable, Iterator

from auxtools.containers.write_heif import ESSENTIAL, Extent, Heif, box, full

from ..gain import sources
from . import embedded, exif, marks, xmp
from .embedded import MARKED, small, video
from .jpeg import depth_packet, gain_map_packet
from .place import Place

_DEPTH_URNS = {"heic": b"urn:mpeg:hevc:2015:auxid:2", "avif": b"urn:mpeg:mpegB:cicp:systems:auxiliary:depth"}
_XMP_UUID = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
_XMP = b"application/rdf+xml"
_PRIMARY, _DEPTH_MAP = 1, 2
Change = Callable[[Heif], object]


def _picture(file: Heif, container: str, components: int, hidden: bool, *more: int, extra: bytes = b"") -> int:
    item, _ = sources.coded(container, components, 1)
    kept = [p for p in item.properties if p.kind in ("hvcC", "av1C", "ispe", "pixi", "colr")]
    numbers = [file.property(box(p.kind, p.payload)) | (ESSENTIAL if p.kind in ("hvcC", "av1C") else 0) for p in kept]
    return file.item(item.kind, [file.blob(extra + item.data)], [*numbers, *more], hidden=hidden)


def _file(container: str, is_gain_map: bool = False) -> Heif:
    file = Heif(brand=container.encode(), wide=False)
    _picture(file, container, 0, False)
    urn = b"urn:com:apple:photo:2020:aux:hdrgainmap" if is_gain_map else _DEPTH_URNS[container]
    number = _picture(file, container, 1, True, file.auxiliary_type(urn) | ESSENTIAL)
    file.refer("auxl", number, _PRIMARY)
    file.xmp(gain_map_packet() if is_gain_map else depth_packet(), number)
    return file


def _put(file: Heif, data: bytes, method: int) -> Extent:
    """Appends the bytes of an item to the media data (0) or to `idat` (1), which the wider table alone can name."""
    file.wide = file.wide or method == 1
    return file.stored(data) if method else file.blob(data)


def exif_item(file: Heif, data: bytes, *targets: int, method: int = 0) -> int:
    """Appends an item of Exif that describes the targets."""
    number = file.item("Exif", [_put(file, struct.pack(">I", 6) + b"Exif\0\0" + data, method)], method=method)
    if targets:
        file.refer("cdsc", number, *targets)
    return number


def _marked_unit(container: str) -> bytes:
    """Returns a unit of the codec that decoders skip: an SEI message of user data, or an OBU of padding."""
    if container == "avif":
        return bytes((0x7A, len(MARKED) + 1)) + MARKED + b"\x80"
    message = bytes((5, 16 + len(MARKED))) + b"\x11" * 16 + MARKED + b"\x80"
    return struct.pack(">I", len(message) + 2) + b"\x4e\x01" + message


def _thumbnail(file: Heif, container: str, extra: bytes = b"", target: int = _PRIMARY) -> int:
    number = _picture(file, container, 1, True, extra=extra)
    file.refer("thmb", number, target)
    return number


def _mime(file: Heif, data: bytes, coding: bytes = b"", method: int = 0, has_target: bool = True) -> int:
    number = file.item("mime", [_put(file, data, method)], method=method, content_type=_XMP + (b"\0" + coding if coding else b""))
    if has_target:
        file.refer("cdsc", number, _PRIMARY)
    return number


def _property(file: Heif, data: bytes, item: int = _PRIMARY) -> None:
    held = file.items[item - 1]
    held.properties = [*held.properties, file.property(data)]


def _described(text: bytes) -> bytes:
    """Returns a user description: language, name, description and tags."""
    return full("udes", b"en\0", text + b"\0", b"\0", b"\0")


def _region(file: Heif) -> None:
    data = struct.pack(">BBHHB", 0, 0, 192, 128, 1) + struct.pack(">BHHHH", 1, 10, 10, 40, 40)
    number = file.item("rgan", [file.blob(data)], [file.property(_described(MARKED))])
    file.refer("cdsc", number, _PRIMARY)


def _point_exif() -> bytes:
    return exif.tiff({"gps": exif.POINT}, has_neighbor=False)


def _items(container: str) -> list[tuple[str, str, str, Change]]:
    """Returns places of items and properties: name, kinds, edits after which both are right, change."""
    point, packet, nothing = _point_exif(), xmp.point(), exif.tiff({})

    def thumbnail_with(describe: Callable[[Heif, int], object]) -> Change:
        return lambda file: describe(file, _thumbnail(file, container))

    return [
        ("second Exif item", "location", "", lambda file: (exif_item(file, nothing, _PRIMARY), exif_item(file, point, _PRIMARY))),
        ("Exif item in idat", "location", "", lambda file: exif_item(file, point, _PRIMARY, method=1)),
        ("Exif item of no image", "location", "", lambda file: exif_item(file, point)),
        ("Exif item of two images", "location", "", lambda file: exif_item(file, point, _PRIMARY, _DEPTH_MAP)),
        ("Exif behind a gap", "location", "", lambda file: file.refer("cdsc", file.item("Exif", [file.blob(
            struct.pack(">I", 12) + bytes(6) + b"Exif\0\0" + point)]), _PRIMARY)),
        ("second XMP item", "location", "", lambda file: (_mime(file, xmp.packet()), _mime(file, packet))),
        ("XMP item in idat", "location", "", lambda file: _mime(file, packet, method=1)),
        ("XMP item of no image", "location", "", lambda file: _mime(file, packet, has_target=False)),
        ("XMP item with deflate", "location", "*", lambda file: _mime(file, zlib.compress(packet), b"deflate")),
        ("XMP item of text/xml", "location", "", lambda file: file.refer("cdsc", file.item(
            "mime", [file.blob(packet)], content_type=b"text/xml"), _PRIMARY)),
        ("depth map: Exif", "location", "web", lambda file: exif_item(file, point, _DEPTH_MAP)),
        ("depth map: second XMP", "location", "web", lambda file: file.xmp(packet, _DEPTH_MAP)),
        ("depth map: serial number", "device", "web", lambda file: exif_item(file, exif.tiff(
            {"exif": [(0xA431, 2, exif.TEXT)]}, has_neighbor=False), _DEPTH_MAP)),
        ("depth map: thumbnail", "thumbnail", "web",
         lambda file: _thumbnail(file, container, _marked_unit(container), _DEPTH_MAP)),
        ("thumbnail", "thumbnail", "", lambda file: _thumbnail(file, container, _marked_unit(container))),
        ("thumbnail: Exif", "thumbnail location", "", thumbnail_with(lambda file, number: exif_item(file, point, number))),
        ("thumbnail: XMP", "thumbnail location", "", thumbnail_with(lambda file, number: file.xmp(packet, number))),
        ("thumbnail of JPEG", "thumbnail", "", lambda file: file.refer("thmb", file.item(
            "jpeg", [file.blob(small())], [file.size_property(32, 24)]), _PRIMARY)),
        ("thumbnail of JPEG with Exif", "thumbnail location", "", lambda file: file.refer("thmb", file.item(
            "jpeg", [file.blob(small(exif.point_segment()))], [file.size_property(32, 24)]), _PRIMARY)),
        ("JPEG item of no image", "", "*", lambda file: file.item("jpeg", [file.blob(small())], [file.size_property(32, 24)])),
        ("unknown item", "", "*", lambda file: file.item("mime", [file.blob(MARKED)], content_type=b"application/x-unknown")),
        ("unknown item of the primary", "", "*", lambda file: file.refer("cdsc", file.item(
            "mime", [file.blob(MARKED)], content_type=b"application/x-unknown"), _PRIMARY)),
        ("item of JSON with a place", "", "*", lambda file: file.refer("cdsc", file.item(
            "mime", [file.blob(b'{"city":"' + MARKED + b'"}')], content_type=b"application/json"), _PRIMARY)),
        ("name of an item", "", "*", lambda file: file.item(
            "mime", [file.blob(b"{}")], name=MARKED, content_type=b"application/json")),
        ("user description", "description", "", lambda file: _property(file, _described(MARKED))),
        ("accessibility text", "description", "", lambda file: _property(file, full("altt", MARKED + b"\0", b"en\0"))),
        ("unknown property", "", "*", lambda file: _property(file, box("abcd", MARKED))),
        ("property of no item", "", "*", lambda file: file.property(box("abcd", MARKED))),
        ("unknown uuid property", "", "*", lambda file: _property(file, box("uuid", b"\x22" * 16, MARKED))),
        ("region with a name", "people description", "", _region),
        ("bytes of mdat without an item", "", "*", lambda file: file.blob(MARKED)),
        ("bytes of idat without an item", "", "*", lambda file: (file.stored(b"{}"), file.stored(MARKED))),
        ("free box in meta", "", "*", lambda file: file.extra.append(box("free", MARKED))),
        ("unknown box in meta", "", "*", lambda file: file.extra.append(box("abcd", MARKED))),
        ("XML box in meta", "", "*", lambda file: file.extra.append(full("xml ", MARKED + b"\0"))),
        ("udta in meta", "location", "", lambda file: file.extra.append(embedded.location_box())),
        ("color profile", "", "", _profiled),
    ]


def _profiled(file: Heif) -> None:
    # One profile per image, in the place of the code points of the encoder.
    held = file.items[0]
    held.properties = [number for number in held.properties if file.pool[(number & ~ESSENTIAL) - 1][4:8] != b"colr"]
    _property(file, box("colr", b"prof", embedded.profile()))


def _boxes() -> list[tuple[str, str, str, bytes]]:
    """Returns places of boxes next to `meta`: name, kinds, edits after which both are right, bytes."""
    sound, located = video(MARKED), video(has_location=True)
    jumbf = b"\0\0\0\0manifest\0" + bytes(8)
    return [
        ("C2PA", "c2pa", "", box("uuid", embedded.C2PA_UUID, jumbf, embedded.manifest())),
        ("C2PA with a point", "c2pa location", "",
         box("uuid", embedded.C2PA_UUID, jumbf, embedded.manifest(embedded.location_manifest()))),
        ("uuid of XMP", "location", "", box("uuid", _XMP_UUID, xmp.point())),
        ("unknown uuid", "", "*", box("uuid", b"\x33" * 16, MARKED)),
        ("free", "", "*", box("free", MARKED)), ("skip", "", "*", box("skip", MARKED)),
        ("free with an old packet", "", "*", box("free", xmp.point())),
        ("unknown box", "", "*", box("abcd", MARKED)),
        ("udta with a location", "location", "", embedded.location_box()),
        ("moov with a location", "location", "", box("moov", embedded.location_box())),
        ("mpvd: sound", "trailer", "", box("mpvd", sound)),
        ("mpvd: location", "trailer location", "", box("mpvd", located)),
        ("sefd of Samsung", "trailer", "", box("sefd", MARKED)),
        ("text that is no box", "trailer location people device", "", bytes(8) + MARKED),
    ]


def _places(container: str) -> Iterator[Place]:
    def place(name: str, kinds: str, may: str, change: Change, is_needed: bool = False, is_gain_map: bool = False) -> Place:
        def made() -> bytes:
            file = _file(container, is_gain_map)
            change(file)
            return file.bytes()

        return Place(name, kinds, made, may, is_needed, marks.APPLE_NUMBERS if is_gain_map else ())

    def described(parts: exif.Parts, slack: bytes = b"") -> Change:
        return lambda file: exif_item(file, exif.tiff(parts, slack=slack), _PRIMARY)

    def packed(packet: bytes) -> Change:
        return lambda file: _mime(file, packet)

    def followed(data: bytes) -> Callable[[], bytes]:
        return lambda: _file(container).bytes(after=data)

    for name, kinds, may, parts in exif.PLACES:
        yield place(f"Exif: {name}", kinds, may, described(parts))
    yield place(f"Exif: {exif.SLACK[0]}", exif.SLACK[1], exif.SLACK[2], described({}, MARKED))
    if container == "heic":
        note: exif.Parts = {"ifd0": [(0x010F, 2, b"Apple\0")], "exif": [(0x927C, 7, exif.apple_note())]}
        yield place("maker note of Apple with a gain map", "device", "", described(note), is_gain_map=True)
    for content, packet in [*xmp.places(), *xmp.whole_packets()]:
        yield place(f"XMP: {content.name}", content.kinds, content.open, packed(packet))
    for name, kinds, may, change in _items(container):
        yield place(name, kinds, may, change, is_needed=name == "color profile")
    for name, kinds, may, data in _boxes():
        yield Place(f"box: {name}", kinds, followed(data), may)


def places(container: str) -> list[Place]:
    """Returns the places of HEIC or AVIF."""
    return list(_places(container))
