"""Reading photos in Python, against pillow-heif: what Python/benchmarks/reading.py measures, as tables."""

import json
import os
import subprocess
import sys

from auxtools.environment import ROOT

from .measure import Unavailable
from .tables import print_table

LIBRARY = ROOT / ".build/shipped/library/lib/libauxdepth.so.0"
FILES = 200
TITLES = {
    "open": "opening, goal ≤ 0.6", "depth": "`depth()`, goal ≤ 1.0", "matte": "the portrait matte, goal ≤ 1.0",
}


def part(runs, folder, inputs):
    print("## Python: reading HEIF against pillow-heif\n")
    if not LIBRARY.exists():
        raise Unavailable(f"{LIBRARY.relative_to(ROOT)} is not there; make library builds it")
    environment = {**os.environ, "AUXDEPTH_LIBRARY": str(LIBRARY), "PYTHONPATH": str(ROOT / "Python/src")}
    done = subprocess.run(
        [sys.executable, ROOT / "Python/benchmarks/reading.py", "--json", "--pairs", str(4 * runs + 1), "--rounds", str(runs),
         "--files", str(FILES)], env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise Unavailable(f"Python/benchmarks/reading.py ended with {done.returncode}")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    print_table(
        ["what", "photo", "auxdepth ms", "pillow-heif ms", "ratio", "ratio of processor time"],
        [[TITLES[row["case"]], row["file"], *(f"{value:.2f}" for value in row["wall"]), f"{row['processor'][2]:.2f}"]
         for row in found if row["case"] in TITLES])
    print(
        f"Medians of pairs of calls in one process; the sandbox is {found[0]['sandbox']}. `depth()` gives metres of float32, "
        "pillow-heif\ncodes of 8 bits; each call opens the file by its path.\n")
    print_table(
        [f"depth of {FILES} photos", "files a second", "ms of processors a file", "read_many() / this"],
        [[row["way"], f"{row['rate']:.0f}", f"{row['processor']:.2f}", f"{row['ratio']:.2f}"]
         for row in found if row["case"] == "batch"])
    print("The goal is 1.5 times the files a second of as many processes with pillow-heif. Pools are started before.\n")
