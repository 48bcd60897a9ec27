"""Calls of the library: errors become exceptions, and what it allocated is freed."""

from __future__ import annotations

import ctypes
import json
import operator
import os
import stat
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, Iterable, Mapping

import numpy as np

from . import _interrupts
from ._declarations import AT_ONCE, CLOSED_BY, WRITE_NEW, WRITE_NO_SYNC, WRITE_REPLACE, CError
from ._library import library
from ._suggestions import SUGGESTIONS
from .errors import Error, kind_of, usage


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "replace")


def _exception(pointer: Any, status: int) -> Error:
    """Makes the exception of an error, and frees it."""
    if not pointer:
        return Error(f"the call failed with status {status}", code="unknown")
    try:
        error = pointer.contents
        code = _text(error.code) or "unknown"
        suggestion_code, suggestion = _text(error.remedy), _text(error.remedy_text)
        message = _text(error.message) or code
        if suggestion_code in SUGGESTIONS:
            message = f"{message.removesuffix(suggestion or '')}{SUGGESTIONS[suggestion_code]}"
            suggestion = SUGGESTIONS[suggestion_code]
        return kind_of(code, suggestion_code)(
            message,
            code=code,
            reason=_text(error.reason),
            path=None if error.path is None else os.fsdecode(error.path),
            place=_text(error.place),
            offset=None if error.offset < 0 else error.offset,
            suggestion=suggestion,
            suggestion_code=suggestion_code,
        )
    finally:
        library().auxdepth_error_free(pointer)


_WHOLE = (c_int32, c_int64, c_size_t, c_uint64)


def _checked(arguments: tuple[Any, ...], kinds: Iterable[Any]) -> list[Any]:
    """Returns arguments whose whole numbers C can hold: ctypes would cut others. Raises TypeError, UsageError."""
    checked = []
    for value, kind in zip(arguments, kinds):
        if kind in _WHOLE:
            value = operator.index(bool(value) if isinstance(value, np.bool_) else value)
            if kind(value).value != value:
                raise usage(f"the number {value} is negative or too large")
        checked.append(value)
    return checked


def call(name: str, *arguments: Any, undo: Callable[[], None] | None = None, is_short: bool = False) -> None:
    """Calls a function whose last parameter is the place of an error; raises what it reports.

    What a handler of a signal raises meanwhile is raised at once; `undo` then closes what the function made nevertheless.
    A call that `is_short` holds handlers back until it ends.
    """
    error = POINTER(CError)()
    function = getattr(library(), name)
    given = (*_checked(arguments, function.argtypes), byref(error))
    if is_short or name in AT_ONCE:
        status = function(*given)
    else:
        status = _interrupts.run(function, given, undo)
    if status != 0:
        raise _exception(error, status)


def handle(name: str, *arguments: Any, is_short: bool = False) -> int:
    """Calls a function that makes a handle, which is its last parameter before the error; `is_short` as in call()."""
    made = c_void_p()
    close = getattr(library(), CLOSED_BY[name])
    call(name, *arguments, byref(made), undo=lambda: close(made), is_short=is_short)
    assert made.value is not None
    return made.value


def take_text(pointer: c_void_p | int | None) -> str | None:
    """Returns a text that the library allocated, which is freed; None for NULL."""
    address = pointer.value if isinstance(pointer, c_void_p) else pointer
    if address is None:
        return None
    try:
        return ctypes.string_at(address).decode("utf-8", "replace")
    finally:
        library().auxdepth_free(address)


def take_json(pointer: c_void_p | int | None) -> Any:
    """Returns the value of a JSON text that the library allocated."""
    text = take_text(pointer)
    return None if text is None else json.loads(text)


def text_of(name: str, *arguments: Any) -> str:
    """Calls a function that makes a text, which is its last parameter before the error."""
    text = c_void_p()
    call(name, *arguments, byref(text))
    return take_text(text) or ""


def json_of(name: str, *arguments: Any) -> Any:
    """Calls a function that makes a JSON text, which is its last parameter before the error."""
    return json.loads(text_of(name, *arguments))


def bytes_of(name: str, *arguments: Any, reports: bool) -> tuple[bytes, Any]:
    """Calls a function that makes bytes and, where `reports`, a JSON text; returns both."""
    memory, count, report = c_void_p(), c_size_t(), c_void_p()
    call(name, *arguments, byref(memory), byref(count), *([byref(report)] if reports else []))
    try:
        result = b"" if memory.value is None else ctypes.string_at(memory.value, count.value)
    finally:
        library().auxdepth_free(memory)
    return result, take_json(report)


def put(file: Any, data: bytes, report: Any) -> dict[str, Any]:
    """Writes bytes into a file that is open, and returns the report; raises TypeError where it cannot be one."""
    if not hasattr(file, "write"):
        raise TypeError(f"path is a path or a file that is open for writing bytes, not {type(file).__name__}")
    file.write(data)
    return dict(report)


def options(values: Mapping[str, Any]) -> bytes | None:
    """Returns options as the library takes them: those that are not None, by their names in camel case."""
    given = {camel(name): value for name, value in values.items() if value is not None}
    if not given:
        return None
    try:
        return json.dumps(given, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError) as failure:
        raise usage(f"the options {sorted(values)} have a value that is neither a number nor a text: {failure}") from None


def _plain(value: Any) -> Any:
    """Returns NumPy's numbers and arrays as those of Python."""
    if hasattr(value, "tolist") and np.size(value) <= _MOST_NUMBERS:
        return value.tolist()
    raise TypeError(f"{type(value).__name__} {value!r}")


#: No option has more: an array that is larger is one of samples.
_MOST_NUMBERS = 4096


def is_infinite(value: Any) -> bool:
    """Returns True for infinity, which JSON cannot hold."""
    return isinstance(value, (float, np.floating)) and value == float("inf")


def camel(name: str) -> str:
    """Returns `white_is_near` as `whiteIsNear`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def path_bytes(path: str | os.PathLike[str]) -> bytes:
    """Returns a path as the library takes it: the name `-` is a file here, not standard input."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError as failure:
        raise usage(f"the path has characters that no name of a file has: {failure}") from None
    if b"\0" in name:
        raise usage("the path has a NUL")
    return b"./-" if name == b"-" else name


#: The files whose headers are read while handlers of signals wait. Opening reads headers alone, in a millisecond or less.
_LARGEST_SHORT = 64 << 20


def is_read_at_once(path: str | os.PathLike[str]) -> bool:
    """Whether the headers of a file are there without waiting: it is a regular one, and no pipe or device."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size <= _LARGEST_SHORT


def write_flags(replace: bool, sync: bool) -> int:
    """Returns how a file is written, as the library takes it."""
    return int((WRITE_REPLACE if replace else WRITE_NEW) | (0 if sync else WRITE_NO_SYNC))


def paths(names: Iterable[str | os.PathLike[str]]) -> tuple[Any, int]:
    """Returns paths as an array of C, and their number."""
    encoded = [path_bytes(name) for name in names]
    return (c_char_p * max(1, len(encoded)))(*encoded), len(encoded)


def text_bytes(value: str, name: str) -> bytes:
    """Returns a text as the library takes it; raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text, not {type(value).__name__}")
    return value.encode("utf-8", "replace")


def texts(values: Iterable[str], name: str = "types") -> tuple[Any, int]:
    """Returns texts as an array of C, and their number."""
    encoded = [text_bytes(value, name) for value in values]
    return (c_char_p * max(1, len(encoded)))(*encoded), len(encoded)
