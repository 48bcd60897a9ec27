"""The camera and the lens that Exif states."""

from __future__ import annotations

import io
from typing import Any

import pytest

import auxdepth

from conftest import samples


def test_exif(pixels: Any) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    rational = pytest.importorskip("PIL.TiffImagePlugin").IFDRational
    exif = image.Exif()
    exif[271], exif[272] = "Maker", "Model 5"
    exif.get_ifd(0x8769).update({0xA434: "A lens of 26 mm", 0x920A: rational(27, 4), 0xA405: 26})
    file = io.BytesIO()
    image.fromarray(pixels).save(file, "JPEG", exif=exif)
    with auxdepth.open(file.getvalue()) as photo:
        assert photo.exif == auxdepth.Exif("Maker", "Model 5", "A lens of 26 mm", 6.75, 26)
        assert photo.info["exif"]["focalLength35mm"] == 26
        converted = auxdepth.edited(photo).to_bytes("heif")
    with auxdepth.open(converted) as photo:
        assert photo.exif is not None and photo.exif.lens == "A lens of 26 mm"


def test_a_photo_without_exif(plain: bytes) -> None:
    with auxdepth.open(plain) as photo:
        assert photo.exif is None and "exif" not in photo.info


@pytest.mark.skipif(not samples(), reason="AUXDEPTH_SAMPLES names no folder with photos")
def test_samples() -> None:
    found = 0
    for path in samples():
        with auxdepth.open(path) as photo:
            exif = photo.exif
        if exif is not None and exif.make is not None:
            found += 1
            assert exif.focal_length is None or 0.5 < exif.focal_length < 1000
    assert found > 0
