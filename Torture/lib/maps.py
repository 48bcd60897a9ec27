"""Map files: PNG, PFM, NPY, EXR, TIFF, property lists, and what else is read beside a photo."""
from __future__ import annotations

import struct
import zlib

from auxtools import pfm, png
from auxtools.containers.write_tiff import LONG, SHORT, Tiff

from .attack import MEGABYTE, Made, Run, attack
from .kit import Kit, flat_png

_MAPS = "map files"
_MEMORY = "memory for each pixel"


def used(name: str, pixels: int = 0, all_pixels: int | None = None, gray: bool = False,
         endings: tuple[int, ...] = (0, 65)) -> list[Run]:
    """Returns the commands that take a map: convert it, and put it into a photo of its shape."""
    ends = ["--near", "1", "--far", "10"] if gray else []
    return [Run(["convert", name, "-o", "out.png" if gray else "out.pfm"], pixels, all_pixels, endings=endings),
            Run(["attach", "good.jpg", "--depth", name, *ends, "--stretch", "-o", "out.jpg"], pixels, all_pixels,
                endings=endings)]


@attack(_MEMORY, 1024, 2048, 4096)
def png_of_bits(kit: Kit, n: int) -> Made:
    """A gray map of 4,096 x n pixels of one bit."""
    pixels = 4096 * n
    return Made({"a.png": flat_png(4096, n, png.GRAY, 1)}, used("a.png", pixels, gray=True))


@attack(_MEMORY, 1, slow=True)
def png_of_the_most_bits(kit: Kit, n: int) -> Made:
    """A gray matte of 8192x8192 pixels of one bit, in 8 KB."""
    run = Run(["attach", "good.jpg", "--sky", "a.png", "-o", "out.jpg"], 1 << 26)
    return Made({"a.png": flat_png(8192, 8192, png.GRAY, 1)}, [run, *used("a.png", 1 << 26, gray=True)])


@attack(_MEMORY, 1, slow=True)
def png_without_the_memory(kit: Kit, n: int) -> Made:
    """A picture of 4096x4096 pixels where the system has less memory than it takes, step by step."""
    lines = {"convert": ["convert", "a.png", "-o", "out.npy"],
             "attach": ["attach", "good.jpg", "--depth", "a.png", "--near", "1", "--far", "9", "-o", "out.jpg"],
             "attach heic": ["attach", "good.heic", "--sky", "a.png", "-o", "out.heic"],
             "attach to it": ["attach", "a.png", "--sky", "matte.png", "-o", "out.jpg"],
             "render": ["render", "blur", "a.png", "--disparity", "matte.png", "-o", "out.jpg"]}
    # The program itself and its libraries take less than 300.
    runs = [Run(line, 4096 * 4096, codec_memory=512 * MEGABYTE, label=f"{label} {space} MB", endings=(0, 74),
                address_space=space * MEGABYTE)
            for label, line in lines.items() for space in range(300, 900, 100)]
    return Made({"a.png": flat_png(4096, 4096)}, runs)


@attack(_MEMORY, 1024, 2048, 4096)
def png_of_colours(kit: Kit, n: int) -> Made:
    """A flat picture of n x 1024 pixels in colours of 16 bits, as a matte, and as a primary that is drawn on."""
    run = Run(["attach", "good.jpg", "--sky", "a.png", "--stretch", "-o", "out.jpg"], n * 1024)
    # Of 16 bits, effects take 36 bytes a pixel (AuxLimits.bytesPerRenderedDeepPixel) in place of 24.
    render = [Run(["render", effect, "a.png", "--disparity", "matte.png", "--min", "0.1", "--max", "1", "--stretch",
                   "-o", "r.png"], n * 1024, memory_per_pixel=36, label=f"render {effect}")
              for effect in ("blur", "spotlight", "stereo")]
    primary = Run(["attach", "a.png", "--sky", "matte.png", "--stretch", "-o", "p.jpg"], n * 1024, label="attach to it")
    return Made({"a.png": flat_png(n, 1024, png.RGB, 16)}, [run, primary, *render])


