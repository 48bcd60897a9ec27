"""The marks that are planted, and the search for them in any coding."""
from __future__ import annotations

import base64
import re
import struct
import zlib
from typing import Iterator

# Stand for private data (16 bytes, as long as a unique ID), and for the data next to it that an edit keeps.
MARK = "Zqx7PrivateMarkW"
NEIGHBOR = "Kjw5NeighborTextQy"
# A point and a time that no other part of the files has.
DEGREES, MINUTES, SECONDS = (41, 1), (23, 1), (4102477, 100000)
LATITUDE_XMP, LATITUDE_DECIMAL = "41,23.683746N", "41.394729"
DATE_EXIF, DATE_XMP, DATE_IPTC = "1987:06:05 04:32:10", "1987-06-05T04:32:10", "19870605"
DATE_PNG = struct.pack(">HBBBBB", 1987, 6, 5, 4, 32, 10)
# Numerators of tags 33 and 48 of Apple's maker note.
APPLE_HEADROOM, APPLE_GAIN = (77777, 65537), (12347, 65537)

_STREAM = re.compile(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b\x08", re.DOTALL)
_ESCAPE = re.compile(rb"&#x([0-9a-f]{1,6});|&#([0-9]{1,7});|%([0-9a-f]{2})", re.IGNORECASE)


def _codings(text: bytes) -> Iterator[bytes]:
    """Yields a text as it is, in hexadecimal, and the part of its base64 that its position does not change."""
    for coded in (text, text.decode("latin1").encode("utf-16-le"), text.decode("latin1").encode("utf-16-be")):
        yield coded
        yield coded.hex().encode()
        for shift in range(3):
            whole = base64.b64encode(b"\0" * shift + coded + b"\0" * 3)
            yield whole[(shift * 8 + 5) // 6:(shift + len(coded)) * 8 // 6]


def _rational(value: tuple[int, int]) -> list[bytes]:
    return [struct.pack(order + "II", *value) for order in "<>"]


_PRIVATE = {needle.lower() for text in (MARK, "41,23.683", "41.39472", DATE_EXIF[:10], DATE_XMP[:10], DATE_IPTC)
            for needle in _codings(text.encode())}
_PRIVATE.update(needle.lower() for number in (*_rational(SECONDS), DATE_PNG) for needle in (number, number.hex().encode()))
_NEIGHBORS = {needle.lower() for needle in _codings(NEIGHBOR.encode())}
APPLE_NUMBERS = [_rational(APPLE_HEADROOM), _rational(APPLE_GAIN)]


def _unescaped(match: re.Match[bytes]) -> bytes:
    hexadecimal, decimal, percent = match.groups()
    code = int(decimal) if decimal else int(hexadecimal or percent, 16)
    return bytes((code,)) if code < 256 else b"?"


def _inflated(data: bytes, depth: int) -> Iterator[bytes]:
    """Yields what the streams of zlib and gzip in the data hold, and the streams in those."""
    for match in _STREAM.finditer(data):
        stream = zlib.decompressobj(47)
        try:
            plain = stream.decompress(data[match.start():], 1 << 24)
        except zlib.error:
            continue
        yield plain
        if depth:
            yield from _inflated(plain, depth - 1)


def _readings(data: bytes) -> Iterator[bytes]:
    # Without zeros, a text in UTF-16 or UTF-32 is plain; without white space, base64 and hexadecimal are in one line.
    for part in (data, *_inflated(data, 2)):
        for plain in (part, _ESCAPE.sub(_unescaped, part)):
            yield plain.lower()
            yield plain.translate(None, b"\0 \t\r\n").lower()


def has_mark(data: bytes) -> bool:
    """Returns whether the data hold a mark in any coding."""
    return any(needle in reading for reading in _readings(data) for needle in _PRIVATE)


def has_neighbor(data: bytes) -> bool:
    """Returns whether the data hold the neighbor of a mark."""
    return any(needle in reading for reading in _readings(data) for needle in _NEIGHBORS)
