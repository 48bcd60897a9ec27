"""All generators, by what they attack."""
from __future__ import annotations


def load() -> None:
    """Registers the generators, in the order in which they are run."""
    from . import (dng, dng_pictures, heif_boxes, heif_items, heif_pictures, heif_places, jpeg, jpeg_pictures, maps,
                   map_archives, photos, terminal, whole, xmp)
    _ = (dng, dng_pictures, heif_boxes, heif_items, heif_pictures, heif_places, jpeg, jpeg_pictures, maps,
         map_archives, photos, terminal, whole, xmp)
