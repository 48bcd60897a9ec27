"""What a small lamp out of focus becomes: how wide the disc's edge is, and how round it is."""

import math

from . import truth_peers, truth_textures
from .tables import print_table
from .truth_render import REFERENCE, render

WIDTH, HEIGHT = 320, 240
LAMP = 5
RADII = (2, 4, 8, 12, 16, 20, 25, 30)
ANGLES = 144


def lamp():
    """Returns linear light: black, with a white disc in the middle, a little beside the pixels' grid."""
    import numpy as np
    fine = 8
    x = (np.arange(WIDTH * fine) + 0.5) / fine - WIDTH / 2 - 0.3
    y = (np.arange(HEIGHT * fine) + 0.5) / fine - HEIGHT / 2 - 0.2
    inside = (x[None, :] ** 2 + y[:, None] ** 2 <= LAMP**2).astype("f4")
    return inside.reshape(HEIGHT, fine, WIDTH, fine).mean(axis=(1, 3))


def edge(light):
    """Returns the width of the edge, between 10 % and 90 %, and by how much its place differs between directions."""
    import cv2
    import numpy as np
    reach = np.arange(0, 60, 0.125, "f4")
    turns = np.arange(ANGLES) * 2 * math.pi / ANGLES
    columns = (np.cos(turns)[:, None] * reach + WIDTH / 2 + 0.3 - 0.5).astype("f4")
    rows = (np.sin(turns)[:, None] * reach + HEIGHT / 2 + 0.2 - 0.5).astype("f4")
    profile = cv2.remap(light.astype("f4"), columns, rows, cv2.INTER_LINEAR)
    plateau = float(np.median(profile[:, : 8 * 2].mean(axis=1)))

    def place(share, lines):
        return np.array([reach[np.nonzero(line >= share * plateau)[0][-1]] for line in lines])

    mean = profile.mean(axis=0, keepdims=True)
    half = place(0.5, profile)
    return float(place(0.1, mean)[0] - place(0.9, mean)[0]), float(half.max() - half.min())


def show(folder):
    import numpy as np
    light = lamp()
    photo = np.repeat(np.round(truth_textures.coded(light) * 255).astype("u1")[..., None], 3, axis=2)
    metres = np.full((HEIGHT, WIDTH), 2, "f4")
    metres[:, :2] = 1
    print(f"### A lamp of radius {LAMP} out of focus: the edge of its disc in pixels\n")
    rows = []
    for radius in RADII:
        greatest = radius * math.sqrt(REFERENCE / (WIDTH * HEIGHT))
        made = render(folder, "blur", photo, metres, [
            "--slope", "1", "--width", "0", "--focus", "1", "--radius", f"{greatest:.4f}"])
        ours = edge(truth_textures.linear(made[..., 1].astype("f4") / 255))
        ideal = edge(truth_peers.disc_blur(light, radius))
        rows.append([str(radius), *(f"{value:.1f}" for value in (ours[0], ideal[0])),
                     *(f"{value:.2f}" for value in (ours[1], ideal[1]))])
    print_table(["radius", "edge", "that of a disc", "out of round", "that of a disc"], rows)
    print(
        "Edge: from 90 % to 10 % of the light in the middle, on the mean of all directions. Out of round: the greatest "
        "less the least radius\nat half the light; what 8 bits can tell is part of it.\n")
