"""The truth's scenes: their objects, their lenses, and their pictures.

Nearness is n = (1/z - least) / (greatest - least). A lens of `aperture` metres (its radius) blurs what is at n, focused
at f, to a disc of the radius aperture * focal * (greatest - least) * |n - f| in pixels.
"""

import functools
import os
from pathlib import Path

from . import kept, truth_places, truth_textures, truth_tracer
from .measure import Unavailable
from .truth_tracer import FOCAL, LENS_SIDE, Ball, Camera, CutOut, Floor, Wall

WIDTH, HEIGHT = 800, 600
# How far the floor is below the camera.
FLOOR = 0.75
# Set by the option of Benchmarks/run: photos of AUXDEPTH_SAMPLES are the textures of walls and floors.
PHOTOS = "AUXDEPTH_TRUTH_PHOTOS"


def _photo_texture(number, width):
    """Returns one of the camera samples as texture."""
    import cv2
    import numpy as np
    from auxtools.environment import samples
    paths = [path for path in samples(".jpg", ".jpeg") if path.stat().st_size > 1_000_000]
    image = cv2.imread(str(paths[number * len(paths) // 4])) if paths else None
    if image is None:
        raise Unavailable("AUXDEPTH_SAMPLES has no photo for textures, a JPEG of a megabyte or more that OpenCV reads")
    if image.shape[0] > image.shape[1]:
        image = np.rot90(image)
    image = cv2.resize(np.ascontiguousarray(image[..., ::-1]), (width, width * 3 // 4), interpolation=cv2.INTER_AREA)
    light = truth_textures.linear(image.astype("f4") / 255)
    return np.clip(light, truth_textures.LEAST, truth_textures.GREATEST)


def _textured(number, width, make):
    return _photo_texture(number, width) if os.environ.get(PHOTOS) else make()


def _wall():
    return _textured(0, 2400, lambda: truth_textures.dead_leaves(11, 1800, 2400, 5, 300))


def _floor():
    return _textured(1, 1200, lambda: truth_textures.paving(12, 1200, 1200, 9))


def _fence():
    """A wall, and a ball, bars and leaves close to the camera."""
    ball = truth_textures.cloth(13, 900, 900, 40, (0.95, 0.55, 0.35))
    bars = truth_textures.bars(14, 1200, 1600, [(0.30, 0.36), (0.57, 0.55), (0.93, 0.86)], [0.022, 0.008, 0.013])
    return [
        Wall(3.0, _wall(), 3.8), Ball(0.33, 0.11, 0.95, 0.15, ball, 1.3),
        CutOut(0.02, 0.0, 0.78, bars, 1.1), CutOut(-0.27, -0.03, 0.75, truth_textures.foliage(15, 1500, 95), 0.62),
    ]


def _person():
    """A person with hair on a floor, a wall behind."""
    head, body = truth_textures.skin(16, 900, 900), truth_textures.cloth(17, 1200, 1200, 60, (0.5, 0.6, 0.95))
    size, metres = 2400, 0.96
    strands = truth_textures.hair(18, size, 0.30 * size / metres)
    return [
        Wall(4.5, _wall(), 5.6), Floor(FLOOR, _floor(), 2.2), Ball(0.05, 0.90, 1.62, 0.63, body, 1.6),
        Ball(0.05, 0.02, 1.55, 0.29, head, 1.2), CutOut(0.05, 0.02, 1.55, strands, metres),
    ]


def _depths():
    """The person, and leaves close to the camera."""
    return [*_person(), CutOut(-0.30, 0.02, 0.8, truth_textures.foliage(19, 1500, 110, 0.8), 0.66)]


def _lamps():
    """The person at night, with lamps that are brighter than white."""
    import cv2
    import numpy as np
    things = _person()
    random = np.random.default_rng(20)
    night = things[0].texture * 0.12
    for _ in range(420):
        centre = tuple(int(part) for part in random.uniform(0, night.shape[1::-1]))
        light = random.uniform(3, 14) * np.array([1, random.uniform(0.5, 0.95), random.uniform(0.2, 0.9)])
        cv2.circle(night, centre, int(random.integers(3, 7)), light.tolist(), -1, cv2.LINE_AA)
    things[0].texture = night
    return things


class Lens:
    """A scene with a lens focused in it: a row of the table; `side` squared places of the lens are its truth."""

    def __init__(self, name, scene, aperture, plane, side=LENS_SIDE):
        self.name, self.scene, self.aperture, self.plane, self.side = name, scene, aperture, plane, side


LENSES = [
    Lens("ground in focus, near object blurred", "fence", 0.0195, 3.0),
    Lens("near focus", "fence", 0.0195, 0.75),
    Lens("portrait with hair", "person", 0.036, 1.55),
    Lens("near, subject and far", "depths", 0.0285, 1.55),
    Lens("portrait before lamps, clipped", "lamps", 0.036, 1.55),
]
# The hard places of another table, with more of the lens, so that their truth is quieter.
PLACES_SIDE = 20
PLACES = [
    Lens("inclined floor", "floor", 0.08, 2.4, PLACES_SIDE), Lens("wires, in focus", "wires", 0.03, 1.9, PLACES_SIDE),
    Lens("wires before a sharp wall", "wires", 0.014, 4.0, PLACES_SIDE),
    Lens("leaves before a face", "leaves", 0.024, 1.6, PLACES_SIDE),
    Lens("fence before clipped lamps", "night", 0.026, 1.2, PLACES_SIDE),
]
_MAKERS = {"fence": _fence, "person": _person, "depths": _depths, "lamps": _lamps, **truth_places.MAKERS}


class Scene:
    """One of the scenes, with pictures in linear light, made where they are not kept from an earlier run."""

    def __init__(self, name):
        self.name = name
        self.depth = self._kept("depth", lambda camera: camera.depth())
        self.sharp = self._kept("sharp", lambda camera: camera.eye(side=6))
        disparity = 1 / self.depth
        self.least, self.greatest = float(disparity.min()), float(disparity.max())

    @functools.cached_property
    def _camera(self):
        return Camera(_MAKERS[self.name](), WIDTH, HEIGHT)

    def _kept(self, name, make):
        files = [Path(module.__file__) for module in (truth_textures, truth_tracer)]
        files.append(Path(truth_places.__file__ if self.name in truth_places.MAKERS else __file__))
        version = kept.version(*files, also=os.environ["AUXDEPTH_SAMPLES"] if os.environ.get(PHOTOS) else "")
        return kept.array("benchmark-truth", version, f"{self.name}-{name}", lambda: make(self._camera))

    def nearness(self, metres):
        return (1 / metres - self.least) / (self.greatest - self.least)

    def radius(self, aperture):
        """Returns the radius in pixels of the disc that the whole range of nearness makes."""
        return aperture * FOCAL * WIDTH * (self.greatest - self.least)

    def through(self, lens):
        return self._kept(
            f"lens-{lens.aperture}-{lens.plane}-{lens.side}",
            lambda camera: camera.lens(lens.aperture, lens.plane, lens.side))

    def eye(self, sideways, plane):
        return self._kept(f"eye-{sideways:+.5f}-{plane:.5f}", lambda camera: camera.eye(sideways, plane, 5))

    def eye_depth(self, sideways, plane):
        return self._kept(f"eye-depth-{sideways:+.5f}-{plane:.5f}", lambda camera: camera.depth(sideways, plane))

    def matte(self):
        """Returns the share of each pixel that is the person: a portrait matte."""
        return self._kept("matte", lambda camera: self._mean(camera, 0.0, 1.0, lambda _, near: near))

    def silhouettes(self, sideways, plane):
        """Returns an eye's view of the scene with the objects in front white and the ground dark."""
        import numpy as np
        return self._kept(f"silhouettes-{sideways:+.5f}-{plane:.5f}", lambda camera: self._mean(
            camera, sideways, plane, lambda colour, near: np.where(near[..., None], 0.8, colour * 0.15)))

    @staticmethod
    def _mean(camera, x, plane, look, side=4):
        """Returns the mean of what rays show, by their colour and whether they meet an object in front."""
        import numpy as np
        total = 0
        for row in range(side):
            for column in range(side):
                below = (row + 0.5) / side
                metres, colour = camera.trace(np.float32(x), np.float32(0), plane, (column + 0.5) / side, below)
                floor = abs(metres * (camera.rows + below * camera.pixel) - FLOOR) < 0.03
                total = total + look(colour, (metres < 2.3) & ~floor)
        return (total / side**2).astype("f4")


@functools.cache
def scene(name):
    return Scene(name)
