"""Writes one picture as photo programs and renderers write theirs: photo_tool.py FILE KIND [FORM].

truth.npy has its linear light as doubles, of red, green and blue. What a lossy form holds is read back with Pillow or
tifffile. KIND is tiff, webp, exr or jxl; FORM is one of those below.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

WIDTH, HEIGHT = 64, 48
P3 = (0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329)
ACES = (0.7347, 0.2653, 0.0, 1.0, 0.0001, -0.077, 0.32168, 0.33767)
REC709 = (0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329)
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
XMP = (b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
       b"<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' dc:format='kept'/></rdf:RDF></x:xmpmeta>")


def linear(codes: Any) -> Any:
    """Returns the light of sRGB values of 0...1."""
    return np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def picture() -> Any:
    """Returns codes of 16 bits, each channel with a slope of its own."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    return np.stack([x * 1040, y * 1394, (x * 523 + y * 701) % 65536], -1).astype(np.uint16)


def exif() -> Any:
    """Returns Exif with a camera, an exposure, a place and an orientation."""
    from PIL import Image
    block = Image.Exif()
    block[271], block[274] = "Maker", 6
    block.get_ifd(0x8769)[0xA405] = 28
    block.get_ifd(0x8825)[29] = "2024:01:02"
    return block


def _to_xyz(chromaticities: tuple[float, ...]) -> tuple[Any, Any]:
    points = np.array(chromaticities).reshape(4, 2)
    values = np.array([[x / y, 1, (1 - x - y) / y] for x, y in points]).T
    return values[:, :3] * np.linalg.solve(values[:, :3], values[:, 3]), values[:, 3]


def _converted(light: Any, chromaticities: tuple[float, ...]) -> Any:
    (own, white), (target, d65) = _to_xyz(chromaticities), _to_xyz(REC709)
    adapted = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ d65) / (BRADFORD @ white)) @ BRADFORD
    return light @ (np.linalg.inv(target) @ adapted @ own).T


def _tiff(path: Path, form: str) -> Any:
    import tifffile
    codes = picture()
    forms: dict[str, dict[str, Any]] = {
        "big-endian": {"byteorder": ">"}, "bigtiff": {"bigtiff": True}, "lzw": {"compression": "lzw", "rowsperstrip": 7},
        "bigtiff-big-endian": {"bigtiff": True, "byteorder": ">"},
        "tiles": {"tile": (32, 32), "compression": "zlib", "predictor": True},
        "zstd": {"compression": "zstd"}, "float": {}, "plain": {},
        "alpha": {"extrasamples": ["unassalpha"]}, "transparent": {"extrasamples": ["unassalpha"]},
    }
    if form == "planes":
        tifffile.imwrite(path, np.moveaxis(codes, -1, 0), photometric="rgb", planarconfig="separate")
    elif form in ("gray", "white"):
        plane = codes[..., 0] if form == "gray" else 65535 - codes[..., 0]
        tifffile.imwrite(path, plane, photometric="minisblack" if form == "gray" else "miniswhite")
        codes = np.repeat(codes[..., :1], 3, -1)
    elif form == "raw":
        tifffile.imwrite(path, codes[..., 0], photometric="cfa")
    elif form == "cmyk":
        from PIL import Image
        Image.fromarray((codes >> 8).astype(np.uint8)).convert("CMYK").save(path)
    elif form == "jpeg":
        tifffile.imwrite(path, (codes >> 8).astype(np.uint8), photometric="rgb", compression="jpeg",
                         compressionargs={"level": 95})
        return linear(tifffile.imread(path) / 255)
    elif form == "metadata":
        from PIL import Image, ImageCms
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        Image.fromarray((codes >> 8).astype(np.uint8)).save(path, exif=exif(), icc_profile=profile)
        return linear((codes >> 8) / 255)
    else:
        samples: Any = codes.astype("f4") / 65535 if form == "float" else codes
        if "extrasamples" in forms[form]:
            samples = np.dstack([codes, np.full(codes.shape[:2], 65535, np.uint16)])
            samples[3, 4, 3] -= 7000 if form == "transparent" else 0
        tifffile.imwrite(path, samples, photometric="rgb", **forms[form])
        if form == "transparent":
            codes = (codes * (samples[..., 3:] / 65535)).round().astype(np.uint16)
    return linear(codes / 65535)


