"""JPEG: streams that cost more to decode than their bytes or their pixels."""
from __future__ import annotations

import struct

from auxtools import png
from auxtools.containers import make_google, make_jpeg, make_xmp

from . import packets
from .attack import Made, Run, attack, photo
from .jpeg import indexed
from .kit import Kit, flat_png

_BOMBS = "decode bombs"


def _progressive(width: int, height: int, scans: int, whole: bool, packet: bytes = packets.packet()) -> bytes:
    """Returns a gray picture of an empty DC scan and many AC scans; without `whole` the scans' data are cut short."""
    blocks = (width + 7) // 8 * ((height + 7) // 8)
    out = b"\xff\xd8" + make_jpeg.xmp(packet) + make_jpeg.segment(0xDB, b"\0" + b"\1" * 64)
    out += make_jpeg.segment(0xC2, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
    # One DC code, 0 for no difference; one AC code, 0 for a run of 2^14 + 14 bits of blocks without coefficients.
    out += make_jpeg.segment(0xC4, b"\0\1" + bytes(15) + b"\0")
    out += make_jpeg.segment(0xC4, b"\x10\1" + bytes(15) + b"\xe0")
    out += make_jpeg.segment(0xDA, b"\1\1\0\0\0\0") + (bytes(blocks // 8 + 1) if whole else b"\0")
    runs = ("0" + "1" * 14) * (blocks // 32767 + 1) if whole else "0" + "1" * 14
    runs += "1" * (-len(runs) % 8)
    coded = int(runs, 2).to_bytes(len(runs) // 8, "big").replace(b"\xff", b"\xff\0")
    for number in range(scans):
        band = 1 + number % 63
        out += make_jpeg.segment(0xDA, bytes((1, 1, 0, band, band, 0))) + coded
    return out + b"\xff\xd9"


@attack(_BOMBS, 120, 240, 480)
def jpeg_scans_without_data(kit: Kit, n: int) -> Made:
    """A matte of 8192x8192 in n progressive scans that have three bytes each: far fewer than its blocks need."""
    image = _progressive(8192, 8192, n, whole=False)
    return Made({"a.jpg": indexed(image, [(0, len(image))])}, photo("a.jpg"))


@attack(_BOMBS, 490, slow=True)
def jpeg_scans_of_the_largest_picture(kit: Kit, n: int) -> Made:
    """A matte of 16384x16384 in n progressive scans of three bytes each."""
    image = _progressive(16384, 16384, n, whole=False)
    return Made({"a.jpg": indexed(image, [(0, len(image))])}, photo("a.jpg"))


@attack(_BOMBS, 120, 240, 480)
def jpeg_scans(kit: Kit, n: int) -> Made:
    """A matte of 1024x1024 in n progressive scans that say of every block that there is nothing in it."""
    image = _progressive(1024, 1024, n, whole=True)
    return Made({"a.jpg": indexed(image, [(0, len(image))])}, photo("a.jpg", pixels=1024 * 1024))


@attack(_BOMBS, 120, 240, 480)
def jpeg_primary_scans(kit: Kit, n: int) -> Made:
    """A photo of 8192x8192 in n progressive scans without data, which another container needs decoded."""
    image = _progressive(8192, 8192, n, whole=False, packet=make_xmp.wrapped(""))
    runs = [Run(["info", "a.jpg"]), Run(["validate", "a.jpg"]),
            Run(["attach", "a.jpg", "--sky", "matte.png", "-o", "out.heic"]),
            Run(["render", "mask", "a.jpg", "--disparity", "matte.png", "--min", "0.1", "--max", "1", "-o", "r.png"])]
    return Made({"a.jpg": image}, runs)


@attack(_BOMBS, 1)
def jpeg_frame_unlike_data(kit: Kit, n: int) -> Made:
    """A matte of 8x8 whose frame says 16384x16384."""
    image = make_jpeg.jpeg(8, 8, 1, jfif=False, segments=make_jpeg.xmp(packets.packet()))
    at = image.index(b"\xff\xc0") + 5
    image = image[:at] + struct.pack(">HH", 16384, 16384) + image[at + 4:]
    return Made({"a.jpg": indexed(image, [(0, len(image))])}, photo("a.jpg"))


@attack(_BOMBS, 8192)
def gdepth_of_a_flat_map(kit: Kit, n: int) -> Made:
    """A GDepth map of n x n / 4 pixels in a PNG of a thousandth of that."""
    plane = flat_png(n, n // 4)
    data = make_google.gdepth(64, 16, plane, {"Format": "RangeLinear", "Near": "1", "Far": "10", "Mime": "image/png"},
                              60_000)
    return Made({"a.jpg": data}, photo("a.jpg", pixels=n * n // 4, without=("copy",)))


@attack(_BOMBS, 1)
def gdepth_of_a_map_of_bits(kit: Kit, n: int) -> Made:
    """A GDepth map of 16384x16384 pixels of one bit each, in 33 KB."""
    plane = flat_png(16384, 16384, png.GRAY, 1)
    data = make_google.gdepth(64, 64, plane, {"Format": "RangeLinear", "Near": "1", "Far": "10", "Mime": "image/png"},
                              60_000)
    # One map of a quarter of a billion pixels is what the file says, and what the user asks for.
    # Memory for what is made of it is what the system need not have.
    runs = photo("a.jpg", pixels=1 << 28, without=("extract", "validate", "copy"), keep_aux=(0, 74))
    return Made({"a.jpg": data}, runs)
