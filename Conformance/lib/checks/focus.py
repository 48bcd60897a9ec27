"""Surface normals, a focus that moves over time and a view that sways, by the formulas of Specs/effects.md with numpy."""
from __future__ import annotations

from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check


def _pfm(context: Context, name: str, values: Any) -> None:
    height, width = values.shape
    context.path(name).write_bytes(b"Pf\n%d %d\n-1.0\n" % (width, height) + values[::-1].astype("<f4").tobytes())


def _picture(context: Context, name: str) -> Any:
    with peers.module("pillow").open(context.path(name)) as image:
        return peers.module("numpy").asarray(image).astype(float)


def _photo(context: Context, width: int, height: int) -> Any:
    numpy = peers.module("numpy")
    codes = numpy.random.default_rng(9).integers(0, 256, (height, width, 3), dtype="u1")
    peers.module("pillow").fromarray(codes).save(context.path("photo.png"))
    return codes.astype(float)


@check
def normals_formula(context: Context, step: Step) -> None:
    """Two planes and a sphere, seen with a field of view of 60 degrees: normals are theirs, and no others at outlines."""
    if not (context.has("numpy", "normals") and context.has("pillow", "normals")):
        return
    numpy = peers.module("numpy")
    width, height = 160, 120
    _photo(context, width, height)
    focal = width / 2 * 3 ** 0.5
    across, down = numpy.meshgrid((numpy.arange(width) + 0.5 - width / 2) / focal, (numpy.arange(height) + 0.5 - height / 2) / focal)
    depth, kinds = 2 / (1 - 0.4 * across + 0.3 * down), numpy.zeros((height, width), int)
    normals = numpy.broadcast_to(numpy.array([0.4, -0.3, -1.0]), (height, width, 3)).copy()
    right = across > 0.2
    depth[right], normals[right], kinds[right] = (5 / (1 - 0.5 * down))[right], [0, 0.5, -1], 1
    rays, centre, radius = numpy.dstack([across, down, numpy.ones_like(across)]), numpy.array([-0.3, 0, 1.2]), 0.25
    half, square = rays @ centre, (rays ** 2).sum(2)
    root = half ** 2 - square * (centre @ centre - radius ** 2)
    ball = root > 0
    far = (half - numpy.sqrt(numpy.maximum(root, 0))) / square
    depth[ball], normals[ball], kinds[ball] = far[ball], ((rays * far[..., None] - centre) / radius)[ball], 2
    normals /= numpy.linalg.norm(normals, axis=2, keepdims=True)
    _pfm(context, "z.pfm", depth)
    done = context.auxdepth("render", "normals", "photo.png", "--depth", "z.pfm", "--fov", "60", "-o", "n.png")
    if not context.expect(done.status == 0, "normals: rendered", done.stderr):
        return
    seen = _picture(context, "n.png")
    wanted = (normals * (1, -1, -1) + 1) / 2 * 255
    inside = numpy.ones((height, width), bool)
    for shift in ((0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2), (2, 0), (-2, 0)):
        inside &= numpy.roll(kinds, shift, (0, 1)) == kinds
    inside[:2] = inside[-2:] = inside[:, :2] = inside[:, -2:] = False
    plane, round_ = inside & (kinds < 2), inside & (kinds == 2) & (normals[..., 2] < -0.5)
    for name, where, codes in (("planes", plane, step["planes"]), ("sphere", round_, step["sphere"])):
        worst = numpy.abs(seen - wanted).max(2)[where].max()
        context.expect(worst <= codes, f"normals: {name}", f"{worst:.2f} codes off")
    # Beside the step between both planes each pixel has the normal of one of them.
    strip = numpy.abs(across - 0.2) < 3 / focal
    two = numpy.stack([numpy.abs(seen - (numpy.array(n) / numpy.linalg.norm(n) * (1, -1, -1) + 1) / 2 * 255).max(2)
                       for n in ([0.4, -0.3, -1.0], [0, 0.5, -1.0])]).min(0)
    context.expect(two[strip & (kinds < 2)].max() <= step["planes"], "normals: no spikes", f"{two[strip & (kinds < 2)].max():.1f} codes off both")


