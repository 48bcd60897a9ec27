"""NumPy arrays as buffers of the library: handed over in place, copied where their rows have gaps in them."""

from __future__ import annotations

import itertools
import operator
import os
import threading
import weakref
from contextlib import contextmanager
from ctypes import c_void_p
from functools import wraps
from typing import Any, Callable, Iterator, Tuple, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from ._declarations import FLOAT16, FLOAT32, UINT8, UINT16, Release
from ._library import library
from .errors import InputOutputError, usage

_KINDS = {"uint8": UINT8, "uint16": UINT16, "float16": FLOAT16, "float32": FLOAT32}
_DTYPES = {kind: np.dtype(name) for name, kind in _KINDS.items()}

#: Where samples are, how far apart rows are, and the bytes of all.
Buffer = Tuple[c_void_p, int, int]
#: What `bytes` and the like are called here.
BytesLike = Union[bytes, bytearray, memoryview]
_Made = TypeVar("_Made")


@contextmanager
def allocating(what: str) -> Iterator[None]:
    """Raises InputOutputError where NumPy has no memory for an array."""
    try:
        yield
    except MemoryError:
        raise InputOutputError(f"{what} takes more memory than the system gives", code="io") from None


def empty(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Returns a new array of a size that a file states."""
    what = f"an array of {'x'.join(map(str, shape))}"
    with allocating(what):
        try:
            return np.empty(shape, dtype)
        except ValueError:
            # NumPy's error for more bytes than there are addresses.
            raise MemoryError from None


def _copying(function: Callable[[Any, str], _Made]) -> Callable[[Any, str], _Made]:
    """Has a function of an array and its name raise InputOutputError where there is no memory for a copy."""

    @wraps(function)
    def wrapped(values: Any, name: str) -> _Made:
        with allocating(f"a copy of {name}"):
            return function(values, name)

    return wrapped


def dtype_of(kind: int) -> np.dtype[Any]:
    """Returns the type of samples of a kind."""
    return _DTYPES[kind]


def dtype_of_bits(bits: int) -> Any:
    """Returns the type of codes of 8 or 16 bits; the library refuses other numbers of them."""
    return np.uint8 if operator.index(bits) == 8 else np.uint16


def plain(values: Any, name: str = "values") -> NDArray[Any]:
    """Returns anything array-like as an array, also PyTorch tensors on another device or with a gradient.

    What a mask of NumPy hides is a hole: NaN. Whole numbers have no NaN, and a mask that hides one raises UsageError.
    """
    if hasattr(values, "detach") and hasattr(values, "cpu"):
        values = values.detach().cpu()
    if isinstance(values, np.ma.MaskedArray):
        if values.dtype.kind == "f":
            return np.asarray(values.filled(np.nan))
        if np.ma.is_masked(values):
            raise usage(
                f"{name} is masked, and samples of {values.dtype} have no value for a hole: floats have NaN, and whole "
                "numbers of a unit 0, as .filled(0)",
                name,
            )
        return np.asarray(values.data)
    return np.asarray(values)


def converted(array: NDArray[Any], dtype: Any, copy: bool | None) -> NDArray[Any]:
    """Returns what `__array__` gives: an array that was made for this, of the type that is asked for."""
    if copy is False:
        raise ValueError("samples are decoded into a new array: copy=False cannot be kept")
    return array if dtype is None else array.astype(dtype, copy=False)


def place(array: NDArray[Any]) -> c_void_p:
    """Returns the address of an array, which lives as long as that is kept: a call that was interrupted may still use it."""
    return array.ctypes.data_as(c_void_p)


def buffer(array: NDArray[Any]) -> Buffer:
    """Returns the address of an array whose rows have no gaps."""
    rows = array.strides[0] if array.shape[0] > 1 else array[0].nbytes
    return place(array), rows, (array.shape[0] - 1) * rows + array[0].nbytes


def _has_plain_rows(array: NDArray[Any]) -> bool:
    """Whether samples of a row are side by side, rows one after another from the top, all of them aligned."""
    if not array.flags.aligned or not array.dtype.isnative:
        return False
    if array.shape[0] > 1 and (array.strides[0] < array[0].nbytes or array.strides[0] % array.itemsize):
        return False
    return bool(array[0].flags.c_contiguous)


class _Owned:
    """Memory of the library as an array sees it, which is freed with the last of its arrays."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.__array_interface__ = {"version": 3, "data": (address, False), "shape": shape, "typestr": dtype.str}
        # The arrays of a module may be used until the very end: nothing is freed when Python ends.
        weakref.finalize(self, library().auxdepth_free, address).atexit = False


def owned(address: int | None, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Returns an array over memory that the library allocated, without a copy; an empty one for NULL."""
    if address is None:
        return np.empty(shape, dtype)
    return np.asarray(_Owned(address, shape, np.dtype(dtype)))


class Kept:
    """Objects that the library uses by numbers until it releases them."""

    def __init__(self) -> None:
        # Reentrant: garbage collection may release an object while its thread holds the lock.
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)
        self._objects: dict[int, object] = {}
        self.released = Release(self._remove)
        # Another thread may hold the lock when this process forks.
        if hasattr(os, "register_at_fork"):
            release = self._lock.release
            os.register_at_fork(before=self._lock.acquire, after_in_parent=release, after_in_child=release)

    def add(self, kept: object) -> int:
        with self._lock:
            number = next(self._numbers)
            self._objects[number] = kept
            return number

    def _remove(self, number: int | None) -> None:
        with self._lock:
            self._objects.pop(number or 0, None)

    def __len__(self) -> int:
        return len(self._objects)


#: The arrays that the library reads where they are.
lent = Kept()


def plane(values: Any, name: str) -> NDArray[Any]:
    """Returns rows and columns of samples: leading axes of length 1, as models have them, and a last one are dropped."""
    array = plain(values, name)
    shape = array.shape
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.ndim != 2 or 0 in array.shape:
        raise usage(f"{name} has the shape {shape}; rows and columns are wanted, (height, width)", name)
    if 2 <= array.shape[1] <= 4 and array.shape[0] >= 32:
        raise usage(f"{name} has the shape {shape}, which is a list of points and no map", name)
    return array


@_copying
def lengths(values: Any, name: str) -> Any:
    """Returns whole numbers of a unit as samples that the library has: uint16 where they fit, else float32.

    0 and less, and what a mask hides, is a hole. Anything else comes back as it is.
    """
    if isinstance(values, np.ma.MaskedArray) and values.dtype.kind in "iu":
        values = values.filled(0)
    array = plain(values, name)
    if array.dtype.kind not in "iu" or array.dtype.name in _KINDS:
        return array if array.dtype.kind in "iu" else values
    array = np.maximum(array, 0)
    fits = array.size == 0 or array.max() <= 0xFFFF
    return array.astype(np.uint16) if fits else array.astype(np.float32)


@_copying
def codes(values: Any, name: str) -> NDArray[Any]:
    """Returns whole numbers of 0...255 in wider types as uint8, as of np.array() of a list; anything else as it is."""
    array = plain(values, name)
    if array.dtype.kind not in "iu" or array.dtype.name in _KINDS or array.size == 0:
        return array
    if array.min() < 0 or array.max() > 255:
        raise usage(
            f"{name} has samples of {array.dtype} from {array.min()} to {array.max()}: up to 255 they are codes of 8 bits; "
            "astype(np.uint16) makes codes of 16 bits",
            name,
        )
    return array.astype(np.uint8)


@_copying
def samples(values: Any, name: str) -> tuple[NDArray[Any], int]:
    """Returns a plane of samples and their kind, without a copy where the library can read them in place.

    float64 becomes float32, bool 0 and 1.
    """
    array = plane(values, name)
    if array.dtype == np.bool_:
        array = array.astype(np.uint8)
    elif array.dtype.kind == "f" and array.dtype.itemsize > 4:
        with np.errstate(over="ignore"):
            array = array.astype(np.float32)
    array = array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    kind = _KINDS.get(array.dtype.name)
    if kind is None:
        raise usage(
            f"{name} has samples of {array.dtype}; floats, uint8 and uint16 are wanted, or other whole numbers with an `input_unit`",
            name,
        )
    return (array if _has_plain_rows(array) else array.copy(order="C")), kind


@_copying
def pixels(values: Any, name: str) -> NDArray[Any]:
    """Returns pixels of a picture, (height, width), (height, width, 1) or (height, width, 3), of uint8 or uint16."""
    array = codes(values, name)
    if array.dtype == np.bool_:
        array = array.astype(np.uint8) * np.uint8(255)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.ndim not in (2, 3) or 0 in array.shape or (array.ndim == 3 and array.shape[2] != 3):
        hint = ": [:, :, :3] leaves out alpha" if array.ndim == 3 and array.shape[2] == 4 else ""
        raise usage(f"{name} has the shape {array.shape}; (height, width, 3) or (height, width) is wanted{hint}", name)
    if array.dtype.name not in ("uint8", "uint16"):
        hint = ": of 0...1, (255 * pixels).round().astype(np.uint8)" if array.dtype.kind == "f" else ""
        raise usage(f"{name} has samples of {array.dtype}; uint8 or uint16 are wanted{hint}", name)
    array = array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    return array if _has_plain_rows(array) else array.copy(order="C")


def output(shape: tuple[int, ...], dtype: Any, out: NDArray[Any] | None) -> NDArray[Any]:
    """Returns where samples go: `out` where it fits, else a new array."""
    wanted = np.dtype(dtype)
    if out is None:
        return empty(shape, wanted)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != wanted or not out.flags.writeable:
        raise usage(f"out is no array of {wanted} with the shape {shape} that can be written to", "out")
    if not _has_plain_rows(out):
        raise usage("out has gaps between the samples of a row, or rows from the bottom", "out")
    return out


def as_bytes(data: BytesLike) -> NDArray[np.uint8]:
    """Returns bytes as an array of them, without a copy."""
    return np.frombuffer(data, np.uint8)
