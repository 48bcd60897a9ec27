"""Fixtures that the program does not make itself: KIND INPUT OUTPUT. Needs numpy and Pillow, of some tifffile and OpenEXR."""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from PIL import Image


def metres(path: str) -> np.ndarray:
    """The samples of a little-endian PFM file, from the top row."""
    _, size, _, data = Path(path).read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(data, "<f4").reshape(height, width)[::-1]


def main(kind: str, source: str, output: str) -> None:
    if kind == "millimetres":
        Image.fromarray((1000 * metres(source)).round().astype(np.uint16)).save(output)
    elif kind == "sky":
        values = metres(source)
        np.save(output, np.where(values > 11.5, np.float32(1e10), values))
    elif kind == "gray":
        # 8 bits in three channels.
        gray = np.asarray(Image.open(source)).astype(np.uint32)
        Image.fromarray((gray * 255 // gray.max()).astype(np.uint8)).convert("RGB").save(output)
    elif kind == "developed":
        import tifffile

        tifffile.imwrite(output, 257 * np.asarray(Image.open(source).convert("RGB")).astype(np.uint16), photometric="rgb")
    elif kind == "beauty":
        import OpenEXR

        light = (np.asarray(Image.open(source).convert("RGB")) / np.float32(255)) ** np.float32(2.2)
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
        with OpenEXR.File(header, {"RGB": np.ascontiguousarray(light.astype(np.float32))}) as file:
            file.write(output)
    elif kind == "depth-pro":
        np.savez(output, depth=metres(source), focallength_px=np.float32(806.4))
    elif kind == "half":
        Image.open(source).resize((1000, 750), Image.Resampling.LANCZOS).save(output)
    elif kind == "edited":
        # Smaller and darker, as a program writes it that knows nothing of maps.
        picture = Image.open(source).resize((800, 600)).point(lambda value: int(0.9 * value))
        picture.save(output, quality=90)
    elif kind == "cropped":
        Image.open(source).crop((200, 150, 950, 712)).save(output, quality=90)
    elif kind == "stale":
        # A comment before the scan, as an editor adds it that knows nothing of the index: what that counts is stale.
        data = Path(source).read_bytes()
        at = 2
        while data[at + 1] != 0xDA:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        Path(output).write_bytes(data[:at] + b"\xff\xfe\x00\x08edited" + data[at:])
    elif kind == "beach":
        Image.open(source).transpose(Image.Transpose.ROTATE_180).save(output, quality=90)
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
