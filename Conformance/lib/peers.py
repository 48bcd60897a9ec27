"""Programs and libraries that the results are compared with; none is required."""
from __future__ import annotations

import ctypes
import functools
import importlib
import re
import shutil
import subprocess
from typing import Any

_COMMANDS: dict[str, list[str]] = {
    "exiftool": ["exiftool", "-ver"],
    "djpeg": ["djpeg", "-version"],
    "heif-info": ["heif-info", "--help"],
    "heif-convert": ["heif-convert", "--help"],
    "heif-enc": ["heif-enc", "--help"],
    "jpegtran": ["jpegtran", "-version"],
    "imagemagick": ["convert", "--version"],
    "exiv2": ["exiv2", "--version"],
    "raw-identify": ["raw-identify"],
    "ffmpeg": ["ffmpeg", "-version"],
}
_MODULES = {"numpy": "numpy", "pillow": "PIL.Image", "pillow-heif": "pillow_heif", "tifffile": "tifffile",
            "imagecodecs": "imagecodecs", "openexr": "OpenEXR", "opencv": "cv2", "trimesh": "trimesh",
            "selenium": "selenium", "c2pa": "c2pa"}
# Codecs that imagecodecs may have been built without.
_CODECS = {"libavif": ("AVIF", "avif_version"), "libultrahdr": ("ULTRAHDR", "ultrahdr_version")}

# Libraries that ctypes loads.
_LIBRARIES = {"libjxl": "libjxl.so.0.7"}

NAMES: tuple[str, ...] = (*_COMMANDS, *_MODULES, *_CODECS, *_LIBRARIES)


@functools.cache
def version(name: str) -> str | None:
    """Returns the version of a peer, "present" where it reports none, None where it is absent."""
    if name in _LIBRARIES:
        try:
            number = ctypes.CDLL(_LIBRARIES[name]).JxlEncoderVersion()
        except OSError:
            return None
        return f"{number // 1_000_000}.{number // 1000 % 1000}.{number % 1000}"
    if name in _CODECS:
        codec, says = _CODECS[name]
        if version("imagecodecs") is None or not getattr(module("imagecodecs"), codec).available:
            return None
        return str(getattr(module("imagecodecs"), says)()).removeprefix(name).lstrip(" -")
    if name in _MODULES:
        try:
            found = importlib.import_module(_MODULES[name])
        except ImportError:
            return None
        return str(getattr(found, "__version__", "present"))
    command = _COMMANDS[name]
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    number = re.search(r"\d+\.\d+(\.\d+)*", done.stdout + done.stderr)
    return number.group() if number else "present"


def module(name: str) -> Any:
    """Returns the module of a library that is there."""
    return importlib.import_module(_MODULES["imagecodecs" if name in _CODECS else name])
