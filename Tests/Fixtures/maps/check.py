#!/usr/bin/env python3
"""Reads the map files that MapPeerTests wrote with other programs' libraries, and compares all samples.

The files are named as make.py names its own. Prints one line for each that differs, and how many agree.
"""
import pathlib
import sys

import numpy
import OpenEXR
import tifffile

from make import plane


def read(path):
    if path.suffix == ".npy":
        return numpy.load(path)
    if path.suffix == ".tif":
        return tifffile.imread(path)
    if path.suffix == ".exr":
        # Depth is shown as gray by viewers that know Y alone.
        channels = OpenEXR.File(str(path)).channels()
        assert set(channels) == {"Y", "Z"}, list(channels)
        assert channels["Y"].pixels.tobytes() == channels["Z"].pixels.tobytes()
        return channels["Z"].pixels
    if path.suffix == ".pfm":
        from PIL import Image  # Pillow reads PFM since 10.3
        return numpy.asarray(Image.open(path))
    sys.exit(f"{path}: is of no kind known here")


agreeing, differing = 0, 0
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    expected, found = plane(path.suffixes[0][1:]), read(path)
    same = (found.dtype == expected.dtype and found.shape == expected.shape
            and found.tobytes() == expected.tobytes())
    agreeing, differing = agreeing + same, differing + (not same)
    if not same:
        print(f"{path.name}: has {found.dtype} {found.shape}, not {expected.dtype} {expected.shape}, "
              "or other values")
print(f"{agreeing} agree")
sys.exit(differing > 0)
