"""JPEG photos with a depth map and a mark in one place."""
from __future__ import annotations

import struct
from typing import Iterator, Sequence

from auxtools.containers import make_jpeg, make_xmp
from auxtools.containers.make_jpeg import segment, xmp as xmp_segment

from . import embedded, exif, irb, xmp
from .embedded import MARKED, PIXELS, comment, small, video
from .marks import APPLE_NUMBERS, LATITUDE_XMP, MARK
from .place import Place
from .xmp import encoded

_DEPTH = {"AuxiliaryImageType": "disparity", "NativeFormat": "1751411059", "StoredFormat": "1278226488", "IntMinValue": "0",
          "IntMaxValue": "255", "FloatMinValue": "0.5", "FloatMaxValue": "2.0", "depthData:Accuracy": "absolute",
          "depthData:Filtered": "True", "depthData:Quality": "high", "depthData:DepthDataVersion": "65541"}
_GAIN_MAP = {"AuxiliaryImageType": "urn:com:apple:photo:2020:aux:hdrgainmap", "NativeFormat": "1278226488",
             "StoredFormat": "1278226488"}
_SIZE, _MAP_SIZE = (192, 128), (96, 64)
_LARGE_THUMBNAIL = 0x010001
_HEADROOM = "http://ns.apple.com/HDRGainMap/1.0/"
Image = tuple[int, bytes]
"""Type of MPF, and a JPEG."""


def _described(packet: bytes, attributes: str) -> bytes:
    return packet.replace(b'rdf:about=""', b'rdf:about="" ' + attributes.encode())


def depth_packet(attributes: str = "") -> bytes:
    """Returns the packet of a depth map, with more attributes."""
    packet = make_xmp.packet({key if ":" in key else f"apdi:{key}": value for key, value in _DEPTH.items()})
    return _described(packet, attributes)


def gain_map_packet() -> bytes:
    """Returns the packet of a gain map of Apple's form."""
    packet = make_xmp.packet({f"apdi:{key}": value for key, value in _GAIN_MAP.items()})
    return _described(packet, f'xmlns:HDRGainMap="{_HEADROOM}" HDRGainMap:HDRGainMapVersion="65536"')


def _map(packet: bytes, *segments: bytes) -> bytes:
    return make_jpeg.jpeg(*_MAP_SIZE, 1, jfif=False, segments=xmp_segment(packet) + b"".join(segments))


def depth(*segments: bytes, attributes: str = "") -> bytes:
    """Returns the image of a depth map, with more attributes in its packet."""
    return _map(depth_packet(attributes), *segments)


def photo(*segments: bytes, images: Sequence[Image] | None = None, gap: bytes = b"", trailer: bytes = b"",
          index_tail: bytes = b"") -> bytes:
    """Returns a photo with segments, an index, and the images (a depth map), a gap before each of them."""
    images = [(0, depth())] if images is None else images
    before = b"".join(segments)
    index = make_jpeg.mpf([(0, 0, 0)] * (1 + len(images)))
    size = len(make_jpeg.jpeg(*_SIZE, segments=before)) + len(index) + len(index_tail)
    entries, end, base = [(0x030000, size, 0)], size, 20 + len(before) + 8
    for kind, image in images:
        entries.append((kind, len(image), end + len(gap) - base))
        end += len(gap) + len(image)
    index = make_jpeg.mpf(entries)
    if index_tail:
        index = segment(0xE2, index[4:] + index_tail)
    return make_jpeg.jpeg(*_SIZE, segments=before + index) + b"".join(gap + image for _, image in images) + trailer


def _place(name: str, kinds: str, *segments: bytes, may: str = "", images: Sequence[Image] | None = None, gap: bytes = b"",
           trailer: bytes = b"", index_tail: bytes = b"", is_needed: bool = False) -> Place:
    return Place(name, kinds, lambda: photo(*segments, images=images, gap=gap, trailer=trailer, index_tail=index_tail), may,
                 is_needed)


def _app(number: int, data: bytes) -> bytes:
    return segment(0xE0 + number, data)


def _jumbf(boxes: bytes) -> bytes:
    return _app(11, b"JP" + struct.pack(">HI", 1, 1) + boxes)


