#!/usr/bin/env python3
"""Makes the photos that `make spark` measures with: 2,000, 20 of them bad, and a few of 12 megapixels.

    Examples/Spark/make_photos.py OUT [--count 2000]

writes `OUT/photos`, and `OUT/bad.json`, the paths of the bad ones, and `OUT/large` with one photo of 12 megapixels of each
container. What is there already is left alone, where it is as many.
"""
from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Scripts"), str(HERE.parent / "Delivery")]

from auxtools import environment  # noqa: E402

environment.use_venv(__file__)

from faults import FAULTS, Workshop  # noqa: E402
from scene_photos import Scene, attach, shot  # noqa: E402

#: Of a hundred good photos, how many are of which kind.
KINDS = (("jpg", 85), ("heic", 11), ("dng", 4))
#: Of twenty bad photos, how each comes about.
CUT = (("jpg", 4), ("heic", 2), ("dng", 2))
EMPTY = 3
FAULTY = {"FILE-OPEN": 3, "AUX-DECODE": 2, "HEIF-TRANSFORM": 2, "DNG-ORIENTATION": 1, "JPEG-MPF-STALE": 1}
LARGE = (4032, 3024)


def bad_photos(workshop: Workshop, out: Path) -> list[str]:
    """Writes twenty bad photos among the others, and returns their paths."""
    files: dict[str, bytes] = {}
    for extension, count in CUT:
        for number in range(count):
            data = workshop.make(shot(f"cut-{number}"), extension)
            files[f"cut-{number}.{extension}"] = data[:len(data) * (30 + 15 * number) // 100]
    for number in range(EMPTY):
        files[f"empty-{number}.jpg"] = b""
    for rule, count in FAULTY.items():
        fault = next(each for each in FAULTS if each.rule == rule)
        suffix = Path(fault.files[0]).suffix
        for number in range(count):
            name = f"{rule.lower()}-{number}{suffix}"
            files[name] = fault.make(workshop, name)
    paths = []
    for number, (name, data) in enumerate(sorted(files.items())):
        path = f"{number % 10:02}/{name}"
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
        paths.append(path)
    return paths


def good_photos(workshop: Workshop, out: Path, count: int) -> None:
    """Writes photos into ten folders."""
    left = count
    for kind, (extension, share) in enumerate(KINDS):
        wanted = left if kind == len(KINDS) - 1 else count * share // 100
        left -= wanted
        shots = [shot(f"{extension}-{number:05}") for number in range(wanted)]
        for each in shots:
            workshop.scene.expose(each, workshop.folder)
        for folder in range(10):
            attach(workshop.program, workshop.folder, shots[folder::10], extension, out / f"{folder:02}")


def large_photos(workshop: Workshop, out: Path) -> None:
    """Writes photos of the size that telephones take, with maps as theirs."""
    taken = shot("large", photo=LARGE, map=(768, 576))
    workshop.scene.expose(taken, workshop.folder)
    for extension in ("jpg", "heic", "dng"):
        attach(workshop.program, workshop.folder, [taken], extension, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    given = parser.parse_args()
    photos, listed = given.out / "photos", given.out / "bad.json"
    if listed.exists() and sum(path.is_file() for path in photos.rglob("*")) == given.count:
        return
    shutil.rmtree(given.out, ignore_errors=True)
    given.out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(environment.program(), Path(folder), Scene())
        bad = bad_photos(workshop, photos)
        good_photos(workshop, photos, given.count - len(bad))
        large_photos(workshop, given.out / "large")
    listed.write_text(json.dumps(sorted(bad), indent=1) + "\n")
    print(f"make_photos: {given.out}: {given.count} photos, {len(bad)} of them bad")


if __name__ == "__main__":
    main()
