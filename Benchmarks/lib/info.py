"""Listing what a photo holds, against ExifTool."""

import shutil
from pathlib import Path

from auxtools import environment

from .measure import Unavailable, pairs, peak_memory, wall_time
from .programs import AUXDEPTH
from .tables import megabytes, print_table, time_cells


def part(runs, folder, inputs):
    print("## Listing: `auxdepth info --json` against `exiftool -j -ee`\n")
    exiftool = shutil.which("exiftool")
    if exiftool is None:
        raise Unavailable("exiftool is not installed")
    files = environment.samples(".jpg", ".jpeg")
    # Copied, so that all files are read from the same place.
    copies = [Path(shutil.copy(path, folder)) for path in files] or [inputs().with_map]
    groups = [(f"`{path.name}`", [path]) for path in copies]
    if len(copies) > 1:
        groups.append((f"all {len(copies)} in one call", copies))
    rows, failures = [], []
    for name, group in groups:
        ours = [[AUXDEPTH, "info", "--json", *group]]
        theirs = [[exiftool, "-j", "-ee", *group]]
        try:
            taken = pairs(runs, lambda: wall_time(ours), lambda: wall_time(theirs))
        except Unavailable as failure:
            failures.append(f"Left out: {name}, since {failure}.")
            continue
        rows.append([
            name, f"{sum(path.stat().st_size for path in group) / 1e6:.2f}", *time_cells(taken),
            megabytes(peak_memory(ours)), megabytes(peak_memory(theirs))])
    print_table(
        ["files", "MB", "auxdepth ms", "exiftool ms", "exiftool / auxdepth", "auxdepth MiB", "exiftool MiB"], rows)
    print("Both start anew for each run; exiftool's time includes Perl's start, and it prints every tag.\n")
    for failure in failures:
        print(failure + "\n")
