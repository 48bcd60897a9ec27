"""Effects of photos as arrays and as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth


@pytest.mark.parametrize("effect", ["blur", "grayscale", "mask", "matte", "spotlight", "highlight", "rosy", "normals", "stereo"])
def test_every_effect(portrait: bytes, effect: str) -> None:
    with auxdepth.open(portrait) as photo:
        picture = auxdepth.render(photo, effect)
    width = 256 if effect == "stereo" else 128
    assert picture.shape[:2] == (96, width) and picture.dtype == np.uint8


def test_a_composite_has_its_background(portrait: bytes, subject: Any) -> None:
    behind = np.zeros((96, 128, 3), np.uint8)
    with auxdepth.open(portrait) as photo:
        picture = auxdepth.render(photo, "composite", background=behind)
        assert picture[subject == 0].mean() < 16 < picture[subject == 255].mean()
        with pytest.raises(auxdepth.Error):
            auxdepth.render(photo, "composite")


def test_both_eyes(portrait: bytes) -> None:
    assert auxdepth.render(auxdepth.open(portrait), "stereo", layout="pair").shape == (2, 96, 128, 3)


def test_another_map(plain: bytes, metres: Any) -> None:
    with auxdepth.open(plain) as photo:
        with pytest.raises(auxdepth.Error) as caught:
            auxdepth.render(photo, "blur")
        assert caught.value.code == "missingImage"
        with auxdepth.from_array(metres) as values:
            picture = auxdepth.render(photo, "grayscale", map=values, bits=16)
    assert picture.dtype == np.uint16
    # Near is white.
    assert picture[48, 2].mean() > picture[48, 125].mean()


def test_options_in_meters(plain: bytes, metres: Any) -> None:
    with auxdepth.open(plain) as photo, auxdepth.from_array(metres) as values:
        low, high = 1 / np.nanmax(metres), 1 / np.nanmin(metres)
        middle = 2 / float(low + high)
        assert (auxdepth.render(photo, "mask", map=values, focus_distance=middle)
                == auxdepth.render(photo, "mask", map=values, focus=0.5)).mean() > 0.999
        assert (auxdepth.render(photo, "blur", map=values, f_number=2, focal=0.05, field_of_view=60)
                == auxdepth.render(photo, "blur", map=values, aperture=0.025, field_of_view=60)).all()
        shift = 0.5 * 3 ** 0.5 * 0.01 * float(high - low) / 4
        assert (auxdepth.render(photo, "stereo", map=values, baseline=0.01, field_of_view=60)
                == auxdepth.render(photo, "stereo", map=values, max_shift=shift)).mean() > 0.999
        for wrong in ({"focal": 0.05}, {"focus_distance": 1, "autofocus": True}, {"focus_distance": -1}):
            with pytest.raises(auxdepth.UsageError):
                auxdepth.render(photo, "blur", map=values, **wrong)


def test_a_renderer_makes_several(tmp_path: Path, portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        renderer = auxdepth.Renderer(photo, jobs=1)
    with renderer:
        for focus in (0.2, 0.9):
            (picture,) = renderer.render("blur", focus=focus)
            assert picture.array().shape == (96, 128, 3)
        (report,) = renderer.save("blur", tmp_path / "a.jpg", focus=0.5, quality=80)
        assert auxdepth.open(tmp_path / "a.jpg").container == "jpeg"
        assert report
    with pytest.raises(auxdepth.UsageError, match="closed"):
        renderer.render("blur")
