"""Puts all codecs into a folder of what is installed, so that it needs no package: FOLDER."""
from __future__ import annotations

import sys
from pathlib import Path

from .libraries import CODEC_PROGRAMS, MODULES, bundle

#: Where the libraries are below the folder: in a folder that nobody else has.
LIBRARIES = "lib/auxdepth/codecs"


def main(folder: Path) -> None:
    (library,) = (path for path in folder.glob("lib/libauxdepth.so.*") if not path.is_symlink())
    ours = [folder / "bin/auxdepth", folder / "libexec/auxdepth/auxdepth-worker", library,
            *(folder / "libexec/auxdepth" / name for name in CODEC_PROGRAMS), *(folder / "lib/auxdepth" / name for name in MODULES)]
    bundle(ours, folder / LIBRARIES, folder / "LICENSES")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
