#!/usr/bin/env python3
"""Makes the map files that MapFixtureTests reads, with programs other than ours.

Needs numpy, tifffile, imagecodecs and OpenEXR from PyPI. Each file is <program>-<variant>.<samples>.<ext>
and holds the plane that `plane` gives; `samples` is u8, u16, f16, f32, smooth for lossy
codings, or cropped where it is in rows 2...17 only.
"""
import pathlib
import sys

import numpy
import OpenEXR
import tifffile

WIDTH, HEIGHT = 37, 21
HERE = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
row, column = numpy.mgrid[0:HEIGHT, 0:WIDTH]


def plane(samples):
    """The plane of a kind; MapFixtureTests has the same formulas."""
    if samples == "u8":
        return ((row * 37 + column * 11) % 256).astype("u1")
    if samples == "u16":
        return ((row * 9001 + column * 257) % 65536).astype("u2")
    values = (column * 0.25 + row * 3 + 0.5).astype("f4")
    if samples != "smooth":
        values[1, 2], values[2, 3], values[3, 4] = numpy.nan, numpy.inf, -0.0
    return values.astype("f2") if samples == "f16" else values


TYPES = {"u8": "u1", "u16": "u2", "f16": "f2", "f32": "f4"}


def numpy_files():
    for samples, type_ in TYPES.items():
        a = plane(samples)
        numpy.save(HERE / f"numpy-c.{samples}.npy", a)
        numpy.save(HERE / f"numpy-fortran.{samples}.npy", numpy.asfortranarray(a))
        numpy.save(HERE / f"numpy-big.{samples}.npy", a.astype(">" + type_))
        numpy.save(HERE / f"numpy-leading.{samples}.npy", a[None])
    numpy.save(HERE / "numpy-trailing.f32.npy", plane("f32")[:, :, None])
    numpy.save(HERE / "numpy-batch.f32.npy", plane("f32")[None, None])
    numpy.save(HERE / "numpy-double.f32.npy", plane("f32").astype("f8"))
    numpy.save(HERE / "numpy-double-big.f32.npy", plane("f32").astype(">f8"))
    for version in [(2, 0), (3, 0)]:
        with open(HERE / f"numpy-v{version[0]}.f32.npy", "wb") as file:
            numpy.lib.format.write_array(file, plane("f32"), version)
    focal = numpy.float32(1234.5)
    numpy.savez(HERE / "numpy-depth.f32.npz", focallength_px=focal, depth=plane("f32"), other=plane("u8"))
    numpy.savez_compressed(
        HERE / "numpy-depth-compressed.f32.npz", other=plane("u8"), depth=plane("f32"), focallength_px=focal)
    numpy.savez_compressed(HERE / "numpy-only.f16.npz", a=focal, b=plane("f16"), c=numpy.zeros((2, 3, 4)))


def tiff_files():
    def save(name, samples, **options):
        array = options.pop("array", None)
        array = plane(samples) if array is None else array
        tifffile.imwrite(HERE / f"tifffile-{name}.{samples}.tif", array, **{
            "photometric": "minisblack", "metadata": None, **options})

    for samples in TYPES:
        save("plain", samples)
        save("big-endian", samples, byteorder=">")
        save("bigtiff-strips", samples, bigtiff=True, rowsperstrip=4)
        save("tiles", samples, tile=(16, 16))
        predictor = 3 if samples[0] == "f" else 2
        for compression in ["deflate", "lzw", "zstd", "lzma", "packbits"]:
            options = {"predictor": predictor} if compression in ("deflate", "lzw") else {}
            if compression != "packbits" or samples == "u8":
                save(compression, samples, compression=compression, **options)
        save("deflate-tiles-big", samples, compression="deflate", predictor=predictor, tile=(16, 32),
             byteorder=">")
        alpha = numpy.zeros_like(plane(samples))
        save("alpha", samples, array=numpy.stack([plane(samples), alpha], -1),
             extrasamples=["unassalpha"], planarconfig="contig")
        save("alpha-planes", samples, array=numpy.stack([plane(samples), alpha]),
             extrasamples=["unassalpha"], planarconfig="separate")
        save("rgb", samples, array=numpy.stack([plane(samples)] * 3, -1), photometric="rgb",
             compression="deflate")
    save("double", "f32", array=plane("f32").astype("f8"))
    save("double-deflate-big", "f32", array=plane("f32").astype("f8"), byteorder=">", compression="deflate")
    save("white-zero", "u8", array=255 - plane("u8"), photometric="miniswhite")
    save("white-zero", "u16", array=65535 - plane("u16"), photometric="miniswhite")
    save("oriented", "u16", extratags=[(274, 3, 1, 6, True)])
    save("pages", "u8", array=numpy.stack([plane("u8"), plane("u8")[::-1]]))


