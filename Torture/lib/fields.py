"""The numbers of a file, each with its name and its place: of boxes, segments, tags, chunks, headers and texts."""
from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from typing import Iterable, Iterator, Literal, Sequence

from auxtools.containers import growth, places_heif, walk_heif, walk_jpeg
from auxtools.containers.changes import applied
from auxtools.containers.place import Place, Splice

_POWERS = [1 << power for power in (15, 16, 24, 31, 32, 53, 63, 64)]
INTEGERS = sorted({0, 1, 2, 127, 128, 255, *_POWERS, *(power - 1 for power in _POWERS), *(power + 1 for power in _POWERS)})
FLOATS = (0.0, -0.0, -1.0, 1e-10, 1e10, 3e38, -3e38, 1e-45, float("nan"), float("inf"), float("-inf"))
TEXTS = ("0", "1", "-1", "-0.0", *map(str, INTEGERS[6:]), *(str(-power) for power in _POWERS), "1e-320", "1e-10", "1e10",
         "1e38", "1e39", "1e308", "-1e308", "1e400", "nan", "inf", "-inf", "Infinity", "", "9" * 400, "0." + "0" * 300 + "1")
# Boxes with others inside, and where the first of them is.
_PARENTS = {"meta": 4, "iinf": 6, "iref": 4, **dict.fromkeys("iprp ipco grpl moov trak mdia minf stbl dinf".split(), 0)}
_NUMBER = re.compile(rb"(?:(?<![\w#./:+-])|(?<= [WHF])|(?<=:))-?\d[\d.]*(?:[eE][+-]?\d+)?(?![\w:#])")
# The name of an attribute, an element or a key in front of a number.
_NAME = re.compile(rb"(?<=[<>\s\"'])(?!rdf:|key\b|real\b|integer\b|array\b)[A-Za-z][\w:]+\w(?=[\"'<>]?\s*[=:<>])")
_TIFF_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 1, 7: 1, 8: 2, 9: 4, 10: 4, 11: 4, 12: 8, 13: 4}
_Order = Literal["big", "little"]
_DIRECTORIES = (330, 34665, 34853, 40965)
# More bytes of a header or a table than these are more of the same.
_MOST = 512


@dataclass(frozen=True)
class Field:
    """A number: `kind` is int, float or text."""

    name: str
    place: Place
    kind: str = "int"

    @property
    def values(self) -> Sequence[int | float | str]:
        """The values that it may get."""
        if self.kind == "int":
            return [value for value in INTEGERS if value < 1 << 8 * self.place.size]
        return FLOATS if self.kind == "float" else TEXTS

    def changed(self, data: bytes, value: int | float | str) -> bytes:
        """Returns the file with another number in the field, and what counts its bytes brought up to date."""
        if isinstance(value, str):
            return applied(data, _text_splices(data, self.place, value.encode()))
        if isinstance(value, float):
            order = "<" if self.place.order == "little" else ">"
            new = struct.pack(order + ("f" if self.place.size == 4 else "d"), value)
            return Splice(self.place.offset, self.place.size, new).applied(data)
        whole = bytearray(self.place.put(value).applied(data))
        if data[:4] == b"\x89PNG":
            repair_png(whole)
        return bytes(whole)


def fields(data: bytes) -> list[Field]:
    """Returns all fields of a file, by its first bytes."""
    found: Iterable[Field]
    if data[4:8] == b"ftyp":
        found = _heif(data)
    elif data[:2] == b"\xff\xd8":
        found = _jpeg(data)
    elif data[:4] in (b"II*\0", b"MM\0*"):
        found = _tiff(data, 0, "")
    elif data[:4] == b"\x89PNG":
        found = _png(data)
    elif data[:4] == b"v/1\1":
        found = _words(8, min(len(data), _MOST), "header", "little", True)
    elif data[:6] == b"bplist":
        found = _words(len(data) - 32, len(data), "trailer")
    elif data[:6] == b"\x93NUMPY" or data[:2] == b"Pf":
        start = 10 + int.from_bytes(data[8:10], "little") if data[0] == 0x93 else data.index(b"-1.0") + 5
        found = [*_texts(data, 8, start, "header"), *_floats(start, len(data))]
    else:
        found = _texts(data, 0, min(len(data), 1 << 14), "")
    return list(found)


