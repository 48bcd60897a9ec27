"""Stereo pairs against what cameras to the left and to the right see."""

import math

from . import truth_peers, truth_scenes, truth_textures
from .tables import print_table
from .truth_blur import codes, quality, render
from .truth_scenes import WIDTH
from .truth_tracer import FOCAL

MAX_SHIFT = 0.01
# Scenes and the dB that a pair has to reach on other textures in such places.
GOALS = {"fence": 26.5, "person": 30.8, "depths": 28.0}
# A step of nearness that is an outline, and how far from one it is looked for.
STEP, REACH = 0.25, 6


def show(folder):
    print("### Stereo pairs against cameras to both sides\n")
    rows = []
    for name in GOALS:
        rows += _Pair(name).rows(folder)
    print_table(["scene", "way", "dB, left", "right", "gaps' texture", "outlines' jitter", "goal dB"], rows)
    print(
        f"The greatest shift is {MAX_SHIFT} of the width. Gaps' texture: the mean step between neighbours in a row "
        "where only the eye sees, by that of\nthe truth; the goal is 0.8 to 1.1. Jitter: how far an outline's place, "
        "against the truth's, differs from row to row, in pixels\n(root of the mean square), in a pair of the same "
        "scene with white things before a dark ground; the goal is at most 0.6.\nThe small map has a quarter of the "
        "photo's width.\n")


class _Pair:
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
    def _shift(nearness, eye):
        return (1 - 2 * eye) * MAX_SHIFT * (2 * nearness - 1) * WIDTH

    def _gap(self, eye):
        """Returns what the photo does not show: where something nearer stands at the place that was moved here."""
        import cv2
        import numpy as np
        seen = self.depths[eye].astype("f4")
        columns = np.arange(WIDTH, dtype="f4")[None, :] - self._shift(seen, eye)
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
            jitter = self._jitter(make(dark), dark_truth) if way != "the photo as it is" else None
            rows.append([
                self.name, way, *(f"{quality(views[eye], self.truth[eye]):.1f}" for eye in (0, 1)),
                " ".join(f"{value:.2f}" for value in texture), "" if jitter is None else f"{jitter:.2f}",
                f"{GOALS[self.name]}" if way == "auxdepth" else ""])
        return rows

    def _ours(self, folder, picture, metres):
        made = render(folder, "stereo", picture, metres, [
            "--layout", "left-right", "--max-shift", MAX_SHIFT, "--convergence", "0.5"])
        return [made[:, :WIDTH], made[:, WIDTH:]]

    def _inpainted(self, picture):
        import cv2
        return [truth_peers.moved(self._shift(self.nearness, eye), picture, cv2.INPAINT_TELEA) for eye in (0, 1)]

    def _polylines(self, picture):
        return [truth_peers.polylines(self._shift(self.nearness, eye), self.nearness, picture) for eye in (0, 1)]

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
        for view, truth, nearness in zip(views, truths, self.depths):
            found = self._outlines(view, truth, nearness)
            for (row, column), offset in found.items():
                places = [(row + 1, column + move) for move in (0, -1, 1, -2, 2)]
                below = [found[place] for place in places if place in found]
                if below:
                    steps.append(below[0] - offset)
        return math.sqrt(float(np.mean(np.square(steps))))

    def _outlines(self, view, truth, nearness):
        """Returns by how many pixels each outline of the truth is farther to the right in the view."""
        import numpy as np
        step = np.diff(nearness, axis=1)
        found = {}
        light = [truth_textures.linear(picture[..., 1].astype("f4") / 255) for picture in (view, truth)]
        for row, column in zip(*np.nonzero(abs(step) > STEP)):
            if not 30 < column < WIDTH - 30:
                continue
            around = abs(step[row, column - REACH:column + REACH + 1]) > STEP
            if around.sum() > 1:
                continue
            window = slice(column - REACH, column + REACH + 2)
            ours, real = light[0][row, window], light[1][row, window]
            bright, ground = real.max(), real.min()
            if bright - ground < 0.4:
                continue
            cover = (np.clip(ours, ground, bright).sum() - real.sum()) / (bright - ground)
            found[row, column] = -float(cover) if step[row, column] > 0 else float(cover)
        return found
