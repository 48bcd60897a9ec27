"""Where the fields of a file are, by name, so that defects can be seeded as data.

A place is a text of three or four words: `jpeg/mpf/version`, `heif/item/depth/flags`, `tiff/depth/262/value`. The
modules `places_*.py` say which there are.
"""
from __future__ import annotations

from . import places_heif, places_jpeg, places_tiff
from .place import Place

_CONTAINERS = {"jpeg": places_jpeg.find, "heif": places_heif.find, "tiff": places_tiff.find}


def find(data: bytes, name: str) -> Place:
    """Returns the field of that name."""
    container, *words = name.split("/")
    return _CONTAINERS[container](data, words)
