"""Blur and stereo of hard places, by maps of three qualities, beside layers, scattered discs and a warp with Telea."""

from . import truth_maps, truth_peers, truth_scenes
from .tables import print_table
from .truth_maps import QUALITIES, WAYS
from .truth_render import codes, quality, render
from .truth_scenes import HEIGHT, PLACES, PLACES_SIDE, WIDTH
from .truth_stereo import MAX_SHIFT, VIEWS, Pair

# Behind the best peer by no more than this, in dB, with an exact map.
WITHIN = 0.2
STEREO = ("wires", "leaves", "night")


def _blurs(folder):
    rows, ahead = [], []
    for lens in PLACES:
        scene = truth_scenes.scene(lens.scene)
        truth, photo = codes(scene.through(lens)), codes(scene.sharp)
        strength = scene.radius(lens.aperture) / (scene.greatest - scene.least)
        for kind, metres in truth_maps.maps(scene.depth).items():
            made = truth_maps.blurred(folder, photo, metres, strength, lens.plane)
            values = [quality(made[way], truth) for way in WAYS]
            ours, best = round(values[0], 1), round(max(values[1:]), 1)
            if kind == QUALITIES[0]:
                ahead.append(ours > best)
            kept = "yes" if ours >= best - WITHIN else "NO"
            rows.append([lens.name, kind, *(f"{value:.1f}" for value in values), f"{ours - best:+.1f}", kept])
    return rows, ahead


def _pairs(folder):
    rows = []
    for name in STEREO:
        pair = Pair(name)
        photo = codes(pair.scene.sharp)
        for kind, metres in truth_maps.maps(pair.scene.depth).items():
            nearness = pair.scene.nearness(truth_maps.stretched(metres, (HEIGHT, WIDTH))).astype("f4")
            made = render(folder, "stereo", photo, metres, [
                "--layout", "left-right", "--max-shift", MAX_SHIFT, "--convergence", "0.5"])
            ours = [made[:, :WIDTH], made[:, WIDTH:]]
            telea = [truth_peers.moved(pair.shift(nearness, eye), nearness, photo) for eye in VIEWS]
            values = [quality(view[eye], pair.truth[eye]) for view in (ours, telea) for eye in VIEWS]
            kept = "yes" if min(values[0] - values[2], values[1] - values[3]) > 0 else "NO"
            rows.append([name, kind, *(f"{value:.1f}" for value in values), kept])
    return rows


def show(folder):
    print("### The blur of hard places against a lens: dB\n")
    rows, ahead = _blurs(folder)
    print_table(["scene", "map", *WAYS, "to the best peer", "kept"], rows)
    print(
        f"Truth: {PLACES_SIDE**2} rays a pixel through the lens. Layers: 32 planes of the radii put over each other in "
        "linear light, each opaque and\ncomplete, by push-pull, behind what is nearer. Scattered: each pixel over its "
        "disc, what is before the focus over the rest. The\nquarter map is the mean of 4x4 nearnesses, the noisy one "
        f"has noise of {truth_maps.NOISE} of the range in addition; peers get it interpolated.\nKept: no more than "
        f"{WITHIN} dB behind the best peer. Ahead of all with exact maps in {sum(ahead)} of {len(ahead)}.\n")
    print("### Stereo of hard places: dB\n")
    print_table(
        ["scene", "map", "auxdepth, left", "right", "warp + Telea, left", "right", "ahead"], _pairs(folder))
    print(
        "The warp moves each pixel by a whole number of pixels, the nearest last, and `cv2.inpaint` fills the gaps by "
        "Telea's method.\n")
