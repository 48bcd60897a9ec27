"""How time and peak memory grow: with the map, the photo and the number of files."""

import os
import shutil
import statistics

from . import scene
from .goal_inputs import GoalInputs, enlarged_map
from .inputs import PHOTO_SIZE
from .measure import Unavailable, peak_memory, wall_time
from .programs import AUXDEPTH
from .tables import milliseconds, print_table

MAPS = [(768, 576), (1536, 1152), (2016, 1512), PHOTO_SIZE, (8064, 6048)]
PHOTOS = [(2016, 1512), PHOTO_SIZE, (5712, 4284), (8064, 6048), (16320, 12240)]
CONVERTED = [(2016, 1512), PHOTO_SIZE, (8064, 6048)]
FILES = [100, 1_000, 10_000, 100_000]
# A number of files that would take more seconds than this is left out.
LONGEST = 120
# What the memory of a command is counted from, in bytes, and what it may be beyond that, in bytes a pixel.
BASE = 24 * 2**20
RUNS = 3


def part(runs, folder, _inputs):
    print("## Growth: time and peak memory\n")
    place = folder / "growth"
    place.mkdir()
    few = min(RUNS, runs)
    inputs = GoalInputs(place)
    try:
        for table in _maps, _photos, _conversions, _files:
            try:
                table(few, place, inputs)
            except Unavailable as reason:
                print(f"Left out: {reason}.\n", flush=True)
    finally:
        shutil.rmtree(place)


def _measured(runs, command):
    """Returns the median of the seconds and the peak in bytes."""
    taken = [wall_time([command]) for _ in range(runs)]
    return statistics.median(taken), peak_memory([command])


def _cells(seconds, peak, pixels, size):
    """Returns the cells of a row: time, peak, and both for a pixel, the peak beyond `BASE`."""
    beyond = f"{max(peak - BASE, 0) / pixels:.1f}" if peak else "?"
    return [
        f"{pixels / 1e6:.1f}", milliseconds(seconds), f"{seconds * 1e9 / pixels:.1f}",
        f"{peak / 2**20:.1f}" if peak else "?", beyond, f"{size / 1e6:.2f}"]


_COLUMNS = ["megapixels", "ms", "ns a pixel", "MiB", "bytes a pixel beyond 24 MiB", "MB written"]


def _map_file(place, size):
    import numpy as np
    path = place / "map.npy"
    np.save(path, enlarged_map(*size))
    return path


def _maps(runs, place, inputs):
    print(f"### `attach` by the size of the map, to a photo of 12 megapixels ({runs} runs)\n")
    rows = []
    for size in MAPS:
        depth = _map_file(place, size)
        for photo in inputs.jpeg, inputs.heic:
            output = place / f"out{photo.suffix}"
            command = [AUXDEPTH, "attach", photo, "--depth", depth, "--force", "-o", output]
            seconds, peak = _measured(runs, command)
            added = output.stat().st_size - photo.stat().st_size
            rows.append([photo.suffix[1:], "x".join(map(str, size)), *_cells(seconds, peak, size[0] * size[1], added)])
            output.unlink()
        depth.unlink()
    print_table(["photo", "map", *_COLUMNS[:-1], "MB added"], rows)
    print(
        "Pixels are the map's. Asked is a peak of at most 24 MiB and three times the plane, which is 4 bytes a pixel in the "
        "map file and 1 in\nthe photo, apart from the memory of the HEIC encoder.\n")


def _photos(runs, place, inputs):
    from PIL import Image
    print(f"### `attach` of a 768x576 map and `render blur` to JPEG, by the size of the photo ({runs} runs)\n")
    photo, with_map, output = place / "plain.jpg", place / "with.jpg", place / "out.jpg"
    rows = []
    for width, height in PHOTOS:
        Image.fromarray(scene.enlarged_photo(width, height)).save(photo, quality=92)
        attach = [AUXDEPTH, "attach", photo, "--depth", inputs.map, "--force", "-o", with_map]
        render = [AUXDEPTH, "render", "blur", with_map, "--force", "-o", output]
        for name, command, written in ("attach", attach, with_map), ("render blur", render, output):
            seconds, peak = _measured(runs, command)
            rows.append([f"`{name}`", *_cells(seconds, peak, width * height, written.stat().st_size)])
    for path in photo, with_map, output:
        path.unlink()
    print_table(["command", *_COLUMNS], rows)
    print("Pixels are the photo's. Asked of `render` are at most 24 bytes a pixel.\n")


def _conversions(runs, place, _inputs):
    print(f"### `convert` of float32 distances to disparity in halves, by the size of the map ({runs} runs)\n")
    rows = []
    for size in CONVERTED:
        depth, output = _map_file(place, size), place / "out.npy"
        command = [AUXDEPTH, "convert", depth, "--as", "hdis", "--from", "depth", "--force", "-o", output]
        seconds, peak = _measured(runs, command)
        both = depth.stat().st_size + output.stat().st_size
        rows.append([
            *_cells(seconds, peak, size[0] * size[1], output.stat().st_size), f"{peak / both:.2f}" if peak else "?"])
        depth.unlink()
        output.unlink()
    print_table([*_COLUMNS, "MiB / (input + output)"], rows)
    print("Asked is a peak of at most 1.3 times input and output.\n")


def _files(_runs, place, inputs):
    print("### By the number of files: links to a JPEG and a HEIC of 12 megapixels with maps (1 run)\n")
    inputs.links(max(FILES))
    commands = [("info --json", ["info", "--json", "--quiet"]),
                ("validate --headers-only", ["validate", "--headers-only", "--quiet"])]
    rows = []
    for name, words in commands:
        rate = None
        for count in FILES:
            if rate and count / rate > LONGEST:
                rows.append([f"`{name}`", f"{count:,}", f"left out: about {count / rate:,.0f} s", "", ""])
                continue
            command = [AUXDEPTH, *words, "--recursive", inputs.links(count)]
            seconds = wall_time([command])
            rate = count / seconds
            peak = peak_memory([command]) if seconds < LONGEST / 2 else None
            rows.append([
                f"`{name}`", f"{count:,}", f"{seconds:.2f}", f"{rate:,.0f}", f"{peak / 2**20:.1f}" if peak else ""])
    print_table(["command", "files", "s", "files/s", "MiB"], rows)
    print(f"{os.cpu_count()} cores; without --jobs, so that the command takes as many as it likes.\n")