def _metadata() -> Iterator[Place]:
    for name, kinds, may, parts in exif.PLACES:
        yield _place(f"Exif: {name}", kinds, exif.segment(exif.tiff(parts)), may=may)
    name, kinds, may = exif.SLACK
    yield _place(f"Exif: {name}", kinds, exif.segment(exif.tiff({}, slack=MARKED)), may=may)
    # A block that is written again is the only one.
    yield _place("second Exif segment", "location", exif.segment(exif.tiff({})), exif.point_segment(), may="*")
    note = exif.segment(exif.tiff({"ifd0": [(0x010F, 2, b"Apple\0")], "exif": [(0x927C, 7, exif.apple_note())]}))
    yield Place("maker note of Apple with a gain map", "device", lambda: photo(note, images=[(0, _map(gain_map_packet()))]),
                kept=APPLE_NUMBERS)
    for content, packet in [*xmp.places(), *xmp.whole_packets()]:
        yield _place(f"XMP: {content.name}", content.kinds, xmp_segment(packet), may=content.open)
    yield _place("second XMP packet", "location", xmp_segment(xmp.packet()), xmp_segment(xmp.point()))
    yield from _extended()
    for name, kinds, may, data in irb.RESOURCES:
        yield _place(f"8BIM: {name}", kinds, irb.segment(data), may=may)
    halves = irb.resource(0x0404, irb.iptc(irb.dataset(90, MARKED)))
    yield _place("8BIM: IPTC in two segments", "location", irb.segment(halves[:22]), irb.segment(halves[22:]))


def _extended() -> Iterator[Place]:
    google = "http://ns.google.com/photos/1.0/"
    picture = make_jpeg.jpeg(16, 16, segments=xmp_segment(xmp.point()))
    for name, kinds, may, attributes in [
            ("GPS", "location", "", f'exif:GPSLatitude="{LATITUDE_XMP}"'),
            ("city", "location", "", f'photoshop:City="{MARK}"'),
            ("serial number", "device", "", f'aux:SerialNumber="{MARK}"'),
            ("GCamera:HdrPlusMakernote", "device location people", "",
             f'GCamera:HdrPlusMakernote="{encoded(b"HDRP" + MARKED)}"'),
            ("GDepth:Data with a point", "location", "people device thumbnail c2pa",
             f'xmlns:GDepth="{google}depthmap/" GDepth:Mime="image/jpeg" GDepth:Data="{encoded(picture)}"')]:
        named, parts = xmp.extended(xmp.packet(attributes=attributes, has_neighbor=False))
        yield _place(f"extended XMP: {name}", kinds, xmp_segment(xmp.packet(attributes=named)), parts, may=may)
        if name == "GPS":
            yield _place("orphaned extended XMP", "location", xmp_segment(xmp.packet()), xmp.orphan(xmp.point()))
            yield _place("extended XMP without XMP", "location", xmp.orphan(xmp.point()))
            named, parts = xmp.extended(xmp.packet(attributes=f'photoshop:City="{MARK}"', has_neighbor=False), 130)
            yield _place("extended XMP in portions", "location", xmp_segment(xmp.packet(attributes=named)), parts)


def _segments() -> Iterator[Place]:
    yield _place("COM", "description", comment())
    yield _place("JFIF thumbnail", "thumbnail", _app(0, b"JFIF\0\1\2\0\0\1\0\1" + bytes((6, 1)) + PIXELS))
    jfif = _app(0, b"JFIF\0\1\2\0\0\1\0\1\0\0")
    yield _place("JFXX thumbnail", "thumbnail", jfif, _app(0, b"JFXX\0\x10" + small()))
    yield _place("JFXX thumbnail of RGB", "thumbnail", jfif, _app(0, b"JFXX\0\x13" + bytes((6, 1)) + PIXELS))
    yield _place("JFXX thumbnail with a point", "thumbnail location", jfif,
                 _app(0, b"JFXX\0\x10" + small(exif.point_segment())))
    yield _place("C2PA", "c2pa", _jumbf(embedded.manifest()))
    yield _place("C2PA with a point", "c2pa location", _jumbf(embedded.manifest(embedded.location_manifest())))
    yield _place("JUMBF that is no C2PA", "", _jumbf(embedded.manifest().replace(b"c2pa", b"abcd")), may="*")
    yield _place("color profile", "", _app(2, b"ICC_PROFILE\0\1\1" + embedded.profile()), is_needed=True)
    yield _place("FlashPix", "", _app(2, b"FPXR\0\0\2" + MARKED), may="*")
    yield _place("APP3 of Kodak", "", _app(3, b"Meta\0\0" + exif.tiff({"ifd0": [(0xC351, 2, exif.TEXT)]}, has_neighbor=False)),
                 may="*")
    yield _place("APP5 of Samsung: ID", "device", _app(5, b"ssuniqueid\0" + MARKED), may="location people")
    yield _place("APP6 of GoPro", "location device",
                 _app(6, b"GoPro\0GPSU" + struct.pack(">BBH", 0x63, 1, len(MARK)) + MARKED))
    yield _place("APP10: comment", "description", _app(10, b"UNICODE\0" + MARK.encode("utf-16-be")))
    yield _place("APP12: Ducky comment", "description",
                 _app(12, b"Ducky" + struct.pack(">HHI", 2, 2 * len(MARK) + 4, len(MARK)) + MARK.encode("utf-16-be") + b"\0\0"))
    yield _place("APP12: picture info", "device", _app(12, b"[picture info]\nID=" + MARKED), may="location people")
    yield _place("unknown APP9", "", _app(9, b"Unknown\0" + MARKED), may="*")


