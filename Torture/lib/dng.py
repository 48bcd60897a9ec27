"""DNG: directories, entries, and values that many share."""
from __future__ import annotations

import struct
from typing import Sequence

from auxtools.containers.write_tiff import ASCII, BYTE, LONG, RATIONAL, SHORT, UNDEFINED, Entry, Tiff

from . import packets
from .attack import Made, attack, photo
from .kit import Kit

_SHARED = "n users of one object"
_DIRECTORIES = "directories and entries"


def root(tiff: Tiff, children: Sequence[int], more: Sequence[Entry] = ()) -> int:
    """Appends the first directory of a small DNG."""
    pixels = tiff.blob(bytes(64 * 48 * 3))
    entries = [
        tiff.entry(254, LONG, 0), tiff.entry(256, LONG, 64), tiff.entry(257, LONG, 48),
        tiff.entry(258, SHORT, 8, 8, 8), tiff.entry(259, SHORT, 1), tiff.entry(262, SHORT, 34892),
        tiff.entry(273, LONG, pixels), tiff.entry(274, SHORT, 1), tiff.entry(277, SHORT, 3),
        tiff.entry(278, LONG, 48), tiff.entry(279, LONG, 64 * 48 * 3), tiff.entry(284, SHORT, 1),
        tiff.entry(50706, BYTE, 1, 6, 0, 0), tiff.entry(50707, BYTE, 1, 1, 0, 0),
        tiff.entry(50708, ASCII, b"Test\0"), *more]
    if children:
        entries.append(tiff.entry(330, LONG, *children))
    return tiff.directory(entries)


def mask(tiff: Tiff, pixels: int, size: tuple[int, int] = (8, 8), more: Sequence[Entry] = (),
         name: Entry | None = None, compression: int = 1, coded: int | None = None) -> int:
    """Appends the directory of a mask of 8-bit samples in one strip of so many coded bytes, else of a byte a sample."""
    width, height = size
    return tiff.directory([
        tiff.entry(254, LONG, 65540), tiff.entry(256, LONG, width), tiff.entry(257, LONG, height),
        tiff.entry(258, SHORT, 8), tiff.entry(259, SHORT, compression), tiff.entry(262, SHORT, 52527),
        tiff.entry(273, LONG, pixels), tiff.entry(277, SHORT, 1), tiff.entry(278, LONG, height),
        tiff.entry(279, LONG, width * height if coded is None else coded),
        name or tiff.entry(52526, ASCII, b"urn:x\0"), *more])


@attack(_SHARED, 60, 120, 240)
def dng_shared_name(kit: Kit, n: int) -> Made:
    """n masks that share one name of 1 MB."""
    tiff = Tiff()
    name = tiff.entry(52526, ASCII, b"urn:" + b"a" * 1_000_000 + b"\0")
    pixels = tiff.blob(bytes(64))
    data = tiff.bytes(root(tiff, [mask(tiff, pixels, name=name) for _ in range(n)]))
    return Made({"a.dng": data}, photo("a.dng"))


@attack(_SHARED, 60, 120, 240)
def dng_shared_xmp(kit: Kit, n: int) -> Made:
    """n masks that share one XMP packet of 8.4 MB."""
    tiff = Tiff()
    xmp = tiff.entry(700, BYTE, packets.packet(0, inner="<b:long>" + "a" * 8_400_000 + "</b:long>"))
    pixels = tiff.blob(bytes(64))
    masks = [mask(tiff, pixels, more=[xmp], name=tiff.entry(52526, ASCII, b"urn:%d\0" % k)) for k in range(n)]
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, photo("a.dng"))


@attack(_SHARED, 60, 120, 240)
def dng_shared_properties(kit: Kit, n: int) -> Made:
    """n masks that share one XMP packet of 1,800 properties."""
    tiff = Tiff()
    xmp = tiff.entry(700, BYTE, packets.packet(1800))
    pixels = tiff.blob(bytes(64))
    masks = [mask(tiff, pixels, more=[xmp], name=tiff.entry(52526, ASCII, b"urn:%d\0" % k)) for k in range(n)]
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, photo("a.dng"))


