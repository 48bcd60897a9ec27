"""Points in metres of a photo with depth and a camera, as a PLY file: PHOTO PLY.

    python point_cloud.py photo.heic points.ply
"""

from __future__ import annotations

import sys

import auxdepth
import numpy as np

with auxdepth.open(sys.argv[1]) as photo:
    z = photo.depth()
    matrix = photo.intrinsics
    if matrix is None:
        sys.exit(f"{sys.argv[1]}: the depth map has no camera")
    # Rays through the middles of pixels, times distance.
    y, x = np.mgrid[0 : z.shape[0], 0 : z.shape[1]] + 0.5
    points = np.stack([(x - matrix[0, 2]) / matrix[0, 0] * z, (y - matrix[1, 2]) / matrix[1, 1] * z, z], axis=-1)
    points = points[np.isfinite(z)]

with open(sys.argv[2], "w") as file:
    file.write(f"ply\nformat ascii 1.0\nelement vertex {len(points)}\n")
    file.write("property float x\nproperty float y\nproperty float z\nend_header\n")
    np.savetxt(file, points, fmt="%.4f")
