"""Checks a wheel: WHEEL OUTPUT, which is what `auditwheel show` printed of it.

Nothing in it may need a library that is neither in it nor of every system, nor have a name that another package's may have,
and it may ask for no newer system than its tag says.
"""
from __future__ import annotations

import re
import sys
import tempfile
import zipfile
from pathlib import Path

from .libraries import LIST, OF_THE_SYSTEM, loaded_names, own_name, run
from .wheel import FOLDER


def failures(wheel: Path, shown: str) -> list[str]:
    found: list[str] = []
    tag = wheel.stem.split("-")[-1]
    limit = tuple(int(number) for number in re.findall(r"manylinux_(\d+)_(\d+)", tag)[0])
    asked = re.findall(r'consistent with\s+the following platform tag:\s+"manylinux_(\d+)_(\d+)_x86_64"', shown)
    if not asked or tuple(int(number) for number in asked[0]) > limit:
        found.append(f"auditwheel does not find it to be {tag}")
    with tempfile.TemporaryDirectory() as place, zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
        names = archive.namelist()
        bundled = {Path(name).name for name in names if name.startswith(FOLDER + "/")}
        for name in loaded_names(LIST.read_text()):
            if own_name(name) not in bundled:
                found.append(f"{name} is not in it")
        for name in names:
            path = Path(place, name)
            if not name.startswith(FOLDER + "/") and "/_native/" not in name:
                continue
            for other in run("patchelf", "--print-needed", path).split():
                if other not in bundled and not OF_THE_SYSTEM.match(other):
                    found.append(f"{name} needs {other}")
            if name.startswith(FOLDER + "/") and run("patchelf", "--print-soname", path).strip() != path.name:
                found.append(f"{name} calls itself otherwise")
    if not any(name.endswith("LICENSES/libx265-199.txt") for name in names):
        found.append("the licences are not in it")
    return found


if __name__ == "__main__":
    problems = failures(Path(sys.argv[1]), Path(sys.argv[2]).read_text())
    for problem in problems:
        print(f"check: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)
