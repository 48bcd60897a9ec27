"""Depth maps, mattes and gain maps in JPEG, HEIF, AVIF and DNG photos, as NumPy arrays.

    import auxdepth

    with auxdepth.open("portrait.heic") as photo:
        metres = photo.depth()          # (height, width) of float32, holes are NaN
        matte = photo.mattes["portrait"]

    auxdepth.open("render.png").attach(depth="z.exr").save("render.heic")

Calls run without Python's global lock. Failures are raised as auxdepth.Error, with their code, place and remedy.
"""

from __future__ import annotations

import importlib
from typing import Any

from . import _calls
from ._library import library
from ._version import __version__
from .calibration import Calibration, Intrinsics
from .creation import NewPhoto, new
from .effects import Renderer, render
from .errors import (
    CannotCreateError,
    ChangedError,
    CodecMissingError,
    DataError,
    Error,
    InputMissingError,
    InputOutputError,
    LibraryMissingError,
    NoSuchImageError,
    UnsupportedError,
    UsageError,
    VerificationError,
)
from .images import AuxiliaryImage
from .maps import Map, from_array, read_map
from .mattes import Mattes
from .models import from_model
from .photo import Photo, open
from .pictures import Picture
from .ranges import open_ranges, validate_ranges
from .validation import Finding, Report, validate
from .viewing import PagePhoto, view


def codecs() -> list[dict[str, Any]]:
    """Returns the libraries that read and write formats, with what `auxdepth codecs --json` prints for each."""
    return list(_calls.take_json(library().auxdepth_codecs_json()))


def effects() -> list[dict[str, Any]]:
    """Returns the effects of render(), each with `name`, `summary`, `needsMap` and `needsMatte`."""
    return list(_calls.take_json(library().auxdepth_effects_json()))


def library_version() -> str:
    """Returns the version of the library that is loaded, as "0.2.0"."""
    version: bytes = library().auxdepth_version()
    return version.decode()


def __getattr__(name: str) -> Any:
    # Pillow is needed for it, and for nothing else.
    if name == "pillow":
        return importlib.import_module(".pillow", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AuxiliaryImage",
    "Calibration",
    "CannotCreateError",
    "ChangedError",
    "CodecMissingError",
    "DataError",
    "Error",
    "Finding",
    "InputMissingError",
    "InputOutputError",
    "Intrinsics",
    "LibraryMissingError",
    "Map",
    "Mattes",
    "NewPhoto",
    "NoSuchImageError",
    "PagePhoto",
    "Photo",
    "Picture",
    "Renderer",
    "Report",
    "UnsupportedError",
    "UsageError",
    "VerificationError",
    "__version__",
    "codecs",
    "effects",
    "from_array",
    "from_model",
    "library_version",
    "new",
    "open",
    "open_ranges",
    "read_map",
    "render",
    "validate",
    "validate_ranges",
    "view",
]
