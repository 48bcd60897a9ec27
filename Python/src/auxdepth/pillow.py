"""Depth for images of Pillow: read beside an image, and saved with one."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np
from PIL import Image

from . import photo as _photo
from .creation import NewPhoto, new
from .errors import usage
from .photo import Photo

_ORIENTATION = 0x0112


def _source(image: Image.Image | str | os.PathLike[str]) -> Any:
    """Returns the path, or the bytes, of the file that an image was opened from."""
    if isinstance(image, (str, os.PathLike)):
        return image
    name = getattr(image, "filename", "")
    if name:
        return name
    file = getattr(image, "fp", None)
    if file is not None:
        position = file.tell()
        file.seek(0)
        try:
            return file.read()
        finally:
            file.seek(position)
    raise usage("the image was not opened from a file, or is no more: give its path", "image")


def open_depth(
    image: Image.Image | str | os.PathLike[str], unit: str = "m", *, upright: bool = False
) -> Image.Image:
    """Returns the depth map of the file of an image, as an image of the mode F.

    Args:
        image: a path, or an image as Image.open() returned it.
        unit: `m` for metres, `1/m` for disparity; holes are NaN.
        upright: as the photo is displayed, which ImageOps.exif_transpose() turns an image to; else as stored.

    Raises:
        NoSuchImageError: the file has no depth map.
    """
    with _photo.open(_source(image)) as photo:
        return Image.fromarray(photo.depth(unit, upright=upright))


def _pixels(image: Image.Image) -> Any:
    """Returns the pixels of an image as gray or RGB, of 8 or 16 bits; alpha goes."""
    if image.mode in ("L", "RGB"):
        return np.asarray(image)
    if image.mode.startswith("I;16"):
        return np.asarray(image).astype(np.uint16)
    return np.asarray(image.convert("L" if image.mode in ("1", "LA") else "RGB"))


def _metadata(image: Image.Image) -> Photo | None:
    """Returns a photo that has the Exif of an image; None where it has none."""
    exif = image.getexif()
    if not len(exif):
        return None
    carrier = io.BytesIO()
    Image.new("L", (8, 8)).save(carrier, "JPEG", exif=exif)
    return _photo.open(carrier.getvalue())


def photo_of(image: Image.Image, container: str | None = None) -> NewPhoto:
    """Begins a new photo of the pixels, profile, orientation and Exif of an image."""
    orientation = int(image.getexif().get(_ORIENTATION, 1))
    return new(
        _pixels(image),
        container,
        icc_profile=image.info.get("icc_profile"),
        orientation=orientation if 1 <= orientation <= 8 else 1,
        metadata=_metadata(image),
    )


def save(
    image: Image.Image,
    path: str | os.PathLike[str],
    *,
    depth: Any = None,
    image_quality: int | None = None,
    replace: bool = False,
    **attachments: Any,
) -> dict[str, Any]:
    """Saves an image with a depth map, mattes or a gain map, as JPEG, HEIF, AVIF or DNG by the extension.

    Args:
        depth: an array in metres, a Map, as from_model() makes it, or a path; as in Photo.attach().
        image_quality: 1...100, of the image (92).
        replace: whether a file of that name may be replaced.
        attachments: the other parameters of Photo.attach(), as `disparity`, `near`, `far`, `portrait` and `intrinsics`.

    Returns:
        What was written, as Photo.save() reports it.
    """
    photo = photo_of(image)
    if depth is not None or attachments:
        photo.attach(depth=depth, **attachments)
    return photo.save(path, quality=image_quality, replace=replace)


__all__ = ["open_depth", "photo_of", "save"]
