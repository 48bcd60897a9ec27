"""What a photo says of its own map, given back to it, changes nothing, however the photo is turned."""

from __future__ import annotations

import io
import itertools

import numpy as np
import pytest

import auxdepth

Image = pytest.importorskip("PIL.Image")


def turned(orientation: int) -> bytes:
    exif, file = Image.Exif(), io.BytesIO()
    exif[0x112] = orientation
    Image.new("RGB", (120, 80), (90, 120, 60)).save(file, "JPEG", exif=exif)
    return file.getvalue()


@pytest.mark.parametrize("orientation, container", list(itertools.product(range(1, 9), ("jpeg", "heif", "avif", "dng"))))
def test_its_own_depth(orientation: int, container: auxdepth.writing.Container) -> None:
    y, x = np.mgrid[:40, :60]
    metres = (1 + x / 20 + y / 40).astype(np.float32)
    if orientation > 4:
        metres = metres.T.copy()
    with auxdepth.open(turned(orientation)) as plain:
        data = plain.attach(depth=metres).to_bytes(container)
    with auxdepth.open(data) as photo:
        assert photo.depth().shape == metres.shape
        assert np.abs(photo.depth() / metres - 1).max() < 0.03
        assert auxdepth.compare(photo, photo.depth()).abs_rel < 1e-6
        image = photo.depth_image
        assert image is not None and np.abs(image.as_map().depth() / photo.depth() - 1).max() < 1e-6
        before, bounds = image.array(), image.bounds
        again = photo.attach(depth=photo.depth(), replace=True).to_bytes()
    with auxdepth.open(again) as photo:
        assert photo.depth_image is not None
        assert np.array_equal(photo.depth_image.array(), before) and photo.depth_image.bounds == bounds
