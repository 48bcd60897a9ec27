"""Writes a picture of flat patches: patch_tool.py FILE, a TIFF or PNG of 16 bits or a JPEG of 4:4:4 or 4:2:0.

patches.npy beside it has the values of the patches, 0...1. A JPEG whose name has -420 is 4:2:0.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

ROWS, COLUMNS, SIDE = 15, 20, 16


def patches() -> Any:
    """Returns codes of 16 bits whose components differ by some, as in photos."""
    random = np.random.default_rng(3)
    base = random.integers(6000, 59000, (ROWS, COLUMNS, 1))
    return np.clip(base + random.integers(-9000, 9000, (ROWS, COLUMNS, 3)), 0, 65535).astype(np.uint16)


def main(target: str) -> None:
    """Writes the file, and its patches beside it."""
    path = Path(target)
    codes = patches()
    np.save(path.with_name("patches.npy"), codes / 65535)
    picture = np.kron(codes, np.ones((SIDE, SIDE, 1), np.uint16))
    if path.suffix == ".tif":
        import tifffile
        tifffile.imwrite(path, picture, photometric="rgb")
    elif path.suffix == ".png":
        import imagecodecs
        path.write_bytes(imagecodecs.png_encode(picture))
    else:
        from PIL import Image
        image = Image.fromarray((picture / 257 + 0.5).astype(np.uint8))
        exif = Image.Exif()
        exif[271] = "Maker"
        exif.get_ifd(0x8769)[0xA405] = 26
        image.save(path, quality=95, subsampling=2 if "-420" in path.name else 0, exif=exif)


if __name__ == "__main__":
    main(*sys.argv[1:])
