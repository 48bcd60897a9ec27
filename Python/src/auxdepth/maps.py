"""Depth maps of files, arrays and models: samples, and what they mean."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Literal, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _calls, _interrupts, showing
from ._declarations import (
    FLOAT32,
    HOLES_FILLED,
    HOLES_NAN,
    METRES,
    PER_METRE,
    CMapInfo,
)
from ._handles import Handle, checked
from ._keywords import takes
from ._options import MapCameraText, MapMesh, MapNew, MapOpen, MapPoints, MapWrite, Quantity
from .calibration import Calibration, Intrinsics, calibration_option, intrinsics_option
from .errors import Error, usage
from .geometry import Mesh, PointCloud, mesh, points, settings_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: What floats are: distances in a unit of length, or 1/metres of disparity.
Unit = Literal["m", "cm", "mm", "in", "ft", "1/m"]
_LENGTHS = {"m": 1.0, "cm": 100.0, "mm": 1000.0, "in": 1 / 0.0254, "ft": 1 / 0.3048}


def unit_of(unit: str) -> tuple[int, float]:
    """Returns the library's number of a unit, and the factor from what it reads; raises UsageError for another text."""
    if checked(unit, str, "unit") == "1/m":
        return PER_METRE, 1.0
    if unit in _LENGTHS:
        return METRES, _LENGTHS[unit]
    raise usage(f"the unit is {', '.join(_LENGTHS)} or 1/m, not {unit!r}", "unit")


def scaled(array: NDArray[Any], factor: float) -> NDArray[Any]:
    """Returns the array, whose values it multiplies in place."""
    return array if factor == 1 else np.multiply(array, array.dtype.type(factor), out=array)


def map_options(values: Mapping[str, object]) -> bytes | None:
    """Returns the options of a map as the library takes them."""
    given: dict[str, Any] = dict(values)
    if isinstance(given.get("intrinsics"), Intrinsics):
        if given.get("pixel_origin") == "center":
            raise usage("an Intrinsics counts from the corner of the first pixel; numbers may count from the center", "pixel_origin")
        given["pixel_origin"] = "corner"
    given["intrinsics"] = intrinsics_option(given.get("intrinsics"))
    given["calibration"] = calibration_option(given.get("calibration"))
    if _calls.is_infinite(given.get("far")):
        given["far"] = "inf"
    if isinstance(given.get("raw"), Mapping):
        given["raw"] = {_calls.camel(str(name)): value for name, value in given["raw"].items()}
    return _calls.options(given)


class Map(Handle):
    """A depth or disparity map as a file, an array or a model gives it; it does not change.

    Made by read_map(), from_array(), from_model() and AuxiliaryImage.as_map(), for Photo.attach() and render().
    """

    _close_name = "auxdepth_map_close"

    def __init__(
        self, pointer: int, settings: bytes | None = None, file: tuple[bytes, bool] | None = None
    ) -> None:
        super().__init__(pointer)
        self._settings, self._file = settings, file
        info = CMapInfo()
        with self._use() as this:
            _calls.call("auxdepth_map_describe", this, byref(info))
        self.shape: tuple[int, int] = (info.height, info.width)
        self.read_shape: tuple[int, int] = (info.read_height, info.read_width)
        self.quantity: Quantity = "disparity" if info.quantity == 2 else "depth"
        self.has_calibration = bool(info.has_calibration)
        self.dtype = _arrays.dtype_of(info.kind)

    def __repr__(self) -> str:
        return f"<Map of {self.quantity} {self.shape[1]}x{self.shape[0]} {self.dtype}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._file is not None:
            return _reopened, (self._file, self._settings)
        # Samples and their meaning; those of an image of a photo are its values.
        return _of_samples, (self.samples(), self._settings or self._meaning())

    def _meaning(self) -> bytes | None:
        return map_options({"quantity": self.quantity, "calibration": self.calibration()})

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return _arrays.converted(self.depth(), dtype, copy)

    def _repr_png_(self) -> bytes | None:
        try:
            return showing.png(showing.nearness(self.disparity()))
        except Error:
            # Nothing but holes, or options that contradict the samples.
            return None

    def __enter__(self) -> Map:
        return self

    def depth(
        self, unit: Unit = "m", *, filled: bool = False, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Returns the values in a unit, as the options describe the samples.

        Args:
            unit: `m`, `cm`, `mm`, `in` or `ft`, or `1/m` for disparity.
            filled: whether holes have the values that would be written; else they are NaN.
            out: an array of that shape and type; it is returned.

        Returns:
            `read_shape` of float32: (height, width). Background is as far as the farthest, or as `far`.
        """
        number, factor = unit_of(unit)
        array = _arrays.output(self.read_shape, np.float32, out)
        with self._use() as this:
            holes = HOLES_FILLED if filled else HOLES_NAN
            _calls.call("auxdepth_map_read_floats", this, number, holes, *_arrays.buffer(array))
        return scaled(array, factor)

    def disparity(self, *, filled: bool = False, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Returns the values in 1/metres; as depth()."""
        return self.depth("1/m", filled=filled, out=out)

    def samples(self) -> NDArray[Any]:
        """Returns the samples as they were given, `shape` of `dtype`, whatever the options say."""
        array = _arrays.empty(self.shape, self.dtype)
        with self._use() as this:
            _calls.call("auxdepth_map_read_samples", this, *_arrays.buffer(array))
        return array

    def calibration(self) -> Calibration | None:
        """Returns the camera in pixels of the map; None where neither the options nor the file give one."""
        if not self.has_calibration:
            return None
        with self._use() as this:
            return Calibration.from_json(_calls.json_of("auxdepth_map_calibration_json", this))

    def intrinsics(self) -> Intrinsics | None:
        """Returns the pinhole camera in pixels of `read_shape`, as depth() gives them, or None if there is no camera."""
        calibration = self.calibration()
        height, width = self.read_shape
        return None if calibration is None else calibration.intrinsics().scaled(width, height)

    def rays(self) -> NDArray[np.float32]:
        """Returns the direction of each pixel, with z = 1: `read_shape` and 3; see AuxiliaryImage.rays()."""
        array = _arrays.empty((*self.read_shape, 3), np.float32)
        with self._use() as this:
            _calls.call("auxdepth_map_read_rays", this, *_arrays.buffer(array))
        return array

    @takes(MapPoints)
    def point_cloud(self, **options: Unpack[MapPoints]) -> PointCloud:
        """Returns the samples as points in metres, without colours; see AuxiliaryImage.point_cloud().

        Args:
            **options
        """
        with self._use() as this:
            return points("auxdepth_map_points", this, settings_of(options))

    @takes(MapMesh)
    def mesh(self, **options: Unpack[MapMesh]) -> Mesh:
        """Returns the surfaces as a mesh, torn where depth steps; see AuxiliaryImage.mesh().

        Args:
            **options
        """
        with self._use() as this:
            return mesh("auxdepth_map_mesh", this, settings_of(options))

    @takes(MapCameraText)
    def camera_text(self, **options: Unpack[MapCameraText]) -> str:
        """Returns the camera in pixels of `read_shape` as a text, as `auxdepth extract --camera` writes it.

        Args:
            **options

        Raises:
            NoSuchImageError: neither the options nor the file give a camera.
        """
        with self._use() as this:
            return _calls.text_of("auxdepth_map_camera_text", this, _calls.options(options))

    @takes(MapWrite)
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        replace: bool = False,
        sync: bool = True,
        **options: Unpack[MapWrite],
    ) -> None:
        """Writes the values as a map file: metres, unless `pixel_format` or `unit` asks for something else.

        Holes stay: NaN in floats, 0 in PNG with a `unit`. PNG without one is gray between two ends, which cannot hold them: they
        are filled. The option `holes` of the map fills them in all files.

        Args:
            replace: whether a file of that name may be replaced.
            sync: whether to wait for the disk.
            **options
        """
        flags = _calls.write_flags(replace, sync)
        settings = _calls.options(options)
        with self._use() as this:
            _calls.call("auxdepth_map_write", this, _calls.path_bytes(path), flags, settings)


