"""What `compare` says of two maps, by the formulas in numpy."""
from __future__ import annotations

from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check


def _fitted(truth: Any, values: Any, align: str, disparity: bool) -> Any:
    """Returns distances of values that are fitted to the truth: a ratio of medians, or least squares."""
    numpy = peers.module("numpy")
    known = numpy.isfinite(truth) & numpy.isfinite(values)
    wanted = 1 / truth[known] if disparity else truth[known]
    if align == "scale":
        values = values * numpy.median(wanted) / numpy.median(values[known])
    elif align == "affine":
        columns = numpy.stack([values[known], numpy.ones(known.sum())], 1)
        scale, shift = numpy.linalg.lstsq(columns, wanted, rcond=None)[0]
        values = values * scale + shift
    return 1 / values if disparity else values


def _edges(truth: Any, predicted: Any) -> tuple[float, float]:
    """Depth Pro's shares of edges: of ten factors and four directions, weighted by the factors."""
    numpy = peers.module("numpy")

    def steps(depth: Any) -> list[Any]:
        across, down = depth[:, 1:] / depth[:, :-1], depth[1:] / depth[:-1]
        return [across, 1 / across, down, 1 / down]

    factors = numpy.linspace(1.05, 1.25, 10)
    shares: list[list[float]] = [[], []]
    for factor in factors:
        pairs = [(one > factor, two > factor) for one, two in zip(steps(truth), steps(predicted))]
        for place in range(2):
            shares[place].append(numpy.mean([(a & b).sum() / max((a, b)[place].sum(), 1) for a, b in pairs]))
    return tuple(float((factors * share).sum() / factors.sum()) for share in shares)  # type: ignore[return-value]


@check
def compared(context: Context, step: Step) -> None:
    """The `report` of `compare` is what numpy computes of truth.npy and the array `prediction`, by `align`, within 1e-6.

    `disparity`: the prediction is one; `shrink`: each sample of the truth is so many samples of it.
    """
    if not context.has("numpy", "compare: numpy"):
        return
    numpy = peers.module("numpy")
    truth = numpy.load(context.path("truth.npy"))
    values = numpy.load(context.path(step["prediction"])).astype(float)
    shrink = step.get("shrink", 1)
    values = values[::shrink, ::shrink]
    truth = numpy.where((truth > 0) & numpy.isfinite(truth), truth.astype("f4").astype(float), numpy.nan)
    with numpy.errstate(all="ignore"):
        predicted = _fitted(truth, values, step["align"], step.get("disparity", False))
        known = numpy.isfinite(truth) & numpy.isfinite(predicted) & (predicted > 0)
        t, p = truth[known], predicted[known]
        logs, ratios = numpy.log(p) - numpy.log(t), numpy.maximum(p / t, t / p)
        holed = [numpy.where(known, depth, numpy.nan) for depth in (truth, predicted)]
        completeness, accuracy = _edges(*holed)
    wanted = {
        "absRel": numpy.mean(abs(p - t) / t), "sqRel": numpy.mean((p - t) ** 2 / t),
        "rmse": numpy.sqrt(numpy.mean((p - t) ** 2)), "rmseLog": numpy.sqrt(numpy.mean(logs ** 2)),
        "silog": 100 * numpy.std(logs), "delta1": numpy.mean(ratios < 1.25), "delta2": numpy.mean(ratios < 1.25 ** 2),
        "delta3": numpy.mean(ratios < 1.25 ** 3), "samples": float(known.sum()), "edgeCompleteness": completeness,
        "edgeAccuracy": accuracy,
    }
    report = context.saved[step["report"]]
    for name, value in wanted.items():
        seen = report.get(name)
        context.expect(seen is not None and abs(seen - value) <= 1e-6 * max(1, abs(value)), f"compare: {name}",
                       f"{seen}, and numpy {value}")
