"""Attaching a map to a photo, against copying the file and coding the plane."""

import shutil
import statistics
import sys

from .measure import Unavailable, execute, pairs, peak_memory, wall_time
from .tables import megabytes, milliseconds, print_table, time_cells


def part(runs, folder, inputs):
    print("## Attaching: a 768x576 map to a 12-megapixel JPEG, against `cp` and coding the plane\n")
    made = inputs()
    output, copied, coded = folder / "ours.jpg", folder / "theirs.jpg", folder / "theirs-plane.jpg"
    ours = [made.attach(made.photo, output)]
    if cjpeg := shutil.which("cjpeg"):
        name = "cp + cjpeg"
        encode = [cjpeg, "-grayscale", "-quality", "100", "-outfile", coded, made.plane]
    elif execute([sys.executable, "-c", "import PIL"]) == 0:
        name = "cp + Pillow (Python's start included)"
        encode = [sys.executable, "-c",
                  f"from PIL import Image; Image.open({str(made.plane)!r}).save({str(coded)!r}, quality=100)"]
    else:
        raise Unavailable("neither cjpeg nor Pillow is installed")
    theirs = [["cp", made.photo, copied], encode]
    taken = pairs(runs, lambda: wall_time(ours), lambda: wall_time(theirs))
    parts = [(wall_time(theirs[:1]), wall_time(theirs[1:])) for _ in range(runs)]
    print_table(
        ["photo", "auxdepth ms", f"{name} ms", "theirs / auxdepth", "auxdepth MiB", f"{name} MiB"],
        [[f"{made.photo.stat().st_size / 1e6:.2f} MB", *time_cells(taken), megabytes(peak_memory(ours)),
          megabytes(peak_memory(theirs))]])
    print(
        f"Of theirs, cp takes {milliseconds(statistics.median(part for part, _ in parts))} ms and the coding "
        f"{milliseconds(statistics.median(part for _, part in parts))} ms (medians; two starts of programs). "
        "Besides their work, attach decodes and\nquantises the map, writes XMP and index, flushes to the disk, "
        "reads the file back and compares it.\n")
