"""The cameras of maps: intrinsics at a size, and whole calibrations."""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ._arrays import plain
from ._handles import checked
from .errors import usage


@dataclass(frozen=True, eq=False)
class Intrinsics:
    """A pinhole camera, in pixels of the size that it refers to.

    Attributes:
        fx, fy: focal lengths in pixels.
        cx, cy: the principal point in pixels, from the top left corner.
        width, height: the size that they refer to, commonly that of the photo.
        pixel_size: of a pixel of that size, in millimetres; nan where it is not known.
    """

    fx: float
    fy: float
    cx: float
    cy: float
    width: float
    height: float
    pixel_size: float = float("nan")

    def __eq__(self, other: object) -> bool:
        return self._numbers() == other._numbers() if isinstance(other, Intrinsics) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers())

    def _numbers(self) -> tuple[float | None, ...]:
        # Two sizes of a pixel that are not known are equal, which nan is not.
        size = None if np.isnan(self.pixel_size) else self.pixel_size
        return (self.fx, self.fy, self.cx, self.cy, self.width, self.height, size)

    def scaled(self, width: float, height: float) -> Intrinsics:
        """Returns the camera in pixels of another size of the same picture, as of its depth map."""
        if not all(isinstance(side, (int, float, np.integer, np.floating)) and 0 < side < 1e9 for side in (width, height)):
            raise usage("width and height of a camera are numbers above 0, in pixels", "width")
        across, down = width / self.width, height / self.height
        return Intrinsics(
            self.fx * across,
            self.fy * down,
            self.cx * across,
            self.cy * down,
            width,
            height,
            self.pixel_size / across,
        )

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The 3 x 3 matrix by rows, [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], in pixels."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1]], np.float64)


