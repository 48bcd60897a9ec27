"""Writes what makers put after the images of a JPEG, as Specs/trailers.md describes it, and numbers that lead there."""
from __future__ import annotations

import json
import struct
from typing import Callable

from . import make_jpeg

_Maker = Callable[[int, int, bytes], bytes]


def _seft(parts: list[tuple[int, str, bytes]]) -> bytes:
    blocks = [struct.pack("<HHI", 0, kind, len(name)) + name.encode() + data for kind, name, data in parts]
    data, entries = b"".join(blocks), b""
    at = 0
    for (kind, _, _), block in zip(parts, blocks):
        entries += struct.pack("<HHII", 0, kind, len(data) - at, len(block))
        at += len(block)
    directory = b"SEFH" + struct.pack("<II", 106, len(parts)) + entries
    return data + directory + struct.pack("<I", len(directory)) + b"SEFT"


def _samsung(width: int, height: int, samples: bytes) -> bytes:
    extra = bytes(32) + bytes(12) + b"\x03\0\xff\xff" + struct.pack("<II", width, height) + bytes(60)
    return _seft([
        (0x0A01, "Image_UTC_Data", b"1561000000123"), (0x0001, "DualShot_1", make_jpeg.jpeg(32, 24)),
        (0x0AB1, "DualShot_DepthMap_1", samples), (0x0AB3, "DualShot_Extra_Info", extra)])


def _sound(first: int) -> bytes:
    """SEFT with a sound whose place a QDIO block counts from the beginning of the file."""
    name, sound = b"SoundShot_000", b"sound" * 9
    seft = _seft([(0x0100, name.decode(), sound)])
    begin = first + 8 + len(name)
    block = b"QDIO" + struct.pack("<4I", 101, 1, begin, begin + len(sound)) + struct.pack("<I", 20) + b"QDIO"
    return seft + block + b"BS"


def _leia(width: int, height: int, samples: bytes) -> bytes:
    """Records of two views with maps of blocks of one colour; the samples are not used."""
    views = [{"albedoId": -1, "disparityId": 1000001, "monodisparityId": 0, "xLocation": 0.0, "yLocation": 0.0},
             {"albedoId": 1000002, "disparityId": 1000003, "monodisparityId": 0, "xLocation": 1.0, "yLocation": 0.0}]
    pictures = {1000001: make_jpeg.jpeg(width * 8, height * 8, components=1), 1000002: make_jpeg.jpeg(64, 48),
                1000003: make_jpeg.jpeg(width * 8, height * 8, components=1)}
    return _lif(pictures, {"convergence": 0.0013, "disparitySource": "LEIA_STEREO", "gain": 0.747, "views": views})


def _leia_pictures(width: int, height: int, samples: bytes) -> bytes:
    """Records of two views without maps, as another writer describes them."""
    views = [{"albedoId": -1, "disparityId": 0, "xLocation": 0.0}, {"albedoId": 1000001, "disparityId": 0, "xLocation": 1.0}]
    return _lif({1000001: make_jpeg.jpeg(64, 48)}, {"pre_convergence": None, "depthOfField": None, "views": views})


def _lif(pictures: dict[int, bytes], described: dict[str, object]) -> bytes:
    records = {0: struct.pack(">I", 4), 1: struct.pack(">I", 1), **pictures,
               7: json.dumps(described, separators=(",", ":")).encode()}
    body = struct.pack(">I", len(records))
    body += b"".join(struct.pack(">II", number, len(data)) + data for number, data in records.items())
    return body + struct.pack(">I", len(body) + 6) + b"\x1e\x1a"


def _other(width: int, height: int, samples: bytes) -> bytes:
    """Data of no known form: a list, the samples, and a mark."""
    return b'[{"name":"depth","size":[%d,%d]}]\0' % (width, height) + samples + b"\0END!"


_MAKERS: dict[str, _Maker] = {
    "samsung": _samsung, "leia": _leia, "leia-pictures": _leia_pictures, "other": _other}


def _exif(make: str, note: Callable[[int], bytes] | None = None) -> bytes:
    """APP1 with Make and, where one is given, a maker's note, whose place in the block is the argument."""
    name = make.encode() + b"\0"
    name += b"\0" * (len(name) % 2)
    count = 2 if note else 1
    first = 8 + 2 + 12 * count + 4
    entries = struct.pack(">HHII", 0x010F, 2, len(name), first)
    body = name
    if note:
        entries += struct.pack(">HHII", 0x8769, 4, 1, first + len(name))
        at = first + len(name) + 2 + 12 + 4
        data = note(at)
        body += struct.pack(">H", 1) + struct.pack(">HHII", 0x927C, 7, len(data), at) + bytes(4) + data
    block = b"MM\0\x2a\0\0\0\x08" + struct.pack(">H", count) + entries + bytes(4) + body
    return make_jpeg.segment(0xE1, b"Exif\0\0" + block)


def maker_data(kind: str, width: int, height: int, samples: bytes, jfif: bool = True) -> bytes:
    """A photo of 64x48 as that maker writes it, with a depth map of one byte a sample where the maker has one."""
    trailer = _MAKERS[kind](width, height, samples)
    segments = _exif(kind.split("-")[0].upper())
    return make_jpeg.jpeg(64, 48, jfif=jfif, segments=segments, trailer=trailer)


def leading(kind: str, jfif: bool = True) -> bytes:
    """A photo with a number that refers to data after EOI: `olympus`, `canon` or `sound`."""
    preview = make_jpeg.jpeg(32, 24, orientation=1)
    if kind == "canon":
        preview = b"what the number leads to"

    def photo(target: int) -> bytes:
        if kind == "sound":
            plain = make_jpeg.jpeg(64, 48, jfif=jfif)
            return plain + _sound(len(plain))

        def olympus(at: int) -> bytes:
            base = target - (2 + (18 if jfif else 0) + 4 + 6 + at)
            settings = struct.pack("<H", 2) + struct.pack("<HHII", 0x0101, 4, 1, max(base, 0)) + struct.pack(
                "<HHII", 0x0102, 4, 1, len(preview)) + bytes(4)
            root = struct.pack("<H", 1) + struct.pack("<HHII", 0x2020, 13, 1, 12 + 2 + 12 + 4) + bytes(4)
            return b"OLYMPUS\0II\x03\0" + root + settings

        def canon(at: int) -> bytes:
            return struct.pack(">H", 1) + struct.pack(">HHII", 0x0083, 4, 1, target) + bytes(4)

        segments = _exif(*(("OLYMPUS", olympus) if kind == "olympus" else ("Canon", canon)))
        return make_jpeg.jpeg(64, 48, jfif=jfif, segments=segments, trailer=preview)

    first = photo(0)
    return photo(first.rindex(preview)) if kind in ("olympus", "canon") else first
