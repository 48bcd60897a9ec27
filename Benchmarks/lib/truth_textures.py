"""Textures of the truth's scenes, in linear light: made by numbers, with the statistics of photos.

All are float32, the same in every run: `plain` arrays are (height, width, 3), cut-outs have a fourth channel, their
opacity.
"""

import math

LEAST, GREATEST = 0.004, 0.95


def linear(codes):
    """Returns sRGB of 0 to 1 in linear light."""
    import numpy as np
    codes = np.maximum(codes, 0).astype("f4")
    power = ((codes + np.float32(0.055)) / np.float32(1.055)) ** np.float32(2.4)
    return np.where(codes <= 0.04045, codes / np.float32(12.92), power)


def coded(light):
    """Returns linear light as sRGB, 0 to 1, clipped."""
    import numpy as np
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055).astype("f4")


def noise(random, height, width, coarsest, finest=2, fall=1.0):
    """Returns noise of several scales, wrapped around, of mean 0 and deviation 1: cells from coarsest to finest."""
    import cv2
    import numpy as np
    total, weight, cell = np.zeros((height, width), "f4"), 1.0, coarsest
    while cell >= finest:
        rows, columns = max(2, round(height / cell)), max(2, round(width / cell))
        grid = np.pad(random.standard_normal((rows, columns), dtype="f4"), 3, mode="wrap")
        size = (math.ceil(grid.shape[1] * width / columns), math.ceil(grid.shape[0] * height / rows))
        grown = cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC)
        top, left = round(3 * height / rows), round(3 * width / columns)
        total += weight * grown[top:top + height, left:left + width]
        weight *= 0.5**fall
        cell /= 2
    return (total - total.mean()) / total.std()


def dead_leaves(seed, height, width, smallest, largest, grain=0.04):
    """Returns things before things at all scales, as what photos show is: sizes by an inverse cube, each with shade."""
    import cv2
    import numpy as np
    random = np.random.default_rng(seed)
    canvas = np.full((height, width, 3), 0.5, "f4")
    palette = np.clip(random.normal(0.48, 0.17, (24, 1)) + random.normal(0, 0.09, (24, 3)), 0.08, 0.95)
    count = int(16 * height * width / (math.pi * smallest * largest))
    sizes = smallest / np.sqrt(1 - random.random(count) * (1 - (smallest / largest) ** 2))
    for size in np.sort(sizes)[::-1]:
        centre = (int(random.random() * width), int(random.random() * height))
        axes = (max(1, int(size)), max(1, int(size * random.uniform(0.3, 1))))
        colour = palette[random.integers(24)] + random.normal(0, 0.05, 3)
        turn = random.uniform(0, 360)
        cv2.ellipse(canvas, centre, axes, turn, 0, 360, colour.tolist(), -1, cv2.LINE_AA)
        if random.random() < 0.35 and axes[1] > 5:
            cv2.ellipse(canvas, centre, (axes[0], 1), turn, 0, 360, (colour * 1.25).tolist(), -1, cv2.LINE_AA)
    canvas *= 1 + 0.12 * noise(random, height, width, width / 4, 16)[..., None]
    canvas += grain * noise(random, height, width, 32, 2, 0.5)[..., None]
    return np.clip(linear(np.clip(canvas, 0, 1)), LEAST, GREATEST)


def paving(seed, height, width, across):
    """Returns stones with gaps between them, each of its own gray, weathered."""
    import cv2
    import numpy as np
    random = np.random.default_rng(seed)
    rows = round(across * height / width)
    grays = random.normal(0.52, 0.1, (rows, across, 1)) + random.normal(0, 0.02, (rows, across, 3))
    canvas = cv2.resize(grays.astype("f4"), (width, height), interpolation=cv2.INTER_NEAREST)
    x = np.arange(width) * across / width % 1
    y = np.arange(height) * rows / height % 1
    gap = np.minimum(np.minimum(x, 1 - x)[None, :], np.minimum(y, 1 - y)[:, None])
    canvas *= 0.35 + 0.65 * np.clip((gap / 0.05)[..., None], 0, 1)
    canvas *= 1 + 0.13 * noise(random, height, width, width / 6, 8, 0.6)[..., None]
    return np.clip(linear(np.clip(canvas, 0, 1)), LEAST, GREATEST)


def cloth(seed, height, width, threads, hue):
    """Returns woven threads with stripes."""
    import numpy as np
    random = np.random.default_rng(seed)
    x = np.arange(width) * threads / width * 2 * math.pi
    y = np.arange(height) * threads / width * 2 * math.pi
    weave = 0.5 + 0.22 * np.sin(x)[None, :] * np.sin(y)[:, None]
    stripes = np.where(np.sin(x / 11) > 0.4, 1.5, 1.0)[None, :] * np.where(np.sin(y / 17) > 0.6, 0.7, 1.0)[:, None]
    wear = 1 + 0.1 * noise(random, height, width, width / 3, 4, 0.5)
    return np.clip(linear(np.clip((weave * stripes * wear)[..., None] * np.array(hue), 0, 1)), LEAST, GREATEST)


