"""The scene of Examples/scene at any size and from any place, which shows how right an effect is.

What takes long to render is kept in .build until make_scene.py changes.
"""

import functools
import importlib.util

from auxtools import pfm
from auxtools.environment import SCENE as FOLDER

from . import kept

MAP_SIZE = (768, 576)


@functools.cache
def _scene():
    """Returns make_scene.py as a module."""
    spec = importlib.util.spec_from_file_location("make_scene", FOLDER / "make_scene.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _kept(name, make):
    """Returns the array of that name, made where it is not kept yet."""
    return kept.array("benchmark-scene", kept.version(FOLDER / "make_scene.py"), name, make)


def depth(width):
    """Returns the exact distances in metres, of the centres of pixels."""
    return _kept(f"depth-{width}", lambda: _scene().render(_scene().depth, width)[:, :, 0])


@functools.cache
def disparity_range():
    """Returns the least and the greatest disparity, in 1/metres, of render.png."""
    exact = 1 / depth(2000)
    return float(exact.min()), float(exact.max())


def nearness(metres):
    """Returns distances as the library normalises them: 0 the farthest, 1 the nearest, linear in disparity."""
    import numpy as np
    least, greatest = disparity_range()
    return np.clip((1 / metres - least) / (greatest - least), 0, 1).astype(np.float32)


def stored_map():
    """Returns the bundled map of 768x576, distances in metres."""
    import numpy as np
    plane = pfm.read(FOLDER / "depth.pfm")
    return np.array(plane.values, "<f4").reshape(plane.height, plane.width)


def photo():
    """Returns render.png."""
    import numpy as np
    from PIL import Image
    return np.asarray(Image.open(FOLDER / "render.png").convert("RGB"))


def enlarged_photo(width, height):
    """Returns render.png at another size, with some grain, the same in every run."""
    import numpy as np
    from PIL import Image
    with Image.open(FOLDER / "render.png") as picture:
        scaled = np.asarray(picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))
    grain = np.random.default_rng(1).integers(-4, 5, (512, 512, 3), np.int16)
    repeats = (-(-height // 512), -(-width // 512), 1)
    return np.clip(scaled + np.tile(grain, repeats)[:height, :width], 0, 255).astype(np.uint8)


def write_crops(pictures, maps, count):
    """Writes parts of the scene as photos of 1000x750 with grain, PNG, and their maps and mattes beside them in `maps`.

    Returns the paths of the photos.
    """
    import numpy as np
    from PIL import Image
    random = np.random.default_rng(5)
    whole, metres = Image.fromarray(photo()), Image.fromarray(stored_map())
    paths = []
    for number in range(count):
        width = random.uniform(0.6, 1)
        left, top = random.uniform(0, 1 - width, 2)
        box = np.array([left, top, left + width, top + width])

        def part(picture, size):
            return picture.resize(size, Image.Resampling.BILINEAR, box=tuple(box * (picture.size * 2)))

        seen = np.asarray(part(whole, (1000, 750))) + random.integers(-4, 5, (750, 1000, 3), np.int16)
        depths = np.asarray(part(metres, MAP_SIZE))
        near = Image.fromarray((depths < np.median(depths)).astype(np.uint8) * 255)
        paths.append(pictures / f"{number:04}.png")
        Image.fromarray(np.clip(seen, 0, 255).astype(np.uint8)).save(paths[-1], compress_level=1)
        near.resize((500, 375), Image.Resampling.BILINEAR).save(maps / f"{number:04}.png")
        (maps / f"{number:04}.pfm").write_bytes(pfm.encode(*MAP_SIZE, depths.ravel().tolist()))
    return paths


def view(sideways, width):
    """Returns the picture that the camera takes when it is moved to the right by so many metres."""
    import numpy as np

    def look():
        scene = _scene()
        middle = scene.EYE
        scene.EYE = middle + np.float32([[sideways], [0], [0]])
        try:
            return np.round(scene.render(scene.colour, width, 3, 0.06) * 255).astype(np.uint8)
        finally:
            scene.EYE = middle

    return _kept(f"view-{width}-{sideways:+.6f}", look)


def focal_length():
    """Returns the focal length in widths of the picture."""
    return _scene().FOCAL