@attack(_MEMORY, 1024, 2048, 4096)
def pfm_map(kit: Kit, n: int) -> Made:
    """A float map of n x 1024 pixels: what a pixel costs where the file is as large as the map."""
    data = pfm.encode(n, 1024, struct.pack("<f", 2.0) * (n * 1024))
    runs = used("a.pfm", n * 1024, endings=(0,))
    runs += [Run(["convert", "a.pfm", "-o", f"out.{kind}"], n * 1024, label=f"convert {kind}")
             for kind in ("npy", "exr", "tiff")]
    return Made({"a.pfm": data}, runs)


@attack(_MEMORY, 1024, 2048, 4096)
def netpbm_maps(kit: Kit, n: int) -> Made:
    """Gray maps of n x 1024 pixels as PPM of 16 bits, as plain text, and as COLMAP has them; and headers of the most pixels."""
    count = n * 1024
    files = {"a.ppm": b"P6 %d 1024 65535\n" % n + b"\1\2" * (3 * count), "b.pgm": b"P2 %d 1024 9\n" % n + b"7 " * count,
             "c.bin": b"%d&1024&1&" % n + struct.pack("<f", 2.0) * count}
    runs = [run for name in files for run in used(name, count, gray=name != "c.bin", endings=(0, 64))]
    short = {"d.pgm": b"P2 65536 65536 255\n1 1", "e.pgm": b"P5 16384 16384 65535\n\0", "f.bin": b"16384&16384&1&"}
    return Made({**files, **short}, runs + [run for name in short for run in used(name, endings=(65, 77))])


def _chunks(kind: bytes, payload: bytes, count: int) -> bytes:
    part = kind + payload
    chunk = struct.pack(">I", len(payload)) + part + struct.pack(">I", zlib.crc32(part))
    good = flat_png(64, 64)
    return good[:33] + chunk * count + good[33:]


@attack(_MAPS, 30000, 60000, 120000)
def png_chunks(kit: Kit, n: int) -> Made:
    """n chunks of text of eight bytes, and as many data chunks without data."""
    files = {"a.png": _chunks(b"tEXt", b"a\0b", n), "b.png": _chunks(b"IDAT", b"", n)}
    more = [Run(["info", "a.png"]), Run(["validate", "a.png"]), Run(["convert", "b.png", "-o", "b2.png"],
                                                                    label="convert data")]
    return Made(files, used("a.png", 4096, gray=True) + more)


@attack(_MAPS, 16, 32, 64)
def png_text_bombs(kit: Kit, n: int) -> Made:
    """n chunks of packed text, each of which holds 16 MB; and a profile of that size."""
    packed = zlib.compress(bytes(16 << 20), 9)
    files = {"a.png": _chunks(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + packed, n),
             "b.png": _chunks(b"iCCP", b"a\0\0" + packed, 1), "c.png": _chunks(b"zTXt", b"a\0\0" + packed, n)}
    runs = [Run([*line, name], label=f"{line[0]} {name[0]}") for name in files for line in (["info"], ["validate"])]
    runs += [Run(["convert", name, "-o", "o.png"], label=f"convert {name[0]}") for name in files]
    runs += [Run(["attach", name, "--sky", "matte.png", "-o", "o.jpg"], label=f"attach {name[0]}") for name in files]
    return Made(files, runs)


