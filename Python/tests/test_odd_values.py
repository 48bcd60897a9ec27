"""Values that make no sense are errors of auxdepth, or TypeError, and never those of ctypes, NumPy or Python's conversions."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import auxdepth

#: Whole numbers that no size has, with those that 64 bits do not hold.
HUGE = [-1, 2**31, 2**32, 2**40, 2**63, 2**64, 2**70, 10**400]
ODD = [*HUGE, 1.5, float("nan"), float("inf"), "", "a\0b", "\ud800", b"", [], {}, {1: 2}, object(), np.array([1, 2]), np.zeros((2, 2))]
#: An array of more bytes than there are addresses, which takes none.
GIANT = np.broadcast_to(np.float32(1), (2**30, 2**30))
ARRAY = np.full((8, 8), 2, np.float32)

CALLS: dict[str, Callable[[auxdepth.Photo, Any], Any]] = {
    "open": lambda photo, odd: auxdepth.open(odd),
    "max_pixels": lambda photo, odd: auxdepth.open(photo.to_bytes(), max_pixels=odd).depth(),
    "max_memory": lambda photo, odd: auxdepth.open(photo.to_bytes(), max_memory=odd),
    "open_ranges": lambda photo, odd: auxdepth.open_ranges(odd, lambda offset, count: bytes(count)),
    "read": lambda photo, odd: auxdepth.open_ranges(1000, lambda offset, count: odd),
    "validate_ranges": lambda photo, odd: auxdepth.validate_ranges(odd, lambda offset, count: bytes(count)),
    "validate": lambda photo, odd: auxdepth.validate(b"", max_pixels=odd),
    "unit": lambda photo, odd: photo.depth(odd),
    "out": lambda photo, odd: photo.depth(out=odd if odd is not None else 0),
    "bits": lambda photo, odd: photo.primary(bits=odd if odd is not None else 3),
    "codes": lambda photo, odd: photo.mattes.image("portrait").codes(odd if odd is not None else 3),
    "image": lambda photo, odd: photo.mattes.image("portrait").to_bytes(resize=odd),
    "find": lambda photo, odd: photo.find(odd),
    "eye": lambda photo, odd: photo.eye(odd),
    "points": lambda photo, odd: photo.point_cloud(max_points=odd, field_of_view=60),
    "far": lambda photo, odd: photo.point_cloud(far=odd, field_of_view=60),
    "plane": lambda photo, odd: photo.auxiliary[0].plane(odd),
    "map": lambda photo, odd: auxdepth.from_array(odd),
    "resize": lambda photo, odd: auxdepth.from_array(ARRAY, resize=(odd, 1)).depth(),
    "map far": lambda photo, odd: auxdepth.from_array(ARRAY, far=odd),
    "intrinsics": lambda photo, odd: auxdepth.from_array(ARRAY, intrinsics=odd),
    "calibration": lambda photo, odd: auxdepth.from_array(ARRAY, calibration=odd),
    "from_json": lambda photo, odd: auxdepth.Calibration.from_json(odd),
    "scaled": lambda photo, odd: auxdepth.Intrinsics(1, 1, 1, 1, 8, 8).scaled(odd, 8),
    "raw": lambda photo, odd: auxdepth.read_map(b"1234", raw={"width": odd, "height": 1, "pixel_format": "fdep"}),
    "new": lambda photo, odd: auxdepth.new(odd),
    "orientation": lambda photo, odd: auxdepth.new(np.zeros((8, 8), np.uint8), orientation=odd),
    "icc_profile": lambda photo, odd: auxdepth.new(np.zeros((8, 8), np.uint8), icc_profile=odd),
    "quality": lambda photo, odd: photo.to_bytes("jpeg", quality=odd),
    "attach": lambda photo, odd: photo.attach(depth=odd, replace=True),
    "mattes": lambda photo, odd: photo.attach(mattes=odd),
    "edit": lambda photo, odd: auxdepth.edited(photo, resize=(odd, odd)).to_bytes(),
    "container": lambda photo, odd: auxdepth.edit(photo, "a.jpg", container=odd),
    "render": lambda photo, odd: auxdepth.render(photo, "blur", radius=odd),
    "jobs": lambda photo, odd: auxdepth.read_many([], jobs=odd),
    "model": lambda photo, odd: auxdepth.from_model(odd, "metric"),
}


@pytest.mark.parametrize("name", CALLS)
def test_odd_values(name: str, portrait: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with auxdepth.open(portrait) as photo:
        for odd in (*ODD, GIANT):
            try:
                CALLS[name](photo, odd)
            except (auxdepth.Error, TypeError) as failure:
                assert not isinstance(failure, ctypes.ArgumentError)


def test_options_that_are_too_large(portrait: bytes) -> None:
    for call in (
        lambda: auxdepth.open(portrait, max_pixels=2**70),
        lambda: auxdepth.new(np.zeros((8, 8), np.uint8), orientation=2**70),
    ):
        with pytest.raises(auxdepth.UsageError):
            call()
    for call in (lambda: auxdepth.from_array(GIANT), lambda: auxdepth.from_array(ARRAY, resize=(2**40, 1))):
        with pytest.raises(auxdepth.Error):
            call()
