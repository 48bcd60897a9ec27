"""The blur against what a lens sees, and against stacks of blurred pictures."""

import math
import os

from . import truth_peers, truth_scenes, truth_textures
from .tables import print_table
from .truth_render import MARGIN, REFERENCE, codes, quality, render, run
from .truth_scenes import HEIGHT, LENSES, WIDTH
from .truth_tracer import LENS_SIDE

BESIDE_EDGES = "its sharp ground beside edges"
# What layers in linear light reach with other textures in such places; and what a blur of coded samples without layers
# reached with these, and so many dB more. One of both is to be reached.
GOALS = {
    "ground in focus, near object blurred": (34.7, 26.1 + 10),
    BESIDE_EDGES: (36.3, 24.1 + 15),
    "near focus": (38.1, 33.4 + 7),
    "portrait with hair": (38.3, 33.3 + 8),
    "near, subject and far": (34.7, 30.6 + 6.5),
}
STACK = "disc stack, linear"
WAYS = ("auxdepth", "disc stack", STACK, "Gaussian stack", "two layers, `cv2.inpaint`", "the photo as it is")


def options(scene, lens):
    """Returns the options of `auxdepth render blur` that say what a lens does.

    The mask falls by the nearness's distance from the focus times the slope; with the slope 1 and no width a pixel's
    radius is that distance times the greatest radius.
    """
    radius = scene.radius(lens.aperture) * math.sqrt(REFERENCE / (WIDTH * HEIGHT))
    focus = scene.nearness(lens.plane)
    return ["--slope", "1", "--width", "0", "--focus", f"{focus:.6f}", "--radius", f"{radius:.4f}"]


def render_with_matte(folder, scene, lens):
    """Returns the blur of a photo that holds the map and the person's matte, which keeps the person in focus."""
    import cv2
    import numpy as np
    photo, depth, matte, whole = (folder / f"truth{end}" for end in (".png", ".npy", "-matte.png", "-matte.jpg"))
    cv2.imwrite(str(photo), codes(scene.sharp)[..., ::-1])
    cv2.imwrite(str(matte), np.round(scene.matte() * 255).astype("u1"))
    np.save(depth, scene.depth)
    output = folder / "truth-matte-blur.png"
    run("attach", photo, "--depth", depth, "--portrait", matte, "--primary-quality", "100", "--force", "-o", whole)
    run("render", "blur", whole, "--use-matte", "--force", "-o", output, *options(scene, lens))
    return np.ascontiguousarray(cv2.imread(str(output))[..., ::-1])


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

    return dict(zip(WAYS, [
        render(folder, "blur", photo, scene.depth, options(scene, lens)),
        whole(truth_peers.stack(coded, radii, truth_peers.disc_blur)),
        codes(truth_peers.stack(light, radii, truth_peers.disc_blur)),
        whole(truth_peers.stack(coded, radii, truth_peers.gaussian_blur)),
        codes(truth_peers.inpainted(light, signed)),
        photo,
    ]))


def _row(name, made, truth, where=None):
    """Returns a row of the table: the PSNR of each way, the goals, and whether ours reaches one."""
    values = {way: quality(picture, truth, where) for way, picture in made.items()}
    goals, ours = GOALS.get(name), round(values["auxdepth"], 1)
    kept = ""
    if goals and not os.environ.get(truth_scenes.PHOTOS):
        kept = "yes" if ours >= min(goals) and ours >= values.get(STACK, 0) else "NO"
    return [
        name, *(f"{values[way]:.1f}" if way in values else "" for way in WAYS),
        " or ".join(f"{goal:.1f}" for goal in goals or ()), kept]


def show(folder):
    print("### The blur against a lens: dB\n")
    rows = []
    for lens in LENSES:
        scene = truth_scenes.scene(lens.scene)
        truth = codes(scene.through(lens))
        made = results(folder, scene, lens)
        rows.append(_row(lens.name, made, truth))
        if lens.scene == "fence" and lens.plane > 1:
            rows.append(_row(BESIDE_EDGES, made, truth, beside_edges(scene, lens)))
        if lens.scene == "person":
            kept_sharp = {"auxdepth": render_with_matte(folder, scene, lens)}
            rows.append(_row("the same, by its matte (JPEG, quality 100)", kept_sharp, truth))
    print_table(["scene", *WAYS, "goal", "kept"], rows)
    print(
        f"PSNR of 8-bit RGB without a margin of {MARGIN} pixels. Truth: a ray tracer with {LENS_SIDE**2} rays a pixel "
        "through a thin lens, in linear\nlight. Every way gets the picture with all in focus and the exact distances. "
        "Goal: what layers in linear light reached with other\ntextures in such places, or 10, 15, 7, 8 and 6.5 dB "
        "more than our blur of coded samples without layers had here; never\nless than a disc stack in linear light. "
        "The matte keeps all of the person in focus, the lens only what is as far as the hair.\n")