@dataclass(frozen=True, eq=False)
class Calibration:
    """All that is known of the camera of a map.

    Attributes:
        matrix: the 3 x 3 intrinsic matrix by rows, in pixels of `reference_size`.
        reference_size: (width, height) that the matrix and the distortion centre refer to.
        extrinsics: the 3 x 4 matrix by rows of rotation and translation, in millimetres.
        pixel_size: of a pixel of the reference size, in millimetres.
        distortion_center: (x, y) in pixels of the reference size, or None.
        distortion, inverse_distortion: the coefficients of lens distortion, or None.
    """

    matrix: NDArray[np.float64]
    reference_size: tuple[float, float]
    extrinsics: NDArray[np.float64]
    pixel_size: float
    distortion_center: tuple[float, float] | None
    distortion: NDArray[np.float64] | None
    inverse_distortion: NDArray[np.float64] | None

    def __eq__(self, other: object) -> bool:
        return self._numbers() == other._numbers() if isinstance(other, Calibration) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers())

    def _numbers(self) -> tuple[Any, ...]:
        arrays = (self.matrix, self.extrinsics, self.distortion, self.inverse_distortion)
        numbers = tuple(None if array is None else tuple(np.ravel(array).tolist()) for array in arrays)
        center = None if self.distortion_center is None else tuple(self.distortion_center)
        return (*numbers, tuple(self.reference_size), self.pixel_size, center)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Calibration:
        """Takes the JSON object of a calibration, whose matrices are stored by columns; raises UsageError for another one."""
        try:
            return cls._from_json(value)
        except (AttributeError, KeyError, TypeError, ValueError) as failure:
            raise usage(f"the object is no calibration: {failure!r}", "calibration") from None

    @classmethod
    def _from_json(cls, value: Mapping[str, Any]) -> Calibration:
        coefficients = {
            name: None if value.get(name) is None else np.asarray(value[name], np.float64)
            for name in ("lensDistortionCoefficients", "inverseLensDistortionCoefficients")
        }
        width, height = value["intrinsicMatrixReferenceDimensions"]
        center = value.get("lensDistortionCenter")
        return cls(
            matrix=np.asarray(value["intrinsicMatrix"], np.float64).reshape(3, 3).T.copy(),
            reference_size=(width, height),
            extrinsics=np.asarray(value["extrinsicMatrix"], np.float64).reshape(4, 3).T.copy(),
            pixel_size=value["pixelSize"],
            distortion_center=None if center is None else (center[0], center[1]),
            distortion=coefficients["lensDistortionCoefficients"],
            inverse_distortion=coefficients["inverseLensDistortionCoefficients"],
        )

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON object of the calibration, as `auxdepth attach --calibration` reads it."""
        value: dict[str, Any] = {
            "intrinsicMatrix": self.matrix.T.ravel().tolist(),
            "intrinsicMatrixReferenceDimensions": list(self.reference_size),
            "extrinsicMatrix": self.extrinsics.T.ravel().tolist(),
            "pixelSize": self.pixel_size,
        }
        if self.distortion_center is not None:
            value["lensDistortionCenter"] = list(self.distortion_center)
        if self.distortion is not None:
            value["lensDistortionCoefficients"] = self.distortion.tolist()
        if self.inverse_distortion is not None:
            value["inverseLensDistortionCoefficients"] = self.inverse_distortion.tolist()
        return value

    def intrinsics(self) -> Intrinsics:
        """Returns the pinhole camera of it."""
        matrix = self.matrix
        return Intrinsics(
            float(matrix[0, 0]),
            float(matrix[1, 1]),
            float(matrix[0, 2]),
            float(matrix[1, 2]),
            *self.reference_size,
            self.pixel_size,
        )


def intrinsics_option(value: Any) -> list[float] | None:
    """Returns a camera as the option `intrinsics` has it.

    An `Intrinsics`, which knows the size that it refers to, or in pixels of the map a 3 x 3 matrix, `f`, `(fx, fy)` or
    `(fx, fy, cx, cy)`; `(fx, fy, cx, cy, width, height)` names a size, too.
    """
    if value is None:
        return None
    if isinstance(value, Intrinsics):
        return [value.fx, value.fy, value.cx, value.cy, value.width, value.height]
    try:
        array = np.asarray(plain(value), np.float64)
    except (TypeError, ValueError, OverflowError, MemoryError):
        raise usage(f"intrinsics are numbers, a 3 x 3 matrix or an Intrinsics, not {type(value).__name__}", "intrinsics") from None
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    if array.ndim == 2 and array.shape != (1, array.size):
        return numbers_of_matrix(array, "intrinsics")
    return [float(number) for number in array.ravel()]


def numbers_of_matrix(matrix: NDArray[np.float64], name: str) -> list[float]:
    """Returns (fx, fy, cx, cy) of a 3 x 3 matrix in pixels; raises UsageError where it is not that of a camera."""
    if matrix.shape != (3, 3):
        raise usage(f"{name} has {matrix.size} numbers, and the matrix of a camera 9", name)
    (fx, skew, cx), (shear, fy, cy), last = matrix.tolist()
    if last != [0, 0, 1] or shear != 0 or not fx > 0 or abs(skew) > fx / 1000:
        raise usage(f"{name} is not [[fx, 0, cx], [0, fy, cy], [0, 0, 1]]: a transposed matrix, or one with skew", name)
    if max(fx, fy) < 10 and max(abs(cx), abs(cy)) <= 1:
        raise usage(
            f"{name} is in widths and heights of the picture (fx is {fx:g}), and pixels are wanted: multiply its first row "
            "by the width and its second by the height; from_model() does so for the kinds moge and moge-2",
            name,
        )
    return [fx, fy, cx, cy]


def calibration_option(value: Calibration | Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Returns a calibration as the option of that name has it."""
    if value is None:
        return None
    if isinstance(value, Calibration):
        return value.to_json()
    return dict(checked(value, abc.Mapping, "calibration"))


__all__: Sequence[str] = ["Calibration", "Intrinsics"]
