"""Photos that are read by ranges, as from an object store: headers of a large photo cost few of its bytes."""

from __future__ import annotations

import ctypes
import os
from ctypes import c_void_p
from typing import TYPE_CHECKING, Any, Callable

from . import _arrays, _calls, _interrupts
from ._declarations import ReadRange
from ._keywords import takes
from ._options import PhotoOpenRanges, ValidateRanges
from .errors import Error, usage
from .photo import Photo
from .validation import Report, settings_of, text_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Returns the bytes from an offset on, as many as are asked for; the range is in the file.
Read = Callable[[int, int], _arrays.BytesLike]


class Range:
    """A function that reads, as the library calls it; what it raised is raised by the call that needed the bytes."""

    def __init__(self, size: int, read: Read) -> None:
        self._size, self._read = size, read
        self._raised: list[BaseException] = []
        # Kept: the library calls what this holds, and ctypes does not.
        self.function = ReadRange(self._fill)

    def _fill(self, _: Any, offset: int, count: int, place: int) -> int:
        try:
            data = _view_of(self._read(offset, count))
            if data.nbytes != count:
                raise usage(f"read returned {data.nbytes} bytes where {count} were asked for at byte {offset} of {self._size}", "read")
            ctypes.memmove(place, data.tobytes(), count)
        except BaseException as failure:  # noqa: BLE001, it is raised by what called the library
            self._raised.append(failure)
            return 1
        return 0

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Error as failure:
            self.reraise(failure)
            raise

    def reraise(self, failure: Error) -> None:
        """Raises what made a call fail, where the function raised that."""
        raised, self._raised = self._raised, []
        if raised:
            raise raised[0] from failure


def _view_of(data: Any) -> memoryview:
    """Returns the buffer of anything that has one."""
    try:
        return memoryview(data)
    except TypeError:
        raise TypeError(f"read returned {type(data).__name__}, not bytes") from None


#: The ranges that photos, and what was made of them, may still read.
_open = _arrays.Kept()


@takes(PhotoOpenRanges)
def open_ranges(size: int, read: Read, **options: Unpack[PhotoOpenRanges]) -> Photo:
    """Opens a photo whose bytes a function gives; as open(), nothing but headers is asked for at first.

    The library asks for many small ranges: a function that reads over a network should read a block at a time and
    keep it. It is called from whichever thread needs bytes.

    Args:
        size: the bytes of the file.
        read: called with an offset and a count, returns so many bytes: any object with a buffer of them.
        **options

    Raises:
        UnsupportedError: the call is made in a subinterpreter.
        what `read` raised, as later calls do that need more bytes; or as open().
    """
    _interrupts.needs_callbacks("open_ranges()", "open() takes the bytes of the file, or an open file")
    ranges = Range(size, read)
    settings = _calls.options(options)
    number = _open.add(ranges)
    pointer = ranges.call(
        _calls.handle, "auxdepth_photo_open_ranges", size, ranges.function, _open.released, c_void_p(number), settings
    )
    return Photo(pointer, None, ranges=(ranges,))


@takes(ValidateRanges)
def validate_ranges(
    size: int, read: Read, *, path: str | os.PathLike[str] | None = None, **options: Unpack[ValidateRanges]
) -> Report:
    """Checks a photo whose bytes a function gives, as open_ranges() and validate() do.

    What `read` raises is raised. What else the system lacks is in the report, which is not judged then.

    Args:
        path: what the photo is called, for the folders of a policy.
        **options
    """
    _interrupts.needs_callbacks("validate_ranges()", "validate() takes the bytes of the file")
    ranges = Range(size, read)
    name = None if path is None else _calls.path_bytes(path)
    value = ranges.call(
        _calls.json_of, "auxdepth_validate_ranges", size, ranges.function, c_void_p(), name, settings_of(options)
    )
    return Report._from_json(value, text_of(path))


__all__ = ["open_ranges", "validate_ranges"]