@takes(MapNew)
def from_array(values: ArrayLike, **options: Unpack[MapNew]) -> Map:
    """Makes a map of an array.

    Args:
        values: (height, width) of uint8, uint16, float16, float32 or float64; with an `input_unit`, or `focal_pixels`, whole
            numbers of any type. Leading axes of length 1 are dropped. It is copied. NaN, and what a mask of np.ma hides, is a hole.
        **options

    Without any of these, floats are metres. `intrinsics` may also be an Intrinsics, which knows its size and counts from the corner
    of the first pixel, or a 3 x 3 matrix in pixels of the map.

    Raises:
        UsageError: the options contradict each other or the samples.
    """
    return _of_samples(_arrays.samples(_of_numbers(values, options), "values")[0], map_options(options))


def _of_numbers(values: Any, options: Mapping[str, Any]) -> Any:
    """Returns whole numbers of any type as samples where the options say that they are numbers of a unit."""
    if options.get("input_unit") is None and options.get("focal_pixels") is None:
        return values
    return _arrays.lengths(values, "values")


def _of_samples(values: NDArray[Any], settings: bytes | None) -> Map:
    array, kind = _arrays.samples(values, "values")
    address, rows, size = _arrays.buffer(array)
    height, width = array.shape
    return Map(_calls.handle("auxdepth_map_new", address, kind, width, height, rows, size, settings), settings)


class LentMap(Handle):
    """Floats of an array that stay there, as a map that is attached."""

    _close_name = "auxdepth_map_close"


def lent(values: ArrayLike, options: Mapping[str, Any]) -> Handle:
    """Makes a map of an array without a copy of its floats.

    Other samples are copied as from_array() does, and so are floats in a subinterpreter, which the library cannot call to release them.
    """
    array, kind = _arrays.samples(_of_numbers(values, options), "values")
    settings = map_options(options)
    if kind != FLOAT32 or not _interrupts.IN_MAIN_INTERPRETER:
        return _of_samples(array, settings)
    address, rows, size = _arrays.buffer(array)
    height, width = array.shape
    number = _arrays.lent.add(array)
    return LentMap(
        _calls.handle("auxdepth_map_lend", address, width, height, rows, size, _arrays.lent.released, c_void_p(number), settings)
    )


@takes(MapOpen)
def read_map(source: str | os.PathLike[str] | _arrays.BytesLike, **options: Unpack[MapOpen]) -> Map:
    """Opens a map file: PNG, PFM, PGM, NPY, NPZ, TIFF, OpenEXR, COLMAP or raw samples, by its path or as bytes.

    Args:
        **options

    Without any of these, a file that auxdepth wrote says itself what it is.

    Raises:
        InputMissingError, DataError, UsageError
    """
    settings = map_options(options)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _reopened((bytes(source), True), settings)
    return _reopened((_calls.path_bytes(source), False), settings)


def _reopened(file: tuple[bytes, bool], settings: bytes | None) -> Map:
    """Opens a map file again: its bytes or, where it is not in memory, its path."""
    content, is_in_memory = file
    if is_in_memory:
        data = _arrays.as_bytes(content)
        pointer = _calls.handle("auxdepth_map_open_memory", _arrays.place(data), data.size, settings)
    else:
        pointer = _calls.handle("auxdepth_map_open", content, settings)
    return Map(pointer, settings, file)


__all__ = ["Calibration", "Intrinsics", "Map", "from_array", "read_map"]