@attack(_MAPS, 1)
def map_headers_of_more(kit: Kit, n: int) -> Made:
    """Headers of every kind of map that say 16384x16384 pixels, and nothing after them."""
    empty = png.encode(16384, 16384, 16, png.GRAY, b"")
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (16384, 16384), }"
    npy = b"\x93NUMPY\1\0" + struct.pack("<H", len(header) + 1) + header + b"\n"
    tiff = Tiff()
    first = tiff.directory([
        tiff.entry(256, LONG, 16384), tiff.entry(257, LONG, 16384), tiff.entry(258, SHORT, 32),
        tiff.entry(259, SHORT, 1), tiff.entry(262, SHORT, 1), tiff.entry(273, LONG, 8), tiff.entry(277, SHORT, 1),
        tiff.entry(278, LONG, 16384), tiff.entry(279, LONG, 1 << 30), tiff.entry(339, SHORT, 3)])
    files = {"a.png": empty, "a.pfm": b"Pf\n16384 16384\n-1.0\n", "a.npy": npy, "a.tiff": tiff.bytes(first),
             "a.exr": _exr([b"Z"], 16384, 16384)}
    return Made(files, [Run(["convert", name, "-o", "out.pfm"], endings=(65,), label=f"convert {name[2:]}")
                        for name in files])


def _exr(channels: list[bytes], width: int = 8, height: int = 8, attributes: bytes = b"") -> bytes:
    """Returns an OpenEXR file of float channels without rows."""
    listed = b"".join(name + b"\0" + struct.pack("<IIII", 2, 0, 1, 1) for name in channels) + b"\0"
    window = struct.pack("<IIII", 0, 0, width - 1, height - 1)

    def attribute(name: bytes, kind: bytes, value: bytes) -> bytes:
        return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value

    return (b"\x76\x2f\x31\1\2\0\0\0" + attribute(b"channels", b"chlist", listed)
            + attribute(b"compression", b"compression", b"\0") + attribute(b"dataWindow", b"box2i", window)
            + attribute(b"displayWindow", b"box2i", window) + attribute(b"lineOrder", b"lineOrder", b"\0")
            + attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
            + attribute(b"screenWindowCenter", b"v2f", bytes(8))
            + attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + attributes + b"\0")


@attack(_MAPS, 12000, 24000, 48000)
def exr_channels(kit: Kit, n: int) -> Made:
    """n channels of an OpenEXR map beside the one that counts."""
    data = _exr([b"Z", *(b"c%06d" % number for number in range(n))])
    return Made({"a.exr": data}, [*used("a.exr"), Run(["info", "a.exr"]), Run(["validate", "a.exr"])])


@attack(_MAPS, 12000, 24000, 48000)
def exr_attributes(kit: Kit, n: int) -> Made:
    """n attributes of an OpenEXR map."""
    more = b"".join(b"a%06d\0int\0\4\0\0\0\0\0\0\0" % number for number in range(n))
    data = _exr([b"Z"], attributes=more)
    return Made({"a.exr": data}, [*used("a.exr"), Run(["info", "a.exr"]), Run(["validate", "a.exr"])])


@attack(_MAPS, 16000, 32000, 65000)
def tiff_unknown_entries(kit: Kit, n: int) -> Made:
    """n entries of unknown tags in a TIFF map."""
    tiff = Tiff()
    first = _tiff(tiff, 64, 64, [tiff.blob(bytes(4096))], [4096], 64,
                  [(50_000 + number % 9000, 7, 1, number) for number in range(n - 20)])
    data = tiff.bytes(first)
    return Made({"a.tiff": data}, [*used("a.tiff", 4096, gray=True), Run(["info", "a.tiff"]),
                                   Run(["validate", "a.tiff"])])


def _tiff(tiff: Tiff, width: int, height: int, offsets: list[int], sizes: list[int], rows: int,
          more: list[tuple[int, int, int, int]] | None = None, compression: int = 1) -> int:
    return tiff.directory([
        tiff.entry(256, LONG, width), tiff.entry(257, LONG, height), tiff.entry(258, SHORT, 8),
        tiff.entry(259, SHORT, compression), tiff.entry(262, SHORT, 1),
        tiff.entry(273, LONG, *offsets), tiff.entry(277, SHORT, 1),
        tiff.entry(278, LONG, rows), tiff.entry(279, LONG, *sizes), *(more or [])])


