"""Videos filtered by their depth."""
from __future__ import annotations

from typing import Any

from auxtools import y4m

from .. import peers
from ..context import Context
from .registry import Step, check


def _frames(context: Context, name: str, size: int) -> list[bytes]:
    return [bytes(frame) for frame in y4m.planes(context.path(name).read_bytes(), size)]


@check
def stream_frames(context: Context, step: Step) -> None:
    """The frames of `file` are those of the colour (`as` "colour") or gray by their depth, in limited range."""
    size = step["width"] * step["height"]
    colour, seen = (_frames(context, name, size * 3 // 2) for name in ("color.y4m", step["file"]))
    depth = _frames(context, "depth.y4m", size)
    context.expect(len(seen) == len(colour), "stream: frames", f"{len(seen)}, not {len(colour)}")
    for number, frame in enumerate(seen):
        if step["as"] == "colour":
            context.expect(frame == colour[number], "stream: unchanged", f"frame {number} differs")
            continue
        wanted = [16 + code * 219 / 255 for code in depth[number]]
        worst = max(abs(a - b) for a, b in zip(frame, wanted))
        context.expect(worst <= step["codes"], "stream: gray", f"frame {number} is {worst} codes off the map")
        context.expect(set(frame[size:]) == {128}, "stream: no colour", f"frame {number} has {set(frame[size:])}")


@check
def stream_truth(context: Context, step: Step) -> None:
    """Frame by frame, `file` is gray in limited range by the nearness of the scene of truth.npy, whose metres are
    divided by `units`: near / metres, the infinitely far black, within `codes`."""
    numpy = peers.module("numpy")
    metres: Any = numpy.load(context.path("truth.npy"))
    size = metres.size
    seen = _frames(context, step["file"], size * 3 // 2)
    context.expect(len(seen) == len(step["units"]), "stream: frames", f"{len(seen)}, not {len(step['units'])}")
    for number, (frame, unit) in enumerate(zip(seen, step["units"])):
        nearness = numpy.clip(step["near"] * unit / metres, 0, 1)
        luma = numpy.frombuffer(frame[:size], "u1").reshape(metres.shape)
        worst = numpy.abs(luma - (16 + 219 * nearness)).max()
        context.expect(bool(worst <= step["codes"]), "stream: gray", f"frame {number} is {worst} codes off the scene")
        far = luma[numpy.isinf(metres)]
        context.expect(bool((far == 16).all()), "stream: sky", f"frame {number} has {far.max()} in the sky")


@check
def stream_colours(context: Context, step: Step) -> None:
    """Each frame of `file` is of one of the `colours`, by the formula of its `matrix`, within `codes` of 8 bits.

    `stated` is what the header must say of the matrix, or nothing.
    """
    tag, matrix, full = step["tag"], step["matrix"], step["range"] == "FULL"
    bits, counts = y4m.depth(tag), y4m.counts(tag, step["width"], step["height"])
    size = sum(counts) * (2 if bits > 8 else 1)
    video = context.path(step["file"]).read_bytes()
    header = video.partition(b"\n")[0].decode()
    context.expect(f" C{tag} " in header + " ", "stream: tag", header)
    context.expect(header.partition("XCOLORSPACE=")[2] == step["stated"], "stream: matrix", header)
    seen = _frames(context, step["file"], size)
    context.expect(len(seen) == len(step["colours"]), "stream: frames", f"{len(seen)}")
    for number, (frame, colour) in enumerate(zip(seen, step["colours"])):
        samples = list(frame) if bits == 8 else [a | b << 8 for a, b in zip(frame[::2], frame[1::2])]
        start = 0
        for wanted, count in zip(y4m.codes(colour, matrix, bits, full), counts):
            worst = max(abs(sample - wanted) for sample in samples[start:start + count])
            context.expect(
                worst <= step["codes"] * 2 ** (bits - 8), "stream: colour",
                f"frame {number} is {worst:.2f} of {bits} bits off {wanted:.2f}")
            start += count


@check
def stream_smoothed(context: Context, step: Step) -> None:
    """Each frame of `file` is a quarter of its map in depth.y4m and three quarters of the average before, as gray in limited
    range, within `codes`."""
    size = step["width"] * step["height"]
    seen, maps = _frames(context, step["file"], size * 3 // 2), _frames(context, "depth.y4m", size)
    context.expect(len(seen) == len(maps), "stream: frames", f"{len(seen)}")
    average = [float(code) for code in maps[0]]
    for number, (frame, depth) in enumerate(zip(seen, maps)):
        average = [0.75 * before + 0.25 * code for before, code in zip(average, depth)]
        worst = max(abs(code - (16 + gray * 219 / 255)) for code, gray in zip(frame, average))
        context.expect(worst <= step["codes"], "stream: smoothed", f"frame {number} is {worst:.2f} codes off the average")
