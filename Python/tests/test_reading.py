"""Photos are read: what headers say, samples, cameras."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import auxdepth

from conftest import matrix


def test_depth_in_both_units(portrait: bytes, metres: Any) -> None:
    with auxdepth.open(portrait) as photo:
        depth, disparity = photo.depth(), photo.disparity()
        assert depth.dtype == disparity.dtype == np.float32
        assert depth.shape == metres.shape
        # 256 codes between 1/5 and 1 of 1/metres, of which HEVC keeps most exactly.
        np.testing.assert_allclose(disparity, 1 / metres, atol=2.5 * 0.8 / 255)
        np.testing.assert_allclose(depth, 1 / disparity, rtol=1e-6)
        np.testing.assert_array_equal(photo.depth("1/m"), disparity)


def test_what_headers_say(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        assert photo.container == "heif"
        assert photo.shape == photo.stored_shape == (96, 128)
        assert photo.orientation == 1
        assert [image.type for image in photo.auxiliary] == ["disparity", "portraitEffectsMatte"]
        image = photo.depth_image
        assert image is not None and image.is_depth
        assert (image.pixel_format, image.codec, image.quantity) == ("hdis", "hevc", "disparity")
        assert image.shape == (96, 128)
        assert image.bounds == pytest.approx((0.2, 1.0), abs=1e-3)
        assert image.failure is None
        assert photo.info["container"] == "heif"
        assert photo.find("portrait") is photo.auxiliary[1]
        assert photo.find("hair") is None
        assert photo.gain_map() is None and photo.confidence() is None


def test_camera_in_pixels_of_map_and_photo(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        np.testing.assert_allclose(matrix(photo), [[100, 0, 60], [0, 110, 50], [0, 0, 1]])
        camera = photo.intrinsics()
        assert camera is not None and (camera.width, camera.height) == (128, 96)
        np.testing.assert_allclose(camera.scaled(256, 192).matrix, [[200, 0, 120], [0, 220, 100], [0, 0, 1]])
        calibration = photo.calibration()
        assert calibration is not None
        again = auxdepth.Calibration.from_json(calibration.to_json())
        np.testing.assert_array_equal(again.matrix, calibration.matrix)
        np.testing.assert_array_equal(again.extrinsics, calibration.extrinsics)


def test_mattes(portrait: bytes, subject: Any) -> None:
    with auxdepth.open(portrait) as photo:
        assert list(photo.mattes) == ["portrait"]
        assert "portraitEffectsMatte" in photo.mattes
        matte = photo.mattes["portrait"]
        assert matte.dtype == np.uint8
        assert np.abs(matte.astype(int) - subject).mean() < 3
        with pytest.raises(KeyError):
            photo.mattes["hair"]


#: How rows as stored become rows as displayed, by Exif's orientation.
TURNED: dict[int, Callable[[Any], Any]] = {
    1: lambda stored: stored,
    2: np.fliplr,
    3: lambda stored: np.rot90(stored, 2),
    4: np.flipud,
    5: lambda stored: np.swapaxes(stored, 0, 1),
    6: lambda stored: np.rot90(stored, -1),
    7: lambda stored: np.rot90(np.swapaxes(stored, 0, 1), 2),
    8: np.rot90,
}


@pytest.mark.parametrize("orientation", TURNED)
def test_all_that_decodes_is_upright(orientation: int, pixels: Any, metres: Any, subject: Any) -> None:
    matte = subject.copy()
    matte[:20, :30] = 255
    made = auxdepth.new(pixels, "jpeg", orientation=orientation)
    made.attach(depth=metres, portrait=matte, gain_map=matte, headroom=2, intrinsics=[100, 110, 60, 50], upright=False)
    with auxdepth.open(made.to_bytes()) as photo:
        image, stored, turned = photo.mattes.image("portrait"), photo.intrinsics(upright=False), photo.intrinsics()
        assert photo.orientation == image.orientation == orientation and stored is not None and turned is not None
        pairs = [
            (photo.mattes["portrait"], image.codes(upright=False)),
            (photo.gain_map(), photo.gain_map(upright=False)),
            (photo.depth(), photo.depth(upright=False)),
            (photo.primary(), photo.primary(upright=False)),
        ]
        for upright, as_stored in pairs:
            assert as_stored is not None and as_stored.shape[:2] == photo.stored_shape == (96, 128)
            np.testing.assert_array_equal(upright, TURNED[orientation](as_stored))
        # The principal point goes with the pixel that it is in.
        point = np.zeros((96, 128))
        point[int(stored.cy), int(stored.cx)] = 1
        ((y, x),) = np.argwhere(TURNED[orientation](point))
        assert abs(turned.cx - x - 0.5) <= 0.5 and abs(turned.cy - y - 0.5) <= 0.5
        assert (turned.height, turned.width) == photo.shape and (stored.height, stored.width) == (96, 128)


def test_primary(portrait: bytes, pixels: Any) -> None:
    with auxdepth.open(portrait) as photo:
        primary = photo.primary()
        assert primary.shape == pixels.shape and primary.dtype == np.uint8
        assert np.abs(primary.astype(int) - pixels).mean() < 4
        assert photo.primary(bits=16).dtype == np.uint16
        with photo.picture() as picture:
            assert (picture.channels, picture.bits, picture.shape) == (3, 8, (96, 128))


def test_sources(tmp_path: Path, portrait: bytes) -> None:
    path = tmp_path / "ä photo.heic"
    path.write_bytes(portrait)
    with open(path, "rb") as file:
        sources = (path, str(path), portrait, bytearray(portrait), memoryview(portrait), file)
        photos = [auxdepth.open(source) for source in sources]
    first = photos[0].depth()
    for photo in photos:
        np.testing.assert_array_equal(photo.depth(), first)
    assert photos[0].path == str(path) and photos[2].path is None


def test_a_file_named_as_standard_input(tmp_path: Path, portrait: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").write_bytes(portrait)
    monkeypatch.chdir(tmp_path)
    assert auxdepth.open("-").container == "heif"


def test_planes_and_codes(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        image = photo.auxiliary[0]
        halves = image.plane(0).view(np.float16)
        np.testing.assert_array_equal(halves, image.floats("1/m", half=True))
        codes = image.codes()
        assert codes.dtype == np.uint8
        np.testing.assert_array_equal(image.codes(16), codes.astype(np.uint16) * 257)
        with pytest.raises(auxdepth.UsageError):
            image.codes(12)


def test_files_of_images(tmp_path: Path, portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        image = photo.auxiliary[0]
        image.save(tmp_path / "map.npy", pixel_format="fdep")
        np.testing.assert_array_equal(np.load(tmp_path / "map.npy"), photo.depth())
        with pytest.raises(auxdepth.CannotCreateError):
            image.save(tmp_path / "map.npy")
        image.save(tmp_path / "map.npy", replace=True, sync=False)
        assert np.load(io.BytesIO(image.to_bytes("npy", pixel_format="hdis"))).dtype == np.float16
        with image.as_map() as values:
            # Of the pixel format that the file records: halves.
            np.testing.assert_allclose(values.disparity(), photo.disparity(), rtol=1e-3)
            assert values.intrinsics() == photo.intrinsics()


def test_gain_map(pixels: Any, subject: Any) -> None:
    data = auxdepth.new(pixels, "jpeg").attach(gain_map=subject, headroom=4).to_bytes()
    with auxdepth.open(data) as photo:
        gain_map = photo.gain_map()
        assert gain_map is not None and gain_map.shape == (96, 128)
        assert np.abs(gain_map.astype(int) - subject).mean() < 3


def test_closed(portrait: bytes) -> None:
    photo = auxdepth.open(portrait)
    image = photo.auxiliary[0]
    photo.close()
    photo.close()
    assert photo.closed and "closed" in repr(photo)
    for call in (photo.depth, image.codes, lambda: photo.info, photo.primary, photo.to_bytes, lambda: photo.find("depth")):
        with pytest.raises(auxdepth.UsageError, match="closed"):
            call()
    # What headers said stays.
    assert image.type == "disparity"


def test_what_the_library_has() -> None:
    assert {"blur", "stereo"} <= {effect["name"] for effect in auxdepth.effects()}
    assert any("HEIF" in str(codec) for codec in auxdepth.codecs())


@pytest.mark.parametrize(("unit", "per_metre"), [("cm", 100), ("mm", 1000), ("in", 1 / 0.0254), ("ft", 1 / 0.3048)])
def test_units_of_distance(portrait: bytes, metres: Any, unit: Any, per_metre: float) -> None:
    with auxdepth.open(portrait) as photo:
        image = photo.depth_image
        assert image is not None
        for read in (photo.depth, image.depth, image.floats, image.as_map().depth, auxdepth.from_array(metres).depth):
            np.testing.assert_allclose(read(unit), read() * per_metre, rtol=1e-6)
        with pytest.raises(auxdepth.UsageError, match="float16"):
            image.floats(unit, half=True)
    with pytest.raises(auxdepth.UsageError, match="the unit is m, cm, mm, in, ft or 1/m"):
        auxdepth.from_array(metres).depth("km")  # type: ignore[arg-type]
