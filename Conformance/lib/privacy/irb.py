"""IPTC records and Photoshop's image resources, and the places in them: JPEG, TIFF and DNG have them."""
from __future__ import annotations

import struct

from auxtools.containers import make_jpeg

from . import exif, xmp
from .embedded import MARKED, small
from .marks import DATE_IPTC, NEIGHBOR

_CAPTION, _IPTC = 120, 0x0404
Entry = tuple[str, str, str, bytes]
"""Name, kinds, edits after which both are right, and bytes."""


def dataset(number: int, text: bytes, record: int = 2) -> bytes:
    """Returns a data set of IPTC."""
    return struct.pack(">BBBH", 0x1C, record, number, len(text)) + text


def iptc(*sets: bytes) -> bytes:
    """Returns records of IPTC with the neighbor as their caption."""
    return dataset(90, b"\x1b%G", 1) + b"".join(sets) + dataset(_CAPTION, NEIGHBOR.encode())


def resource(number: int, data: bytes, name: bytes = b"") -> bytes:
    """Returns an image resource."""
    label = bytes((len(name),)) + name
    label += b"\0" * (len(label) % 2)
    return b"8BIM" + struct.pack(">H", number) + label + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)


def _thumbnail(picture: bytes, order: int = 1) -> bytes:
    return struct.pack(">IIIIIIHH", 1, 32, 24, 96, 96 * 24, len(picture), 24, order) + picture


def _set(name: str, number: int, kinds: str, text: bytes = MARKED, may: str = "") -> Entry:
    return f"IPTC {name}", kinds, may, iptc(dataset(number, text))


# Bytes of IPTC.
RECORDS: list[Entry] = [
    _set("city", 90, "location"), _set("sublocation", 92, "location"), _set("state", 95, "location"),
    _set("country code", 100, "location"), _set("country", 101, "location"),
    _set("content location", 27, "location"), _set("content location code", 26, "location"),
    _set("original transmission reference", 103, "description"), _set("title", 5, "description"),
    _set("headline", 105, "description"), _set("keyword", 25, "description"), _set("creator", 80, "description"),
    _set("credit", 110, "description"), _set("copyright", 116, "description"), _set("writer", 122, "description"),
    _set("instructions", 40, "description"), _set("date", 55, "time", DATE_IPTC.encode()),
    _set("digital date", 62, "time", DATE_IPTC.encode()),
    _set("keyword of a place", 25, "location description", b"Places|" + MARKED),
    _set("keyword of a person", 25, "people description", b"People|" + MARKED),
    ("IPTC object preview", "thumbnail", "", iptc(dataset(202, small()))),
    ("IPTC city in another record", "location", "", iptc(dataset(90, MARKED), dataset(90, b"\x1b%G", 1))),
]


def _with_caption(data: bytes) -> bytes:
    return data + resource(_IPTC, iptc())


# Bytes of resources.
RESOURCES: list[Entry] = [
    *((name, kinds, may, resource(_IPTC, data)) for name, kinds, may, data in RECORDS),
    ("second IPTC resource", "location", "", _with_caption(resource(_IPTC, dataset(90, MARKED)))),
    ("thumbnail", "thumbnail", "", _with_caption(resource(0x040C, _thumbnail(small())))),
    ("old thumbnail", "thumbnail", "", _with_caption(resource(0x0409, _thumbnail(small())))),
    ("thumbnail with a point", "thumbnail location", "",
     _with_caption(resource(0x040C, _thumbnail(small(exif.point_segment()))))),
    ("XMP", "location", "", _with_caption(resource(0x0424, xmp.point()))),
    ("Exif", "location", "", _with_caption(resource(0x0422, exif.tiff({"gps": exif.POINT}, has_neighbor=False)))),
    ("Exif 3", "location", "", _with_caption(resource(0x0423, exif.tiff({"gps": exif.POINT}, has_neighbor=False)))),
    ("caption string", "description", "", _with_caption(resource(0x03F0, bytes((len(MARKED),)) + MARKED))),
    ("URL", "description", "", _with_caption(resource(0x040B, b"http://" + MARKED))),
    ("name of a resource", "", "*", _with_caption(resource(0x03ED, bytes(16), MARKED))),
    ("unknown resource", "", "*", _with_caption(resource(0x0FA0, MARKED))),
    ("bytes behind the resources", "", "*", _with_caption(b"") + MARKED),
]


def segment(data: bytes) -> bytes:
    """Returns an APP13 segment of resources, or of a part of them."""
    return make_jpeg.segment(0xED, b"Photoshop 3.0\0" + data)
