"""Small pictures of depth in colour: near is warm, far is cold, what is not known is gray."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import showing

#: Colours of disparity from the farthest to the nearest sample.
_STOPS = np.array([(24, 28, 92), (32, 114, 178), (74, 186, 156), (238, 216, 96), (240, 128, 54), (176, 24, 44)], np.float64)
_UNKNOWN = (96, 96, 96)


def preview(metres: NDArray[np.float32], side: int) -> bytes:
    """Returns a PNG of a depth map, whose longer side has `side` pixels at the most."""
    step = max(1, -(-max(metres.shape) // side))
    small = metres[step // 2::step, step // 2::step]
    if small.size == 0:
        small = metres[:1, :1]
    with np.errstate(divide="ignore", invalid="ignore"):
        near = np.where(np.isinf(small), 0, 1 / small)
    known = np.isfinite(near)
    low, high = (near[known].min(), near[known].max()) if known.any() else (0.0, 1.0)
    share = np.where(known, (near - low) / max(high - low, 1e-9), 0)
    ends = np.linspace(0, 1, len(_STOPS))
    rgb = np.stack([np.interp(share, ends, _STOPS[:, channel]) for channel in range(3)], axis=-1).round().astype(np.uint8)
    rgb[~known] = _UNKNOWN
    return showing.png(rgb)
