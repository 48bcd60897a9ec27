"""Filtering a video by its depth: frames a second, memory that does not grow, and flicker."""

import statistics
import subprocess

from . import videos
from .measure import Unavailable, peak_memory, rounds, wall_time
from .programs import AUXDEPTH
from .tables import megabytes, print_table, spread

FRAMES = 200
LENGTHS = (200, 2000)
FILTERS = ("none", "spotlight", "highlight", "blur", "rosy")
JOBS = 2
# Flicker is measured on so many frames, after those in which the smoothing settles.
FLICKER_FRAMES = 48
SETTLING = 16
HOLES = 0.03


def part(runs, folder, _inputs):
    print(f"## Streams: `auxdepth stream`, {videos.WIDTH}x{videos.HEIGHT}, {JOBS} threads\n")
    try:
        import numpy  # noqa: F401
        import PIL  # noqa: F401
    except ImportError as missing:
        raise Unavailable(f"{missing.name} is not installed") from None
    colour = videos.colour_frames()
    _speed(runs, folder, colour)
    _memory(folder, colour)
    _flicker(folder, colour)


def _command(colour, depth, *options):
    return [AUXDEPTH, "stream", "--color", colour, "--depth", depth, "-o", "-", "--jobs", JOBS, "--quiet", *options]


def _speed(runs, folder, colour):
    print(f"### Frames a second, {FRAMES} frames of 4:2:0 with depth of their size\n")
    color_file, depth_file = folder / "color.y4m", folder / "depth.y4m"
    depth = [videos.codes(frame) for frame in videos.depth_frames(holes=0)]
    videos.write(color_file, videos.y4m(colour, "420jpeg", FRAMES))
    videos.write(depth_file, videos.y4m(depth, "mono", FRAMES))
    ways = {
        (name, smooth): _command(color_file, depth_file, "--filter", name, *smooth)
        for name in FILTERS for smooth in ((), ("--smooth",))
    }
    taken = rounds(runs, {way: lambda command=command: wall_time([command]) for way, command in ways.items()})
    rows = []
    for name in FILTERS:
        cells = [
            spread([FRAMES / seconds for seconds in taken[name, smooth]], lambda rate: f"{rate:.0f}")
            for smooth in ((), ("--smooth",))
        ]
        longest = statistics.median(taken[name, ("--smooth",)]) / FRAMES
        rows.append([name, *cells, f"{longest * 1000:.2f}"])
    print_table(["filter", "frames/s", "with --smooth", "ms a frame with --smooth"], rows)
    print("From files to /dev/null, the start of the program included. The filter none copies the colour.\n")
    color_file.unlink()
    depth_file.unlink()


def _memory(folder, colour):
    print("### Peak memory: `--filter blur --smooth`, through pipes\n")
    depth = [videos.codes(frame) for frame in videos.depth_frames(holes=0)]
    rows = []
    for count in LENGTHS:
        pipes = folder / f"color-{count}", folder / f"depth-{count}"
        videos.feed(pipes[0], videos.y4m(colour, "420jpeg", count))
        videos.feed(pipes[1], videos.y4m(depth, "mono", count))
        peak = peak_memory([_command(*pipes, "--filter", "blur", "--smooth")])
        rows.append([f"{count:,}", megabytes(peak)])
    print_table(["frames", "MiB"], rows)


def _flicker(folder, colour):
    import numpy as np
    print(f"### Flicker: `--filter grayscale` of a still scene, {HOLES * 100:.0f} % of its depth holes\n")
    maps, color_file = folder / "maps", folder / "color.y4m"
    maps.mkdir()
    count = SETTLING + FLICKER_FRAMES
    frames = videos.depth_frames(HOLES)
    for index in range(count):
        (maps / f"{index:03}.pfm").write_bytes(videos.pfm(frames[index % len(frames)]))
    videos.write(color_file, videos.y4m(colour, "420jpeg", count))
    exact = videos.exact_nearness() * 255
    rows = []
    known = None
    for name, options in [("no", []), ("yes", ["--smooth"])]:
        command = _command(color_file, maps, "--filter", "grayscale", "--near", videos.NEAR, "--far", "inf", *options)
        done = subprocess.run([str(word) for word in command], capture_output=True, check=False)
        if done.returncode != 0:
            raise Unavailable(f"stream failed: {done.stderr.decode().strip()}")
        values = videos.luma(done.stdout)[SETTLING:].astype(np.float32)
        if known is None:
            known = values > 0
        steps, both = abs(np.diff(values, axis=0)), known[1:] & known[:-1]
        rows.append([
            name, f"{steps.mean():.2f}", f"{steps[both].mean():.2f}", f"{abs(values - exact)[known].mean():.2f}",
            f"{(values == 0).sum(axis=(1, 2)).mean():,.0f}"])
    print_table(
        ["--smooth", "change of a frame", "but for holes", "error but for holes", "holes a frame"], rows)
    print(
        f"Means over {FLICKER_FRAMES} frames, of 255 codes. Noise of depth: standard deviation 2.6 codes; of colour: 2. "
        "Holes are 3x3 samples,\nelsewhere in each frame; they take the nearest value, with --smooth that of the frames before. "
        "Error: against the depth without noise.\n")
