"""A bar before a ground, both out of focus by different radii, on the same side of the focus."""

from pathlib import Path

from . import kept, truth_layers, truth_maps, truth_textures
from .tables import print_table
from .truth_maps import QUALITIES, WAYS
from .truth_render import codes, quality, render

WIDTH, HEIGHT = 240, 160
# Cells of the truth in a pixel's side, and places of the lens.
FINE, PLACES = 4, 400
MARGIN = 40
FARTHEST = 18
RADII = tuple(range(2, 18))
BARS = (80, 24)
SIDES = ("behind", "before")
# A strip on the left that is in focus, in pixels.
STRIP = 8
# Distances of nearness 0 and 1, in 1/metres.
LEAST, GREATEST = 1.0, 2.0
WHOLE = slice(None)
# A disc stack knows of no hiding, and is left out.
PEERS = WAYS[:3]
STRENGTH = FARTHEST / (GREATEST - LEAST)


def _fine():
    """Returns the light of the ground and of the bar, in cells of the truth."""
    size = (HEIGHT * FINE, WIDTH * FINE)
    ground = truth_textures.dead_leaves(41, *size, 8, 240)
    return ground, truth_textures.dead_leaves(42, *size, 10, 300)


def _pixels(fine):
    """Returns means of the cells of each pixel."""
    height, width, components = fine.shape
    return fine.reshape(height // FINE, FINE, width // FINE, FINE, components).mean(axis=(1, 3))


class _Planes:
    """A bar of some width, and the signed radii of it and of the ground."""

    def __init__(self, side, bar, near):
        self.name = f"{side}-{bar}-{near}"
        self.front, self.back = (-near, -FARTHEST) if side == "behind" else (FARTHEST, near)
        self.bar, self.sign = bar, -1 if side == "behind" else 1

    def opaque(self):
        """Returns which cells are of the bar."""
        import numpy as np
        first = (WIDTH - self.bar) // 2 * FINE
        opaque = np.zeros((HEIGHT * FINE, WIDTH * FINE), bool)
        opaque[:, first:first + self.bar * FINE] = True
        return opaque

    def sharp(self, ground, bar):
        import numpy as np
        return _pixels(np.where(self.opaque()[..., None], bar, ground)).astype("f4")

    def through(self, ground, bar):
        """Returns what a lens sees inside the margin, the mean of its places."""
        import numpy as np
        opaque, total = self.opaque()[..., None], 0
        for place in truth_layers.lens_points(PLACES):
            def moved(values, radius, place=place):
                across, down = np.rint(place * radius * FINE).astype(int)
                edge = MARGIN * FINE
                return values[edge - down:HEIGHT * FINE - edge - down, edge - across:WIDTH * FINE - edge - across]

            total = total + np.where(
                moved(opaque, self.front), moved(bar, self.front), moved(ground, self.back))
        return _pixels(total / PLACES).astype("f4")

    def white(self):
        """Returns how much of a white ground a lens sees in each column inside the margin."""
        import numpy as np
        row, total = self.opaque()[0], 0
        for across, _ in np.rint(truth_layers.lens_points(PLACES) * self.front * FINE).astype(int):
            total = total + ~row[MARGIN * FINE - across:(WIDTH - MARGIN) * FINE - across]
        return (total / PLACES).reshape(-1, FINE).mean(axis=1)

    def metres(self):
        """Returns the exact distances: nearness is the radius by the greatest."""
        import numpy as np
        sharp = 0 if self.sign > 0 else 1
        opaque = self.opaque()[::FINE, ::FINE]
        near = np.where(opaque, self.front, self.back).astype("f4") / FARTHEST + sharp
        near[:, :STRIP] = sharp
        return 1 / (LEAST + near * (GREATEST - LEAST))

    @property
    def plane(self):
        return 1 / (LEAST if self.sign > 0 else GREATEST)


def _shining(folder, planes):
    """Returns by how many per cent a white ground is seen through the middle of a black bar, more than by a lens."""
    import numpy as np
    opaque = np.repeat(planes.opaque()[..., None], 3, axis=2)
    metres = planes.metres()
    chosen = truth_maps.options(metres, metres.shape, STRENGTH, planes.plane)
    photo = codes(planes.sharp(np.ones(opaque.shape, "f4"), np.zeros(opaque.shape, "f4")))
    made = truth_textures.linear(render(folder, "blur", photo, metres, chosen).astype("f4") / 255)
    more = made[MARGIN:-MARGIN, MARGIN:-MARGIN].mean(axis=(0, 2)) - planes.white()
    middle = WIDTH // 2 - MARGIN
    return 100 * float(more[middle - planes.bar // 6:middle + planes.bar // 6].mean())


def _version():
    return kept.version(*(Path(module.__file__) for module in (truth_textures, truth_layers)), Path(__file__))


def show(folder):
    import numpy as np
    print(f"### Two planes out of focus: a bar before a ground, one with a radius of {FARTHEST} pixels: dB\n")
    ground, bar_light = _fine()
    rows, all_maps, reached = [], {}, []
    for side in SIDES:
        for near in RADII:
            row = [side, str(near)]
            for bar in BARS:
                planes = _Planes(side, bar, near)
                truth = codes(kept.array(
                    "benchmark-truth", _version(), f"planes-{planes.name}",
                    lambda planes=planes: planes.through(ground, bar_light)))
                photo = codes(planes.sharp(ground, bar_light))
                for kind, metres in truth_maps.maps(planes.metres()).items():
                    made = truth_maps.blurred(folder, photo, metres, STRENGTH, planes.plane)
                    values = {
                        way: quality(made[way][MARGIN:-MARGIN, MARGIN:-MARGIN], truth, WHOLE) for way in PEERS}
                    all_maps.setdefault((side, bar, kind), []).append(list(values.values()))
                    if kind == QUALITIES[0]:
                        shining = _shining(folder, planes)
                        row += [*(f"{value:.1f}" for value in values.values()), f"{shining:.1f}"]
                        reached.append(values["auxdepth"] >= min(45, values["layers"] - 2.5) and shining <= 1)
            rows.append(row)
    heads = [f"{head}, {bar} px" for bar in BARS for head in (*PEERS, "shines %")]
    print_table(["side of focus", "other radius", *heads], rows)
    print_table(
        ["side of focus", "bar", "map", "auxdepth: mean", "least", "layers: mean", "least", "scattered: mean", "least"],
        [[side, str(bar), kind, *(f"{value:.1f}" for way in np.array(found).T for value in (way.mean(), way.min()))]
         for (side, bar, kind), found in all_maps.items()])
    print(
        f"Behind the focus the ground has {FARTHEST} pixels and the bar the other radius; before it the bar has "
        f"{FARTHEST} pixels. Truth: {PLACES} places\nof the lens. Shines: how much more of a white ground is seen "
        "through the middle of a black bar than a lens sees. Layers: 32 planes put\nover each other, with push-pull "
        "behind what is nearer. The second table has the means of all radii. The goal, 45 dB or 2.5 dB\nless than the "
        f"layers, and at most 1 % that shines through, is reached in {sum(reached)} of {len(reached)} cases.\n")
