"""Cameras of maps, the rays of their pixels, and their points with colours."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _calls
from ._declarations import CIntrinsics
from .calibration import Calibration, Intrinsics
from .errors import NoSuchImageError

if TYPE_CHECKING:
    from .photo import Photo


class PointCloud(NamedTuple):
    """Points of a depth map, by rows of the map.

    Attributes:
        points: (N, 3) of float32 in metres: x to the right, y down, z away from the camera, as OpenCV has them.
        colours: (N, 3) of uint8, red, green and blue of the photo there; (0, 3) where they were not asked for.
    """

    points: NDArray[np.float32]
    colours: NDArray[np.uint8]


class InSpace:
    """The camera of an auxiliary image, and what it says of space."""

    if TYPE_CHECKING:
        _photo: Photo
        _has_calibration: bool
        index: int
        shape: tuple[int, int]

        def depth(self, *, upright: bool = False) -> NDArray[np.float32]: ...
        def _shape(self, upright: bool) -> tuple[int, int]: ...

    def camera(self, *, upright: bool = False) -> Intrinsics | None:
        """Returns the pinhole camera in pixels of the size that the file refers to; None where it gives none."""
        if not self._has_calibration:
            return None
        found = CIntrinsics()
        with self._photo._use() as photo:
            _calls.call("auxdepth_image_intrinsics", photo, self.index, int(upright), byref(found))
        return Intrinsics(
            found.fx,
            found.fy,
            found.cx,
            found.cy,
            found.reference_width,
            found.reference_height,
            found.pixel_size,
        )

    @property
    def intrinsics(self) -> NDArray[np.float64] | None:
        """The 3 x 3 intrinsic matrix in pixels of this image as stored; None where the file gives no camera.

        `camera().scaled(width, height).matrix` is that of another size, as of the photo.
        """
        camera = self.camera()
        return None if camera is None else camera.scaled(self.shape[1], self.shape[0]).matrix

    def calibration(self, *, upright: bool = False) -> Calibration | None:
        """Returns the whole calibration, with extrinsics and distortion; None where the file has none."""
        if not self._has_calibration:
            return None
        with self._photo._use() as photo:
            value = _calls.json_of("auxdepth_image_calibration_json", photo, self.index, int(upright))
        return Calibration.from_json(value)

    def rays(self, *, upright: bool = False) -> NDArray[np.float32]:
        """Returns the direction of each pixel: (height, width, 3) of float32, x to the right, y down, and z = 1.

        Times depth() they are points in metres. They are those of a pinhole: lens distortion stays.

        Raises:
            NoSuchImageError: the file gives no camera.
        """
        return rays_of(self.camera(upright=upright), self._shape(upright))

    def point_cloud(
        self, *, upright: bool = False, colours: bool = True, near: float = 0, far: float = float("inf")
    ) -> PointCloud:
        """Returns the samples of depth data as points in metres, holes left out, with the colours of the photo.

        Args:
            upright: whether axes are as the photo is displayed; else as stored.
            colours: whether to decode the photo for them.
            near, far: the metres that points are kept between.

        Returns:
            `points`, (N, 3) of float32, and `colours`, (N, 3) of uint8.

        Raises:
            NoSuchImageError: the file gives no camera.
        """
        camera = self.camera(upright=upright)
        depth = self.depth(upright=upright)
        pixels = self._photo.primary(upright=upright, bits=8) if colours and camera is not None else None
        return points_of(depth, camera, pixels, near, far)


def rays_of(camera: Intrinsics | None, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Returns the direction of each pixel of a map of that shape, with z = 1; raises NoSuchImageError without a camera."""
    if camera is None:
        raise NoSuchImageError("nothing is known of the camera: give `intrinsics`", code="missingImage", place="intrinsics")
    height, width = shape
    own = camera.scaled(width, height)
    # The centre of the first pixel is at (0.5, 0.5): the principal point is measured from the corner.
    result = np.ones((height, width, 3), np.float32)
    result[:, :, 0] = (np.arange(width) + 0.5 - own.cx) / own.fx
    result[:, :, 1] = ((np.arange(height) + 0.5 - own.cy) / own.fy)[:, None]
    return result


def points_of(
    depth: NDArray[np.float32], camera: Intrinsics | None, pixels: NDArray[Any] | None, near: float, far: float
) -> PointCloud:
    """Returns the points of a map in metres that are not holes, from near to far, and the colours of a picture there."""
    directions = rays_of(camera, depth.shape)
    known = np.isfinite(depth) & (depth >= near) & (depth <= far) & (depth > 0)
    points = directions[known] * depth[known][:, None]
    return PointCloud(points, np.empty((0, 3), np.uint8) if pixels is None else _colours(pixels, known))


def _colours(pixels: NDArray[Any], known: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Returns the pixel of a picture at the centre of each known sample."""
    rows, columns = np.nonzero(known)
    down, across = pixels.shape[0] / known.shape[0], pixels.shape[1] / known.shape[1]
    found = pixels[((rows + 0.5) * down).astype(int), ((columns + 0.5) * across).astype(int)]
    return np.repeat(found[:, None], 3, axis=1) if found.ndim == 1 else found


__all__ = ["PointCloud"]
