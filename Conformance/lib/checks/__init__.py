"""The checks that `case.json` names; each is a function of the context and its step."""
from __future__ import annotations

from . import (blurs, colours, comparing, cuts, deliveries, edits, effects, exif_readers, eyes, focus, gain_maps, gate, graft, hdr, heif_readers, hostile,
               jpeg_readers, layout, map_files, meanings, measures, model_maps, phones, reading, samples, seeded, signing, space, standards, stereo, straightened,
               streams, tiff_readers, trailers, truths, validator, values, viewer)
from .registry import REGISTRY

__all__ = ["REGISTRY", "blurs", "colours", "comparing", "cuts", "deliveries", "edits", "effects", "exif_readers", "eyes", "focus", "gain_maps", "gate", "graft", "hdr", "heif_readers", "hostile",
           "jpeg_readers", "layout", "map_files", "meanings", "measures", "model_maps", "phones", "reading", "samples", "seeded", "signing", "space", "standards", "stereo",
           "straightened", "streams", "tiff_readers", "trailers", "truths", "validator", "values", "viewer"]
