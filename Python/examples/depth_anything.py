"""Depth Anything says what is nearer, not how far: the ends in metres are what you know of the scene.

    python depth_anything.py photo.heic
"""

from __future__ import annotations

import sys

import auxdepth
import scene

prediction = scene.depth_anything()  # of a network: model(image)
depth = auxdepth.from_model(prediction, "depth-anything", near=scene.NEAR, far=scene.FAR)
auxdepth.new(scene.photo()).attach(depth=depth).save(sys.argv[1])

with auxdepth.open(sys.argv[1]) as photo:
    metres = photo.depth()
    print(f"{metres.shape[1]} x {metres.shape[0]}, {metres.min():.2f} to {metres.max():.2f} m, {photo.depth_image}")
