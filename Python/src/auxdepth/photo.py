"""Photos that are open, from files or bytes."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Literal, Mapping, cast

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _calls, showing
from ._declarations import CONSTANTS, WRITE_IN_PLACE, CImage, CPrimary
from ._handles import Handle
from ._library import library
from .calibration import Calibration, Intrinsics
from .editing import Editable
from .errors import Error, usage
from .exif import Exif
from .images import AuxiliaryImage, required
from .maps import Unit
from .mattes import Mattes
from .pictures import Orientation, Picture
from .space import PhotoInSpace
from .writing import HOLDING, Edit

if TYPE_CHECKING:
    from .opening import Source
    from .ranges import Range


Eye = Literal["left", "right"]
PhotoContainer = Literal["jpeg", "heif", "avif", "dng", "tiff", "png", "webp", "exr"]


class Photo(Handle, PhotoInSpace, Editable):
    """A photo that is open: JPEG, HEIF, AVIF, DNG, TIFF, PNG, WebP or OpenEXR, whatever it is called.

    Only headers are read until samples are asked for. Several threads may use one photo; a context manager closes it.
    Pickles and copies open the path, or the bytes, again. As an array it is primary().

    Attributes:
        path: the path by which it was opened, or None for bytes.
        container: `jpeg`, `heif`, `avif`, `dng`, `tiff`, `png`, `webp` or `exr`.
    """

    _close_name = "auxdepth_photo_close"

    def __init__(
        self,
        pointer: int,
        path: str | None,
        *,
        editing: bool = False,
        ranges: tuple[Range, ...] = (),
        origin: tuple[Source, dict[str, Any]] | None = None,
    ) -> None:
        Handle.__init__(self, pointer)
        self._ranges = ranges
        Editable.__init__(self)
        self.path = path
        self._is_editing = editing
        self._origin = origin
        with self._use() as this:
            self.container: PhotoContainer = library().auxdepth_photo_container(this).decode()

    @property
    def auxiliary(self) -> tuple[AuxiliaryImage, ...]:
        """Its auxiliary images, in the order of the file."""
        # Whoever opens many files for one image each does not wait for a description of all.
        if "_auxiliary" not in self.__dict__:
            with self._use() as this:
                count = library().auxdepth_image_count(this)
                images = tuple(self._described(this, index) for index in range(count))
            # Another thread may have made them meanwhile: there is one object of each image.
            self.__dict__.setdefault("_auxiliary", images)
        found: tuple[AuxiliaryImage, ...] = self.__dict__["_auxiliary"]
        return found

    def _described(self, this: int, index: int) -> AuxiliaryImage:
        known = CImage()
        _calls.call("auxdepth_image_describe", this, index, byref(known))
        return AuxiliaryImage(self, index, known)

    def __repr__(self) -> str:
        if self.closed:
            return f"<Photo {self.path or 'of bytes'} {self.container}: closed>"
        types = ", ".join(image.type for image in self.auxiliary) or "no auxiliary image"
        return f"<Photo {self.path or 'of bytes'} {self.container}: {types}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._origin is None:
            raise TypeError("a Photo that a function reads cannot be pickled or copied: open it where it is needed")
        if self._changes:
            raise TypeError("a Photo with changes that are not saved cannot be pickled or copied: to_bytes() has them")
        from .opening import reopened

        return reopened, self._origin

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return _arrays.converted(self.primary(), dtype, copy)

    def _repr_html_(self) -> str:
        pictures: list[tuple[str, bytes | str]] = []
        images = [image for image in (self.depth_image, self.find("mattes"), self.find("gainmap")) if image is not None]
        try:
            pictures.append((self.container, showing.png(showing.small(self.primary(bits=8)))))
        except Error as failure:
            pictures.append((self.container, str(failure)))
        return showing.figures(repr(self), pictures + [(image.type, image._shown()) for image in images])

    def __enter__(self) -> Photo:
        return self

    def close(self) -> None:
        """Closes the photo and what was to be written; again, it does nothing."""
        self._close_edits()
        super().close()

    # What headers say

    @property
    def info(self) -> dict[str, Any]:
        """What the headers say, as `auxdepth info --json` prints it."""
        with self._use() as this:
            return dict(_calls.json_of("auxdepth_photo_info_json", this))

    @property
    def exif(self) -> Exif | None:
        """The camera and the lens, as Exif states them; None where it states neither."""
        value = self.info.get("exif")
        return None if value is None else Exif.from_json(value)

    @property
    def forgiven(self) -> list[str]:
        """What was forgiven while the headers were read, for people."""
        with self._use() as this:
            return list(_calls.json_of("auxdepth_photo_notes_json", this))

    def _primary(self) -> CPrimary:
        found = CPrimary()
        with self._use() as this:
            _calls.call("auxdepth_photo_primary", this, byref(found))
        return found

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) of the primary image as displayed."""
        found = self._primary()
        return found.upright_height, found.upright_width

    @property
    def stored_shape(self) -> tuple[int, int]:
        """(height, width) of the primary image as stored."""
        found = self._primary()
        return found.height, found.width

    @property
    def orientation(self) -> Orientation:
        """1...8 as in Exif: how the photo is turned for display."""
        return cast(Orientation, self._primary().orientation)

    # Images

    def find(self, type: str) -> AuxiliaryImage | None:
        """Returns the first image of a type, by its name or short name (`portrait`, `skin`, ...), or of a group, or None.

        The groups are `depth` or `depthmap`, depth or disparity, `mattes`, and `gainmap`, a gain map of any form.
        """
        with self._use() as this:
            index = library().auxdepth_image_find(this, _calls.text_bytes(type, "type"))
        return None if index < 0 else self.auxiliary[index]

    @property
    def depth_image(self) -> AuxiliaryImage | None:
        """The first image of depth or disparity, or None."""
        return next((image for image in self.auxiliary if image.is_depth), None)

    def _depth(self) -> AuxiliaryImage:
        return required(self.depth_image, "depth map", self.path)

    def depth(
        self, unit: Unit = "m", *, upright: bool = True, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Decodes the depth map, whatever the file has: (height, width) of float32 in metres, holes as NaN.

        Where `depth_image.accuracy` is `relative`, as of phones with two cameras, distances are relative to each other, and metres
        may not be metres.

        Args:
            unit: `m`, `cm`, `mm`, `in` or `ft`, or `1/m` for disparity.
            upright: whether rows are as the photo is displayed; else as stored.
            out: an array of that shape and type; it is returned.

        Raises:
            NoSuchImageError: the photo has no depth map.
        """
        return self._depth().depth(unit, upright=upright, out=out)

    def disparity(self, *, upright: bool = True, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Decodes the depth map: (height, width) of float32 in 1/metres, holes as NaN; as depth()."""
        return self._depth().disparity(upright=upright, out=out)

    def intrinsics(self, *, upright: bool = True) -> Intrinsics | None:
        """Returns the pinhole camera in pixels of the depth map, or None if there is no map or no camera.

        `.matrix` is the 3 x 3 matrix, and `.scaled(width, height)` the camera in pixels of another size, as of the photo.
        """
        image = self.depth_image
        return None if image is None else image.intrinsics(upright=upright)

    def calibration(self, *, upright: bool = True) -> Calibration | None:
        """Returns the whole calibration of the depth map, with extrinsics and distortion, or None."""
        image = self.depth_image
        return None if image is None else image.calibration(upright=upright)

    def confidence(self, *, upright: bool = True) -> NDArray[np.uint8] | None:
        """Decodes the confidence of Google's depth maps: (height, width) of uint8 from 0 (none) to 255 (full), or None."""
        image = self.find("confidence")
        return None if image is None else image.codes(8, upright=upright)

    @property
    def mattes(self) -> Mattes:
        """The mattes by their short names, as `photo.mattes["portrait"]`, which is decoded then, as the photo is displayed."""
        return Mattes(self.auxiliary)

    def gain_map(self, *, upright: bool = True) -> NDArray[Any] | None:
        """Decodes the codes of the gain map: (height, width) or (height, width, 3), or None without one.

        It is the first gain map of the file, whoever describes it: Apple, ISO 21496-1, Ultra HDR, Adobe or Samsung.
        """
        image = next((image for image in self.auxiliary if image.is_gain_map), None)
        return None if image is None else image.array(upright=upright)

    def picture(self, *, upright: bool = True) -> Picture:
        """Decodes the primary image, with its profile.

        A raw image is not developed: a DNG gives its largest preview. OpenEXR becomes sRGB of 16 bits.
        """
        with self._use() as this:
            return Picture(_calls.handle("auxdepth_photo_picture", this, upright))

    def primary(self, *, upright: bool = True, bits: int | None = None) -> NDArray[Any]:
        """Decodes the primary image: (height, width, 3), or (height, width) of gray, of uint8 or uint16; as picture()."""
        with self.picture(upright=upright) as picture:
            return picture.array(bits)

    def eye(self, which: Eye, *, upright: bool = True) -> Picture:
        """Decodes the picture of one eye of a spatial photo; `info["stereo"]` has the cameras.

        Raises:
            NoSuchImageError: the photo has no pair.
        """
        number = CONSTANTS.get(f"EYE_{which}".upper())
        if number is None:
            raise usage(f"an eye is left or right, not {which!r}", "which")
        with self._use() as this:
            return Picture(_calls.handle("auxdepth_photo_eye", this, number, upright))

    # Writing

    def _own_container(self) -> str | None:
        return self.container if self.container in HOLDING else None

    def _size(self) -> tuple[tuple[int, int], int]:
        return self.stored_shape, self.orientation

    def _begin(self, container: str, settings: Mapping[str, Any]) -> Edit:
        with self._use() as this:
            edit = Edit(_calls.handle("auxdepth_edit_new", this, _calls.text_bytes(container, "container"), _calls.options(settings)))
        edit._read_as(self)
        return edit

    def _save_in_place_flags(self, sync: bool) -> tuple[str, int]:
        if self.path is None or not self._is_editing:
            raise usage("the photo replaces its own file where it was opened with editing=True", "path")
        return self.path, WRITE_IN_PLACE | _calls.write_flags(False, sync)


__all__ = ["Photo"]
