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
    """The frames of `file` are those of the colour (`as` "colour") or gray by their depth, in limited range.

    `maps` says which map each frame has.
    """
    size = step["width"] * step["height"]
    colour, seen = (_frames(context, name, size * 3 // 2) for name in ("color.y4m", step["file"]))
    depth = _frames(context, "depth.y4m", size)
    context.expect(len(seen) == len(colour), "stream: frames", f"{len(seen)}, not {len(colour)}")
    for number, frame in enumerate(seen):
        if step["as"] == "colour":
            context.expect(frame == colour[number], "stream: unchanged", f"frame {number} differs")
            continue
        which = step["maps"][number]
        wanted = [16 + code * 219 / 255 for code in depth[which]]
        worst = max(abs(a - b) for a, b in zip(frame, wanted))
        context.expect(worst <= step["codes"], "stream: gray", f"frame {number} is {worst} codes off the map {which}")
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
