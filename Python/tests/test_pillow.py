"""Images of Pillow get depth, and their files give it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
ImageOps = pytest.importorskip("PIL.ImageOps")


def test_saving_and_opening(tmp_path: Path, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    image = Image.fromarray(pixels)
    for name in ("a.jpg", "a.heic", "a.avif"):
        pillow.save(image, tmp_path / name, depth=metres, image_quality=95)
        depth = pillow.open_depth(tmp_path / name)
        assert depth.mode == "F" and depth.size == image.size
        np.testing.assert_allclose(1 / np.asarray(depth), 1 / metres, atol=2.5 * 0.8 / 255)
    with Image.open(tmp_path / "a.jpg") as opened:
        assert pillow.open_depth(opened, "1/m").size == image.size
    with Image.open(io.BytesIO((tmp_path / "a.jpg").read_bytes())) as opened:
        assert pillow.open_depth(opened).size == image.size
        opened.load()
    with pytest.raises(auxdepth.UsageError):
        pillow.open_depth(image)


def test_it_is_there_without_an_import() -> None:
    assert auxdepth.pillow.save is not None
    with pytest.raises(AttributeError):
        auxdepth.unheard


def test_exif_and_orientation_go_along(tmp_path: Path, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A maker"
    source = io.BytesIO()
    Image.fromarray(pixels).save(source, "JPEG", exif=exif, quality=95)
    with Image.open(source) as image:
        pillow.save(image, tmp_path / "a.jpg", depth=metres)
    with Image.open(tmp_path / "a.jpg") as written:
        assert written.getexif()[0x0112] == 6 and written.getexif()[0x010F] == "A maker"
        upright = ImageOps.exif_transpose(written)
        assert pillow.open_depth(tmp_path / "a.jpg", upright=True).size == upright.size == (96, 128)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "1", "LA", "CMYK", "I;16"])
def test_modes(tmp_path: Path, mode: str, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    if mode == "I;16":
        image = Image.fromarray(pixels[:, :, 0].astype(np.uint16) * 257)
    else:
        image = Image.fromarray(pixels).convert(mode)
    pillow.save(image, tmp_path / "a.heic", depth=metres)
    with auxdepth.open(tmp_path / "a.heic") as photo:
        assert photo.depth().shape == (96, 128)
