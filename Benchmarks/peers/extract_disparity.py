"""Writes the first depth image of a HEIF file as PNG, as one would with pillow-heif: IN OUT."""
import sys

import pillow_heif

image = pillow_heif.open_heif(sys.argv[1])
image.info["depth_images"][0].to_pillow().save(sys.argv[2])
