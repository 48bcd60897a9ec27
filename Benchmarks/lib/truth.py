"""Effects against the truth: what a lens and a second eye see of ray-traced scenes."""

from . import truth_blur, truth_bokeh, truth_hard, truth_planes, truth_stereo
from .effects import JOBS
from .measure import Unavailable
from .truth_scenes import HEIGHT, WIDTH


def part(_runs, folder, _inputs):
    print(f"## The truth: ray-traced scenes of {WIDTH}x{HEIGHT} pixels\n")
    try:
        import cv2
        import numpy  # noqa: F401
    except ImportError as missing:
        raise Unavailable(f"{missing.name} is not installed") from None
    cv2.setNumThreads(JOBS)
    for tables in truth_blur, truth_bokeh, truth_planes, truth_hard, truth_stereo:
        try:
            tables.show(folder)
        except Unavailable as reason:
            print(f"Left out: {reason}.\n", flush=True)
