"""What people do with Pillow, as a command: pillow_tool.py SOURCE TARGET [all] [WIDTHxHEIGHT] [EDIT]…."""
from __future__ import annotations

import sys

from PIL import Image, ImageEnhance, ImageFilter, ImageOps

# What brings rows into those of an Exif orientation.
_TURNS = {2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM", 5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE",
          8: "ROTATE_90"}


def _edited(picture: Image.Image, edit: str) -> Image.Image:
    """Returns a picture after `crop=x,y,w,h`, `turn=N`, `half`, `tones`, `border` or `size=WxH`."""
    name, _, value = edit.partition("=")
    if name == "crop":
        left, top, width, height = (int(part) for part in value.split(","))
        return picture.crop((left, top, left + width, top + height))
    if name == "turn":
        return picture.transpose(Image.Transpose[_TURNS[int(value)]])
    if name == "half":
        return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)
    if name == "tones":
        bright = ImageEnhance.Color(ImageEnhance.Brightness(picture).enhance(1.25)).enhance(1.5)
        return bright.filter(ImageFilter.UnsharpMask(3, 120, 2))
    if name == "border":
        return ImageOps.expand(picture, picture.width // 20, "white")
    if name == "size":
        width, height = value.split("x")
        return picture.resize((int(width), int(height)))
    raise SystemExit(f"{edit} is no edit")


def main(source: str, target: str, *options: str) -> None:
    """Opens a picture, makes it another size if one is given, edits it, and saves it, with `all` as MPO."""
    with Image.open(source) as picture:
        if "all" in options:
            picture.save(target, format="MPO", save_all=True)
            return
        edits = [word for word in options if "=" in word or word.isalpha()]
        sizes = [tuple(int(part) for part in word.split("x")) for word in options if word not in edits]
        plain = picture.resize(sizes[0]) if sizes else picture
        for edit in edits:
            plain = _edited(plain.convert("RGB"), edit)
        plain.save(target, exif=picture.getexif(), quality=90)


if __name__ == "__main__":
    main(*sys.argv[1:])
