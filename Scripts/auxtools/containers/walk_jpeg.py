"""Walks JPEG files of several images, by markers alone; shares nothing with the program under test."""
from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, field

XMP = b"http://ns.adobe.com/xap/1.0/\0"
EXTENDED_XMP = b"http://ns.adobe.com/xmp/extension/\0"


@dataclass
class Segment:
    """A marker segment; the payload has no length field."""

    marker: int
    payload: bytes
    offset: int

    @property
    def is_mpf(self) -> bool:
        return self.marker == 0xE2 and self.payload.startswith(b"MPF\0")

    @property
    def is_jfif(self) -> bool:
        return self.marker == 0xE0 and self.payload.startswith(b"JFIF\0")

    @property
    def name(self) -> str:
        """What the segment is: APP1:XMP, APP2:MPF, DQT, SOF0, ..."""
        if self.is_mpf:
            return "APP2:MPF"
        if self.marker == 0xE1 and self.payload.startswith(XMP):
            return "APP1:XMP"
        if self.marker == 0xE1 and self.payload.startswith(EXTENDED_XMP):
            return "APP1:extended XMP"
        if self.marker == 0xE1 and self.payload.startswith(b"Exif\0"):
            return "APP1:Exif"
        if self.is_jfif:
            return "APP0:AMPF" if self.payload.endswith(b"AMPF") else "APP0:JFIF"
        known = {0xDB: "DQT", 0xC4: "DHT", 0xDD: "DRI", 0xDA: "SOS", 0xC0: "SOF0", 0xC2: "SOF2", 0xFE: "COM"}
        if 0xE0 <= self.marker <= 0xEF:
            return f"APP{self.marker - 0xE0}"
        return known.get(self.marker, f"{self.marker:02X}")


@dataclass
class Image:
    """One image, from SOI to EOI."""

    start: int
    end: int = 0
    segments: list[Segment] = field(default_factory=list)
    scan: bytes = b""

    @property
    def scan_digest(self) -> str:
        return hashlib.sha256(self.scan).hexdigest()

    @property
    def mpf(self) -> Segment | None:
        return next((segment for segment in self.segments if segment.is_mpf), None)

    @property
    def xmp(self) -> bytes | None:
        return next((s.payload[len(XMP):] for s in self.segments if s.name == "APP1:XMP"), None)


@dataclass
class File:
    """All images of a file one after another, and the bytes after the last."""

    images: list[Image]
    trailer: bytes


def walk(data: bytes) -> File:
    """Walks a whole file; images must follow one another without a gap."""
    images: list[Image] = []
    at = 0
    while data[at:at + 3] == b"\xff\xd8\xff":
        images.append(_image(data, at))
        at = images[-1].end
    return File(images, data[at:])


def _image(data: bytes, start: int) -> Image:
    image = Image(start)
    at = start + 2
    while True:
        if data[at] != 0xFF:
            raise ValueError(f"no marker at {at}")
        while data[at + 1] == 0xFF:
            at += 1
        marker = data[at + 1]
        if marker == 0xD9:
            image.end = at + 2
            return image
        length = struct.unpack_from(">H", data, at + 2)[0]
        image.segments.append(Segment(marker, data[at + 4:at + 2 + length], at))
        at += 2 + length
        if marker == 0xDA:
            begin = at
            while not (data[at] == 0xFF and data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7):
                at = data.index(b"\xff", at + 1)
            image.scan += data[begin:at]


def mpf_entries(image: Image) -> list[tuple[int, int, int]]:
    """Returns (attribute, size, offset in the file) for each entry of an image's index."""
    segment = image.mpf
    if segment is None:
        return []
    body, base = segment.payload[4:], segment.offset + 8
    order = "<" if body[:2] == b"II" else ">"
    directory = struct.unpack_from(order + "I", body, 4)[0]
    entries: list[tuple[int, int, int]] = []
    for index in range(struct.unpack_from(order + "H", body, directory)[0]):
        tag, _, count, value = struct.unpack_from(order + "HHII", body, directory + 2 + 12 * index)
        if tag == 0xB002:
            for number in range(count // 16):
                attribute, size, offset = struct.unpack_from(order + "III", body, value + 16 * number)
                entries.append((attribute, size, offset + base if offset else 0))
    return entries
