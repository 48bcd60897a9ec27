"""compare() against the formulas in numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import auxdepth


def measures(truth: NDArray[Any], predicted: NDArray[Any]) -> dict[str, float]:
    known = np.isfinite(truth) & (truth > 0) & np.isfinite(predicted) & (predicted > 0)
    t, p = truth[known].astype(np.float64), predicted[known].astype(np.float64)
    logs, ratios = np.log(p) - np.log(t), np.maximum(p / t, t / p)
    return {
        "abs_rel": np.mean(abs(p - t) / t),
        "sq_rel": np.mean((p - t) ** 2 / t),
        "rmse": np.sqrt(np.mean((p - t) ** 2)),
        "rmse_log": np.sqrt(np.mean(logs**2)),
        "silog": 100 * np.std(logs),
        "delta1": np.mean(ratios < 1.25),
        "delta2": np.mean(ratios < 1.25**2),
        "delta3": np.mean(ratios < 1.25**3),
        "samples": known.sum(),
    }


def check(seen: auxdepth.Comparison, wanted: dict[str, float]) -> None:
    for name, value in wanted.items():
        assert getattr(seen, name) == pytest.approx(value, rel=1e-6, abs=1e-9), name


@pytest.fixture
def pair() -> tuple[NDArray[Any], NDArray[Any]]:
    noise = np.random.default_rng(7)
    rows, columns = np.mgrid[0:60, 0:80]
    truth = (3 + np.sin(columns / 9) + rows / 40).astype(np.float32)
    truth[20:40, 30:50] = 1.25
    predicted = (truth * 1.2 + 0.1 + noise.normal(0, 0.15, truth.shape)).astype(np.float32)
    truth[:5, :7], truth[50:, 70:] = np.nan, 0
    predicted[25:30, 10:60] = np.nan
    return truth, predicted


def test_formulas(pair: tuple[NDArray[Any], NDArray[Any]]) -> None:
    truth, predicted = pair
    check(auxdepth.compare(truth, predicted), measures(truth, predicted))
    known = np.isfinite(truth) & (truth > 0) & np.isfinite(predicted)
    t, p = truth[known].astype(np.float64), predicted[known].astype(np.float64)
    seen = auxdepth.compare(truth, predicted, align="scale")
    assert seen.scale == pytest.approx(np.median(t) / np.median(p), rel=1e-9)
    check(seen, measures(truth, predicted.astype(np.float64) * np.median(t) / np.median(p)))
    scale, shift = np.polyfit(p, t, 1)
    seen = auxdepth.compare(truth, predicted, align="affine")
    assert (seen.scale, seen.shift) == pytest.approx((scale, shift), rel=1e-6)
    check(seen, measures(truth, predicted.astype(np.float64) * scale + shift))


def test_relative_disparity(pair: tuple[NDArray[Any], NDArray[Any]]) -> None:
    truth = pair[0]
    with np.errstate(divide="ignore"):
        inverse = (0.3 / np.where(truth > 0, truth, 2) - 0.2).astype(np.float32)
    seen = auxdepth.compare(truth, auxdepth.from_array(inverse, quantity="disparity"), align="affine")
    assert seen.abs_rel < 1e-5 and seen.scale == pytest.approx(1 / 0.3, rel=1e-4)
    assert seen.details["alignment"]["quantity"] == "disparity"


def test_files(pair: tuple[NDArray[Any], NDArray[Any]], tmp_path: Path) -> None:
    truth, predicted = pair
    np.save(tmp_path / "truth.npy", truth)
    auxdepth.from_array(predicted, holes="fill").save(tmp_path / "predicted.exr")
    seen = auxdepth.compare(tmp_path / "truth.npy", str(tmp_path / "predicted.exr"))
    filled = auxdepth.from_array(predicted).depth(filled=True)
    check(seen, measures(truth, filled))


def test_refusals(pair: tuple[NDArray[Any], NDArray[Any]]) -> None:
    truth = pair[0]
    with pytest.raises(auxdepth.UsageError, match="aspect ratio"):
        auxdepth.compare(truth, truth[:30])
    with pytest.raises(auxdepth.UsageError):
        auxdepth.compare(truth, truth, align_by="medians")
    with pytest.raises(TypeError):
        auxdepth.compare(truth, truth, max_depht=3)  # type: ignore[call-arg]
