"""Blurs by maps of three qualities: exact, of a quarter of the size, and that with noise."""

import math

from . import truth_layers, truth_peers, truth_textures
from .truth_render import REFERENCE, codes, render

QUALITIES = ("exact", "quarter", "noisy quarter")
WAYS = ("auxdepth", "layers", "scattered", "disc stack")
# The noise's deviation, in the map's whole range of nearness.
NOISE = 0.02


def maps(metres):
    """Returns the three maps of exact distances, in metres."""
    import cv2
    import numpy as np
    near = (1 / metres).astype("f4")
    least, greatest = float(near.min()), float(near.max())
    size = (metres.shape[1] // 4, metres.shape[0] // 4)
    quarter = cv2.resize(near, size, interpolation=cv2.INTER_AREA)
    random = np.random.default_rng(31)
    noise = random.standard_normal(quarter.shape, dtype="f4") * np.float32(NOISE * (greatest - least))
    noisy = np.clip(quarter + noise, least, greatest)
    return dict(zip(QUALITIES, (metres.astype("f4"), 1 / quarter, 1 / noisy)))


def stretched(metres, shape):
    """Returns a map at the photo's size, its nearness interpolated, for ways that do not look at the photo."""
    import cv2
    near = (1 / metres).astype("f4")
    if near.shape != tuple(shape):
        near = cv2.resize(near, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return 1 / near


def signed_radii(metres, strength, plane):
    """Returns radii in pixels, positive before the plane in focus; `strength` is the radius of 1/metre."""
    return ((1 / metres - 1 / plane) * strength).astype("f4")


def options(metres, shape, strength, plane):
    """Returns the options of `auxdepth render blur` that say the same: with slope 1 and no width, radii are linear."""
    near = 1 / metres
    least, greatest = float(near.min()), float(near.max())
    focus = min(max((1 / plane - least) / (greatest - least), 0), 1)
    radius = strength * (greatest - least) * math.sqrt(REFERENCE / (shape[0] * shape[1]))
    return ["--slope", "1", "--width", "0", "--focus", f"{focus:.6f}", "--radius", f"{radius:.4f}"]


def blurred(folder, photo, metres, strength, plane):
    """Returns what each way makes of a photo in codes, by a map of any size."""
    import numpy as np
    shape = photo.shape[:2]
    light = truth_textures.linear(photo.astype("f4") / 255)
    signed = signed_radii(stretched(metres, shape), strength, plane)
    return dict(zip(WAYS, (
        render(folder, "blur", photo, metres, options(metres, shape, strength, plane)),
        codes(truth_layers.layered(light, signed)),
        codes(truth_layers.scattered(light, signed)),
        codes(truth_peers.stack(light, np.abs(signed), truth_peers.disc_blur)),
    )))