@attack(_MAPS, 1000, 2000, 4000)
def tiff_shared_strips(kit: Kit, n: int) -> Made:
    """A TIFF map of n rows of 1,024 pixels that all share one megabyte; each needs the first KB."""
    tiff = Tiff()
    strip = zlib.compress(bytes(1024)) + bytes(1_000_000)
    at = tiff.blob(strip)
    data = tiff.bytes(_tiff(tiff, 1024, n, [at] * n, [len(strip)] * n, 1, compression=8))
    return Made({"a.tiff": data}, used("a.tiff", 1024 * n, gray=True))


@attack(_MAPS, 1000, 2000, 4000)
def tiff_flat(kit: Kit, n: int) -> Made:
    """A TIFF map of 2,048 x n pixels in a thousandth of that."""
    tiff = Tiff()
    strip = zlib.compress(bytes(2048 * n), 9)
    data = tiff.bytes(_tiff(tiff, 2048, n, [tiff.blob(strip)], [len(strip)], n, compression=8))
    return Made({"a.tiff": data}, used("a.tiff", 2048 * n, gray=True))


_NO_STACK = "no recursion over the input"


@attack(_NO_STACK, 40000, 80000, 160000)
def plist_in_plist(kit: Kit, n: int) -> Made:
    """A property list of n lists in one another, as text."""
    data = b'<?xml version="1.0"?>' + b"<plist>" * n + b"</plist>" * n
    run = Run(["attach", "good.jpg", "--dictionary", "a.plist", "-o", "out.jpg"], endings=(65,))
    return Made({"a.plist": data}, [run])


@attack(_NO_STACK, 40000, 80000, 160000)
def plist_of_any_elements(kit: Kit, n: int) -> Made:
    """Property lists of n elements in one another: arrays, unknown ones, keys."""
    files = {f"{name}.plist": f'<?xml version="1.0"?><plist>{f"<{name}>" * n}{f"</{name}>" * n}</plist>'.encode()
             for name in ("array", "x", "key", "dict", "data", "string")}
    runs = [Run(["attach", "good.jpg", "--dictionary", name, "-o", "out.jpg"], endings=(65,), label=name.split(".")[0])
            for name in files]
    return Made(files, runs)


@attack(_NO_STACK, 1)
def plist_of_itself(kit: Kit, n: int) -> Made:
    """A binary property list whose dictionary is its own value."""
    objects = b"\xd1\x01\x00" + b"\x5f\x10\x1c" + b"kCGImageAuxiliaryDataInfoData"[:28]
    offsets = bytes((8, 11))
    trailer = bytes(6) + b"\1\1" + struct.pack(">QQQ", 2, 0, 8 + len(objects))
    run = Run(["attach", "good.jpg", "--dictionary", "a.plist", "-o", "out.jpg"], endings=(65,))
    return Made({"a.plist": b"bplist00" + objects + offsets + trailer}, [run])


@attack(_NO_STACK, 40000, 80000, 160000)
def calibration_of_arrays(kit: Kit, n: int) -> Made:
    """Calibration as JSON of n arrays, and of n objects, in one another."""
    files = {"a.json": b"[" * n + b"]" * n, "b.json": b'{"a":' * n + b"1" + b"}" * n}
    base = ["attach", "good.jpg", "--depth", "matte.png", "--near", "1", "--far", "9", "--calibration"]
    return Made(files, [Run([*base, name, "-o", "out.jpg"], endings=(64, 65), label=f"attach {name[0]}")
                        for name in files])


@attack(_NO_STACK, 10000, 20000, 40000)
def npy_of_tuples(kit: Kit, n: int) -> Made:
    """A header of NPY of n tuples in one another."""
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': " + b"(" * n + b")" * n + b"}\n"
    data = b"\x93NUMPY\2\0" + struct.pack("<I", len(header)) + header
    return Made({"a.npy": data}, used("a.npy", endings=(65,)))


@attack("places against places", 1)
def list_of_one_long_name(kit: Kit, n: int) -> Made:
    """A list of files whose first name has 32 MB."""
    run = Run(["validate", "--files-from", "a.txt"], endings=(0, 1, 65, 66, 74))
    return Made({"a.txt": b"a" * (32 << 20)}, [run])
