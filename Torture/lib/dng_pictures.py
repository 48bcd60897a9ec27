"""DNG: strips that many rows share, and masks and maps larger than their bytes."""
from __future__ import annotations

import zlib

from auxtools.containers.write_tiff import ASCII, LONG, RATIONAL, SHORT, Tiff

from .attack import Made, Run, attack, photo
from .dng import mask, root
from .kit import Kit

_BOMBS = "decode bombs"


def _depth(tiff: Tiff, width: int, height: int, rows: int, offsets: list[int], sizes: list[int], bits: int = 8,
           compression: int = 8) -> int:
    """Appends the directory of a depth map of strips."""
    return tiff.directory([
        tiff.entry(254, LONG, 8), tiff.entry(256, LONG, width), tiff.entry(257, LONG, height),
        tiff.entry(258, SHORT, bits), tiff.entry(259, SHORT, compression), tiff.entry(262, SHORT, 51177),
        tiff.entry(273, LONG, *offsets), tiff.entry(277, SHORT, 1),
        tiff.entry(278, LONG, rows), tiff.entry(279, LONG, *sizes)])


def _described(tiff: Tiff) -> list[tuple[int, int, int, int]]:
    return [tiff.entry(51177, SHORT, 1), tiff.entry(51178, RATIONAL, (1, 1)),
            tiff.entry(51179, RATIONAL, (10, 1)), tiff.entry(51180, SHORT, 1),
            tiff.entry(51181, SHORT, 1)]


def _noise(count: int) -> bytes:
    """Returns bytes that do not shrink."""
    value, out = 12345, bytearray()
    while len(out) < count:
        value = (value * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        out += value.to_bytes(8, "little")
    return bytes(out[:count])


@attack(_BOMBS, 25, 50, 100)
def dng_masks_in_large_areas(kit: Kit, n: int) -> Made:
    """n masks of 8x8 that are said to be parts of full masks of 16384x16384, of a photo of 64x48."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(range(64)))
    area = tiff.entry(52536, LONG, 0, 0, 16384, 16384)
    masks = [mask(tiff, pixels, more=[area], name=tiff.entry(52526, ASCII, b"urn:%d\0" % k)) for k in range(n)]
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, photo("a.dng"))


@attack(_BOMBS, 1000, 2000, 4000)
def dng_shared_strips(kit: Kit, n: int) -> Made:
    """A depth map of n rows of 1,024 pixels that are all the same megabyte; each needs the first KB."""
    tiff = Tiff()
    strip = zlib.compress(bytes(1024)) + _noise(1_000_000)
    at = tiff.blob(strip)
    depth = _depth(tiff, 1024, n, 1, [at] * n, [len(strip)] * n)
    return Made({"a.dng": tiff.bytes(root(tiff, [depth], _described(tiff)))}, photo("a.dng", pixels=1024 * n))


@attack(_BOMBS, 1000, 2000, 4000)
def dng_strips_of_more(kit: Kit, n: int) -> Made:
    """A depth map of n rows of 64 pixels that all share a strip which holds a megabyte when it is unpacked."""
    tiff = Tiff()
    strip = zlib.compress(bytes(1 << 20), 9)
    at = tiff.blob(strip)
    depth = _depth(tiff, 64, n, 1, [at] * n, [len(strip)] * n)
    return Made({"a.dng": tiff.bytes(root(tiff, [depth], _described(tiff)))}, photo("a.dng", pixels=64 * n))


@attack(_BOMBS, 1000, 2000, 4000)
def dng_flat_depth(kit: Kit, n: int) -> Made:
    """A depth map of 2,048 x n pixels in a thousandth of that."""
    tiff = Tiff()
    strip = zlib.compress(bytes(2048 * n), 9)
    depth = _depth(tiff, 2048, n, n, [tiff.blob(strip)], [len(strip)])
    return Made({"a.dng": tiff.bytes(root(tiff, [depth], _described(tiff)))}, photo("a.dng", pixels=2048 * n))


@attack(_BOMBS, 20, 40, 80)
def dng_masks_of_one_strip(kit: Kit, n: int) -> Made:
    """n masks of 1024x1024 that are all the same megabyte of codes."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(1 << 20))
    masks = [mask(tiff, pixels, (1024, 1024), name=tiff.entry(52526, ASCII, b"urn:%d\0" % k)) for k in range(n)]
    runs = photo("a.dng", pixels=1 << 20, without=("extract",))
    extract = Run(["extract", "a.dng", "--directory", "out"], 1 << 20, n << 20)
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, [*runs, extract])


@attack(_BOMBS, 1)
def dng_lossless_jpeg_unlike_size(kit: Kit, n: int) -> Made:
    """A mask of 16384x16384 whose lossless JPEG stream is a header."""
    tiff = Tiff()
    stream = b"\xff\xd8\xff\xc3\x00\x0b\x08\x40\x00\x40\x00\x01\x01\x11\x00\xff\xda\x00\x08\x01\x01\x00\x01\x00\x00"
    at = tiff.blob(stream + bytes(1 << 20))
    directory = mask(tiff, at, (16384, 16384), compression=7, coded=1 << 20)
    return Made({"a.dng": tiff.bytes(root(tiff, [directory]))}, photo("a.dng"))
