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

    shares: list[list[tuple[float, float]]] = [[], []]
    for factor in numpy.linspace(1.05, 1.25, 10):
        pairs = [(one > factor, two > factor) for one, two in zip(steps(truth), steps(predicted))]
        for place in range(2):
            # A direction without edges has no share.
            known = [(a & b).sum() / (a, b)[place].sum() for a, b in pairs if (a, b)[place].any()]
            if known:
                shares[place].append((factor, numpy.mean(known)))
    means = [numpy.average([share for _, share in all], weights=[factor for factor, _ in all]) for all in shares]
    return float(means[0]), float(means[1])


def _aligned(context: Context, step: Step) -> tuple[Any, Any, Any]:
    """Returns truth.npy, the prediction fitted to it, and where both have a distance."""
    numpy = peers.module("numpy")
    truth = numpy.load(context.path("truth.npy"))
    values = numpy.load(context.path(step["prediction"])).astype(float)
    shrink = step.get("shrink", 1)
    values = values[::shrink, ::shrink]
    truth = numpy.where((truth > 0) & numpy.isfinite(truth), truth.astype("f4").astype(float), numpy.nan)
    predicted = _fitted(truth, values, step["align"], step.get("disparity", False))
    return truth, predicted, numpy.isfinite(truth) & numpy.isfinite(predicted) & (predicted > 0)


@check
def compared(context: Context, step: Step) -> None:
    """The `report` of `compare` is what numpy computes of truth.npy and the array `prediction`, by `align`, within 1e-6.

    `disparity`: the prediction is one; `shrink`: each sample of the truth is so many samples of it.
    """
    if not context.has("numpy", "compare: numpy"):
        return
    numpy = peers.module("numpy")
    with numpy.errstate(all="ignore"):
        truth, predicted, known = _aligned(context, step)
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


def _turbo(shares: Any) -> Any:
    """Returns Turbo's colours of shares 0 to 1, by the published polynomials."""
    numpy = peers.module("numpy")
    terms = [
        [0.13572138, 4.6153926, -42.66032258, 132.13108234, -152.94239396, 59.28637943],
        [0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604],
        [0.1066733, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973]]
    light = [numpy.polynomial.polynomial.polyval(shares, channel) for channel in terms]
    return numpy.rint(numpy.clip(numpy.stack(light, -1), 0, 1) * 255)


@check
def pictured(context: Context, step: Step) -> None:
    """The `picture` has the errors in Turbo's colours, and below them the legend that the `report` of `compare` describes."""
    if not (context.has("numpy", "compare: numpy") and context.has("pillow", "compare: Pillow")):
        return
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    with numpy.errstate(all="ignore"):
        truth, predicted, known = _aligned(context, step)
        errors = abs(predicted - truth) / truth
    report = context.saved[step["report"]]
    legend, height, width = report["pictureLegend"], *truth.shape
    seen = numpy.asarray(pillow.open(context.path(step["picture"])).convert("RGB")).astype(float)
    context.expect(seen.shape == (height + legend["height"], width, 3) and legend["top"] == height,
                   "compare: the picture's size", f"{seen.shape}, {legend}")
    context.expect((legend["least"], legend["most"]) == (0, report["pictureEnd"]), "compare: the legend's ends", str(legend))
    # A sample at the border between two of the 256 colours may have either.
    codes = numpy.clip(numpy.where(known, errors, 0) / legend["most"], 0, 1) * 255
    off = numpy.min([abs(seen[:height] - _turbo(numpy.clip(numpy.rint(codes) + by, 0, 255) / 255)).max(-1) for by in (-1, 0, 1)], 0)
    context.expect(off[known].max() <= 1, "compare: the picture's colours", f"{off[known].max()} codes off")
    context.expect(not seen[:height][~known].any(), "compare: what was not compared is black")
    rows = seen[height:]
    wanted = _turbo(numpy.rint(numpy.arange(width) * 255 / (width - 1)) / 255)
    context.expect(any(abs(row - wanted).max() <= 1 for row in rows), "compare: the legend's colours")
    numbers = (rows[len(rows) // 2:] == 255).all(2).any(0)
    context.expect(numbers[:5].any() and numbers[-5:].any(), "compare: the numbers at the legend's ends")
