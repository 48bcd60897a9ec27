"""How far a depth map is from another one that is the truth."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from numpy.typing import ArrayLike

from . import _calls
from ._keywords import takes
from ._options import MapCompare
from .errors import DataError, UnsupportedError
from .images import AuxiliaryImage
from .maps import Map, from_array, read_map
from .opening import open
from .photo import Photo

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: What has depth: a map, a photo or its image, the path of either, or an array of metres.
HasDepth = Union[Map, AuxiliaryImage, Photo, "str | os.PathLike[str]", ArrayLike]


@dataclass(frozen=True)
class Comparison:
    """The errors of distances in metres at the samples that both maps have.

    Attributes:
        abs_rel: the mean of |p - t| / t, for distances t of the truth and p of the prediction.
        sq_rel: the mean of (p - t)**2 / t.
        rmse: the root of the mean of (p - t)**2.
        rmse_log: the root of the mean of (ln p - ln t)**2.
        silog: 100 times the standard deviation of ln p - ln t.
        delta1: the share of samples with max(p / t, t / p) < 1.25; delta2 of 1.25**2, delta3 of 1.25**3.
        samples: how many samples were compared.
        edge_completeness: the share of the truth's edges that the prediction has; None where there are none.
        edge_accuracy: the share of the prediction's edges that the truth has; None where there are none.
        scale: the factor that the prediction was multiplied by, in what was fitted.
        shift: the term that was added.
        details: the whole JSON object.
    """

    abs_rel: float
    sq_rel: float
    rmse: float
    rmse_log: float
    silog: float
    delta1: float
    delta2: float
    delta3: float
    samples: int
    edge_completeness: float | None
    edge_accuracy: float | None
    scale: float
    shift: float
    details: dict[str, Any]


@takes(MapCompare)
def compare(truth: HasDepth, prediction: HasDepth, **options: Unpack[MapCompare]) -> Comparison:
    """Compares a depth map with the truth.

    Args:
        truth: a Map, a photo or one of its images, the path of a map file or a photo, or an array of metres.
        prediction: the same; what is of another size is resampled to the truth's.
        **options

    Photos are taken as they are displayed. A Map of from_array() and read_map() says what else its numbers are:
    `compare(truth, from_array(inverse, quantity="disparity"), align="affine")`.

    Raises:
        UsageError: the shapes have another aspect ratio, or nothing can be fitted.
        DataError: there is no sample that both have.
    """
    one, other = _map(truth), _map(prediction)
    with one._use() as first, other._use() as second:
        report: dict[str, Any] = _calls.json_of("auxdepth_map_compare", first, second, _calls.options(options))
    return Comparison(
        abs_rel=report["absRel"],
        sq_rel=report["sqRel"],
        rmse=report["rmse"],
        rmse_log=report["rmseLog"],
        silog=report["silog"],
        delta1=report["delta1"],
        delta2=report["delta2"],
        delta3=report["delta3"],
        samples=report["samples"],
        edge_completeness=report.get("edgeCompleteness"),
        edge_accuracy=report.get("edgeAccuracy"),
        scale=report["alignment"]["scale"],
        shift=report["alignment"]["shift"],
        details=report,
    )


def _map(value: Any) -> Map:
    if isinstance(value, Map):
        return value
    if isinstance(value, AuxiliaryImage):
        return value.as_map()
    if isinstance(value, Photo):
        return value._depth().as_map()
    if isinstance(value, (str, os.PathLike)):
        try:
            photo = open(value)
        except (DataError, UnsupportedError):
            # A file of a kind that only maps have.
            return read_map(value)
        # The kinds of picture that photos and maps have alike.
        has_map = photo.depth_image is not None or photo.info["container"] not in ("png", "jpeg", "tiff", "exr")
        return _map(photo) if has_map else read_map(value)
    return from_array(value)


__all__ = ["Comparison", "compare"]
