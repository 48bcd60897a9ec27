"""What depth models give: how their outputs are read as maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Union, get_args

import numpy as np
from numpy.typing import ArrayLike

from . import _arrays, _options
from ._keywords import takes
from ._options import Convention, MapNew
from .calibration import Intrinsics, numbers_of_matrix
from .errors import usage
from .maps import Map, from_array

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Each kind of output, and the convention of the library that reads it.
CONVENTIONS: dict[str, Convention] = {**{name: name for name in get_args(Convention)}, "dpt": "midas"}
Kind = Union[Convention, Literal["dpt"]]
#: Sets of depth data whose whole numbers are lengths, 0 where nothing was measured.
_LENGTHS = ("kitti", "kitti-stereo", "tum", "nyu", "scannet", "arkit")
_DEPTH_KEYS = ("predicted_depth", "depth")
_FOCAL_KEYS = ("focallength_px", "focal_length", "focal_length_px")


@takes(MapNew, without=("convention", "quantity"))
def from_model(prediction: ArrayLike | Mapping[str, Any], kind: Kind, **options: Unpack[MapNew]) -> Map:
    """Reads the output of a depth model as a map.

    Args:
        prediction: (height, width), with leading axes of length 1 or without, an array or a tensor; or the dictionary that
            the model returns, of which depth, mask and camera are taken by the keys of the convention, and `predicted_depth`
            and focal lengths by theirs.
        kind: the name of a convention (`auxdepth help conventions`), or `dpt`. `midas`, `dpt`, `depth-anything`,
            `video-depth-anything` and `marigold` say what is nearer, and need `near` and `far`, the metres that the nearest
            and the farthest part of the scene are to be at. `depth-anything-3-metric` needs a camera.
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
    needs_ends, is_metres, depth_key, mask_key, camera_key, camera_unit = _options.CONVENTIONS[convention]
    if needs_ends and (options.get("near") is None or options.get("far") is None):
        raise usage(f"{kind} says what is nearer, not how far: near and far are needed, in metres", "near")
    values: Any = prediction
    if isinstance(prediction, Mapping):
        keys = dict.fromkeys((depth_key, *_DEPTH_KEYS))
        values = next((prediction[key] for key in keys if prediction.get(key) is not None), None)
        if values is None:
            raise usage(f"the prediction has none of {', '.join(keys)}", "prediction")
        mask = prediction.get(mask_key) if mask_key else None
        if mask is not None:
            values = np.where(_arrays.plain(mask), _arrays.plain(values), np.inf)
        if "intrinsics" not in options and "calibration" not in options:
            camera = _camera(prediction, camera_key, camera_unit, _arrays.plain(values).shape[-2:])
            if camera is not None:
                options["intrinsics"] = camera
    if convention in _LENGTHS:
        values = _arrays.lengths(values, "prediction")
    array = _arrays.plain(values, "prediction")
    if is_metres and array.dtype.kind == "f":
        # What a network gives for no distance at all is no distance.
        with _arrays.allocating("a copy of the prediction"):
            array = np.where(array > 0, array, np.nan).astype(array.dtype, copy=False)
    options["convention"] = convention
    return from_array(array, **options)


def _camera(
    prediction: Mapping[str, Any], key: str | None, unit: str | None, shape: tuple[int, ...]
) -> list[float] | Intrinsics | None:
    """Returns the camera that a prediction has, in pixels of its map; None without one."""
    height, width = shape
    focal = next((prediction[name] for name in _FOCAL_KEYS if prediction.get(name) is not None), None)
    if focal is not None:
        focal = _arrays.plain(focal).reshape(-1)
        if focal.size != 1:
            raise usage(f"the prediction has {focal.size} focal lengths, and one picture has 1", "prediction")
        return Intrinsics(float(focal[0]), float(focal[0]), width / 2, height / 2, width, height)
    # Models other than those of the convention have one in pixels.
    name = key if key is not None and unit != "focal" else "intrinsics"
    given = prediction.get(name)
    if given is None:
        return None
    matrix = _arrays.plain(given).astype(float)
    matrix = matrix.reshape(3, 3) if matrix.size == 9 else matrix
    if unit == "sides":
        if matrix.shape == (3, 3) and max(matrix[0, 0], matrix[1, 1]) > 50:
            raise usage(f"{name} is in pixels, and the model has them in widths and heights", "prediction")
        if matrix.shape == (3, 3):
            matrix = matrix * np.array([[width], [height], [1]])
        # 0 and 1 are the edges of the picture, whatever pixels count from.
        fx, fy, cx, cy = numbers_of_matrix(matrix, name)
        return Intrinsics(fx, fy, cx, cy, width, height)
    return [*numbers_of_matrix(matrix, name), width, height]


__all__ = ["CONVENTIONS", "from_model"]
