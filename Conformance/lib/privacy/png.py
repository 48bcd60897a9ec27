"""PNG pictures with a mark in one place; they are only read."""
from __future__ import annotations

import functools
import struct
import zlib
from typing import Iterator

from auxtools import png

from . import embedded, exif, irb, marks, xmp
from .embedded import MARKED, small
from .place import Place

_WIDTH, _HEIGHT = 96, 64
_PACKET = b"XML:com.adobe.xmp"
_END = 12


def _picture(*chunks: bytes, late: bytes = b"", after: bytes = b"") -> bytes:
    """Returns a picture with chunks before its pixels, one after them, and bytes after its end."""
    rows = (bytes((x * 2 + y + c * 30) % 250 for x in range(_WIDTH) for c in range(3)) for y in range(_HEIGHT))
    data = png.encode(_WIDTH, _HEIGHT, 8, png.RGB, png.plain(rows), chunks=chunks)
    if late:
        late = struct.pack(">I", len(late) - 4) + late + struct.pack(">I", zlib.crc32(late))
    return data[:-_END] + late + data[-_END:] + after


def _international(key: bytes, text: bytes, is_compressed: bool = False) -> bytes:
    return b"iTXt" + key + bytes((0, is_compressed, 0)) + b"\0\0" + (zlib.compress(text) if is_compressed else text)


def _text(key: bytes, text: bytes = MARKED) -> bytes:
    return b"tEXt" + key + b"\0" + text


def _compressed(key: bytes, text: bytes = MARKED) -> bytes:
    return b"zTXt" + key + b"\0\0" + zlib.compress(text)


def _raw_profile(kind: str, data: bytes) -> tuple[bytes, bytes]:
    """Returns the key and the text of a profile in hexadecimal, as ImageMagick has it."""
    digits = data.hex()
    lines = "\n".join(digits[at:at + 72] for at in range(0, len(digits), 72))
    return f"Raw profile type {kind}".encode(), f"\n{kind}\n{len(data):8}\n{lines}\n".encode()


def _chunks() -> Iterator[tuple[str, str, str, bytes]]:
    """Yields places of chunks: name, kinds, edits after which both are right, chunk."""
    for name, kinds, may, parts in exif.PLACES:
        yield f"eXIf: {name}", kinds, may, b"eXIf" + exif.tiff(parts)
    for content, packet in [*xmp.places(), *xmp.whole_packets()]:
        yield f"XMP: {content.name}", content.kinds, content.open, _international(_PACKET, packet)
    yield "XMP with compression", "location", "", _international(_PACKET, xmp.point(), True)
    for key in (b"Comment", b"Author", b"Title", b"Copyright", b"Description", b"Source", b"Thumb::URI"):
        yield f"tEXt {key.decode()}", "description", "", _text(key)
    yield "tEXt Location", "location description", "", _text(b"Location")
    yield "tEXt Creation Time", "time", "", _text(b"Creation Time", marks.DATE_EXIF.encode())
    yield "tEXt XMP", "location", "", _text(_PACKET, xmp.point())
    yield "zTXt Comment", "description", "", _compressed(b"Comment")
    yield "iTXt Comment", "description", "", _international(b"Comment", MARKED)
    yield "iTXt Comment with compression", "description", "", _international(b"Comment", MARKED, True)
    profiles = [("exif", b"Exif\0\0" + exif.tiff({"gps": exif.AREA})), ("APP1", b"Exif\0\0" + exif.tiff({"gps": exif.AREA})),
                ("xmp", xmp.point()), ("iptc", irb.resource(0x0404, irb.iptc(irb.dataset(90, MARKED)))),
                ("8bim", irb.resource(0x0404, irb.iptc(irb.dataset(90, MARKED))))]
    for kind, data in profiles:
        key, text = _raw_profile(kind, data)
        yield f"tEXt raw profile of {kind}", "location", "", _text(key, text)
        yield f"zTXt raw profile of {kind}", "location", "", _compressed(key, text)
    yield "tIME", "time", "", b"tIME" + marks.DATE_PNG
    yield "C2PA", "c2pa", "", b"caBX" + embedded.manifest()
    yield "C2PA with a point", "c2pa location", "", b"caBX" + embedded.manifest(embedded.location_manifest())
    yield "unknown chunk", "", "*", b"prVt" + MARKED
    yield "unknown chunk with a picture", "thumbnail", "*", b"prVt" + small()


def places() -> list[Place]:
    """Returns the places of PNG."""
    late = _international(_PACKET, xmp.point())
    return [
        *(Place(name, kinds, functools.partial(_picture, chunk), may) for name, kinds, may, chunk in _chunks()),
        Place("eXIf behind the pixels", "location", lambda: _picture(late=b"eXIf" + exif.tiff({"gps": exif.POINT}))),
        Place("XMP behind the pixels", "location", lambda: _picture(late=late)),
        Place("second XMP", "location", lambda: _picture(_international(_PACKET, xmp.packet()), late)),
        Place("bytes behind the end", "trailer location people device", lambda: _picture(after=MARKED)),
        Place("color profile", "", lambda: _picture(b"iCCPprofile\0\0" + zlib.compress(embedded.profile())), is_needed=True)]
