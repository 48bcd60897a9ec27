"""Effects: how long they take, how that grows, and how right their results are."""

from . import effect_growth, effect_times, stereo_views, upsampling
from .measure import Unavailable

JOBS = 2


def part(runs, folder, _inputs):
    print(f"## Effects: {JOBS} threads\n")
    try:
        import numpy  # noqa: F401
        import PIL  # noqa: F401
    except ImportError as missing:
        raise Unavailable(f"{missing.name} is not installed") from None
    for tables in effect_times, effect_growth, upsampling, stereo_views:
        try:
            tables.show(runs, folder, JOBS)
        except Unavailable as reason:
            print(f"Left out: {reason}.\n", flush=True)
