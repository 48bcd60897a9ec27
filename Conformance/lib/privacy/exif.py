"""Directories of TIFF, and the places of Exif: all containers have them."""
from __future__ import annotations

import struct
from typing import Any, Mapping, Sequence

from auxtools.containers import make_jpeg
from auxtools.containers.write_tiff import ASCII, LONG, RATIONAL, SHORT, UNDEFINED, Tiff

from . import marks, xmp
from .embedded import MARKED, PIXELS, comment, small
from .marks import MARK

Field = tuple[int, int, Any]
"""Tag, type, and a value: a number, bytes, a list of fields (a directory), `Stored`, or a tuple of these."""
Parts = Mapping[str, Sequence[Field]]
"""Fields by directory: `ifd0`, `exif`, `gps`, `interop`, `ifd1`, `ifd2`."""
TEXT = MARKED + b"\0"
_WIDE = MARK.encode("utf-16-le") + b"\0\0"
_DATE = marks.DATE_EXIF.encode() + b"\0"
_CHARACTERS = b"ASCII\0\0\0" + MARKED
_COPYRIGHT, _EXIF, _GPS, _INTEROP, _MAKER_NOTE = 0x8298, 0x8769, 0x8825, 0xA005, 0x927C


class Stored(bytes):
    """Bytes whose offset is the value of a field."""


def _directory(tiff: Tiff, fields: Sequence[Field], following: int = 0) -> int:
    entries = []
    for tag, kind, value in fields:
        values = [_directory(tiff, v) if isinstance(v, list) else tiff.blob(v) if isinstance(v, Stored) else v
                  for v in (value if isinstance(value, tuple) else (value,))]
        entries.append(tiff.entry(tag, kind, *values))
    return tiff.directory(entries, following)


def tiff(parts: Parts, order: str = ">", has_neighbor: bool = True, slack: bytes = b"") -> bytes:
    """Returns a TIFF of the directories, with the neighbor as its copyright; nothing refers to the slack."""
    out = Tiff(order)
    first = list(parts.get("ifd0", []))
    exif = list(parts.get("exif", []))
    if "interop" in parts:
        exif.append((_INTEROP, LONG, list(parts["interop"])))
    # Maker notes that count offsets from the header of the file begin at 8.
    exif.sort(key=lambda field: field[0] != _MAKER_NOTE)
    if exif:
        first.insert(0, (_EXIF, LONG, exif))
    if "gps" in parts:
        first.append((_GPS, LONG, list(parts["gps"])))
    if has_neighbor and not any(field[0] == _COPYRIGHT for field in first):
        first.append((_COPYRIGHT, ASCII, marks.NEIGHBOR.encode() + b"\0"))
    third = _directory(out, parts["ifd2"]) if "ifd2" in parts else 0
    at = _directory(out, first)
    following = _directory(out, parts["ifd1"], third) if "ifd1" in parts else 0
    count = struct.unpack_from(order + "H", out.out, at)[0]
    struct.pack_into(order + "I", out.out, at + 2 + 12 * count, following)
    if slack:
        out.blob(slack)
    return out.bytes(at)


def segment(data: bytes) -> bytes:
    """Returns an APP1 segment with Exif."""
    return make_jpeg.segment(0xE1, b"Exif\0\0" + data)


POINT: list[Field] = [(0, 1, b"\2\3\0\0"), (1, ASCII, b"N\0"), (2, RATIONAL, (marks.DEGREES, marks.MINUTES, marks.SECONDS)),
                      (3, ASCII, b"E\0"), (4, RATIONAL, ((2, 1), (0, 1), (0, 1)))]
_COMPRESSED: list[Field] = [(0x0103, SHORT, 6)]
AREA: list[Field] = [(0, 1, b"\2\3\0\0"), (0x1C, UNDEFINED, _CHARACTERS)]


def point_segment() -> bytes:
    """Returns an APP1 segment of Exif with a point, and without the neighbor."""
    return segment(tiff({"gps": POINT}, has_neighbor=False))


