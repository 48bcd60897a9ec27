"""Points in metres of a photo with depth and a camera, as a PLY file: PHOTO PLY.

    python point_cloud.py photo.heic points.ply
"""

from __future__ import annotations

import sys

import auxdepth
import numpy as np

with auxdepth.open(sys.argv[1]) as photo:
    if photo.intrinsics() is None:
        sys.exit(f"{sys.argv[1]}: the depth map has no camera")
    points, colours = photo.point_cloud(upright=True)

with open(sys.argv[2], "w") as file:
    file.write(f"ply\nformat ascii 1.0\nelement vertex {len(points)}\n")
    file.write("property float x\nproperty float y\nproperty float z\n")
    file.write("property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n")
    np.savetxt(file, np.hstack([points, colours]), fmt="%.4f %.4f %.4f %d %d %d")
