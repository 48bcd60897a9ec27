"""Puts all codecs beside the library and the program, in a wheel or in a folder that works anywhere.

Codec programs are linked with their libraries. Others are loaded by name when they are first needed, so that no tool sees
them as dependencies: their names are read from the one list that the loader has. Each bundled file gets a name of its own,
`aux` in place of `lib`, in its soname, in what needs it and in the names that the loader asks for, which are as long as
before. So no library of another package in the same process is taken for ours, nor ours for another's, however their
versions differ.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Sequence

from . import licences

LIST = Path("Sources/CAuxShims/include/aux_libraries.h")
#: What manylinux takes from the system: glibc, and the runtimes of GCC.
OF_THE_SYSTEM = re.compile(r"^(ld-linux|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+)[.-]|^linux-vdso")
#: Files of ours that load no library by name: shared objects, each linked with a library of C++, and codec programs.
MODULES = ("libauxdepth-xmp.so", "libauxdepth-exr.so")
CODEC_PROGRAMS = ("auxdepth-codec-jpeg", "auxdepth-codec-hevc")


def run(*command: object) -> str:
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def loaded_names(text: str) -> list[str]:
    """Returns the names that the loader opens and that `codecs` prints of codec programs: the second of each entry of the lists."""
    found = "".join(re.findall(r"#define AUX_(?:PROGRAM_)?LIBRARIES\(each\)((?:.*\\\n)*.*)", text))
    names = re.findall(r'\beach\([\s\\]*\w+,[\s\\]*"([^"]+)"', found)
    if not names or len(names) != found.count("each("):
        raise SystemExit(f"bundle: the list of libraries in {LIST} is not understood")
    return names


def system_paths() -> dict[str, Path]:
    """Returns where the dynamic linker finds libraries by name."""
    found: dict[str, Path] = {}
    for name, kind, path in re.findall(r"^\t(\S+) \(([^)]*)\) => (\S+)$", run("/sbin/ldconfig", "-p"), re.M):
        if "x86-64" in kind:
            found.setdefault(name, Path(path))
    return found


def needed(path: Path) -> list[str]:
    return [name for name in run("patchelf", "--print-needed", path).split() if not OF_THE_SYSTEM.match(name)]


def closure(names: list[str], paths: dict[str, Path]) -> dict[str, Path]:
    """Returns the libraries of these names with all that they need, by name."""
    found: dict[str, Path] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        if name not in paths:
            raise SystemExit(f"bundle: {name} is not installed; Scripts/setup build installs it")
        found[name] = paths[name].resolve()
        waiting += needed(found[name])
    return dict(sorted(found.items()))


def own_name(name: str) -> str:
    """Returns the name of a bundled library, as long as its own."""
    if not name.startswith("lib"):
        raise SystemExit(f"bundle: {name} does not begin with lib")
    return "aux" + name[3:]


def adapt(path: Path, names: dict[str, str], rpath: str) -> None:
    """Makes an ELF file look for the bundled libraries, and for those alone."""
    replacing: list[str] = []
    for name in needed(path):
        replacing += ["--replace-needed", name, names[name]]
    run("patchelf", *replacing, "--set-rpath", rpath, path)


def rename_loaded(path: Path, loaded: list[str], names: dict[str, str]) -> None:
    """Changes the names that the loader in an ELF file opens; each has to be there, as a whole text."""
    data = path.read_bytes()
    for name in loaded:
        old, new = b"\0" + name.encode() + b"\0", b"\0" + names[name].encode() + b"\0"
        if old not in data:
            raise SystemExit(f"bundle: {path.name} does not load {name}, which {LIST} names")
        data = data.replace(old, new)
    path.write_bytes(data)


def bundle(ours: Sequence[Path], folder: Path, texts: Path) -> str:
    """Puts what our files need and load into a folder, and makes them look there alone; returns the expression of licences.

    `ours` are files of the library and the program, which are changed; `texts` is a folder for the texts of the licences.
    """
    folder.mkdir(parents=True)
    loaded = loaded_names(LIST.read_text())
    found = closure(loaded + [name for path in ours for name in needed(path)], system_paths())
    names = {name: own_name(name) for name in found}
    for name, path in found.items():
        target = folder / names[name]
        shutil.copyfile(path, target)
        target.chmod(0o755)
        adapt(target, names, "$ORIGIN")
        run("patchelf", "--set-soname", names[name], target)
    for path in ours:
        adapt(path, names, f"$ORIGIN/{os.path.relpath(folder, path.parent)}")
        if path.name not in MODULES + CODEC_PROGRAMS:
            rename_loaded(path, loaded, names)
    expression = licences.collect(found, texts, folder.name)
    print(f"bundle: {len(found)} libraries in {folder.name}")
    return expression
