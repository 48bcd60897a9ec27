"""More of the truth's scenes, for what is hard: a slope, thin things, leaves before a face, a fence before lamps."""

from . import truth_textures
from .truth_tracer import Ball, CutOut, Floor, Wall


def _wall(seed):
    return truth_textures.dead_leaves(seed, 1800, 2400, 5, 260)


def _floor():
    """A floor that goes on to a wall, without an edge between them."""
    return [Wall(5.0, _wall(51), 6.2), Floor(0.75, truth_textures.paving(52, 1600, 1600, 8), 2.6)]


def _strung():
    """Returns a cut-out of wires, one to four thousandths of the width thick, that hang and cross."""
    import cv2
    import numpy as np
    random = np.random.default_rng(53)
    height, width = 1800, 2400
    colour, opacity = np.zeros((height, width, 3), "f4"), np.zeros((height, width), "f4")
    x = np.linspace(-0.05, 1.05, 80)
    for index in range(12):
        start, end, sag = random.uniform(0.05, 0.95, 2).tolist() + [random.uniform(0.02, 0.16)]
        y = start + (end - start) * x + sag * 4 * x * (1 - x)
        line = [np.round(np.stack([x * width, y * height], axis=1) * 16).astype("i4")]
        tone = random.uniform(0.08, 0.3) if index % 3 else random.uniform(0.7, 0.9)
        thick = int(random.integers(2, 9))
        cv2.polylines(colour, line, False, (tone, tone * 0.95, tone * 0.9), thick + 4, cv2.LINE_AA, 4)
        cv2.polylines(opacity, line, False, 1.0, thick, cv2.LINE_AA, 4)
    return truth_textures.cut_out(colour, opacity)


def _wires():
    """Wires at two distances before a wall."""
    return [
        Wall(4.0, _wall(54), 5.0), CutOut(0.05, 0.0, 1.9, _strung(), 2.4),
        CutOut(-0.02, 0.03, 1.15, _strung()[::-1, ::-1].copy(), 1.7)]


def _leaves():
    """A face behind leaves that cover part of it."""
    skin, cloth = truth_textures.skin(55, 900, 900), truth_textures.cloth(56, 1200, 1200, 50, (0.9, 0.8, 0.5))
    twigs = truth_textures.foliage(57, 1500, 80, 1.3)
    return [
        Wall(4.2, _wall(58), 5.3), Ball(0.08, 0.86, 1.68, 0.6, cloth, 1.6), Ball(0.06, 0.03, 1.6, 0.31, skin, 1.2),
        CutOut(-0.12, 0.04, 0.85, twigs, 0.62), CutOut(0.42, -0.2, 1.05, twigs[:, ::-1].copy(), 0.5)]


def _links(seed):
    """Returns a cut-out of a fence: two sets of slanted wires, rounded by their shade."""
    import numpy as np
    random = np.random.default_rng(seed)
    height, width, count = 1500, 2000, 9
    x, y = np.arange(width)[None, :] / width * count, np.arange(height)[:, None] / width * count
    colour, opacity = np.zeros((height, width, 3), "f4"), np.zeros((height, width), "f4")
    for along in (x + y, x - y):
        across = abs((along % 1) - 0.5) / 0.055
        inside = across < 1
        colour[inside] = (0.2 + 0.5 * np.sqrt(1 - np.minimum(across, 1)[inside] ** 2))[:, None]
        opacity[inside] = 1
    colour *= 1 + 0.08 * truth_textures.noise(random, height, width, 64, 4, 0.5)[..., None]
    return truth_textures.cut_out(colour, opacity)


def _night():
    """A fence before a dark wall with lamps that are brighter than white."""
    import cv2
    import numpy as np
    random = np.random.default_rng(59)
    wall = _wall(60) * 0.15
    for _ in range(160):
        centre = tuple(int(part) for part in random.uniform(0, wall.shape[1::-1]))
        light = random.uniform(1.5, 8) * np.array([1, random.uniform(0.5, 0.95), random.uniform(0.2, 0.9)])
        cv2.circle(wall, centre, int(random.integers(4, 10)), light.tolist(), -1, cv2.LINE_AA)
    return [Wall(4.5, wall, 5.6), CutOut(0.0, 0.0, 1.2, _links(61), 1.7)]


MAKERS = {"floor": _floor, "wires": _wires, "leaves": _leaves, "night": _night}
