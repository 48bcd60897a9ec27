"""The exceptions that calls raise: one class for whatever can be done about it."""

from __future__ import annotations

import errno
import os
from typing import Any


class Error(Exception):
    """Why a call failed.

    Attributes:
        code: what is wrong, as a name that stays: `malformed`, `truncated`, `missingImage`, ...
        reason: why, as a sentence of English without its end.
        path: the file that it is about, or None.
        place: the box, marker or tag path in the file, as `meta/iprp/ipco[13]/auxC`, or the option; or None.
        offset: bytes from the beginning of the file, or None.
        suggestion: what can be given so that the call succeeds, as `replace=True replaces it`, or None.
        suggestion_code: the same as a name that stays, as `replaceFile`, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        reason: str | None = None,
        path: str | None = None,
        place: str | None = None,
        offset: int | None = None,
        suggestion: str | None = None,
        suggestion_code: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reason = reason if reason is not None else message
        self.path = path
        self.place = place
        self.offset = offset
        self.suggestion = suggestion
        self.suggestion_code = suggestion_code

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.message, {name: getattr(self, name) for name in _MEMBERS})


_MEMBERS = ("code", "reason", "path", "place", "offset", "suggestion", "suggestion_code")


def _restored(kind: type[Error], message: str, members: dict[str, Any]) -> Error:
    return kind(message, **members)


class _SystemError(Error, OSError):
    """An error with `errno`, `strerror` and `filename`, as Python's own calls raise it."""

    def __init__(self, message: str, *, code: str, **members: Any) -> None:
        super().__init__(message, code=code, **members)
        self.errno, self.strerror, self.filename = _number(self), self.reason, self.path


class QualityWarning(UserWarning):
    """A map that was attached is likely not what was meant: one bad sample takes the precision of the others, for example."""


class UsageError(Error, ValueError):
    """The arguments are wrong, or contradict each other or the file."""


class DataError(Error, ValueError):
    """The file is damaged, cut off, too large, or its coded data cannot be decoded."""


class UnsupportedError(Error, NotImplementedError):
    """The file is valid, but has or lacks something that is not handled."""


class NoSuchImageError(Error, LookupError):
    """The photo has no such image, calibration or primary image."""


class CodecMissingError(Error):
    """A library that is needed for this file is not installed."""


class InputMissingError(_SystemError, FileNotFoundError):
    """The file does not exist, or cannot be read."""


class CannotCreateError(_SystemError):
    """The output cannot be made; OutputExistsError where it exists already."""


class OutputExistsError(CannotCreateError, FileExistsError):
    """The output exists already; `replace=True` replaces it."""


class InputOutputError(_SystemError):
    """The system fails: reading or writing, or no memory, thread, process or open file is available."""


class ChangedError(_SystemError):
    """Another program changed the file meanwhile; the same call may succeed."""


class VerificationError(Error):
    """What was written does not read back as what was asked for; nothing was kept of it."""


class LibraryMissingError(Error, ImportError):
    """The library libauxdepth is not there, or is too old."""

    def __init__(self, message: str, *, code: str = "libraryMissing", **members: Any) -> None:
        super().__init__(message, code=code, **members)


#: The class of each code; codes that a newer library has are plain errors.
CLASSES: dict[str, type[Error]] = {
    "usage": UsageError,
    "malformed": DataError,
    "truncated": DataError,
    "limitExceeded": DataError,
    "codec": DataError,
    "unsupported": UnsupportedError,
    "missingImage": NoSuchImageError,
    "codecMissing": CodecMissingError,
    "inputMissing": InputMissingError,
    "cannotCreate": CannotCreateError,
    "io": InputOutputError,
    "changed": ChangedError,
    "verification": VerificationError,
}


def kind_of(code: str, suggestion_code: str | None) -> type[Error]:
    """Returns the class of an error."""
    return OutputExistsError if (code, suggestion_code) == ("cannotCreate", "replaceFile") else CLASSES.get(code, Error)


#: What the system calls its errors, the longest first: some are parts of others.
_NAMES = sorted(((os.strerror(number), number) for number in errno.errorcode), key=lambda one: -len(one[0]))


def _number(failure: Error) -> int:
    """Returns the errno of a failure: the one whose name is in its reason, else that of its kind."""
    if isinstance(failure, OutputExistsError):
        return errno.EEXIST
    named = next((number for name, number in _NAMES if name in failure.reason), None)
    if named is not None:
        return named
    if isinstance(failure, InputMissingError):
        is_folder = failure.path is not None and os.path.isdir(failure.path)
        return errno.EISDIR if is_folder else errno.ENOENT
    return errno.EAGAIN if isinstance(failure, ChangedError) else errno.EIO


def usage(message: str, place: str | None = None) -> UsageError:
    """Returns the error of an argument that is wrong."""
    return UsageError(message, code="usage", place=place)
