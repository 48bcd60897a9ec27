"""Pictures that the program makes for the truth, and how far they are from it."""

import math
import subprocess

from . import truth_textures
from .measure import Unavailable
from .programs import AUXDEPTH

# The radius of the blur is given for a picture of so many pixels.
REFERENCE = 4032 * 3024
MARGIN = 24


def codes(light):
    """Returns linear light as 8-bit sRGB."""
    import numpy as np
    return np.round(truth_textures.coded(light) * 255).astype("u1")


def run(*arguments):
    command = [str(part) for part in (AUXDEPTH, *arguments)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Unavailable(f"{' '.join(command[1:3])}: {made.stderr.strip()}")


def render(folder, effect, picture, metres, arguments):
    """Returns what the program makes of a picture and a map of distances."""
    import cv2
    import numpy as np
    photo, depth, output = folder / "truth.png", folder / "truth.npy", folder / f"truth-{effect}.png"
    cv2.imwrite(str(photo), picture[..., ::-1])
    np.save(depth, metres.astype("f4"))
    run("render", effect, photo, "--depth", depth, "--force", "-o", output, *arguments)
    return np.ascontiguousarray(cv2.imread(str(output))[..., ::-1])


def quality(result, truth, where=None):
    """Returns the PSNR in dB of 8-bit RGB, inside a margin or where it is asked for."""
    import numpy as np
    error = (result.astype("f4") - truth.astype("f4")) ** 2
    inner = slice(MARGIN, -MARGIN)
    error = error[inner, inner] if where is None else error[where]
    return 10 * math.log10(255**2 / float(np.mean(error)))
