"""What people do with Pillow, as a command: pillow_tool.py SOURCE TARGET [all] [WIDTHxHEIGHT]."""
from __future__ import annotations

import sys

from PIL import Image


def main(source: str, target: str, *options: str) -> None:
    """Opens a picture, makes it another size if one is given, and saves it, with `all` as MPO."""
    with Image.open(source) as picture:
        if "all" in options:
            picture.save(target, format="MPO", save_all=True)
            return
        sizes = [tuple(int(part) for part in word.split("x")) for word in options]
        plain = picture.resize(sizes[0]) if sizes else picture
        plain.save(target, exif=picture.getexif(), quality=90)


if __name__ == "__main__":
    main(*sys.argv[1:])