def exr_files():
    none = OpenEXR.NO_COMPRESSION

    def save(name, samples, channels, compression=none, **header):
        header = {"compression": compression, "type": OpenEXR.scanlineimage, **header}
        OpenEXR.File(header, channels).write(str(HERE / f"openexr-{name}.{samples}.exr"))

    for samples in ["f16", "f32"]:
        a = plane(samples)
        for name in ["NO", "RLE", "ZIPS", "ZIP", "PIZ"] + (["PXR24"] if samples == "f16" else []):
            save(name.lower(), samples, {"Z": a}, getattr(OpenEXR, name + "_COMPRESSION"))
        tiles = OpenEXR.TileDescription()
        tiles.xSize = tiles.ySize = 16
        # The Python package writes tiles with its tiledimage type.
        save("tiles", samples, {"Z": a}, OpenEXR.ZIP_COMPRESSION, type=OpenEXR.tiledimage, tiles=tiles)
    a = plane("f32")
    rgb = {key: numpy.zeros_like(a) for key in "RGBA"}
    save("rgbaz", "f32", {**rgb, "Z": a}, OpenEXR.ZIP_COMPRESSION)
    blender = {"ViewLayer.Combined." + key: value for key, value in rgb.items()}
    save("blender", "f32", {**blender, "ViewLayer.Depth.Z": a}, OpenEXR.PIZ_COMPRESSION)
    save("blender-v", "f32", {**blender, "ViewLayer.Depth.V": a}, OpenEXR.ZIP_COMPRESSION)
    save("y", "f32", {"Y": a})
    save("r", "f32", {"R": a})
    smooth = plane("smooth")
    for name in ["B44", "B44A", "DWAA", "DWAB", "PXR24"]:
        kind = "f4" if name == "PXR24" else "f2"
        save(name.lower(), "smooth", {"Z": smooth.astype(kind)}, getattr(OpenEXR, name + "_COMPRESSION"))
    save("dwaa-float", "smooth", {"Z": smooth}, OpenEXR.DWAA_COMPRESSION)
    # A data window that passes the display window on two sides and leaves it bare on the others.
    y, x = numpy.mgrid[2:18, -3:41]
    cropped = (x * 0.25 + y * 3 + 0.5).astype("f4")
    windows = {
        "displayWindow": (numpy.array([0, 0], "i4"), numpy.array([WIDTH - 1, HEIGHT - 1], "i4")),
        "dataWindow": (numpy.array([-3, 2], "i4"), numpy.array([40, 17], "i4")),
    }
    save("lines", "cropped", {"Z": cropped}, OpenEXR.ZIP_COMPRESSION, **windows)
    save("tiles", "cropped", {"Z": cropped}, OpenEXR.ZIP_COMPRESSION, type=OpenEXR.tiledimage, tiles=tiles,
         **windows)
    windows["dataWindow"] = (numpy.array([7, 2], "i4"), numpy.array([26, 17], "i4"))
    # The package takes no views.
    inside = numpy.ascontiguousarray(cropped[:, 10:30])
    save("inside", "cropped", {"Z": inside}, OpenEXR.PIZ_COMPRESSION, **windows)
    parts = [
        OpenEXR.Part({"name": "beauty", "type": OpenEXR.scanlineimage}, rgb),
        OpenEXR.Part({"name": "depth", "type": OpenEXR.scanlineimage}, {"Z": a}),
    ]
    OpenEXR.File(parts).write(str(HERE / "openexr-parts.f32.exr"))


if __name__ == "__main__":
    numpy_files()
    tiff_files()
    exr_files()
