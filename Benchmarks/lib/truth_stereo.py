"""Stereo pairs against what cameras to the left and to the right see."""

import math

from . import truth_peers, truth_scenes
from .tables import print_table
from .truth_render import codes, quality, render
from .truth_scenes import WIDTH
from .truth_tracer import FOCAL

MAX_SHIFT = 0.01
VIEWS = (0, 1)
# Scenes and the dB that a pair has to reach on other textures in such places.
GOALS = {"fence": 26.5, "person": 30.8, "depths": 28.0}
# A step of nearness that is an outline, how far from one it is looked for, and how much its sides differ, in codes.
STEP, REACH, CONTRAST = 0.25, 6, 80


def show(folder):
    print("### Stereo pairs against cameras to both sides\n")
    rows = []
    for name in GOALS:
        rows += Pair(name).rows(folder)
    print_table(["scene", "way", "dB, left", "right", "gaps' texture", "jitter", "jitter, white", "goal dB"], rows)
    print(
        f"The greatest shift is {MAX_SHIFT} of the width. Gaps' texture: the mean step between neighbours in a row "
        "where only the eye sees, by that of\nthe truth; the goal is 0.8 to 1.1. Jitter: how far an outline's place, "
        "against the truth's, differs from row to row, in pixels\n(root of the mean square), on the sides without a "
        "gap; white: in a pair of the same scene with white things before a dark ground.\nThe goal is at most 0.6. The "
        "small map has a quarter of the photo's width.\n")


class Pair:
    """What both eyes see of a scene, and where only they do."""

    def __init__(self, name):
        self.name, self.scene = name, truth_scenes.scene(name)
        scene = self.scene
        self.half = 2 * MAX_SHIFT / (FOCAL * (scene.greatest - scene.least))
        self.plane = 2 / (scene.least + scene.greatest)
        self.nearness = scene.nearness(scene.depth).astype("f4")
        self.places = [sign * self.half for sign in (-1, 1)]
        self.truth = [codes(scene.eye(place, self.plane)) for place in self.places]
        self.depths = [scene.nearness(scene.eye_depth(place, self.plane)) for place in self.places]
        self.gaps = [self._gap(eye) for eye in (0, 1)]

    @staticmethod
    def shift(nearness, eye):
        return (1 - 2 * eye) * MAX_SHIFT * (2 * nearness - 1) * WIDTH

    def _gap(self, eye):
        """Returns what the photo does not show: where a nearer object covers the place that was moved here."""
        import cv2
        import numpy as np
        seen = self.depths[eye].astype("f4")
        columns = np.arange(WIDTH, dtype="f4")[None, :] - self.shift(seen, eye)
        rows = np.repeat(np.arange(seen.shape[0], dtype="f4")[:, None], WIDTH, axis=1)
        least = cv2.erode(self.nearness, np.ones((1, 3), "u1"))
        there = cv2.remap(least, columns.astype("f4"), rows, cv2.INTER_NEAREST)
        gap = ((there - seen) > 0.02).astype("u1")
        gap[:, :24] = gap[:, -24:] = 0
        return cv2.morphologyEx(gap, cv2.MORPH_OPEN, np.ones((1, 3), "u1")) > 0

    def rows(self, folder):
        photo = codes(self.scene.sharp)
        dark, dark_truth = self._silhouettes()
        ways = {
            "auxdepth": lambda picture: self._ours(folder, picture, self.scene.depth),
            "auxdepth, small map": lambda picture: self._ours(folder, picture, self.scene.depth[2::4, 2::4]),
            "moved, `cv2.inpaint`": self._inpainted,
            "rows as lines, stretched": self._polylines,
            "the photo as it is": lambda picture: [picture, picture],
        }
        rows = []
        for way, make in ways.items():
            views = make(photo)
            texture = [self._texture(views[eye], eye) / self._texture(self.truth[eye], eye) for eye in (0, 1)]
            jitter = ["", ""]
            if way != "the photo as it is":
                jitter = [f"{self._jitter(views, self.truth):.2f}", f"{self._jitter(make(dark), dark_truth):.2f}"]
            rows.append([
                self.name, way, *(f"{quality(views[eye], self.truth[eye]):.1f}" for eye in (0, 1)),
                " ".join(f"{value:.2f}" for value in texture), *jitter,
                f"{GOALS[self.name]}" if way == "auxdepth" else ""])
        return rows

    def _ours(self, folder, picture, metres):
        made = render(folder, "stereo", picture, metres, [
            "--layout", "left-right", "--max-shift", MAX_SHIFT, "--convergence", "0.5"])
        return [made[:, :WIDTH], made[:, WIDTH:]]

    def _inpainted(self, picture):
        return [truth_peers.moved(self.shift(self.nearness, eye), self.nearness, picture) for eye in (0, 1)]

    def _polylines(self, picture):
        return [truth_peers.polylines(self.shift(self.nearness, eye), self.nearness, picture) for eye in (0, 1)]

    def _texture(self, view, eye):
        """Returns the mean step between neighbours of a row in the gaps."""
        import numpy as np
        light = view.astype("f4") @ np.float32([0.2126, 0.7152, 0.0722])
        gap = self.gaps[eye]
        both = gap[:, 1:] & gap[:, :-1]
        return float(abs(np.diff(light, axis=1))[both].mean())

    def _silhouettes(self):
        """Returns the photo and both eyes with all that is near white, and the ground dark."""
        pictures = [self.scene.silhouettes(0.0, 1.0), *(self.scene.silhouettes(x, self.plane) for x in self.places)]
        return codes(pictures[0]), [codes(picture) for picture in pictures[1:]]

    def _jitter(self, views, truths):
        """Returns how much outlines move against the truth's from one row to the next."""
        import numpy as np
        steps = []
        for eye in (0, 1):
            found = self._outlines(views[eye], truths[eye], eye)
            for (row, column), offset in found.items():
                places = [(row + 1, column + move) for move in (0, -1, 1, -2, 2)]
                below = [found[place] for place in places if place in found]
                if below:
                    steps.append(below[0] - offset)
        return math.sqrt(float(np.mean(np.square(steps))))

    def _outlines(self, view, truth, eye):
        """Returns by how many pixels of its own colour each outline of the truth is farther out in the view.

        Only those without a gap beside them count: there the ground is known, and all that differs is the outline.
        """
        import numpy as np
        step = np.diff(self.depths[eye], axis=1)
        real = truth.astype("f4")
        change = view.astype("f4") - real
        found = {}
        for row, column in zip(*np.nonzero(abs(step) > STEP)):
            window = slice(column - REACH, column + REACH + 2)
            if not 30 < column < WIDTH - 30 or self.gaps[eye][row, window].any():
                continue
            if (abs(step[row, window]) > STEP).sum() > 1:
                continue
            left = real[row, column - 4:column - 1].mean(axis=0)
            right = real[row, column + 3:column + 6].mean(axis=0)
            thing = right - left if step[row, column] > 0 else left - right
            if thing @ thing > CONTRAST**2:
                found[row, column] = float((change[row, window] @ thing).sum() / (thing @ thing))
        return found
