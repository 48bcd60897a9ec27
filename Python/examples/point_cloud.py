"""Points in metres of a photo with depth and a camera, as a PLY file: PHOTO PLY.

    python point_cloud.py photo.heic points.ply
"""

from __future__ import annotations

import sys

import auxdepth

with auxdepth.open(sys.argv[1]) as photo:
    if photo.intrinsics() is None:
        sys.exit(f"{sys.argv[1]}: the depth map has no camera")
    photo.point_cloud().save(sys.argv[2], replace=True)
