"""Photos, maps and pictures are pickled and copied."""

from __future__ import annotations

import copy
import io
import pickle
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import auxdepth


def both(value: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)]


@pytest.fixture
def path(portrait: bytes, tmp_path: Path) -> Path:
    (tmp_path / "a.heic").write_bytes(portrait)
    return tmp_path / "a.heic"


def test_photos(portrait: bytes, path: Path) -> None:
    for source in (path, str(path), portrait, bytearray(portrait), memoryview(portrait), io.BytesIO(portrait)):
        with auxdepth.open(source, max_pixels=1 << 20) as photo:
            copies = both(photo)
            wanted = photo.depth()
        for other in copies:
            # Closing one does not close the other.
            np.testing.assert_array_equal(other.depth(), wanted)
            assert other.path == photo.path
            other.close()


def test_bytes_that_change(portrait: bytes) -> None:
    data = bytearray(portrait)
    with auxdepth.open(data) as photo:
        data[:] = bytes(len(data))
        np.testing.assert_array_equal(copy.deepcopy(photo).depth(), photo.depth())


def test_a_photo_that_is_edited_is_copied_for_reading(path: Path) -> None:
    with auxdepth.open(path, editing=True) as photo, copy.deepcopy(photo) as other:
        np.testing.assert_array_equal(other.depth(), photo.depth())
        with pytest.raises(auxdepth.UsageError, match="editing"):
            other.remove("portrait").save()


def test_what_cannot_be_copied(portrait: bytes, pixels: Any) -> None:
    with auxdepth.open(portrait) as photo, auxdepth.Renderer(photo) as renderer:
        ranges = auxdepth.open_ranges(len(portrait), lambda offset, count: portrait[offset : offset + count])
        for value in (renderer, ranges, auxdepth.new(pixels), auxdepth.edited(photo, resize="50%")):
            with pytest.raises(TypeError, match="cannot be pickled"):
                pickle.dumps(value)
        photo.remove("portrait")
        with pytest.raises(TypeError, match="not saved"):
            copy.deepcopy(photo)


def test_images_and_mattes(path: Path) -> None:
    with auxdepth.open(path) as photo:
        assert photo.depth_image is not None
        for image in both(photo.depth_image):
            np.testing.assert_array_equal(image.depth(), photo.depth())
        for mattes in both(photo.mattes):
            np.testing.assert_array_equal(mattes["portrait"], photo.mattes["portrait"])


def test_maps(path: Path, metres: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "z.npy", metres)
    codes = np.arange(256, dtype=np.uint8).reshape(16, 16)
    makers: list[Callable[[], auxdepth.Map]] = [
        lambda: auxdepth.from_array(metres, intrinsics=[100, 110, 60, 50]),
        lambda: auxdepth.from_array(codes, near=1, far=3, resize=[8, 8]),
        lambda: auxdepth.from_model(metres, "metric"),
        lambda: auxdepth.read_map(tmp_path / "z.npy"),
        lambda: auxdepth.read_map((tmp_path / "z.npy").read_bytes()),
        lambda: auxdepth.open(path).auxiliary[0].as_map() if auxdepth.open(path).auxiliary[0].is_depth
        else auxdepth.open(path).auxiliary[1].as_map(),
    ]  # fmt: skip
    for maker in makers:
        with maker() as values:
            for other in both(values):
                np.testing.assert_array_equal(other.depth(filled=True), values.depth(filled=True))
                assert other.calibration() == values.calibration() and other.quantity == values.quantity


def test_pictures(path: Path) -> None:
    with auxdepth.open(path) as photo, photo.picture() as picture:
        for other in both(picture):
            np.testing.assert_array_equal(other.array(), picture.array())
            assert (other.icc_profile, other.orientation, other.notes) == (
                picture.icc_profile, picture.orientation, picture.notes
            )  # fmt: skip
