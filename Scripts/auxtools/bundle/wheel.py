"""Puts the library, the program and all codecs into a copy of the Python package: LIBRARY PROGRAM PROJECT."""
from __future__ import annotations

import shutil
import sys
from pathlib import Path

from . import licences
from .libraries import CODEC_PROGRAMS, MODULES, bundle

FOLDER = "auxdepth.libs"


def main(library: Path, program: Path, project: Path) -> None:
    native = project / "src/auxdepth/_native"
    native.mkdir()
    ours = {
        native / "libauxdepth.so.0": library / "lib/libauxdepth.so.0",
        native / "auxdepth": program / "auxdepth",
        native / "auxdepth-worker": program / "auxdepth-worker",
        **{native / name: library / "lib/auxdepth" / name for name in (*MODULES, *CODEC_PROGRAMS)},
    }
    for target, source in ours.items():
        shutil.copyfile(source.resolve(), target)
        target.chmod(0o755)
    licences.state(project / "pyproject.toml", bundle(list(ours), project / "src" / FOLDER, project / "LICENSES"))


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
