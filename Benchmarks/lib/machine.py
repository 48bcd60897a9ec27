"""What was measured on, in general words: no names of hosts, no paths."""

import contextlib
import os
import platform
import re
import subprocess
from pathlib import Path

from .programs import AUXDEPTH

# Others' programs, how they are asked for their version, and what of the answer it is.
_PROGRAMS = [
    ("exiftool", ["-ver"], r"^([\d.]+)"),
    ("heif-enc", ["--help"], r"libheif version: ([\d.]+)"),
    ("cjpeg", ["-version"], r"version ([\d.]+)"),
]
_MODULES = ["numpy", "Pillow", "pillow-heif", "opencv-contrib-python-headless"]
# Busier than that at the start, times are no more than upper limits.
QUIET = 0.3


def _answer(*command):
    with contextlib.suppress(OSError):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        return (done.stdout + done.stderr).strip()
    return ""


def _model():
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def versions():
    """Returns the names and versions of the program and of what it is compared with."""
    found = _answer(AUXDEPTH, '--version').splitlines()[:1]
    for name, arguments, pattern in _PROGRAMS:
        if match := re.search(pattern, _answer(name, *arguments), re.MULTILINE):
            found.append(f"{name} {match[1]}")
    found.append(f"Python {platform.python_version()}")
    from importlib import metadata
    for name in _MODULES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    with contextlib.suppress(ImportError):
        import pillow_heif
        found.append(f"its libheif {pillow_heif.libheif_version()}")
    return found


def show(place, pairs):
    """Prints machine, versions and how rows are measured."""
    load = os.getloadavg()[0]
    print("# Benchmarks\n")
    print(
        f"{_model()}, {os.cpu_count()} cores, {_memory():.0f} GiB, {platform.system()} "
        f"{'.'.join(platform.release().split('.')[:2])}, load {load:.2f} at the start.\n{', '.join(versions())}.\n"
        f"Files on {place}; {pairs} pairs or rounds a row, fewer of what takes long, after one of warm-up; median "
        "(least–greatest).\n")
    if load > QUIET:
        print(
            f"**The machine was not quiet** (load {load:.2f}): times are upper limits, ratios are less sure than their "
            "spread says.\n")
