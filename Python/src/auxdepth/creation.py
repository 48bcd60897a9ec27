"""New photos of pixels."""

from __future__ import annotations

from typing import Any, Mapping

from numpy.typing import ArrayLike

from . import _calls
from ._handles import checked
from .editing import Editable
from .errors import UnsupportedError, usage
from .photo import Photo
from .pictures import Picture
from .writing import HOLDING, Container, Edit, container_named


class NewPhoto(Editable):
    """A new photo of pixels, to be saved with depth, mattes and gain maps."""

    def __init__(self, picture: Picture, container: str | None, metadata: Photo | None) -> None:
        super().__init__()
        self.picture = picture
        self._metadata = metadata
        self._settings["container"] = container_named(container)

    def __repr__(self) -> str:
        return f"<NewPhoto of {self.picture!r}>"

    def _own_container(self) -> str | None:
        container = self._settings["container"]
        return container if container in HOLDING else None

    def _size(self) -> tuple[tuple[int, int], int]:
        return self.picture.shape, self.picture.orientation

    def _begin(self, container: str, settings: Mapping[str, Any]) -> Edit:
        given = dict(settings)
        if given.pop("preview", None):
            raise UnsupportedError("a new photo has no preview", code="unsupported", place="preview")
        with self.picture._use() as picture:
            arguments = (picture, _calls.text_bytes(container, "container"))
            if self._metadata is None:
                return Edit(_calls.handle("auxdepth_edit_new_picture", *arguments, None, _calls.options(given)))
            with self._metadata._use() as metadata:
                edit = Edit(_calls.handle("auxdepth_edit_new_picture", *arguments, metadata, _calls.options(given)))
        edit._read_as(self._metadata)
        return edit


def new(
    pixels: ArrayLike | Picture,
    container: Container | None = None,
    *,
    icc_profile: bytes | None = None,
    orientation: int | None = None,
    metadata: Photo | None = None,
) -> NewPhoto:
    """Begins a new photo of pixels.

    Args:
        pixels: (height, width, 3) or (height, width) of uint8 or uint16, which are copied, or a Picture.
        container: `jpeg`, `heif`, `avif` or `dng`, or `png` or `tiff`, which hold no auxiliary images; else save() decides by the
            extension of its path.
        icc_profile: the profile of the pixels; sRGB by default.
        orientation: 1...8 as in Exif, how they are to be turned for display.
        metadata: a photo whose Exif and XMP go along.
    """
    if metadata is not None:
        checked(metadata, Photo, "metadata")
    if isinstance(pixels, Picture):
        if icc_profile is not None or orientation is not None:
            raise usage("a Picture says itself what its profile and orientation are", "pixels")
        return NewPhoto(pixels, container, metadata)
    return NewPhoto(
        Picture.from_array(pixels, icc_profile=icc_profile, orientation=orientation), container, metadata
    )


__all__ = ["NewPhoto", "new"]
