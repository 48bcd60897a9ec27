"""A small synthetic scene: takes the place of a photo, and of the networks that look at it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 192, 256
NEAR, FAR = 1.0, 4.0


def metres() -> NDArray[np.float32]:
    """A ball 1 m away before a floor that runs to 4 m: (192, 256) of float32."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    floor = FAR - 2 * y / HEIGHT
    inside = np.clip(1 - ((x - 128) ** 2 + (y - 100) ** 2) / 60**2, 0, None)
    scene: NDArray[np.float32] = np.where(inside > 0, NEAR + 0.2 * (1 - np.sqrt(inside)), floor).astype(np.float32)
    return scene


def photo() -> NDArray[np.uint8]:
    """The picture of it: (192, 256, 3) of uint8."""
    light = 255 * np.clip(1.4 - metres() / FAR, 0, 1)
    return np.dstack([light, 0.8 * light, 0.6 * light]).astype(np.uint8)


def depth_anything() -> dict[str, Any]:
    """As Depth Anything: inverse depth up to scale and shift, (1, height, width), 0 the farthest."""
    inverse = 1 / metres()
    return {"predicted_depth": (40 * (inverse - inverse.min()))[None]}


def depth_pro() -> dict[str, Any]:
    """As Depth Pro: metres, (height, width), and the focal length in pixels."""
    return {"depth": metres(), "focallength_px": np.float32(230.0)}


def midas() -> NDArray[np.float32]:
    """As MiDaS and DPT: inverse depth up to scale and shift, (1, 1, height, width)."""
    return (2500 / metres() + 130).astype(np.float32)[None, None]
