"""Maps that would be wrong without a word make a QualityWarning at the line of the caller."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import auxdepth

PICTURE = np.zeros((80, 120, 3), np.uint8)


def planes() -> NDArray[np.float32]:
    metres = np.full((40, 60), 2, np.float32)
    metres[:, 30:] = 4
    return metres


def ramp() -> NDArray[np.float32]:
    return (1 + np.arange(2400).reshape(40, 60) / 800).astype(np.float32)


def written(metres: NDArray[Any], **options: Any) -> NDArray[np.float32]:
    with auxdepth.open(auxdepth.new(PICTURE).attach(depth=metres, **options).to_bytes("jpeg")) as photo:
        return photo.depth()


@pytest.mark.parametrize("made", [planes, ramp])
@pytest.mark.parametrize("bad", [0.01, 0.001, 1e-6])
def test_one_bad_sample_is_warned_of(made: Any, bad: float) -> None:
    metres = made()
    metres[5, 5] = bad
    with pytest.warns(auxdepth.QualityWarning, match="most distances are off") as caught:
        read = written(metres)
    # The line of the caller, and the keywords of Python.
    assert [warning.filename for warning in caught] == [__file__]
    assert "clip=" in str(caught[0].message) and "near" in str(caught[0].message)
    assert np.quantile(abs(read - metres) / metres, 0.75) > 0.05
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.quantile(abs(written(metres, clip=0.1) - metres) / metres, 0.75) < 0.05


@pytest.mark.parametrize("made", [planes, ramp])
def test_good_maps_are_not(made: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        written(made())


def test_warnings_that_are_errors_attach_nothing(portrait: bytes) -> None:
    metres = planes()
    metres[5, 5] = 0.001
    with auxdepth.open(portrait) as photo, warnings.catch_warnings():
        height, width = photo.shape
        large = np.resize(metres, (height, width)).astype(np.float32)
        warnings.simplefilter("error")
        with pytest.raises(auxdepth.QualityWarning):
            photo.attach(depth=large, replace=True)
        before = photo.depth()
        with auxdepth.open(photo.to_bytes()) as same:
            assert np.array_equal(same.depth(), before)


def test_a_map_in_metres_is_absolute() -> None:
    with auxdepth.open(auxdepth.new(PICTURE).attach(depth=ramp()).to_bytes("jpeg")) as photo:
        assert photo.depth_image is not None and photo.depth_image.accuracy == "absolute"
    with auxdepth.open(auxdepth.new(PICTURE).attach(disparity=1 / ramp()).to_bytes("jpeg")) as photo:
        assert photo.depth_image is not None and photo.depth_image.accuracy == "relative"


def test_depth_in_heic_keeps_its_codes() -> None:
    y, x = np.mgrid[:240, :320]
    metres = (0.3 + 11.7 * ((x * 7 + y * 13) % 320) / 320).astype(np.float32)
    report = auxdepth.new(np.zeros((240, 320, 3), np.uint8)).attach(depth=metres)
    data = report.to_bytes("heif")
    with auxdepth.open(data) as photo:
        image = photo.depth_image
        assert image is not None and image.code_values is not None
        first, last = image.code_values
        codes = np.round((1 / metres - first) / (last - first) * 255)
        assert np.array_equal(image.codes(8), codes)