def skin(seed, height, width):
    """Returns mottled skin with freckles and a few creases."""
    import cv2
    import numpy as np
    random = np.random.default_rng(seed)
    canvas = np.array([0.80, 0.62, 0.53]) * (1 + 0.07 * noise(random, height, width, width / 3, 3, 0.6)[..., None])
    canvas = np.ascontiguousarray(canvas, "f4")
    for _ in range(500):
        centre = tuple(int(part) for part in random.uniform(0, (width, height)))
        cv2.circle(canvas, centre, int(random.integers(1, 5)), (0.55, 0.36, 0.28), -1, cv2.LINE_AA)
    for _ in range(60):
        start = random.uniform(0, (width, height))
        bend = np.cumsum(random.normal(0, 14, (12, 2)) + random.normal(0, 16, 2), axis=0) + start
        cv2.polylines(canvas, [bend.astype("i4")], False, (0.35, 0.2, 0.17), int(random.integers(1, 5)), cv2.LINE_AA)
    return np.clip(linear(np.clip(canvas, 0, 1)), LEAST, GREATEST)


def foliage(seed, size, leaf, share=1.0):
    """Returns a cut-out of twigs with leaves, which have a midrib; dense on the left, open to the right."""
    import cv2
    import numpy as np
    random = np.random.default_rng(seed)
    colour, opacity = np.zeros((size, size, 3), "f4"), np.zeros((size, size), "f4")

    def both(draw):
        draw(opacity, 1.0)

    for _ in range(int(9 * share)):
        start = np.array([-0.05, random.uniform(0, 1)]) * size
        steps = np.array([0.085, 0]) * size + random.normal(0, 0.035 * size, (9, 2))
        twig = (np.cumsum(steps, axis=0) + start)[: int(random.integers(4, 10))]
        line = [twig.astype("i4")]
        cv2.polylines(colour, line, False, (0.30, 0.22, 0.15), int(leaf * 0.16), cv2.LINE_AA)
        both(lambda plane, value, line=line: cv2.polylines(plane, line, False, value, int(leaf * 0.16), cv2.LINE_AA))
        for joint in twig:
            for _ in range(2):
                turn = random.uniform(0, 360)
                along = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
                centre = tuple(int(part) for part in joint + along * leaf)
                axes = (int(leaf), int(leaf * random.uniform(0.36, 0.55)))
                tone = random.uniform(0.5, 1.25)
                green = tuple(float(part * tone) for part in (0.34 + random.uniform(-0.1, 0.25), 0.52, 0.16))
                cv2.ellipse(colour, centre, axes, turn, 0, 360, green, -1, cv2.LINE_AA)
                rib = tuple(part * 1.3 for part in green)
                cv2.ellipse(colour, centre, (axes[0], max(1, axes[1] // 12)), turn, 0, 360, rib, -1, cv2.LINE_AA)
                both(lambda plane, value, c=centre, a=axes, t=turn: cv2.ellipse(
                    plane, c, a, t, 0, 360, value, -1, cv2.LINE_AA))
    colour *= 1 + 0.1 * noise(random, size, size, 64, 4, 0.5)[..., None]
    return cut_out(colour, opacity)


def hair(seed, size, radius):
    """Returns a cut-out of curled strands around a head of that radius, in pixels, in the middle."""
    import cv2
    import numpy as np
    random = np.random.default_rng(seed)
    colour, opacity = np.zeros((size, size, 3), "f4"), np.zeros((size, size), "f4")
    middle = size / 2
    for _ in range(520):
        angle = random.uniform(math.radians(155), math.radians(385))
        reach = radius * random.uniform(1.0, 1.32) * (1 if random.random() < 0.85 else 1.1)
        way = np.linspace(radius * 0.85, reach, 24)
        curl = random.uniform(0.01, 0.05) * np.sin(way / radius * random.uniform(18, 40) + random.uniform(0, 6))
        turn = angle + curl + random.uniform(-0.5, 0.5) * (way / radius - 0.85)
        points = np.stack([middle + way * np.cos(turn), middle + way * np.sin(turn)], axis=1)
        tone = random.uniform(0.5, 1.5)
        brown = tuple(float(part * tone) for part in (0.36, 0.25, 0.16))
        line, thick = [np.round(points * 16).astype("i4")], int(random.integers(2, 5))
        cv2.polylines(colour, line, False, brown, thick + 2, cv2.LINE_AA, 4)
        cv2.polylines(opacity, line, False, 1.0, thick, cv2.LINE_AA, 4)
    return cut_out(colour, opacity)


def bars(seed, height, width, places, thick):
    """Returns a cut-out of slanted bars, rounded by their shade: their places as pairs of shares, top and bottom."""
    import numpy as np
    random = np.random.default_rng(seed)
    down = np.linspace(0, 1, height)[:, None]
    x = np.arange(width)[None, :] / width
    colour, opacity = np.zeros((height, width, 3), "f4"), np.zeros((height, width), "f4")
    for (top, bottom), share in zip(places, thick):
        across = (x - (top + (bottom - top) * down)) / share
        inside = abs(across) < 1
        shade = np.sqrt(np.clip(1 - across**2, 0, 1)) * 0.6 + 0.25
        paint = random.uniform(0.3, 0.9, 3)
        colour[inside] = (shade[..., None] * paint)[inside]
        opacity[inside] = 1
    colour *= 1 + 0.08 * noise(random, height, width, 64, 4, 0.5)[..., None]
    return cut_out(colour, opacity)


def cut_out(colour, opacity):
    """Returns colours of 0 to 1, which are coded, with their opacity, as linear light."""
    import numpy as np
    colour = np.clip(linear(np.clip(colour, 0, 1)), LEAST, GREATEST)
    return np.concatenate([colour, opacity[..., None]], axis=2)