def _images() -> Iterator[Place]:
    point, packet = exif.point_segment(), xmp_segment(xmp.point())
    dropped = "web"
    for name, kinds, image in [
            ("Exif", "location", depth(point)), ("second XMP packet", "location", depth(packet)),
            ("XMP", "location", depth(attributes=(
                f'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="{MARK}"'))),
            ("8BIM", "location", depth(irb.segment(irb.resource(0x0404, irb.dataset(90, MARKED))))),
            ("serial number", "device", depth(exif.segment(exif.tiff({"exif": [(0xA431, 2, exif.TEXT)]}, has_neighbor=False)))),
            ("thumbnail", "thumbnail", depth(exif.segment(exif.tiff({"ifd1": exif.thumbnail(small())}, has_neighbor=False)))),
            ("C2PA", "c2pa", depth(_jumbf(embedded.manifest()))),
            ("COM", "description", depth(comment()))]:
        yield _place(f"depth map: {name}", kinds, may=dropped, images=[(0, image)])
    for kind, name in ((_LARGE_THUMBNAIL, "large thumbnail"), (_LARGE_THUMBNAIL + 1, "large thumbnail of full HD")):
        yield _place(f"{name}", "thumbnail", images=[(0, depth()), (kind, small())])
        yield _place(f"{name} with Exif", "thumbnail location", images=[(0, depth()), (kind, small(point))])
        yield _place(f"{name} with XMP", "thumbnail location", images=[(0, depth()), (kind, small(packet))])
    yield _place("large thumbnail before the depth map", "thumbnail", images=[(_LARGE_THUMBNAIL, small()), (0, depth())])
    yield _place("undefined image", "trailer", may="thumbnail", images=[(0, depth()), (0, small())])
    yield _place("undefined image with Exif", "trailer location", may="thumbnail", images=[(0, depth()), (0, small(point))])
    yield _place("bytes of the index", "", may="*", index_tail=MARKED)
    yield _place("bytes between images", "trailer", may="*", gap=MARKED)


def _seft(name: bytes, data: bytes) -> bytes:
    """Returns a trailer of Samsung's form with one part."""
    block = struct.pack("<HHI", 0, 0x0A30, len(name)) + name + data
    directory = b"SEFH" + struct.pack("<II", 106, 1) + struct.pack("<HHII", 0, 0x0A30, len(block), len(block))
    return block + directory + struct.pack("<I", len(directory)) + b"SEFT"


def _named(length: int) -> tuple[bytes, ...]:
    """Returns the packets that name a video of a length at the end, in the newer and the older form."""
    items = "".join(
        f'<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="{semantic}" Item:Mime="{mime}"{size}/></rdf:li>'
        for semantic, mime, size in (("Primary", "image/jpeg", ""), ("MotionPhoto", "video/mp4", f' Item:Length="{length}"')))
    directory = f"<Container:Directory><rdf:Seq>{items}</rdf:Seq></Container:Directory>"
    newer = 'GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1"'
    older = f'GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="{length}"'
    return xmp_segment(xmp.packet(directory, newer)), xmp_segment(xmp.packet(attributes=older))


def _trailers() -> Iterator[Place]:
    # It may hold anything.
    unknown = "trailer location people device"
    sound, located = video(MARKED), video(has_location=True)
    for index, form in enumerate(("motion photo", "micro video")):
        yield _place(f"{form}: sound", "trailer", _named(len(sound))[index], trailer=sound)
        yield _place(f"{form}: location", "trailer location", _named(len(located))[index], trailer=located)
    yield _place("unnamed video: location", "trailer location", trailer=located)
    for name, kinds, data in [
            ("unknown", unknown, MARKED), ("of Samsung", "trailer", _seft(b"Image_Data", MARKED)),
            ("of Samsung: video", "trailer", _seft(b"MotionPhoto_Data", sound)),
            ("of Samsung: location", "trailer location", _seft(b"MotionPhoto_Data", located)),
            ("JPEG with Exif", unknown, small(exif.point_segment())),
            ("JPEG with XMP", unknown, small(xmp_segment(xmp.point())))]:
        yield _place(f"trailer {name}", kinds, trailer=data)
    # Without a map nothing else follows the primary.
    yield _place("trailer without other images", unknown, images=[], trailer=MARKED)


def places() -> list[Place]:
    """Returns the places of JPEG."""
    return [*_metadata(), *_segments(), *_images(), *_trailers()]
