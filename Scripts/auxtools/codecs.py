"""Codec programs that are started otherwise: a folder for AUXDEPTH_CODECS."""
from __future__ import annotations

import shlex
from pathlib import Path


def programs(program: Path) -> list[Path]:
    """Returns the codec programs of a program: next to it, or where they are installed."""
    for folder in (program.parent, program.parent.parent / "libexec/auxdepth"):
        if found := sorted(path for path in folder.glob("auxdepth-codec-*") if path.is_file()):
            return found
    raise SystemExit(f"there are no codec programs next to {program}")


def wrap(program: Path, folder: Path, variables: dict[str, str]) -> Path:
    """Fills a new folder with scripts that start the codec programs with variables, which the program does not pass on."""
    folder.mkdir()
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in variables.items())
    for codec in programs(program):
        script = folder / codec.name
        script.write_text(f"#!/bin/sh\n{exports}exec {shlex.quote(str(codec))}\n")
        script.chmod(0o755)
    return folder
