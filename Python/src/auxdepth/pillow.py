"""Depth for images of Pillow: read beside an image, and saved with one."""

from __future__ import annotations

import io
import os
from typing import IO, Any

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from . import opening as _photo
from .creation import NewPhoto, new
from .errors import usage
from .maps import Unit
from .photo import Photo
from .writing import Container

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
    image: Image.Image | str | os.PathLike[str], unit: Unit = "m", *, upright: bool | None = None
) -> Image.Image:
    """Returns the depth map of the file of an image, as an image of the mode F.

    Args:
        image: a path, or an image as Image.open() returned it.
        unit: `m` for metres, `1/m` for disparity; holes are NaN.
        upright: as the photo is displayed, which ImageOps.exif_transpose() turns an image to, or as stored. Where it is not
            given, as the image is: pillow-heif turns HEIF and AVIF photos when it opens them, and Pillow turns none. Of a
            path it is as displayed.

    Raises:
        NoSuchImageError: the file has no depth map.
        UsageError: the image is turned neither as the file nor as the photo is displayed.
    """
    with _photo.open(_source(image)) as photo:
        if upright is None:
            upright = not isinstance(image, Image.Image) or _is_upright(image, photo)
        return Image.fromarray(photo.depth(unit, upright=upright))


def _is_upright(image: Image.Image, photo: Photo) -> bool:
    """Whether an image is as its photo is displayed: whoever opened it turned it, and left no orientation to be applied."""
    remaining = int(image.getexif().get(_ORIENTATION, 1))
    if photo.orientation == 1 or remaining == photo.orientation:
        return False
    if remaining != 1:
        raise usage(
            f"the image has the orientation {remaining}, and its file {photo.orientation}: say whether `upright` is wanted",
            "upright",
        )
    return True


def _pixels(image: Image.Image) -> Any:
    """Returns the pixels of an image as gray or RGB, of 8 or 16 bits; alpha goes."""
    if image.mode in ("L", "RGB"):
        return np.asarray(image)
    if image.mode.startswith("I;16"):
        return np.asarray(image).astype(np.uint16)
    if image.mode in ("I", "F"):
        return _gray(np.asarray(image), 1.0 if image.mode == "F" else 65535)
    return np.asarray(image.convert("L" if image.mode in ("1", "LA") else "RGB"))


def _gray(samples: Any, white: float) -> Any:
    """Returns samples of 0 to white as gray of 16 bits; raises UsageError where others are among them."""
    least, greatest = samples.min(), samples.max()
    if not 0 <= least <= greatest <= white:
        raise usage(
            f"the image has samples from {least:g} to {greatest:g}: those of the mode F are 0...1, and those of the mode I "
            "0...65535, from black to white; scale them, or convert() the image",
            "image",
        )
    return np.rint(samples.astype(np.float64) * (65535 / white)).astype(np.uint16)


def _packet(image: Image.Image) -> bytes | None:
    """Returns the XMP packet of an image, by whichever name its format has it."""
    found = next((image.info[name] for name in ("xmp", "XML:com.adobe.xmp") if image.info.get(name)), None)
    return found.encode() if isinstance(found, str) else found


def _metadata(image: Image.Image) -> Photo | None:
    """Returns a photo that has the Exif and XMP of an image; None where it has neither."""
    exif, packet = image.getexif(), _packet(image)
    if not len(exif) and packet is None:
        return None
    # A PNG holds packets of any length, and is no gain map whatever its XMP says.
    carrier, texts = io.BytesIO(), PngInfo()
    if packet is not None:
        texts.add_itxt("XML:com.adobe.xmp", packet.rstrip(b"\0").decode("utf-8", "replace"))
    Image.new("L", (8, 8)).save(carrier, "PNG", exif=exif, pnginfo=texts)
    return _photo.open(carrier.getvalue())


def photo_of(image: Image.Image, container: Container | None = None) -> NewPhoto:
    """Begins a new photo of the pixels, profile, orientation, Exif and XMP of an image.

    Samples of the mode F are 0...1 and those of the mode I 0...65535, from black to white; both become gray of 16 bits.

    Raises:
        UsageError: samples of the mode F or I are out of that range.
    """
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
    path: str | os.PathLike[str] | IO[bytes],
    *,
    depth: Any = None,
    container: Container | None = None,
    image_quality: int | None = None,
    replace: bool = False,
    **attachments: Any,
) -> dict[str, Any]:
    """Saves an image with a depth map, mattes or a gain map, as JPEG, HEIF, AVIF or DNG by the extension; as photo_of().

    Args:
        depth: an array in metres, a Map, as from_model() makes it, or a path; as in Photo.attach().
        path: of the file, or a file that is open for writing bytes, which needs a `container`.
        container: `jpeg`, `heif`, `avif` or `dng`; else by the extension.
        image_quality: 1...100, of the image (92).
        replace: whether a file of that name may be replaced.
        attachments: the other parameters of Photo.attach(), as `disparity`, `near`, `far`, `portrait` and `intrinsics`. Maps lie
            as the pixels of the image do, and with `upright=True` as it is displayed.

    Returns:
        What was written, as Photo.save() reports it, and `notes`: what is not carried over, such as XMP that no JPEG holds.
    """
    photo = photo_of(image)
    if depth is not None or attachments:
        # Pillow does not turn the pixels of an image.
        photo.attach(depth=depth, **{"upright": False, **attachments})
    report = photo.save(path, container=container, quality=image_quality, replace=replace)
    return {**report, "notes": photo.notes}


__all__ = ["open_depth", "photo_of", "save"]
