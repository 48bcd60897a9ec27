"""Validating files against all rules of their formats."""

from __future__ import annotations

import os
from ctypes import c_void_p
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, Union, overload

from . import _arrays, _calls, _interrupts
from ._declarations import WRITE_NO_SYNC
from ._keywords import takes
from ._options import Repair, Validate
from ._progress import for_each
from .errors import Error, kind_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Finding:
    """What a rule found in a file.

    Attributes:
        rule: its name, as `HEIF-AUXC-URN`.
        severity: `error`, `warning` or `info`.
        message: what is wrong, in English.
        offset: bytes from the beginning of the file, or None.
        where: the box, marker or tag path, or None.
    """

    rule: str
    severity: Literal["error", "warning", "info"]
    message: str
    offset: int | None = None
    where: str | None = None


@dataclass(frozen=True)
class Report:
    """What was found in a file.

    Attributes:
        path: as it was given; None of bytes.
        container: `jpeg`, `heif`, ..., or None where the file is of another kind.
        valid: True where there is no finding of the severity `error`, False where there is one, and None where there is
            none and the file could not be judged.
        findings: all of them, in the order of the file.
        details: the whole JSON object, with what newer libraries say too.
        judged: False where the system did not let the file be judged: it may be valid or not.
        hindrance: what kept rules from looking at all of the file, as an exception that can be raised; else None. A
            CodecMissingError for a library that is not installed, an InputOutputError for memory, threads, processes or
            open files that are lacking or bytes that cannot be read, a ChangedError where another program wrote to it.
        photo_decoded: whether the photo's own picture was decoded, damaged or not, as `decode_photo` asks for. Where it is
            False, nothing is said of the coded data of that picture.
    """

    path: str | None
    container: str | None
    valid: bool | None
    findings: tuple[Finding, ...]
    details: Mapping[str, Any] = field(repr=False, compare=False)
    judged: bool = True
    hindrance: Error | None = field(default=None, compare=False)
    photo_decoded: bool = False

    @classmethod
    def _from_json(cls, value: Mapping[str, Any], path: str | None) -> Report:
        findings = tuple(
            Finding(each["rule"], each["severity"], each["message"], each.get("offset"), each.get("where"))
            for each in value.get("findings", [])
        )
        reason = value.get("reason")
        hindrance = None
        if reason is not None:
            code = value.get("code", "io")
            hindrance = kind_of(code, None)(reason, code=code, reason=reason, path=path)
        return cls(
            path, value.get("container"), value.get("valid"), findings, value, value.get("judged", True), hindrance,
            value.get("photoDecoded", False),
        )


Path = Union[str, "os.PathLike[str]"]
#: Called with the number of files that are done, that of all, and the report of the last.
Progress = Callable[[int, int, Report], None]


# A str is an Iterable of str, too.
@overload
def validate(  # type: ignore[overload-overlap]  # pyright: ignore[reportOverlappingOverload]
    paths: Path | _arrays.BytesLike, *, progress: Progress | None = None, **options: Unpack[Validate]
) -> Report: ...
@overload
def validate(paths: Iterable[Path], *, progress: Progress | None = None, **options: Unpack[Validate]) -> list[Report]: ...
@takes(Validate)
def validate(
    paths: Path | _arrays.BytesLike | Iterable[Path], *, progress: Progress | None = None, **options: Unpack[Validate]
) -> Report | list[Report]:
    """Checks files against all rules, several at a time.

    Args:
        paths: one path, several, or the bytes of one file.
        progress: called with each file in this thread; what it raises ends the work, and is raised.
        **options

    In members of a policy, None as a value asks for nothing.

    Returns:
        The report of one path or of bytes; of several paths, even of a list of one, their reports in order. That a file is
        invalid, does not exist or cannot be judged raises nothing. What could not be judged is
        neither valid nor invalid: `report.judged` is False then, and `report.hindrance` says why.

    Raises:
        UnsupportedError: paths are given in a subinterpreter, as of mod_wsgi, where the bytes of one file can be given.
    """
    if isinstance(paths, (bytes, bytearray, memoryview)):
        data = _arrays.as_bytes(paths)
        value = _calls.json_of("auxdepth_validate_memory", _arrays.place(data), data.size, settings_of({**options, "jobs": None}))
        return Report._from_json(value, None)
    if isinstance(paths, (str, os.PathLike)):
        (report,) = validate([paths], progress=progress, **options)
        return report
    _interrupts.needs_callbacks("validate() of paths", "validate() takes the bytes of a file")
    names = list(paths)
    settings = settings_of(options)
    with for_each(lambda index, value: Report._from_json(value, os.fspath(names[index])), progress) as (callback, reports):
        _calls.call("auxdepth_validate", *_calls.paths(names), settings, callback, c_void_p())
    return reports


@takes(Repair)
def repair(path: Path, *, sync: bool = True, **options: Unpack[Repair]) -> Report:
    """Repairs a file in place, without touching a pixel, as far as findings have a repair; as `auxdepth validate --fix` does.

    The new file is checked before it gets its name: the findings are gone, no other one appears, and all coded bytes are the
    same. If nothing can be repaired, nothing is written.

    Args:
        sync: whether to wait for the disk.
        **options

    Returns:
        The report of the repaired file, whose `details["repaired"]` lists what was repaired.

    Raises:
        InputOutputError, CodecMissingError, ChangedError: the file cannot be judged, or written.
        UnsupportedError: the repaired file would have another finding.
    """
    flags = 0 if sync else WRITE_NO_SYNC
    value = _calls.json_of("auxdepth_repair", _calls.path_bytes(path), flags, settings_of(options))
    return Report._from_json(value, text_of(path))


def settings_of(options: Mapping[str, Any]) -> bytes | None:
    """Returns the options of validators as the library takes them: paths are texts."""
    given = dict(options)
    policy = given.get("policy")
    given["policy"] = dict(policy) if isinstance(policy, Mapping) else text_of(policy)
    given["policy_folder"] = text_of(given.get("policy_folder"))
    return _calls.options(given)


def text_of(path: Path | None) -> str | None:
    """Returns a path as a text."""
    return None if path is None else os.fsdecode(path)


__all__ = ["Finding", "Report", "repair", "validate"]
