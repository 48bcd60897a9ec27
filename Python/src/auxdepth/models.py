"""What depth models give: how their outputs are read as maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
from numpy.typing import ArrayLike

from . import _arrays
from ._keywords import takes
from ._options import MapNew
from .errors import usage
from .maps import Map, from_array

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Each kind of output, and the convention of the library that reads it.
#:
#: Relative models give inverse depth up to scale and shift: it says what is nearer, not how far, so that `near` and `far`
#: have to be given. Metric models give metres.
CONVENTIONS = {
    "midas": "midas",
    "dpt": "midas",
    "depth-anything": "depth-anything",
    "depth-anything-metric": "metric",
    "depth-pro": "depth-pro",
    "zoedepth": "zoedepth",
    "unidepth": "metric",
    "metric3d": "metric",
    "metric": "metric",
}
_RELATIVE = ("midas", "depth-anything")
_DEPTH_KEYS = ("predicted_depth", "depth")
_FOCAL_KEYS = ("focallength_px", "focal_length", "focal_length_px")


@takes(MapNew, without=("convention", "quantity"), refuses=False)
def from_model(prediction: ArrayLike | Mapping[str, Any], kind: str, **options: Unpack[MapNew]) -> Map:
    """Reads the output of a depth model as a map.

    Args:
        prediction: (height, width), with leading axes of length 1 or without, an array or a tensor; or the dictionary that
            the model returns, whose `predicted_depth` or `depth` is taken, and a focal length as the camera.
        kind: `midas`, `dpt` and `depth-anything` give inverse depth up to scale and shift, and need `near` and `far`, the
            metres that the nearest and the farthest part of the scene are to be at; `depth-anything-metric`, `depth-pro`,
            `zoedepth`, `unidepth`, `metric3d` and `metric` give metres.
        **options

    `near` and `far` are the metres of the ends of relative models; of metric ones the bounds that values are kept within.

    Returns:
        A map for attach(depth=...), whose depth() is in metres. Of relative models the accuracy `relative` is recorded, of
        metric ones `absolute`.

    Raises:
        UsageError: the kind is not known, or a relative one has no ends.
    """
    convention = CONVENTIONS.get(kind)
    if convention is None:
        raise usage(f"{kind!r} is not one of {', '.join(CONVENTIONS)}", "kind")
    if convention in _RELATIVE and (options.get("near") is None or options.get("far") is None):
        raise usage(f"{kind} says what is nearer, not how far: near and far are needed, in metres", "near")
    values: Any = prediction
    if isinstance(prediction, Mapping):
        values = next((prediction[key] for key in _DEPTH_KEYS if prediction.get(key) is not None), None)
        if values is None:
            raise usage(f"the prediction has none of {', '.join(_DEPTH_KEYS)}", "prediction")
        focal = next((prediction[key] for key in _FOCAL_KEYS if prediction.get(key) is not None), None)
        if focal is not None and "intrinsics" not in options and "calibration" not in options:
            options["intrinsics"] = [float(_arrays.plain(focal).reshape(-1)[0])]
    array = _arrays.plain(values)
    if convention not in _RELATIVE and array.dtype.kind == "f":
        # What a network gives for no distance at all is no distance.
        array = np.where(array > 0, array, np.nan).astype(array.dtype, copy=False)
    options["convention"] = convention
    return from_array(array, **options)


__all__ = ["CONVENTIONS", "from_model"]
