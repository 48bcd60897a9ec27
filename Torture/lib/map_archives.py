"""Archives of maps: NPZ files whose members are packed, overlap, or are many; WebP and JPEG XL."""
from __future__ import annotations

import struct
import zlib

from .attack import Made, Run, attack
from .kit import Kit
from .maps import used

_ARCHIVES = "map files"


def _npy(width: int, height: int) -> bytes:
    header = b"{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d), }" % (height, width)
    header = header.ljust(117) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + bytes(width * height)


def _local(name: bytes, packed: bytes, size: int, crc: int) -> bytes:
    return b"PK\3\4" + struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, crc, len(packed), size, len(name), 0) + name + packed


def _central(name: bytes, packed: int, size: int, crc: int, at: int) -> bytes:
    return (b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 20, 20, 0, 8, 0, 0, crc, packed, size, len(name), 0, 0, 0, 0,
                                    0, at) + name)


def _archive(entries: list[tuple[bytes, int, int, int, int]], body: bytes) -> bytes:
    """Returns an archive of a body and a directory of (name, packed, size, crc, offset)."""
    directory = b"".join(_central(*entry) for entry in entries)
    count = min(len(entries), 65535)
    return body + directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(body), 0)


def _packed(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


@attack(_ARCHIVES, 1024, 2048, 4096)
def npz_flat(kit: Kit, n: int) -> Made:
    """A packed array of n x 2,048 in a thousandth of that."""
    array = _npy(n, 2048)
    packed, crc = _packed(array), zlib.crc32(array)
    body = _local(b"depth.npy", packed, len(array), crc)
    data = _archive([(b"depth.npy", len(packed), len(array), crc, 0)], body)
    return Made({"a.npz": data}, used("a.npz", n * 2048, gray=True))


@attack(_ARCHIVES, 16, 32, 64)
def npz_of_more_than_it_says(kit: Kit, n: int) -> Made:
    """An array of 64x64 after which n MB of nothing are packed, and one whose size is said to be 4 GB."""
    array = _npy(64, 64)
    packed, crc = _packed(array + bytes(n << 20)), zlib.crc32(array)
    body = _local(b"depth.npy", packed, len(array), crc)
    files = {"a.npz": _archive([(b"depth.npy", len(packed), len(array), crc, 0)], body),
             "b.npz": _archive([(b"depth.npy", len(packed), 0xFFFF_FFF0, crc, 0)], body)}
    return Made(files, [Run(["convert", name, "-o", "out.png"], 4096, endings=(0, 65), label=f"convert {name[0]}")
                        for name in files])


@attack(_ARCHIVES, 16000, 32000, 65000)
def npz_members(kit: Kit, n: int) -> Made:
    """n members that are all the same bytes, by n names."""
    array = _npy(64, 64)
    packed, crc = _packed(array), zlib.crc32(array)
    entries = [(b"a%05d.npy" % number, len(packed), len(array), crc, 0) for number in range(n)]
    data = _archive(entries, _local(b"a00000.npy", packed, len(array), crc))
    key = Run(["convert", "a.npz", "--key", f"a{n - 1:05d}", "-o", "out.png"], 4096, endings=(0, 64, 65),
              label="convert last")
    return Made({"a.npz": data}, [*used("a.npz", 4096, gray=True, endings=(0, 64, 65)), key])


@attack(_ARCHIVES, 1 << 18, 1 << 19, 1 << 20)
def npz_ends(kit: Kit, n: int) -> Made:
    """n bytes of marks that each could be the end of the archive."""
    return Made({"a.npz": b"PK\3\4" + b"PK\5\6" * (n // 4)}, used("a.npz", endings=(65,)))


@attack(_ARCHIVES, 16000, 32000, 64000)
def webp_chunks(kit: Kit, n: int) -> Made:
    """A picture of WebP with n chunks that nobody knows."""
    header = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + b"\x3f\0\0\x3f\0\0"
    body = b"WEBP" + header + (b"ABCD" + struct.pack("<I", 0)) * n
    data = b"RIFF" + struct.pack("<I", len(body)) + body
    runs = [Run(["info", "a.webp"]), Run(["validate", "a.webp"]),
            Run(["attach", "a.webp", "--sky", "matte.png", "-o", "out.jpg"])]
    return Made({"a.webp": data}, runs)


@attack(_ARCHIVES, 1)
def webp_of_more(kit: Kit, n: int) -> Made:
    """A header of WebP that says 16383x16383 pixels, and nothing after it."""
    stream = b"\x2f" + (16382 | 16382 << 14).to_bytes(4, "little") + bytes(8)
    body = b"WEBP" + b"VP8L" + struct.pack("<I", len(stream)) + stream + b"\0"
    data = b"RIFF" + struct.pack("<I", len(body)) + body
    runs = [Run(["info", "a.webp"]),
            Run(["attach", "a.webp", "--sky", "matte.png", "-o", "out.jpg"], endings=(65, 69))]
    return Made({"a.webp": data}, runs)


def _jxl(boxes: bytes, width: int = 64, height: int = 64, fields: str = "") -> bytes:
    """Returns a JPEG XL file whose codestream ends after the bits of `fields`, the first of each byte last."""
    def side(value: int) -> str:
        return "11" + f"{value - 1:030b}"[::-1]
    bits = "0" + side(height) + "000" + side(width) + (fields or "1")
    stream = b"\xff\x0a" + bytes(int(bits[at:at + 8][::-1], 2) for at in range(0, len(bits), 8)) + bytes(8)
    start = b"\0\0\0\x0cJXL \r\n\x87\n" + struct.pack(">I", 20) + b"ftypjxl \0\0\0\0jxl "
    return start + boxes + struct.pack(">I", 8 + len(stream)) + b"jxlc" + stream


def _looks(data: bytes, endings: tuple[int, ...] = (65, 69)) -> Made:
    runs = [Run(["info", "a.jxl"]), Run(["info", "--structure", "a.jxl"]), Run(["validate", "a.jxl"], endings=(0, 1)),
            Run(["attach", "a.jxl", "--sky", "matte.png", "-o", "out.jpg"], endings=endings)]
    return Made({"a.jxl": data}, runs)


@attack(_ARCHIVES, 16000, 32000, 64000)
def jxl_boxes(kit: Kit, n: int) -> Made:
    """A picture of JPEG XL after n boxes that nobody knows."""
    return _looks(_jxl((struct.pack(">I", 8) + b"abcd") * n))


@attack(_ARCHIVES, 200, 400, 800)
def jxl_gain_maps(kit: Kit, n: int) -> Made:
    """n gain maps that say 16384x16384 pixels, beside a picture of JPEG XL."""
    stream = _jxl(b"", 16384, 16384).split(b"jxlc")[1]
    box = b"\0" + struct.pack(">H", 0) + b"\0" + struct.pack(">I", 0) + stream
    return _looks(_jxl((struct.pack(">I", 8 + len(box)) + b"jhgm" + box) * n))


@attack(_ARCHIVES, 200, 400, 800)
def jxl_channels(kit: Kit, n: int) -> Made:
    """n channels of depth beside the colours of JPEG XL, which says 16384x16384 pixels."""
    # No fields for animations, 8 bits, wide buffers; each channel of kind 1, 8 bits, the full size, no name.
    count = "11" + f"{n - 1:012b}"[::-1]
    channel = "0" + "10" + "000" + "00" + "00"
    return _looks(_jxl(b"", 16384, 16384, "00" + "000" + "1" + count + channel * n + "11"))


@attack(_ARCHIVES, 1)
def jxl_of_more(kit: Kit, n: int) -> Made:
    """A header of JPEG XL that says 16384x16384 pixels, and nothing after it."""
    return _looks(_jxl(b"", 16384, 16384))