@attack(_SHARED, 60, 120, 240)
def dng_shared_places(kit: Kit, n: int) -> Made:
    """n masks that share one list of 20,000 strips."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(64))
    places = [tiff.entry(273, LONG, struct.pack("<I", pixels) * 20_000), tiff.entry(278, LONG, 1),
              tiff.entry(279, LONG, struct.pack("<I", 1) * 20_000)]
    masks = []
    for number in range(n):
        masks.append(tiff.directory([
            tiff.entry(254, LONG, 65540), tiff.entry(256, LONG, 1), tiff.entry(257, LONG, 20_000),
            tiff.entry(258, SHORT, 8), tiff.entry(259, SHORT, 1), tiff.entry(262, SHORT, 52527),
            tiff.entry(277, SHORT, 1), tiff.entry(52526, ASCII, b"urn:%d\0" % number), *places]))
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, photo("a.dng", pixels=20_000, all_pixels=20_000 * n))


@attack(_DIRECTORIES, 16000, 32000, 65000)
def dng_unknown_entries(kit: Kit, n: int) -> Made:
    """n entries of unknown tags and types in the first directory."""
    tiff = Tiff()
    more = [(60_000 + number % 5000, 99, 1, number) for number in range(n)]
    return Made({"a.dng": tiff.bytes(root(tiff, [], more[:65000 - 20]))}, photo("a.dng"))


@attack(_DIRECTORIES, 16000, 32000, 65000)
def dng_entries_of_one_value(kit: Kit, n: int) -> Made:
    """n entries whose values are all the same megabyte."""
    tiff = Tiff()
    place = tiff.blob(bytes(1_000_000))
    more = [(60_000 + number % 5000, UNDEFINED, 1_000_000, place) for number in range(n)]
    return Made({"a.dng": tiff.bytes(root(tiff, [], more[:65000 - 20]))}, photo("a.dng"))


@attack(_DIRECTORIES, 60, 120, 240)
def dng_directories_of_entries(kit: Kit, n: int) -> Made:
    """n masks of 1,000 entries each, which share their values of a megabyte."""
    tiff = Tiff()
    pixels, place = tiff.blob(bytes(64)), tiff.blob(bytes(1_000_000))
    more = [(60_000 + number, UNDEFINED, 1_000_000, place) for number in range(1000)]
    return Made({"a.dng": tiff.bytes(root(tiff, [mask(tiff, pixels, more=more) for _ in range(n)]))}, photo("a.dng"))


@attack(_DIRECTORIES, 1)
def dng_directories_in_a_circle(kit: Kit, n: int) -> Made:
    """Directories that follow themselves, or are their own children, 250 times over."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(64))
    at = len(tiff.out) + len(tiff.out) % 2
    masks = [mask(tiff, pixels) for _ in range(200)]
    first = root(tiff, masks + [at] * 10_000)
    data = bytearray(tiff.bytes(first))
    return Made({"a.dng": bytes(data)}, photo("a.dng"))


@attack(_DIRECTORIES, 60, 120, 240)
def dng_chain_of_directories(kit: Kit, n: int) -> Made:
    """n directories; each follows the one before, and n in one another."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(64))
    child = mask(tiff, pixels)
    for _ in range(n):
        child = mask(tiff, pixels, more=[tiff.entry(330, LONG, child)])
    return Made({"a.dng": tiff.bytes(root(tiff, [child]))}, photo("a.dng"))


@attack(_DIRECTORIES, 1)
def dng_huge_counts(kit: Kit, n: int) -> Made:
    """Strips, names, children and XMP that are said to have four billion values."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(64))
    more = [(700, BYTE, 0xFFFF_FFFF, 8), (52528, ASCII, 0xFFFF_FFF0, 8)]
    masks = [mask(tiff, pixels, more=more, name=(52526, ASCII, 0xFFFF_FFFF, 8)) for _ in range(20)]
    data = tiff.bytes(root(tiff, masks, [(34665, LONG, 1, 8), (51125, RATIONAL, 0xFFFF_FFFF, 8)]))
    return Made({"a.dng": data}, photo("a.dng"))