def _words(start: int, end: int, name: str, order: _Order = "big", floats: bool = False) -> Iterator[Field]:
    """Yields numbers of every size: where the format has one of them is not asked."""
    end = min(end, start + _MOST)
    for size, step in ((1, 1), (2, 2), (4, 2), (8, 4)):
        for at in range(start, end - size + 1, step):
            yield Field(f"{name}+{at - start}", Place(at, size, order))
            if floats and size == 4:
                yield Field(f"{name}+{at - start}", Place(at, size, order), "float")


def _floats(start: int, end: int) -> Iterator[Field]:
    return (Field("samples", Place(at, 4, "little"), "float") for at in range(start, end - 3, 4))


def _texts(data: bytes, start: int, end: int, name: str) -> Iterator[Field]:
    """Yields the numbers of a text, each named after the word before it."""
    for match in _NUMBER.finditer(data, start, end):
        words = _NAME.findall(data, max(start, match.start() - 600), match.start())
        yield Field(f"{name}{words[-1].decode() if words else 'number'}", Place(match.start(), len(match[0])), "text")


def _text_splices(data: bytes, place: Place, new: bytes) -> list[Splice]:
    """Returns the change of a text, after those of the sizes and offsets that depend on its length."""
    by, at = len(new) - place.size, Place(place.offset, 0)
    changes = [Splice(place.offset, place.size, new)]
    if not by:
        return changes
    if data[4:8] == b"ftyp":
        file = places_heif.File(data)
        lengths = [file.location(item)["length"] for item in file.walked.items
                   if _start(file, item) <= at.offset < _start(file, item) + len(file.walked.items[item].data)]
        return [*growth.heif(data, at, by), *(length.put(length.number(data) + by) for length in lengths), *changes]
    if data[:2] == b"\xff\xd8":
        images = walk_jpeg.walk(data).images
        for segment in (segment for image in images for segment in image.segments):
            if segment.offset < at.offset < segment.offset + 4 + len(segment.payload):
                changes.insert(0, Place(segment.offset + 2, 2).put(len(segment.payload) + 2 + by))
        return [*(growth.jpeg(data, at, by) if images[0].mpf else ()), *changes]
    if data[:4] in (b"II*\0", b"MM\0*"):
        return [Splice(place.offset, place.size, new[:place.size].ljust(place.size))]
    return changes


def _heif(data: bytes) -> Iterator[Field]:
    yield from _boxes(data, 0, len(data))
    file = places_heif.File(data)
    for number, item in file.walked.items.items():
        start = _start(file, number)
        if item.kind == "Exif":
            yield from _tiff(data, start + 4 + int.from_bytes(data[start:start + 4], "big"), "Exif ")
        elif item.kind == "mime":
            yield from _texts(data, start, start + len(item.data), "XMP ")
        elif item.kind in ("grid", "tmap", "iovl"):
            yield from _words(start, start + len(item.data), item.kind)


def _start(file: places_heif.File, item: int) -> int:
    """Returns where the first bytes of an item are."""
    location = file.location(item)
    start = location["offset"].number(file.data) + location["base"].number(file.data)
    return start + (file.meta["idat"][0] if location["method"].number(file.data) == 1 else 0)


def _boxes(data: bytes, start: int, end: int) -> Iterator[Field]:
    for kind, first, last in walk_heif.boxes(data, start, end):
        yield Field(f"{kind} size", Place(first - 8, 4))
        if kind in _PARENTS:
            yield from _boxes(data, first + _PARENTS[kind], last)
        elif kind not in ("mdat", "free"):
            yield from _words(first, last, kind)