def _webp(path: Path, form: str) -> Any:
    from PIL import Image, ImageCms
    codes = (picture() >> 8).astype(np.uint8)
    image = Image.fromarray(codes)
    if form == "metadata":
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        image.save(path, lossless=True, exif=exif().tobytes(), icc_profile=profile, xmp=XMP)
    elif form in ("alpha", "transparent"):
        samples = np.dstack([codes, np.full(codes.shape[:2], 255, np.uint8)])
        samples[3, 4, 3] = 255 if form == "alpha" else 200
        Image.fromarray(samples).save(path, lossless=True, exact=True)
        codes = (codes * (samples[..., 3:] / 255)).round().astype(np.uint8)
    elif form == "animation":
        image.save(path, save_all=True, append_images=[Image.fromarray(255 - codes)], lossless=True)
    else:
        image.save(path, lossless=form == "lossless", quality=85)
        with Image.open(path) as saved:
            codes = np.asarray(saved.convert("RGB"))
    return linear(codes / 255)


def _exr(path: Path, form: str) -> Any:
    import OpenEXR
    light = linear(picture() / 65535).astype("f4")
    header: dict[str, Any] = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
    channels: dict[str, Any] = {"RGB": light}
    ones = np.ones(light.shape[:2], "f4")
    if form == "half":
        channels = {"RGB": light.astype("f2")}
        light = light.astype("f2").astype("f4")
    elif form == "gray":
        channels = {"Y": np.ascontiguousarray(light[..., 0])}
        light = np.repeat(light[..., :1], 3, -1)
    elif form == "layers":
        channels = {f"ViewLayer.Combined.{name}": np.ascontiguousarray(light[..., at]) for at, name in enumerate("RGB")}
        channels |= {"ViewLayer.Combined.A": ones, "ViewLayer.Depth.Z": ones * 7, "ViewLayer.Normal.X": ones}
    elif form in ("alpha", "transparent"):
        if form == "transparent":
            ones[3, 4] = 0.5
        channels = {"RGBA": np.dstack([light, ones])}
    elif form in ("p3", "aces"):
        header["chromaticities"] = P3 if form == "p3" else ACES
        light = _converted(light.astype("f8"), header["chromaticities"])
    elif form == "bright":
        light = light * 4 - 0.25
        light[5, 6] = np.nan
        channels = {"RGB": light}
    elif form == "depth":
        channels = {"Z": ones}
    OpenEXR.File(header, channels).write(str(path))
    return np.clip(np.nan_to_num(light.astype("f8")), 0, 1)


def _jxl(path: Path, form: str) -> Any:
    import jxl_tool
    deep = picture()
    codes = (deep >> 8).astype(np.uint8)
    if form == "deep":
        path.write_bytes(jxl_tool.encode(deep))
        return linear(deep / 65535)
    if form == "floats":
        light = (deep / 65535).astype("f4")
        path.write_bytes(jxl_tool.encode(light))
        return linear(light.astype("f8"))
    if form == "gray":
        path.write_bytes(jxl_tool.encode(np.ascontiguousarray(codes[..., 0])))
        return linear(np.repeat(codes[..., :1], 3, -1) / 255)
    if form == "metadata":
        boxes = [("Exif", b"\0\0\0\0" + exif().tobytes().removeprefix(b"Exif\0\0"), True), ("xml ", XMP, True)]
        path.write_bytes(jxl_tool.encode(codes, orientation=6, boxes=boxes))
    else:
        path.write_bytes(jxl_tool.encode(codes))
    return linear(codes / 255)


def main(target: str, kind: str, form: str = "plain") -> None:
    """Writes the file, and its truth beside it."""
    path = Path(target)
    truth = {"tiff": _tiff, "webp": _webp, "exr": _exr, "jxl": _jxl}[kind](path, form)
    np.save(path.with_name("truth.npy"), truth)


if __name__ == "__main__":
    main(*sys.argv[1:])
