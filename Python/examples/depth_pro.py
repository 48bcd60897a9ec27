"""Depth Pro gives metres and a focal length, which becomes the camera of the map.

    python depth_pro.py photo.heic
"""

from __future__ import annotations

import sys

import auxdepth
import scene

prediction = scene.depth_pro()  # of a network: model(image)
depth = auxdepth.from_model(prediction, "depth-pro")
auxdepth.new(scene.photo()).attach(depth=depth).save(sys.argv[1])

with auxdepth.open(sys.argv[1]) as photo:
    metres = photo.depth()
    print(f"{metres.shape[1]} x {metres.shape[0]}, {metres.min():.2f} to {metres.max():.2f} m, {photo.depth_image}")
