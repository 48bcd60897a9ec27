"""Writes small baseline JPEG files without any library: every 8x8 block has one colour."""
from __future__ import annotations

import hashlib
import struct

from . import make_xmp

# The standard table for DC differences of luminance (ITU-T T.81, table K.3): lengths 2 to 9 for categories 0 to 11.
_DC_COUNTS = (0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
# Blocks have no AC coefficients, so that the only symbol is "end of block", of one bit.
_AC_COUNTS = (1,) + (0,) * 15


def segment(marker: int, payload: bytes) -> bytes:
    """Returns a marker segment."""
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


def xmp(packet: bytes) -> bytes:
    """Returns an APP1 segment with an XMP packet."""
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)


def extended_xmp(packet: bytes, portion: int) -> tuple[str, list[bytes]]:
    """Returns the digest that names an extended packet, and the APP1 segments of its portions."""
    digest = hashlib.md5(packet).hexdigest().upper()
    return digest, [extended_portion(digest, len(packet), at, packet[at:at + portion])
                    for at in range(0, len(packet), portion)]


def extended_portion(digest: str, size: int, at: int, data: bytes) -> bytes:
    """Returns an APP1 segment with a portion of an extended packet of that size, whatever it claims."""
    head = digest.encode() + struct.pack(">II", size, at)
    return segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + head + data)


def exif(orientation: int) -> bytes:
    """Returns an APP1 segment with nothing but an orientation."""
    ifd = struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    return segment(0xE1, b"Exif\0\0" + b"MM\0\x2a\0\0\0\x08" + ifd)


def profile() -> bytes:
    """Returns an APP2 segment with a colour profile of nothing but a header."""
    header = struct.pack(">I", 132) + b"\0" * 32 + b"acsp"
    return segment(0xE2, b"ICC_PROFILE\0\x01\x01" + header.ljust(132, b"\0"))


def _dc_codes() -> list[tuple[int, int]]:
    codes: list[tuple[int, int]] = []
    code = 0
    for length, count in enumerate(_DC_COUNTS, start=1):
        for _ in range(count):
            codes.append((code, length))
            code += 1
        code <<= 1
    return codes


def _scan(columns: int, rows: int, components: int) -> bytes:
    codes = _dc_codes()
    bits: list[str] = []
    previous = [0] * components
    for row in range(rows):
        for column in range(columns):
            colours = (40 + 170 * column // columns, 90 + 80 * row // rows, 150 - 40 * column // columns)
            for index in range(components):
                value = (colours[index] - 128) * 8
                difference, previous[index] = value - previous[index], value
                category = abs(difference).bit_length()
                code, length = codes[category]
                bits.append(format(code, f"0{length}b"))
                if category:
                    low = difference if difference > 0 else difference + (1 << category) - 1
                    bits.append(format(low, f"0{category}b"))
                bits.append("0")
    text = "".join(bits)
    text += "1" * (-len(text) % 8)
    coded = int(text, 2).to_bytes(len(text) // 8, "big")
    return coded.replace(b"\xff", b"\xff\0")


def jpeg(width: int, height: int, components: int = 3, orientation: int | None = None, jfif: bool = True,
         segments: bytes = b"", trailer: bytes = b"") -> bytes:
    """Returns a baseline JPEG; `segments` are put after JFIF and Exif, `trailer` after EOI."""
    out = b"\xff\xd8"
    if jfif:
        out += segment(0xE0, b"JFIF\0\x01\x01\x01\0\x48\0\x48\0\0")
    if orientation is not None:
        out += exif(orientation)
    out += segments
    out += segment(0xDB, b"\0" + b"\x01" * 64)
    frame = struct.pack(">BHHB", 8, height, width, components)
    frame += b"".join(bytes((index + 1, 0x11, 0)) for index in range(components))
    out += segment(0xC0, frame)
    out += segment(0xC4, b"\0" + bytes(_DC_COUNTS) + bytes(range(12)))
    out += segment(0xC4, b"\x10" + bytes(_AC_COUNTS) + b"\0")
    header = bytes((components,)) + b"".join(bytes((index + 1, 0)) for index in range(components)) + b"\0\x3f\0"
    out += segment(0xDA, header)
    columns, rows = (width + 7) // 8, (height + 7) // 8
    return out + _scan(columns, rows, components) + b"\xff\xd9" + trailer


def mpf(entries: list[tuple[int, int, int]], order: str = ">") -> bytes:
    """Returns an APP2 segment with a multi-picture index of (attribute, size, offset)."""
    mark = b"MM\0\x2a" if order == ">" else b"II\x2a\0"
    body = mark + struct.pack(order + "I", 8) + struct.pack(order + "H", 3)
    body += struct.pack(order + "HHI", 0xB000, 7, 4) + b"0100"
    body += struct.pack(order + "HHII", 0xB001, 4, 1, len(entries))
    body += struct.pack(order + "HHII", 0xB002, 7, 16 * len(entries), 50) + b"\0\0\0\0"
    for attribute, size, offset in entries:
        body += struct.pack(order + "IIIHH", attribute, size, offset, 0, 0)
    return segment(0xE2, b"MPF\0" + body)


def indexed(width: int, height: int, sizes: list[int], segments: bytes = b"", order: str = ">",
            claims: list[tuple[int, int]] | None = None) -> bytes:
    """Returns a photo with an index of the images of those sizes that follow it, one after the other.

    `claims` are other sizes, and offsets from the first of these images, that the index has.
    """
    if claims is None:
        claims = [(size, sum(sizes[:number])) for number, size in enumerate(sizes)]
    length = len(mpf([(0, 0, 0)] * (1 + len(claims))))
    first = len(jpeg(width, height, segments=segments)) + length
    # The index begins after SOI, JFIF and the other segments; its offsets count from its byte order, 8 bytes in.
    base = 2 + 18 + len(segments) + 8
    entries = [(0x030000, first, 0), *((0, size, first - base + at) for size, at in claims)]
    return jpeg(width, height, segments=segments + mpf(entries, order))


def auxiliary(width: int, height: int, properties: dict[str, str], components: int = 1) -> bytes:
    """Returns a gray JPEG with Apple's XMP, as further images of a photo are."""
    packet = make_xmp.packet({key if ":" in key else f"apdi:{key}": value for key, value in properties.items()})
    return jpeg(width, height, components, jfif=False, segments=xmp(packet))