@check
def focus_over_time(context: Context, step: Step) -> None:
    """The focus of each frame, found by the mask of a ramp, is what the options ask for, within `bound`."""
    if not context.has("numpy", "focus over time"):
        return
    numpy = peers.module("numpy")
    count, nearness = 100, numpy.arange(32) / 31
    random = numpy.random.default_rng(4)
    # The ramp in the upper half; in the lower one what is followed.
    truth = numpy.array([step["from"] + (step["to"] - step["from"]) * min(max((i - 20) / 60, 0), 1) for i in range(count)])
    with context.path("c.y4m").open("wb") as colour, context.path("d.y4m").open("wb") as depth:
        for file in (colour, depth):
            file.write(b"YUV4MPEG2 W32 H16 F25:1 Ip Cmono\n")
        for number in range(count):
            colour.write(b"FRAME\n" + bytes([200]) * 512)
            plane = numpy.tile(nearness * 255, (16, 1))
            plane[8:] = truth[number] * 255 + random.normal(0, step["noise"])
            depth.write(b"FRAME\n" + numpy.clip(numpy.rint(plane), 0, 255).astype("u1").tobytes())
    done = context.auxdepth(
        "stream", "--color", "c.y4m", "--depth", "d.y4m", "-o", "-", "--filter", "mask", *step["options"])
    if not context.expect(done.status == 0, "focus: filtered", done.stderr):
        return
    frames = [numpy.frombuffer(frame, "u1")[:32].astype(float) for frame in done.stdout.split(b"FRAME\n")[1:]]
    candidates = numpy.linspace(0, 1, 1001)
    masks = numpy.clip(4 * 0.05 + 1 - 4 * numpy.abs(nearness - candidates[:, None]), 0, 1) * 255
    found = numpy.array([candidates[((masks - frame) ** 2).sum(1).argmin()] for frame in frames])
    wanted = truth
    if step["pull"]:
        times, focuses = zip(*step["pull"])
        wanted = numpy.interp(numpy.arange(count), times, focuses)
    worst = numpy.abs(found - wanted).max()
    context.expect(bool(worst <= step["bound"]), "focus: as asked for", f"{worst:.3f} off")
    if step["from"] == step["to"] and not step["pull"]:
        context.expect(bool(numpy.ptp(found) <= 0.003), "focus: noise does not move it", f"{numpy.ptp(found):.3f}")


@check
def parallax_loop(context: Context, step: Step) -> None:
    """Two surfaces of stripes, near above far: in each frame of the loop they are where the formula says, and the first is the photo."""
    if not (context.has("numpy", "parallax") and context.has("pillow", "parallax")):
        return
    numpy = peers.module("numpy")
    width, height, count, shift = 320, 64, 20, 0.02
    stripes = lambda place: 128 + 80 * numpy.sin(2 * numpy.pi * place / 40)
    columns = numpy.arange(width)
    gray = numpy.repeat(numpy.tile(numpy.rint(stripes(columns)).astype("u1"), (height, 1))[..., None], 3, 2)
    peers.module("pillow").fromarray(gray).save(context.path("photo.png"))
    depth = numpy.ones((height, width))
    depth[height // 2:] = 4
    _pfm(context, "z.pfm", depth)
    done = context.auxdepth(
        "render", "parallax", "photo.png", "--depth", "z.pfm", "--loop-seconds", "2", "--frame-rate", "10", "--max-shift", str(shift),
        "--convergence", str(step["convergence"]), "-o", "sway.y4m")
    if not context.expect(done.status == 0, "parallax: rendered", done.stderr):
        return
    frames = context.path("sway.y4m").read_bytes().split(b"FRAME\n")[1:]
    if not context.expect(len(frames) == count, "parallax: frames", f"{len(frames)}, not {count}"):
        return
    for number, frame in enumerate(frames):
        luma = numpy.frombuffer(frame, "u1")[:width * height].reshape(height, width).astype(float)
        place = numpy.sin(2 * numpy.pi * number / count)
        for name, nearness, rows in (("near", 1, slice(4, height // 2 - 6)), ("far", 0, slice(height // 2 + 6, height - 4))):
            moved = place * 2 * shift * (nearness - step["convergence"]) * width
            wanted = 16 + 219 / 255 * stripes(columns - moved)
            worst = numpy.abs(luma[rows] - wanted)[:, 20:-20].max()
            context.expect(worst <= step["codes"], f"parallax: {name} in frame {number}", f"{worst:.2f} codes off, moved by {moved:.2f} pixels")
