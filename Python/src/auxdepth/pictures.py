"""Pixels in memory: of primary images, of arrays, and of effects."""

from __future__ import annotations

import ctypes
import operator
from ctypes import byref, c_size_t, c_void_p
from typing import Any, Literal

from numpy.typing import ArrayLike, NDArray

from . import _arrays, _calls, showing
from ._declarations import CPictureInfo
from ._handles import Handle, checked
from ._library import library


Orientation = Literal[1, 2, 3, 4, 5, 6, 7, 8]


class Picture(Handle):
    """Gray or RGB pixels of 8 or 16 bits, coded with the curve of their profile.

    Attributes:
        shape: (height, width), as its rows are stored.
        channels: 1 of gray, 3 of red, green and blue.
        bits: of a sample, 8 or 16.
        orientation: 1...8 as in Exif, how it is still to be turned for display.
    """

    _close_name = "auxdepth_picture_close"

    def __init__(self, pointer: int) -> None:
        super().__init__(pointer)
        #: Those of the picture that this is a copy of.
        self._notes: list[str] | None = None
        info = CPictureInfo()
        with self._use() as this:
            _calls.call("auxdepth_picture_describe", this, byref(info))
        self.shape: tuple[int, int] = (info.height, info.width)
        self.channels: Literal[1, 3] = info.channels
        self.bits: Literal[8, 16] = info.bits
        self.orientation: Orientation = info.orientation
        self.has_icc_profile = bool(info.has_icc_profile)

    def __repr__(self) -> str:
        return f"<Picture {self.shape[1]}x{self.shape[0]} {'gray' if self.channels == 1 else 'RGB'} {self.bits} bits>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _copy, (self.array(), self.icc_profile, self.orientation, self.notes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return _arrays.converted(self.array(), dtype, copy)

    def _repr_png_(self) -> bytes:
        return showing.png(showing.small(self.array(8)))

    def __enter__(self) -> Picture:
        return self

    @classmethod
    def from_array(
        cls, values: ArrayLike, *, icc_profile: bytes | None = None, orientation: int | None = None
    ) -> Picture:
        """Makes a picture of (height, width, 3) or (height, width) of uint8 or uint16, which are copied.

        Args:
            icc_profile: the profile of the pixels; sRGB by default.
            orientation: 1...8 as in Exif, how they are to be turned for display.
        """
        array = _arrays.pixels(values, "pixels")
        address, rows, size = _arrays.buffer(array)
        if icc_profile is not None:
            checked(icc_profile, bytes, "icc_profile")
        profile = _arrays.as_bytes(icc_profile) if icc_profile else None
        return cls(
            _calls.handle(
                "auxdepth_picture_new",
                address,
                array.shape[1],
                array.shape[0],
                1 if array.ndim == 2 else 3,
                8 * array.itemsize,
                rows,
                size,
                None if profile is None else _arrays.place(profile),
                0 if profile is None else profile.size,
                _calls.options({"orientation": orientation}),
            )
        )

    def array(
        self, bits: int | None = None, *, channels: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Returns the pixels: (height, width, 3), or (height, width) of gray, of uint8 or uint16.

        Args:
            bits: 8 or 16, rounded or spread; the picture's own where it is not given.
            channels: 3 repeats gray; the picture's own where it is not given.
            out: an array of that shape and type; it is returned.
        """
        bits = self.bits if bits is None else bits
        channels = self.channels if channels is None else channels
        shape = self.shape if operator.index(channels) == 1 else (*self.shape, 3)
        array = _arrays.output(shape, _arrays.dtype_of_bits(bits), out)
        with self._use() as this:
            _calls.call("auxdepth_picture_read", this, channels, bits, *_arrays.buffer(array))
        return array

    @property
    def icc_profile(self) -> bytes | None:
        """The ICC profile of the pixels; None for sRGB, and where the file does not say."""
        memory, count = c_void_p(), c_size_t()
        with self._use() as this:
            _calls.call("auxdepth_picture_icc_profile", this, byref(memory), byref(count))
        if memory.value is None:
            return None
        try:
            return ctypes.string_at(memory.value, count.value)
        finally:
            library().auxdepth_free(memory)

    @property
    def notes(self) -> list[str]:
        """What of the photo the pixels do not hold."""
        if self._notes is not None:
            return self._notes
        with self._use() as this:
            return list(_calls.json_of("auxdepth_picture_notes_json", this))


def _copy(array: NDArray[Any], icc_profile: bytes | None, orientation: int, notes: list[str]) -> Picture:
    picture = Picture.from_array(array, icc_profile=icc_profile, orientation=orientation)
    picture._notes = notes
    return picture


__all__ = ["Picture"]
