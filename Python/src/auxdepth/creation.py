"""New photos: of pixels, and spatial ones of two pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

from numpy.typing import ArrayLike

from . import _calls
from ._handles import checked
from ._keywords import takes
from ._options import EditNewSpatial
from .calibration import calibration_option, intrinsics_option
from .editing import Editable
from .errors import UnsupportedError, usage
from .opening import Source, open
from .photo import Photo
from .pictures import Picture
from .writing import HOLDING, Container, Edit, container_named

if TYPE_CHECKING:
    from typing_extensions import Unpack


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


class SpatialPhoto(Editable):
    """A new spatial photo: HEIC with the pictures of both eyes and their cameras. What is attached to it is of the left one.

    Attributes:
        left: the photo of the left eye, or of both.
        right: the photo of the right eye, or None.
    """

    def __init__(self, left: Photo, right: Photo | None, options: Mapping[str, Any]) -> None:
        super().__init__()
        self.left, self.right = left, right
        self._options = dict(options)

    def __repr__(self) -> str:
        return f"<SpatialPhoto of {self.left!r} and {self.right!r}>"

    def _own_container(self) -> str | None:
        return "heif"

    def _begin(self, container: str, settings: Mapping[str, Any]) -> Edit:
        given = dict(settings)
        if container != "heif" or given.pop("preview", None) or given.pop("bits", None):
            raise usage("a spatial photo is HEIF, without `preview` and `bits`: save it as .heic", "container")
        options = _calls.options({**self._options, **given})
        with self.left._use() as left:
            if self.right is None:
                edit = Edit(_calls.handle("auxdepth_edit_new_spatial", left, None, options))
            else:
                with self.right._use() as right:
                    edit = Edit(_calls.handle("auxdepth_edit_new_spatial", left, right, options))
        edit._read_as(self.left)
        if self.right is not None:
            edit._read_as(self.right)
        return edit


@takes(EditNewSpatial)
def spatial(
    left: Photo | Source, right: Photo | Source | None = None, **options: Unpack[EditNewSpatial]
) -> SpatialPhoto:
    """Begins a spatial photo: `spatial("left.jpg", "right.jpg", baseline=63.8).attach(depth=metres).save("pair.heic")`.

    As `auxdepth attach --right` does. Upright HEIC photos are taken over as they are coded; others are turned upright and coded.
    Note that `baseline` is in millimetres here, as on the command line.

    Args:
        left: the photo of the left eye, or what open() takes; without `right` a picture that holds both eyes.
        right: the photo of the right eye, of the same size.
        **options

    Raises:
        UsageError: the sizes differ, or nothing says baseline or field of view; when the photo is made.
    """
    photos = [source if source is None or isinstance(source, Photo) else open(source) for source in (left, right)]
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    given["intrinsics"] = intrinsics_option(given.get("intrinsics"))
    given["calibration"] = calibration_option(given.get("calibration"))
    assert photos[0] is not None
    return SpatialPhoto(photos[0], photos[1], given)


__all__ = ["NewPhoto", "SpatialPhoto", "new", "spatial"]
