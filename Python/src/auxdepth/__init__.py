"""Depth maps, mattes and gain maps in JPEG, HEIF, AVIF and DNG photos, as NumPy arrays.

    import auxdepth

    with auxdepth.open("portrait.heic") as photo:
        metres = photo.depth()          # (height, width) of float32, holes are NaN
        matte = photo.mattes["portrait"]

    auxdepth.open("render.png").attach(depth="z.exr").save("render.heic")

Calls run without Python's global lock. Failures are raised as auxdepth.Error, with their code, place and suggestion.
"""

from __future__ import annotations

import importlib
from typing import Any, Literal

from . import _calls, _declarations
from ._library import library
from ._version import __version__
from .batch import FileResult, read_many
from .calibration import Calibration, Intrinsics
from .comparison import Comparison, compare
from .creation import NewPhoto, SpatialPhoto, new, spatial
from .datasets import write_dataset
from .edits import EditedPhoto, edit, edited
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
    OutputExistsError,
    QualityWarning,
    UnsupportedError,
    UsageError,
    VerificationError,
    usage,
)
from .exif import Exif
from .gainmaps import GainMapMetadata
from .geometry import Mesh, PointCloud
from .images import AuxiliaryImage
from .maps import Map, from_array, read_map
from .mattes import Mattes
from .models import from_model
# `from auxdepth import *` leaves the built-in open() alone.
from .opening import open as open
from .photo import Photo
from .pictures import Picture
from .ranges import open_ranges, validate_ranges
from .streams import stream
from .validation import Finding, Report, repair, validate
from .viewing import PagePhoto, view

SandboxMode = Literal["automatic", "required", "off"]


def codecs() -> list[dict[str, Any]]:
    """Returns the libraries that read and write formats, with what `auxdepth codecs --json` prints for each."""
    return list(_calls.take_json(library().auxdepth_codecs_json()))


def effects() -> list[dict[str, Any]]:
    """Returns the effects of render(), each with `name`, `summary`, `needsMap` and `needsMatte`."""
    return list(_calls.take_json(library().auxdepth_effects_json()))


def sandbox(mode: SandboxMode | None = None) -> dict[str, Any]:
    """Chooses whether codecs run in the sandbox from now on, and returns whether they do.

    "automatic", the default, is in processes without files, network and privileges, if the system allows that; "required" is
    there or nowhere, and InputOutputError if they cannot be started; "off" is without the sandbox. The result has `mode`,
    `sandbox`, which is "on" or "off", and `reason` if it cannot be started.
    """
    if mode is not None:
        number = _declarations.CONSTANTS.get(f"SANDBOX_{mode}".upper())
        if number is None:
            raise usage(f"{mode} is no mode of the sandbox")
        _calls.call("auxdepth_sandbox_use", number)
    return dict(_calls.take_json(library().auxdepth_sandbox_json()))


def library_version() -> str:
    """Returns the version of the library that is loaded, as "0.2.0"."""
    version: bytes = library().auxdepth_version()
    return version.decode()


def __getattr__(name: str) -> Any:
    # Pillow is needed for the one alone, and Spark for the other.
    if name in ("pillow", "spark"):
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AuxiliaryImage",
    "Calibration",
    "CannotCreateError",
    "ChangedError",
    "CodecMissingError",
    "Comparison",
    "DataError",
    "EditedPhoto",
    "Error",
    "Exif",
    "FileResult",
    "Finding",
    "GainMapMetadata",
    "InputMissingError",
    "InputOutputError",
    "Intrinsics",
    "LibraryMissingError",
    "Map",
    "Mattes",
    "Mesh",
    "NewPhoto",
    "NoSuchImageError",
    "OutputExistsError",
    "PagePhoto",
    "Photo",
    "Picture",
    "PointCloud",
    "QualityWarning",
    "Renderer",
    "Report",
    "SpatialPhoto",
    "UnsupportedError",
    "UsageError",
    "VerificationError",
    "__version__",
    "codecs",
    "compare",
    "edit",
    "edited",
    "effects",
    "from_array",
    "from_model",
    "library_version",
    "new",
    "open_ranges",
    "read_many",
    "read_map",
    "render",
    "repair",
    "sandbox",
    "spatial",
    "stream",
    "validate",
    "validate_ranges",
    "view",
    "write_dataset",
]
