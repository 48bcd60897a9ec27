"""What a photo's headers and its depth map say, as numbers and as files."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..photo import Photo
from .preview import preview
from .settings import Settings

Row = dict[str, Any]


@dataclass
class Measured:
    """The numbers of a photo, and files by their paths."""

    row: Row
    files: dict[str, bytes] = field(default_factory=dict)


def facts(opened: Photo) -> Row:
    """Returns what a photo's headers say."""
    height, width = opened.shape
    row: Row = {
        "container": opened.container, "width": width, "height": height, "orientation": opened.orientation,
        "types": [image.type for image in opened.auxiliary],
    }
    image = opened.depth_image
    if image is not None:
        camera = image.intrinsics()
        row.update(
            depth_type=image.type, depth_width=image.shape[1], depth_height=image.shape[0], accuracy=image.accuracy,
            quality=image.quality, filtered=image.filtered, focal_pixels=None if camera is None else camera.fx,
        )
    return row


def measure(opened: Photo, settings: Settings, preview_path: str, map_path: str) -> Measured:
    """Decodes the depth map of a photo: its numbers, and the files that the settings ask for.

    The path of the map gets the ending of its format.
    """
    measured = Measured(facts(opened))
    image = opened.depth_image
    if image is None:
        return measured
    metres = opened.depth()
    measured.row.update(statistics(metres))
    if settings.preview_side:
        measured.row["preview"] = preview_path
        measured.files[preview_path] = preview(opened.depth(), settings.preview_side)
    if settings.maps is not None:
        path = f"{map_path}.{settings.maps}"
        measured.row["depth_map"] = path
        measured.files[path] = npy(metres) if settings.maps == "npy" else image.to_bytes("png")
    return measured


def npy(array: NDArray[Any]) -> bytes:
    """Returns an array as a file of NumPy."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def statistics(metres: NDArray[np.float32]) -> Row:
    """Returns the numbers of a depth map: of the samples that have a value, and the shares of those without one."""
    known = metres[np.isfinite(metres)].astype(np.float64)
    numbers: Row = {"holes": float(np.isnan(metres).mean()), "background": float(np.isinf(metres).mean())}
    if known.size:
        numbers.update(
            depth_min=float(known.min()), depth_median=float(np.median(known)), depth_max=float(known.max()),
            depth_mean=float(known.mean()),
        )
    return numbers
