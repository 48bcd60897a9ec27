"""Where things are: the repository, its Python, the program under test, camera samples."""
from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCENE = ROOT / "Examples" / "scene"


def use_venv(script: str) -> None:
    """Starts a script again with the interpreter of .venv, which has the Python peers, where there is one."""
    venv = ROOT / ".venv"
    python = venv / "bin" / "python3"
    if python.exists() and Path(sys.prefix).resolve() != venv.resolve():
        os.execv(python, [str(python), script, *sys.argv[1:]])


def program() -> Path:
    """Returns the program under test: $AUXDEPTH, else the release build, else the debug build."""
    places = [ROOT / ".build" / kind / "auxdepth" for kind in ("shipped/release", "debug")]
    if "AUXDEPTH" in os.environ:
        places = [Path(os.environ["AUXDEPTH"]).resolve()]
    for place in places:
        if os.access(place, os.X_OK):
            return place
    sys.exit(f"{Path(sys.argv[0]).name}: there is no program at {' or '.join(map(str, places))}")


def sample_folders() -> list[Path]:
    """Returns the folders of camera samples that AUXDEPTH_SAMPLES names, with colons between them."""
    folders = [Path(name).resolve() for name in os.environ.get("AUXDEPTH_SAMPLES", "").split(":") if name]
    for folder in folders:
        if not folder.is_dir():
            sys.exit(f"{Path(sys.argv[0]).name}: AUXDEPTH_SAMPLES: {folder} is no folder")
    return folders


def samples(*suffixes: str) -> list[Path]:
    """Returns the samples with one of these suffixes, of all folders and those below them."""
    return [path for folder in sample_folders() for path in sorted(folder.rglob("*"))
            if path.suffix.lower() in suffixes and path.is_file()]
