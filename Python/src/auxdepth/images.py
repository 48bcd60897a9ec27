"""The auxiliary images of a photo: what headers say about them, and their samples."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from typing import IO, TYPE_CHECKING, Any, Sequence, cast

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _calls
from ._declarations import (
    FAMILY_DEPTH,
    FAMILY_GAIN_MAP,
    FAMILY_PORTRAIT_MATTE,
    FAMILY_SEMANTIC_MATTE,
    CImage,
    CGainMap,
    CPlane,
)
from ._keywords import takes
from ._options import Accuracy, DepthQuality, ImageWrite, ImageWriteFormat, ImageWritePixelFormat, Quantity
from .errors import NoSuchImageError, usage
from .gainmaps import GainMapMetadata
from .geometry import InSpace
from .maps import Map, Unit, scaled, unit_of
from .pictures import Orientation
from .showing import Shown

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .photo import Photo

_QUANTITIES: dict[int, Quantity | None] = {0: None, 1: "depth", 2: "disparity"}


def _name(value: bytes | None) -> str | None:
    return None if value is None else value.decode()


def _format(value: int) -> str | None:
    return value.to_bytes(4, "big").decode("latin-1") if value else None


def _number(value: float) -> float | None:
    # Only NaN differs from itself; NumPy's function takes longer than all else that is said of an image.
    return None if value != value else value


class AuxiliaryImage(InSpace, Shown):
    """An auxiliary image: depth, disparity, a matte, a gain map, or another that the file has.

    Attributes:
        index: its number in the photo, from 0.
        type: `disparity`, `depth`, `portraitEffectsMatte`, ..., or a URN.
        identifier: what the file calls it.
        codec: `jpeg`, `hevc`, `av1`, ...
        shape, stored_shape: (height, width) as displayed with the photo, and as stored.
        orientation: 1...8 as in Exif, that of the photo.
        pixel_format: `hdis`, `fdis`, `hdep`, `fdep`, `L008`, ...
        stored_format: that of the coded samples, or None where the file does not say.
        quantity: of depth data `depth` or `disparity`, what its pixel format holds; else None.
        components: 1, or 3 of colour.
        code_bits: of a code as stored, 8 or 16; of several components 8...16.
        code_quantity: of depth data, what codes are linear in; None where that is not known.
        code_values: of depth data, the values of code 0 and of the largest in the unit of code_quantity, or None.
        bounds: of depth data, the least and the greatest value in the unit of its quantity, or None.
        quality, accuracy: of depth data, `high` or `low`, `absolute` or `relative`; None where the file does not say.
        filtered: whether a map is recorded as filtered; None where the file does not say.
        byte_count: of the coded samples.
        failure: why nothing can be made of the image; None for all others.
    """

    def __init__(self, photo: Photo, index: int, known: CImage) -> None:
        self._photo = photo
        self._family = int(known.family)
        self.index = index
        self.type: str = known.type.decode()
        self.identifier: str = known.identifier.decode()
        self.codec: str = known.codec.decode()
        self.shape: tuple[int, int] = (known.upright_height, known.upright_width)
        self.stored_shape: tuple[int, int] = (known.height, known.width)
        self.orientation: Orientation = known.orientation
        self.pixel_format: str | None = _format(known.pixel_format)
        self.stored_format: str | None = _format(known.stored_format)
        self.quantity: Quantity | None = _QUANTITIES.get(known.quantity)
        self.components: int = known.component_count
        self.code_bits: int = known.code_bits
        self.code_quantity: Quantity | None = _QUANTITIES.get(known.code_quantity)
        first, last = _number(known.value_of_first_code), _number(known.value_of_last_code)
        self.code_values: tuple[float, float] | None = None if first is None or last is None else (first, last)
        least, greatest = _number(known.value_min), _number(known.value_max)
        self.bounds: tuple[float, float] | None = None if least is None or greatest is None else (least, greatest)
        self.quality: DepthQuality | None = cast("DepthQuality | None", _name(known.quality))
        self.accuracy: Accuracy | None = cast("Accuracy | None", _name(known.accuracy))
        self.filtered: bool | None = None if known.is_filtered < 0 else bool(known.is_filtered)
        self.byte_count: int = known.byte_count
        self.failure: str | None = _name(known.failure)
        self._has_calibration = bool(known.has_calibration)

    def __repr__(self) -> str:
        height, width = self.shape
        return f"<AuxiliaryImage {self.index} {self.type} {width}x{height} {self.pixel_format} {self.codec}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _image_of, (self._photo, self.index)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return _arrays.converted(self.depth() if self.is_depth else self.array(), dtype, copy)

    @property
    def is_depth(self) -> bool:
        """Whether this is depth or disparity."""
        return self._family == FAMILY_DEPTH

    @property
    def is_matte(self) -> bool:
        """Whether this is a portrait effects matte or a semantic segmentation matte."""
        return self._family in (FAMILY_PORTRAIT_MATTE, FAMILY_SEMANTIC_MATTE)

    @property
    def is_gain_map(self) -> bool:
        """Whether this is a gain map, whoever describes it."""
        return self._family == FAMILY_GAIN_MAP

    def gain_map_metadata(self) -> GainMapMetadata:
        """Returns what the codes of a gain map mean, as the file states it in ISO's form or in that of Ultra HDR.

        Raises:
            NoSuchImageError: it states neither, as Apple's own gain maps, which have a headroom alone.
        """
        found = CGainMap()
        with self._photo._use() as photo:
            _calls.call("auxdepth_image_gain_map", photo, self.index, byref(found))
        return GainMapMetadata._of(found)

    # Samples

    def _read(self, name: str, array: NDArray[Any], *arguments: Any) -> NDArray[Any]:
        with self._photo._use() as photo:
            _calls.call(name, photo, self.index, *arguments, *_arrays.buffer(array))
        return array

    def _shape(self, upright: bool) -> tuple[int, int]:
        return self.shape if upright else self.stored_shape

    def floats(
        self,
        unit: Unit = "m",
        *,
        upright: bool = True,
        half: bool = False,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Decodes depth data into values of a unit, whatever the file has.

        Args:
            unit: of distance `m`, `cm`, `mm`, `in` or `ft`; `1/m` for disparity.
            upright: whether rows are as the photo is displayed; else as stored.
            half: float16 in place of float32, of `m` and `1/m`; what is finite and too large becomes the largest.
            out: an array of that shape and type, whose rows may be apart; it is returned.

        Returns:
            (height, width) of float32; unknown samples are NaN, infinitely far is infinite.

        Raises:
            UnsupportedError, DataError: this is no depth data, or it cannot be decoded.
        """
        number, factor = unit_of(unit)
        if half and factor != 1:
            raise usage(f"float16 is of m and 1/m, not of {unit}", "half")
        array = _arrays.output(self._shape(upright), np.float16 if half else np.float32, out)
        name = "auxdepth_image_read_halves" if half else "auxdepth_image_read_floats"
        return scaled(self._read(name, array, number, upright), factor)

    def depth(
        self, unit: Unit = "m", *, upright: bool = True, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Decodes distances: (height, width) of float32 in metres, or in `unit`; holes are NaN. As floats()."""
        return self.floats(unit, upright=upright, out=out)

    def disparity(self, *, upright: bool = True, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Decodes disparities: (height, width) of float32 in 1/metres; holes are NaN. As floats()."""
        return self.floats("1/m", upright=upright, out=out)

    def codes(
        self, bits: int | None = None, *, upright: bool = True, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Decodes the codes of one component as stored: in a matte, 0 means not at all and the largest value fully.

        Args:
            bits: 8 for uint8, 16 for uint16; those of the image where it is not given. Others are rounded or spread.
            upright: whether rows are as the photo is displayed.
            out: an array of that shape and type; it is returned.

        Returns:
            (height, width); of an image of several components its luma.
        """
        wanted = (8 if self.code_bits <= 8 else 16) if bits is None else bits
        array = _arrays.output(self._shape(upright), _arrays.dtype_of_bits(wanted), out)
        return self._read("auxdepth_image_read_codes", array, wanted, upright)

    def rgb(self, bits: int = 8, *, upright: bool = True, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Decodes red, green and blue of an image of three components: (height, width, 3) of uint8 or uint16."""
        array = _arrays.output((*self._shape(upright), 3), _arrays.dtype_of_bits(bits), out)
        return self._read("auxdepth_image_read_rgb", array, bits, upright)

    def array(self, *, upright: bool = True) -> NDArray[Any]:
        """Decodes the codes as they are: (height, width) of one component, (height, width, 3) of colour."""
        if self.components == 1:
            return self.codes(upright=upright)
        return self.rgb(8 if self.code_bits <= 8 else 16, upright=upright)

    def plane(self, index: int = 0) -> NDArray[np.uint8]:
        """Decodes a plane in the pixel format of the image, always as stored: (height, bytes of a row) of uint8."""
        description = CPlane()
        with self._photo._use() as photo:
            _calls.call("auxdepth_image_describe_plane", photo, self.index, index, byref(description))
        array = _arrays.empty((description.height, description.row_bytes), np.uint8)
        return self._read("auxdepth_image_read_plane", array, index)

    # Files and maps

    def as_map(self, *, upright: bool = True) -> Map:
        """Takes depth data with its calibration as a map, for another photo or a file."""
        with self._photo._use() as photo:
            return Map(_calls.handle("auxdepth_map_of_image", photo, self.index, _calls.options({"upright": upright})))

    @takes(ImageWrite)
    def save(
        self,
        path: str | os.PathLike[str] | IO[bytes],
        *,
        upright: bool = True,
        replace: bool = False,
        sync: bool = True,
        **options: Unpack[ImageWrite],
    ) -> dict[str, Any]:
        """Writes the image as a file of its own; returns what was written.

        Args:
            path: of the file, or a file that is open for writing bytes, which gets a PNG or the `format`.
            upright: turned as the photo is displayed; else as stored. Raw samples and property lists are as stored always.
            replace: whether a file of that name may be replaced.
            sync: whether to wait for the disk.
            **options

        Raises:
            CannotCreateError: the file exists, or cannot be made.
        """
        report = c_void_p()
        settings = _calls.options({**options, "upright": upright})
        if not isinstance(path, (str, bytes, os.PathLike)):
            with self._photo._use() as photo:
                data, said = _calls.bytes_of("auxdepth_image_write_memory", photo, self.index, settings, reports=True)
            return _calls.put(path, data, said)
        flags = _calls.write_flags(replace, sync)
        with self._photo._use() as photo:
            _calls.call(
                "auxdepth_image_write", photo, self.index, _calls.path_bytes(path), flags, settings, byref(report)
            )
        return dict(_calls.take_json(report))

    def to_bytes(
        self,
        format: ImageWriteFormat = "png",
        *,
        pixel_format: ImageWritePixelFormat | None = None,
        upright: bool = True,
        unit: str | None = None,
        resize: Sequence[int] | str | None = None,
        stretch: bool | None = None,
    ) -> bytes:
        """Makes that file in memory; `pixel_format`, `unit`, `resize` and `stretch` as of save()."""
        settings = _calls.options(
            {"format": format, "pixel_format": pixel_format, "unit": unit, "resize": resize, "stretch": stretch, "upright": upright}
        )
        with self._photo._use() as photo:
            return _calls.bytes_of("auxdepth_image_write_memory", photo, self.index, settings, reports=True)[0]


def _image_of(photo: Photo, index: int) -> AuxiliaryImage:
    return photo.auxiliary[index]


def required(image: AuxiliaryImage | None, what: str, path: str | None) -> AuxiliaryImage:
    """Returns an image that has to be there; raises NoSuchImageError."""
    if image is None:
        message = f"{path}: the photo has no {what}" if path else f"the photo has no {what}"
        raise NoSuchImageError(message, code="missingImage", reason=f"the photo has no {what}", path=path)
    return image


__all__ = ["AuxiliaryImage"]
