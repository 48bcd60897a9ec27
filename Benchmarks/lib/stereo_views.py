"""Stereo pairs against the views that the scene's camera really has from both places."""

import math

from . import scene
from .effect_times import case_program
from .tables import print_table

WIDTH = 1000
SHIFTS = (0.01, 0.02)


def show(_runs, folder, jobs):
    print(f"### Stereo pairs against the scene from both eyes, {WIDTH} pixels wide\n")
    rows = []
    for max_shift in SHIFTS:
        rows += _Comparison(max_shift, folder, jobs).rows()
    print_table(["max-shift", "view", "left eye dB", "right eye dB", "made-up pixels"], rows)
    print(
        "PSNR of 8-bit RGB, but for the margins that only one of the views has. The base of the real pair is that "
        "which moves each depth as far\nas ours does. Shifted: the photo, all of it by the whole number of pixels "
        "that fits each eye best. The real views also differ in what\nno map holds: reflections, and a sky without "
        "parallax.\n")


class _Comparison:
    """Our pair of one greatest shift and the real one.

    Each eye of ours moves by `2 maxShift width (d - convergence)`, d = (1/z - least) / (greatest - least). A
    camera `base / 2` off to the side moves what it sees by `focal width base / 2 / z`. So both grow alike with 1/z
    for one base, and differ by a constant, which the convergence makes a whole number of pixels.
    """

    def __init__(self, max_shift, folder, jobs):
        self.max_shift, self.folder, self.jobs = max_shift, folder, jobs
        least, greatest = scene.disparity_range()
        extent = 2 * max_shift * WIDTH
        far = least / (greatest - least)
        self.offset = round(extent * (0.5 + far))
        self.convergence = self.offset / extent - far
        self.margin = math.ceil(extent) + 1
        base = 2 * extent / (greatest - least) / (scene.focal_length() * WIDTH)
        self.base = base
        self.photo = scene.view(0, WIDTH)
        self.real = [scene.view(-base / 2, WIDTH), scene.view(base / 2, WIDTH)]

    def rows(self):
        name = f"{self.max_shift}, base {self.base * 100:.1f} cm"
        exact = scene.nearness(scene.depth(WIDTH))
        small = scene.nearness(scene.depth(384))
        return [
            [name, "ours, exact map", *self._pair(exact)],
            [name, "ours, map of 384x288 upsampled", *self._pair(small)],
            [name, "the photo, shifted", *(f"{self._best_shift(eye):.2f}" for eye in (0, 1)), ""],
            [name, "the photo as it is", *(f"{self._quality(self.photo, eye):.2f}" for eye in (0, 1)), ""],
        ]

    def _pair(self, nearness):
        import numpy as np
        output = self.folder / "pair.rgb"
        with case_program(self.folder, self.photo, nearness, self.jobs) as program:
            case = f"{self.max_shift} {self.convergence:.8f}"
            gaps = program.time(f"gaps {case} > {output}")[1] / (2 * self.photo.shape[0] * WIDTH)
        views = np.fromfile(output, np.uint8).reshape(2, *self.photo.shape)
        return [*(f"{self._quality(views[eye], eye):.2f}" for eye in (0, 1)), f"{gaps * 100:.2f} %"]

    def _quality(self, view, eye, shift=0):
        """Returns the PSNR of a view, moved by `shift`, against what that eye really sees."""
        import numpy as np
        inner = slice(self.margin, WIDTH - self.margin)
        offset = self.offset if eye == 0 else -self.offset
        real = np.roll(self.real[eye], -offset, axis=1)[:, inner].astype(np.float64)
        error = np.mean((np.roll(view, shift, axis=1)[:, inner] - real) ** 2)
        return 10 * math.log10(255**2 / error)

    def _best_shift(self, eye):
        reach = self.margin - 1
        return max(self._quality(self.photo, eye, shift) for shift in range(-reach, reach + 1))