def _jpeg(data: bytes) -> Iterator[Field]:
    file = walk_jpeg.walk(data)
    for segment in (segment for image in file.images for segment in image.segments):
        start = segment.offset + 4
        end = start + len(segment.payload)
        yield Field(f"{segment.name} length", Place(start - 2, 2))
        if segment.name in ("APP1:Exif", "APP2:MPF"):
            yield from _tiff(data, start + (6 if segment.name == "APP1:Exif" else 4), f"{segment.name} ")
        elif segment.name == "APP1:XMP":
            yield from _texts(data, start + len(walk_jpeg.XMP), min(end, start + 8192), "XMP ")
        elif segment.name == "APP1:extended XMP":
            yield from _words(start + 67, start + 75, segment.name)
            yield from _texts(data, start + 75, min(end, start + 2048), "extended XMP ")
        else:
            yield from _words(start, min(end, start + 64), segment.name)
    yield from _words(len(data) - min(len(file.trailer), 64), len(data), "trailer")


def _tiff(data: bytes, base: int, name: str, first: int | None = None, depth: int = 0) -> Iterator[Field]:
    order: _Order = "little" if data[base:base + 2] == b"II" else "big"

    def number(at: int, size: int) -> int:
        return int.from_bytes(data[at:at + size], order)

    at = base + (number(base + 4, 4) if first is None else first)
    if first is None:
        yield Field(f"{name}first directory", Place(base + 4, 4, order))
    count = number(at, 2)
    yield Field(f"{name}entries", Place(at, 2, order))
    for entry in range(at + 2, min(at + 2 + 12 * count, len(data) - 11), 12):
        tag, kind, values = number(entry, 2), number(entry + 2, 2), number(entry + 4, 4)
        for what, start, size in (("type", entry + 2, 2), ("count", entry + 4, 4), ("offset", entry + 8, 4)):
            yield Field(f"{name}{tag} {what}", Place(start, size, order))
        size = _TIFF_SIZES.get(kind, 1)
        values *= 2 if kind in (5, 10) else 1
        place = entry + 8 if values * size <= 4 else base + number(entry + 8, 4)
        if tag == 700:
            yield from _texts(data, place, place + values, "XMP ")
            continue
        if tag == 0xB002:
            size, values = 4, values // 4
        for index in range(min(values, 64)):
            yield Field(f"{name}{tag}", Place(place + index * size, size, order))
        if data[place:place + 9] == b"Apple iOS":
            yield from _maker_note(data, place)
        if tag in _DIRECTORIES and depth < 4:
            for index in range(min(values, 8)):
                yield from _tiff(data, base, f"{name}{tag}/", number(place + index * size, size), depth + 1)
    following = number(at + 2 + 12 * count, 4)
    if 0 < following < len(data) - base and depth < 4:
        yield from _tiff(data, base, f"{name}next/", following, depth + 1)


def _maker_note(data: bytes, start: int) -> Iterator[Field]:
    """Yields the fields of Apple's maker note, whose only directory comes after a name."""
    for entry in range(start + 16, start + 16 + 12 * int.from_bytes(data[start + 14:start + 16], "big"), 12):
        yield from _words(entry + 2, entry + 12, f"MakerNote {int.from_bytes(data[entry:entry + 2], 'big')}")
        if int.from_bytes(data[entry + 2:entry + 4], "big") in (5, 10):
            at = start + int.from_bytes(data[entry + 8:entry + 12], "big")
            yield from _words(at, at + 8, "MakerNote rational")


def _png(data: bytes) -> Iterator[Field]:
    at = 8
    while at + 12 <= len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8].decode("latin1")
        yield Field(f"{kind} size", Place(at, 4))
        if kind not in ("IDAT", "IEND"):
            yield from _words(at + 8, at + 8 + min(size, 64), kind)
        at += size + 12


def repair_png(data: bytearray) -> None:
    """Corrects the check sums of all chunks."""
    at = 8
    while at + 12 <= len(data):
        end = at + 8 + struct.unpack_from(">I", data, at)[0]
        if end + 4 > len(data):
            return
        struct.pack_into(">I", data, end, zlib.crc32(data[at + 4:end]))
        at = end + 4
