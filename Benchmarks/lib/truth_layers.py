"""Peers that know of layers: planes put over each other, filled behind by push-pull, and scattered discs."""

import math

from .truth_peers import disc_blur

PLANES = 32
# A step of the radius between discs that are scattered, in pixels.
SCATTER_STEP = 0.5


def push_pull(values, known):
    """Returns values with what is not known taken from ever coarser means of what is."""
    import cv2
    import numpy as np
    levels = [(values * known[..., None], known.astype("f4"))]
    while max(levels[-1][1].shape) > 1:
        total, weight = levels[-1]
        height, width = weight.shape
        size = ((width + 1) // 2, (height + 1) // 2)
        edge = (0, size[1] * 2 - height, 0, size[0] * 2 - width)
        total = cv2.copyMakeBorder(total, *edge, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
        weight = cv2.copyMakeBorder(weight, *edge, cv2.BORDER_CONSTANT, value=0)
        total = cv2.resize(total, size, interpolation=cv2.INTER_AREA).reshape(size[1], size[0], -1)
        weight = cv2.resize(weight, size, interpolation=cv2.INTER_AREA).reshape(size[1], size[0])
        whole = np.minimum(weight * 4, 1)
        levels.append((total * (whole / np.maximum(weight, 1e-9))[..., None], whole))
    filled = levels[-1][0] / np.maximum(levels[-1][1], 1e-9)[..., None]
    for total, weight in reversed(levels[:-1]):
        height, width = weight.shape
        grown = cv2.resize(filled, (width, height), interpolation=cv2.INTER_LINEAR).reshape(height, width, -1)
        filled = total + grown * (1 - weight)[..., None]
    return filled


def layered(light, signed):
    """Returns planes of the radii put over each other, each opaque, and complete behind what is nearer than it."""
    import numpy as np
    least, greatest = float(signed.min()), float(signed.max())
    place = np.rint((signed - least) / max(greatest - least, 1e-6) * (PLANES - 1)).astype(int)
    result = np.zeros_like(light)
    for plane in range(PLANES):
        own = place == plane
        if not own.any():
            continue
        radius = abs(float(signed[own].mean()))
        seen = np.concatenate([light * own[..., None], own[..., None].astype("f4")], axis=2)
        layer = disc_blur(push_pull(seen, place <= plane), radius)
        result = layer[..., :3] + result * (1 - layer[..., 3:])
    return result


def scattered(light, signed):
    """Returns every pixel spread over its disc, and divided by what came; what is before the focus covers the rest."""
    import numpy as np
    place = np.rint(signed / SCATTER_STEP).astype(int)
    sides = [np.zeros((*signed.shape, 4), "f4") for _ in range(2)]
    for step in range(int(place.min()), int(place.max()) + 1):
        own = (place == step)[..., None]
        if own.any():
            seen = np.concatenate([light * own, own.astype("f4")], axis=2)
            sides[int(step > 0)] += disc_blur(seen, abs(step) * SCATTER_STEP)
    back, front = sides
    ground = push_pull(back[..., :3] / np.maximum(back[..., 3:], 1e-3), (back[..., 3] > 1e-3).astype("f4"))
    cover = np.minimum(front[..., 3:], 1)
    return ground * (1 - cover) + front[..., :3] / np.maximum(front[..., 3:], 1e-3) * cover


def lens_points(count):
    """Returns places of a lens of radius 1, spread evenly: a spiral by the golden angle."""
    import numpy as np
    index = np.arange(count)
    distance, turn = np.sqrt((index + 0.5) / count), index * math.pi * (3 - math.sqrt(5))
    return np.stack([distance * np.cos(turn), distance * np.sin(turn)], axis=1)