def thumbnail(picture: bytes) -> list[Field]:
    """Returns the fields of IFD1 with a JPEG."""
    return [*_COMPRESSED, (0x0201, LONG, Stored(picture)), (0x0202, LONG, len(picture))]


def apple_note(text: bytes = TEXT) -> bytes:
    """Returns a maker note of Apple's form with the HDR headroom, the HDR gain and an identifier."""
    values = [(1, 9, 1, struct.pack(">i", 14)), (0x21, 10, 1, struct.pack(">ii", *marks.APPLE_HEADROOM)),
              (0x2B, 2, len(text), text), (0x30, 10, 1, struct.pack(">ii", *marks.APPLE_GAIN))]
    head, data = b"Apple iOS\0\0\1MM" + struct.pack(">H", len(values)), b""
    start = len(head) + 12 * len(values) + 4
    for tag, kind, count, value in values:
        room = value if len(value) == 4 else struct.pack(">I", start + len(data))
        data += b"" if len(value) == 4 else value
        head += struct.pack(">HHI", tag, kind, count) + room
    return head + bytes(4) + data


def _canon_note() -> bytes:
    """Returns a maker note of Canon's form: a directory whose offsets count from the header of the file."""
    return struct.pack(">HHHIII", 1, 6, ASCII, len(TEXT), 8 + 18, 0) + TEXT


def _nikon_note() -> bytes:
    """Returns a maker note of Nikon's form, which has a header of TIFF, with a preview."""
    picture = small()
    directory = struct.pack(">HHHIII", 1, 0x11, LONG, 1, 26, 0)
    preview = struct.pack(">HHHIIHHIII", 2, 0x0201, LONG, 1, 56, 0x0202, LONG, 1, len(picture), 0)
    return b"Nikon\0\2\x10\0\0MM\0*\0\0\0\x08" + directory + preview + picture


def _note(note: bytes, maker: bytes = b"Maker\0") -> Parts:
    return {"ifd0": [(0x010F, ASCII, maker)], "exif": [(_MAKER_NOTE, UNDEFINED, note)]}


_UNKNOWN = b"UNKNOWNMAKER\0\1\2"

