"""Outputs of depth models become maps, and photos."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth.models import CONVENTIONS

from conftest import matrix


@pytest.fixture
def inverse(metres: Any) -> Any:
    """What a relative model gives: inverse depth up to scale and shift."""
    return (700 / metres - 30).astype(np.float32)


@pytest.mark.parametrize("kind", ["midas", "dpt", "depth-anything"])
def test_relative(kind: str, inverse: Any, metres: Any, pixels: Any) -> None:
    with auxdepth.from_model(inverse[None, None], kind, near=1, far=5) as values:
        assert values.quantity == "disparity"
        np.testing.assert_allclose(values.depth(), metres, rtol=1e-4)
        data = auxdepth.new(pixels, "heif").attach(depth=values).to_bytes()
    with auxdepth.open(data) as photo:
        assert photo.depth_image is not None and photo.depth_image.accuracy == "relative"
        np.testing.assert_allclose(photo.disparity(), 1 / metres, atol=2.5 * 0.8 / 255)


@pytest.mark.parametrize("kind", ["depth-pro", "metric", "zoedepth", "unidepth", "metric3d", "depth-anything-metric"])
def test_metric(kind: str, metres: Any, pixels: Any) -> None:
    with auxdepth.from_model(metres, kind) as values:
        np.testing.assert_allclose(values.depth(), metres, rtol=1e-6)
        data = auxdepth.new(pixels, "heif").attach(depth=values).to_bytes()
    with auxdepth.open(data) as photo:
        assert photo.depth_image is not None and photo.depth_image.accuracy == "absolute"


def test_depth_pro_has_a_focal_length(metres: Any) -> None:
    prediction = {"depth": metres, "focallength_px": np.float32(150)}
    with auxdepth.from_model(prediction, "depth-pro") as values:
        np.testing.assert_allclose(matrix(values), [[150, 0, 64], [0, 150, 48], [0, 0, 1]])


def test_dictionaries_of_transformers(inverse: Any) -> None:
    with auxdepth.from_model({"predicted_depth": inverse[None], "depth": None}, "depth-anything", near=1, far=5) as values:
        assert values.shape == (96, 128)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.from_model({"mask": inverse}, "midas", near=1, far=5)


def test_no_distance_is_a_hole(metres: Any) -> None:
    given = metres.copy()
    given[0, :4] = (0, -1, np.nan, np.inf)
    with auxdepth.from_model(given, "metric") as values:
        assert np.isnan(values.depth()[0, :3]).all()


def test_what_is_needed(inverse: Any) -> None:
    with pytest.raises(auxdepth.UsageError, match="near and far"):
        auxdepth.from_model(inverse, "midas")
    with pytest.raises(auxdepth.UsageError, match="is not one of"):
        auxdepth.from_model(inverse, "unheard")
    assert CONVENTIONS["dpt"] == "midas" and "moge-2" in CONVENTIONS


def test_dictionaries_with_cameras(metres: Any) -> None:
    height, width = metres.shape
    given = np.array([[150, 0, 60], [0, 155, 50], [0, 0, 1]], np.float32)
    mask = np.ones(metres.shape, bool)
    mask[0] = False
    sides = np.array([[width], [height], [1]], np.float32)
    predictions = {
        "unidepth": {"depth": metres[None, None], "intrinsics": given[None], "confidence": mask},
        "moge-2": {"depth": metres, "intrinsics": given / sides, "mask": mask, "points": None},
        "depth-anything-3": {"depth": metres[None], "intrinsics": given[None]},
    }
    for kind, prediction in predictions.items():
        with auxdepth.from_model(prediction, kind) as values:
            np.testing.assert_allclose(matrix(values), given, rtol=1e-6)
            np.testing.assert_allclose(values.depth()[1:], metres[1:], rtol=1e-6)
    with pytest.raises(auxdepth.UsageError, match="numbers"):
        auxdepth.from_model({"depth": metres, "intrinsics": np.eye(4)}, "unidepth")


def test_metres_by_the_focal_length(metres: Any) -> None:
    output = metres * 300 / 150
    with auxdepth.from_model(output, "depth-anything-3-metric", intrinsics=[150]) as values:
        np.testing.assert_allclose(values.depth(), metres, rtol=1e-6)
