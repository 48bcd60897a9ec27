#!/usr/bin/env python3
"""Makes a delivery of 200 photos, some with faults, and the policy that it is checked against.

    Examples/Delivery/make_delivery.py OUT

writes the photos below OUT, `OUT/auxdepth-policy.json`, and `OUT/expected.json`: of each photo with a fault the one rule
that names it. The same program and libraries make the same bytes. The program is $AUXDEPTH, else the release build, else
the debug build; Pillow, pillow-heif, exiv2 and jpegtran are needed, too.
"""
from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))

from auxtools import environment

environment.use_venv(__file__)

from faults import FAULTS, POLICY, Workshop  # noqa: E402, of the interpreter that has what they need
from scene_photos import Scene, attach, shot  # noqa: E402

COUNT = 200
#: The folders of the photos without a fault, and the kind of file in each: so many parts of the whole.
FOLDERS = (("studio", "jpg", 55), ("studio", "heic", 12), ("mobile", "heic", 13), ("mobile", "jpg", 60),
           ("archive", "dng", 25))
DRAFTS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder, which is made anew")
    out: Path = parser.parse_args().out
    if out.exists() and not (out / "expected.json").exists() and any(out.iterdir()):
        sys.exit(f"make_delivery: {out} has something else in it")
    with tempfile.TemporaryDirectory() as folder:
        workshop, made = Workshop(environment.program(), Path(folder), Scene()), Path(folder) / "delivery"
        expected = make_faults(workshop, made)
        make_clean(workshop, made, COUNT - len(expected))
        (made / "auxdepth-policy.json").write_text(json.dumps(POLICY, indent=2) + "\n")
        (made / "expected.json").write_text(json.dumps(expected, indent=2, sort_keys=True) + "\n")
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out)
    kinds = len(set(expected.values()))
    print(f"make_delivery: {out}: {COUNT} photos, {len(expected)} with one of {kinds} kinds of faults")


def make_faults(workshop: Workshop, out: Path) -> dict[str, str]:
    """Writes the photos with faults, and returns the rule of each."""
    expected: dict[str, str] = {}
    for fault in FAULTS:
        for name in fault.files:
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(fault.make(workshop, path.name))
            expected[name] = fault.rule
    return expected


def make_clean(workshop: Workshop, out: Path, count: int) -> None:
    """Writes the others: complete ones, and drafts that have no depth yet, as the policy allows them."""
    drafts = [shot(f"draft-{number}") for number in range(DRAFTS)]
    for each in drafts:
        workshop.scene.expose(each, workshop.folder)
        (out / "drafts").mkdir(exist_ok=True)
        shutil.copyfile(workshop.folder / f"{each.name}.jpg", out / "drafts" / f"{each.name}.jpg")
    left = count - DRAFTS
    whole = sum(parts for _, _, parts in FOLDERS)
    for index, (folder, extension, parts) in enumerate(FOLDERS):
        share = left if index == len(FOLDERS) - 1 else (count - DRAFTS) * parts // whole
        left -= share
        shots = [shot(f"{folder}-{extension}-{number:03}") for number in range(share)]
        for each in shots:
            workshop.scene.expose(each, workshop.folder)
        attach(workshop.program, workshop.folder, shots, extension, out / folder)


if __name__ == "__main__":
    main()
