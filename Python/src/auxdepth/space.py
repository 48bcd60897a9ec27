"""The depth map of a photo in space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ._keywords import takes
from ._options import ImageCameraText, ImageMesh, ImagePoints
from .geometry import Mesh, PointCloud
from .images import AuxiliaryImage, required

if TYPE_CHECKING:
    from typing_extensions import Unpack


class PhotoInSpace:
    """What the depth map of a photo, and its camera, say of space."""

    if TYPE_CHECKING:
        path: str | None

        @property
        def auxiliary(self) -> tuple[AuxiliaryImage, ...]: ...
        @property
        def depth_image(self) -> AuxiliaryImage | None: ...
        def _depth(self) -> AuxiliaryImage: ...

    def rays(self, *, upright: bool = True, field_of_view: float | None = None) -> NDArray[np.float32]:
        """Returns the direction of each pixel of the depth map; see AuxiliaryImage.rays()."""
        return self._depth().rays(upright=upright, field_of_view=field_of_view)

    @takes(ImagePoints)
    def point_cloud(self, *, upright: bool = True, **options: Unpack[ImagePoints]) -> PointCloud:
        """Returns the points of the depth map with the colours of the photo; see AuxiliaryImage.point_cloud().

        Args:
            upright: whether axes are as the photo is displayed; else as stored.
            **options
        """
        return self._depth().point_cloud(upright=upright, **options)

    @takes(ImageMesh)
    def mesh(self, *, upright: bool = True, **options: Unpack[ImageMesh]) -> Mesh:
        """Returns the surfaces of the depth map as a mesh; see AuxiliaryImage.mesh().

        Args:
            upright: whether axes are as the photo is displayed; else as stored.
            **options
        """
        return self._depth().mesh(upright=upright, **options)

    @takes(ImageCameraText)
    def camera_text(self, *, upright: bool = True, **options: Unpack[ImageCameraText]) -> str:
        """Returns the camera as a text, in pixels of the depth map, or of the first image; see AuxiliaryImage.camera_text().

        Args:
            upright: whether the map is as the photo is displayed; else as stored.
            **options
        """
        image = self.depth_image or (self.auxiliary[0] if self.auxiliary else None)
        return required(image, "map whose camera could be given", self.path).camera_text(upright=upright, **options)


__all__ = ["PhotoInSpace"]