# Name, kinds, edits after which both are right, fields.
PLACES: list[tuple[str, str, str, Parts]] = [
    ("GPS", "location", "", {"gps": POINT}),
    ("GPS area", "location", "", {"gps": AREA}),
    ("GPS processing method in UTF-16", "location", "", {"gps": [(0x1B, UNDEFINED, b"UNICODE\0" + _WIDE)]}),
    ("GPS date", "location time", "", {"gps": [(0x1D, ASCII, _DATE[:10] + b"\0")]}),
    ("GPS of IFD1", "location", "thumbnail", {"ifd1": [*_COMPRESSED, (_GPS, LONG, POINT)]}),
    ("GPS of the Exif directory", "location", "", {"exif": [(_GPS, LONG, POINT)]}),
    ("GPS by a second pointer", "location", "",
     {"ifd0": [(_GPS, LONG, [(0, 1, b"\2\3\0\0")]), (_GPS, LONG, POINT)]}),
    ("GPS of IFD2", "location", "thumbnail", {"ifd1": _COMPRESSED, "ifd2": [(_GPS, LONG, POINT)]}),
    ("thumbnail", "thumbnail", "", {"ifd1": thumbnail(small())}),
    ("thumbnail with Exif", "thumbnail location", "", {"ifd1": thumbnail(small(point_segment()))}),
    ("thumbnail with a comment", "thumbnail description", "", {"ifd1": thumbnail(small(comment()))}),
    ("thumbnail with XMP", "thumbnail location", "", {"ifd1": thumbnail(small(make_jpeg.xmp(xmp.point())))}),
    ("thumbnail with a maker note", "thumbnail device location people", "",
     {"ifd1": thumbnail(small(segment(tiff(_note(_UNKNOWN + MARKED), has_neighbor=False))))}),
    ("thumbnail without compression", "thumbnail", "",
     {"ifd1": [(0x100, LONG, 6), (0x101, LONG, 1), (0x102, SHORT, (8, 8, 8)), (0x103, SHORT, 1), (0x106, SHORT, 2),
               (0x111, LONG, Stored(PIXELS)), (0x115, SHORT, 3), (0x116, LONG, 1), (0x117, LONG, 18)]}),
    ("thumbnail of IFD2", "thumbnail", "", {"ifd1": _COMPRESSED, "ifd2": thumbnail(small())}),
    ("text of IFD1", "description", "thumbnail web", {"ifd1": [(0x010E, ASCII, TEXT)]}),
    ("maker note of Apple", "device", "", _note(apple_note(), b"Apple\0")),
    ("maker note of Canon", "device location people", "", _note(_canon_note(), b"Canon\0")),
    ("maker note of Nikon with a preview", "device location people thumbnail", "", _note(_nikon_note(), b"NIKON\0")),
    ("unknown maker note", "device location people", "", _note(_UNKNOWN + MARKED)),
    ("unknown maker note with a preview", "device location people thumbnail", "", _note(_UNKNOWN + small())),
    ("body serial number", "device", "", {"exif": [(0xA431, ASCII, TEXT)]}),
    ("lens serial number", "device", "", {"exif": [(0xA435, ASCII, TEXT)]}),
    ("serial number in IFD0", "device", "", {"ifd0": [(0xC62F, ASCII, TEXT)]}),
    ("owner name", "people", "", {"exif": [(0xA430, ASCII, TEXT)]}),
    ("image unique ID", "", "*", {"exif": [(0xA420, ASCII, TEXT)]}),
    ("host computer", "", "*", {"ifd0": [(0x013C, ASCII, TEXT)]}),
    ("description", "description", "", {"ifd0": [(0x010E, ASCII, TEXT)]}),
    ("artist", "description", "", {"ifd0": [(0x013B, ASCII, TEXT)]}),
    ("copyright", "description", "", {"ifd0": [(_COPYRIGHT, ASCII, TEXT)]}),
    ("user comment", "description", "", {"exif": [(0x9286, UNDEFINED, _CHARACTERS)]}),
    ("user comment in UTF-16", "description", "", {"exif": [(0x9286, UNDEFINED, b"UNICODE\0" + _WIDE)]}),
    ("Windows comment", "description", "", {"ifd0": [(0x9C9C, 1, _WIDE)]}),
    ("Windows author", "description", "", {"ifd0": [(0x9C9D, 1, _WIDE)]}),
    ("Windows keywords", "description", "people location", {"ifd0": [(0x9C9E, 1, _WIDE)]}),
    ("original time", "time", "", {"exif": [(0x9003, ASCII, _DATE)]}),
    ("modification time", "time", "", {"ifd0": [(0x0132, ASCII, _DATE)]}),
    ("photographer of Exif 3", "description", "", {"exif": [(0xA437, 2, TEXT)]}),
    ("image title of Exif 3", "description", "", {"exif": [(0xA436, 2, TEXT)]}),
    ("XMP in IFD0", "location", "", {"ifd0": [(700, 1, xmp.point())]}),
    ("IPTC in IFD0", "location", "", {"ifd0": [(33723, UNDEFINED, b"\x1c\x02\x5a" + struct.pack(">H", len(MARK)) + MARKED)]}),
    ("padding of Windows", "", "*", {"ifd0": [(0xEA1C, UNDEFINED, MARKED)]}),
    ("unknown tag of IFD0", "", "*", {"ifd0": [(0xFE77, ASCII, TEXT)]}),
    ("unknown tag of the Exif directory", "", "*", {"exif": [(0xFE77, ASCII, TEXT)]}),
    ("interoperability directory", "", "*", {"interop": [(1, ASCII, b"R98\0"), (0x1000, ASCII, TEXT)]}),
]
# Bytes between the directories that no directory refers to.
SLACK = ("unused bytes of Exif", "", "*")
# What the files of TIFF have by themselves, and what is a page there.
IN_TIFF = {"XMP in IFD0", "IPTC in IFD0", "thumbnail without compression"}
