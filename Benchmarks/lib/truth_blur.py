"""The blur against what a lens sees, and against stacks of blurred pictures."""

import math
import subprocess

from . import truth_peers, truth_scenes, truth_textures
from .measure import Unavailable
from .programs import AUXDEPTH
from .tables import print_table
from .truth_scenes import HEIGHT, LENSES, WIDTH
from .truth_tracer import LENS_SIDE

# The radius of the blur is given for a picture of so many pixels.
REFERENCE = 4032 * 3024
MARGIN = 24


def options(scene, lens):
    """Returns the options of `auxdepth render blur` that say what a lens does.

    The mask falls by the nearness's distance from the focus times the slope; with the slope 1 and no width a pixel's
    radius is that distance times the greatest radius.
    """
    radius = scene.radius(lens.aperture) * math.sqrt(REFERENCE / (WIDTH * HEIGHT))
    focus = scene.nearness(lens.plane)
    return ["--slope", "1", "--width", "0", "--focus", f"{focus:.6f}", "--radius", f"{radius:.4f}"]


def codes(light):
    """Returns linear light as 8-bit sRGB."""
    import numpy as np
    return np.round(truth_textures.coded(light) * 255).astype("u1")


def render(folder, effect, picture, metres, arguments):
    """Returns what the program makes of a picture and a map of distances."""
    import cv2
    import numpy as np
    photo, depth, output = folder / "truth.png", folder / "truth.npy", folder / f"truth-{effect}.png"
    cv2.imwrite(str(photo), picture[..., ::-1])
    np.save(depth, metres.astype("f4"))
    command = [AUXDEPTH, "render", effect, photo, "--depth", depth, "--force", "-o", output, *arguments]
    made = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Unavailable(f"render {effect}: {made.stderr.strip()}")
    return np.ascontiguousarray(cv2.imread(str(output))[..., ::-1])


def quality(result, truth, where=None):
    """Returns the PSNR in dB of 8-bit RGB, inside a margin or where it is asked for."""
    import numpy as np
    error = (result.astype("f4") - truth.astype("f4")) ** 2
    inner = slice(MARGIN, -MARGIN)
    error = error[inner, inner] if where is None else error[where]
    return 10 * math.log10(255**2 / float(np.mean(error)))


def beside_edges(scene, lens):
    """Returns the sharp ground over which what is in front of it spreads: as far as its light reaches."""
    import cv2
    import numpy as np
    signed = scene.radius(lens.aperture) * (scene.nearness(scene.depth) - scene.nearness(lens.plane))
    near = (signed > 1).astype("u1")
    reach = math.ceil(float(signed.max()))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    band = (cv2.dilate(near, kernel) > 0) & (near == 0) & (abs(signed) < 0.5)
    inside = np.zeros_like(band)
    inside[MARGIN:-MARGIN, MARGIN:-MARGIN] = True
    return band & inside


def results(folder, scene, lens):
    """Returns the pictures that each way makes."""
    import numpy as np
    photo = codes(scene.sharp)
    signed = (scene.radius(lens.aperture) * (scene.nearness(scene.depth) - scene.nearness(lens.plane))).astype("f4")
    radii, coded = abs(signed), photo.astype("f4") / 255
    light = truth_textures.linear(coded)

    def whole(values):
        return np.round(np.clip(values, 0, 1) * 255).astype("u1")

    return {
        "auxdepth": render(folder, "blur", photo, scene.depth, options(scene, lens)),
        "disc stack": whole(truth_peers.stack(coded, radii, truth_peers.disc_blur)),
        "disc stack, linear": codes(truth_peers.stack(light, radii, truth_peers.disc_blur)),
        "Gaussian stack": whole(truth_peers.stack(coded, radii, truth_peers.gaussian_blur)),
        "two layers, `cv2.inpaint`": codes(truth_peers.inpainted(light, signed)),
        "the photo as it is": photo,
    }


def show(folder):
    print("### The blur against a lens: dB\n")
    columns, rows = None, []
    for lens in LENSES:
        scene = truth_scenes.scene(lens.scene)
        truth = codes(scene.through(lens))
        made = results(folder, scene, lens)
        columns = columns or ["scene", *made, "goal"]
        goal = f"{lens.goal}" if lens.goal else ""
        rows.append([lens.name, *(f"{quality(picture, truth):.1f}" for picture in made.values()), goal])
        if lens.scene == "fence" and lens.plane > 1:
            where = beside_edges(scene, lens)
            cells = (f"{quality(picture, truth, where):.1f}" for picture in made.values())
            rows.append([f"its sharp ground beside edges, {where.mean() * 100:.0f} %", *cells, "36.3"])
    print_table(columns, rows)
    print(
        f"PSNR of 8-bit RGB without a margin of {MARGIN} pixels. Truth: a ray tracer with {LENS_SIDE**2} "
        "rays a pixel through a thin lens, in linear\nlight. Every way gets the picture with all in focus and the "
        "exact distances. The goals are those of other textures in such places;\nwith these, as much better than "
        "what had neither linear light nor layers: 10, 15, 7, 8 and 6.5 dB.\n")
