"""The writer of HEIF: files of any items, whatever they claim; writing is linear in the size."""
from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Sequence

MATTE = b"urn:com:apple:photo:2018:aux:portraiteffectsmatte"
Extent = tuple[int, int]
"""Offset in the media data, and length."""
ESSENTIAL = 0x8000
"""Added to the number of a property that is essential for an item."""


def box(kind: str, *parts: bytes) -> bytes:
    """Returns a box."""
    payload = b"".join(parts)
    return struct.pack(">I4s", len(payload) + 8, kind.encode("latin1")) + payload


def full(kind: str, *parts: bytes, version: int = 0, flags: int = 0) -> bytes:
    """Returns a box with version and flags."""
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def infe(number: int, kind: str, hidden: bool = True, name: bytes = b"", content_type: bytes = b"") -> bytes:
    """Returns the entry of an item."""
    mime = content_type + b"\0" if kind == "mime" else b""
    return full("infe", struct.pack(">HH4s", number, 0, kind.encode()), name + b"\0", mime, version=2,
                flags=int(hidden))


def grid_payload(rows: int, columns: int, width: int, height: int) -> bytes:
    """Returns what an item of type grid holds."""
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)


@dataclass(frozen=True)
class Coded:
    """A picture as an item has it."""

    kind: str
    configuration: bytes
    data: bytes
    width: int
    height: int


@dataclass
class _Item:
    kind: str
    properties: Sequence[int]
    extents: Sequence[Extent]
    method: int
    hidden: bool
    name: bytes
    content_type: bytes
    reference: int = 0


@dataclass
class Heif:
    """A file that is built item by item; the first item is the primary."""

    pool: list[bytes] = field(default_factory=list)
    media: bytearray = field(default_factory=bytearray)
    idat: bytearray = field(default_factory=bytearray)
    items: list[_Item] = field(default_factory=list)
    references: list[bytes] = field(default_factory=list)
    # Boxes in `meta`, and beside it in front of the media data.
    extra: list[bytes] = field(default_factory=list)
    beside: list[bytes] = field(default_factory=list)
    primary: int = 1
    brand: bytes = b"heic"
    # Compatible brands after those that every file has.
    brands: list[bytes] = field(default_factory=list)
    # Whether tables have the wider of their forms, as many items and properties need; files of few have the other.
    wide: bool = True

    def property(self, data: bytes) -> int:
        """Appends a property; returns its number."""
        self.pool.append(data)
        return len(self.pool)

    def blob(self, data: bytes) -> Extent:
        """Appends media data; returns where it is."""
        self.media += data
        return len(self.media) - len(data), len(data)

    def stored(self, data: bytes) -> Extent:
        """Appends to `idat`; returns where it is, for items of method 1."""
        self.idat += data
        return len(self.idat) - len(data), len(data)

    def item(self, kind: str, extents: Sequence[Extent] = (), properties: Sequence[int] = (), *, method: int = 0,
             hidden: bool = True, name: bytes = b"", content_type: bytes = b"", reference: int = 0) -> int:
        """Appends an item; returns its number."""
        self.items.append(_Item(kind, properties, extents, method, hidden, name, content_type, reference))
        return len(self.items)

    def refer(self, kind: str, source: int, *targets: int) -> None:
        """Appends a reference."""
        self.references.append(box(kind, struct.pack(f">HH{len(targets)}H", source, len(targets), *targets)))

    def size_property(self, width: int, height: int) -> int:
        """Appends an `ispe`."""
        return self.property(full("ispe", struct.pack(">II", width, height)))

    def picture(self, coded: Coded, *, hidden: bool = True, extents: Sequence[Extent] = (),
                more: Sequence[int] = ()) -> int:
        """Appends an item of a coded picture, its bytes stored where no extents are given; returns its number."""
        properties = [self.property(coded.configuration), self.size_property(coded.width, coded.height), *more]
        return self.item(coded.kind, extents or [self.blob(coded.data)], properties, hidden=hidden)

    def auxiliary_type(self, urn: bytes = MATTE) -> int:
        """Appends an `auxC`."""
        return self.property(full("auxC", urn + b"\0"))

    def matte(self, coded: Coded, urn: bytes = MATTE) -> int:
        """Appends an auxiliary image of the primary; returns its number."""
        number = self.picture(coded, more=[self.auxiliary_type(urn)])
        self.refer("auxl", number, 1)
        return number

    def xmp(self, packet: bytes, *targets: int, extents: Sequence[Extent] = ()) -> int:
        """Appends an XMP packet of items; returns its number."""
        number = self.item("mime", extents or [self.blob(packet)], content_type=b"application/rdf+xml")
        self.refer("cdsc", number, *targets)
        return number

    def _associations(self) -> bytes:
        links = []
        for number, item in enumerate(self.items, 1):
            count = len(item.properties)
            if self.wide:
                links.append(struct.pack(f">HB{count}H", number, count, *item.properties))
            else:
                narrow = (index & 0x7F | (0x80 if index & ESSENTIAL else 0) for index in item.properties)
                links.append(struct.pack(f">HB{count}B", number, count, *narrow))
        return full("ipma", struct.pack(">I", len(self.items)), *links, flags=int(self.wide))

    def _locations(self, start: int) -> bytes:
        entries = []
        for number, item in enumerate(self.items, 1):
            base = start if item.method == 0 else 0
            numbers = [value for at, length in item.extents for value in (base + at, length)]
            method = (item.method,) if self.wide else ()
            head = (number, *method, item.reference, len(item.extents))
            entries.append(struct.pack(f">{len(head)}H{len(numbers)}I", *head, *numbers))
        return full("iloc", struct.pack(">HH", 0x4400, len(self.items)), *entries, version=int(self.wide))

    def _meta(self, start: int) -> bytes:
        infos = [infe(number, item.kind, item.hidden, item.name, item.content_type)
                 for number, item in enumerate(self.items, 1)]
        return full(
            "meta", full("hdlr", bytes(4), b"pict", bytes(13)), full("pitm", struct.pack(">H", self.primary)),
            full("iinf", struct.pack(">H", len(infos)), *infos), full("iref", *self.references),
            box("iprp", box("ipco", *self.pool), self._associations()), self._locations(start),
            box("idat", bytes(self.idat)) if self.idat else b"", *self.extra)

    def bytes(self, after: bytes = b"") -> bytes:
        """Returns the file; `after` follows the media data."""
        kind = box("ftyp", self.brand, bytes(4), self.brand, b"mif1", b"miaf", *self.brands)
        beside = b"".join(self.beside)
        start = len(kind) + len(self._meta(0)) + len(beside) + 8
        return kind + self._meta(start) + beside + box("mdat", bytes(self.media)) + after


def started(coded: Coded) -> Heif:
    """Returns a file of a primary alone."""
    heif = Heif()
    heif.picture(coded, hidden=False)
    return heif
