"""What is in a folder after a run, and whether that is what may be there."""
from __future__ import annotations

import os
import stat
from pathlib import Path

TEMPORARY = (".auxdepth-", ".auxdepth")


def is_temporary(name: str) -> bool:
    """Whether a name is one that the program gives to files that are not finished."""
    return name.startswith(TEMPORARY[0]) or name.endswith(".tmp")


def contents(folder: Path) -> dict[str, bytes | str]:
    """Returns the files below a folder by name; what is no file by what it is."""
    found: dict[str, bytes | str] = {}
    for parent, folders, files in os.walk(folder):
        base = os.path.relpath(parent, folder)
        for name in files:
            path = os.path.join(parent, name)
            key = os.path.normpath(os.path.join(base, name))
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode):
                with open(path, "rb") as file:
                    found[key] = file.read()
            else:
                found[key] = {stat.S_IFLNK: "link", stat.S_IFIFO: "fifo"}.get(stat.S_IFMT(mode), "special")
    return found


def strays(found: dict) -> list[str]:
    """Returns the temporary files among them."""
    return [name for name in found if is_temporary(os.path.basename(name))]


def torn(found: dict, before: dict, after: dict) -> list[str]:
    """Returns the names of files that are neither as before nor as a run without faults leaves them."""
    names = [name for name in before.keys() | found.keys() | after.keys()
             if not is_temporary(os.path.basename(name))]
    return [name for name in names if found.get(name) not in (before.get(name), after.get(name))]
