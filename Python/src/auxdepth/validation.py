"""Validating files against all rules of their formats."""

from __future__ import annotations

import json
import os
import threading
from ctypes import c_char_p, c_void_p
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Union

from . import _arrays, _calls, _interrupts
from ._declarations import Validated
from .errors import CLASSES, Error


@dataclass(frozen=True)
class Finding:
    """What a rule has to say of a file.

    Attributes:
        rule: its name, as `HEIF-AUXC-URN`.
        severity: `error`, `warning` or `info`.
        message: what is wrong, in English.
        offset: bytes from the beginning of the file, or None.
        where: the box, marker or tag path, or None.
    """

    rule: str
    severity: str
    message: str
    offset: int | None = None
    where: str | None = None


@dataclass(frozen=True)
class Report:
    """What was found in a file.

    Attributes:
        path: as it was given; None of bytes.
        container: `jpeg`, `heif`, ..., or None where the file is none of those.
        valid: True where there is no finding of the severity `error`, False where there is one, and None where there is
            none and the file could not be judged.
        findings: all of them, in the order of the file.
        details: the whole JSON object, with what newer libraries say too.
        judged: False where the system did not let the file be judged: it may be valid or not.
        hindrance: what kept rules from looking at all of the file, as an exception that can be raised; else None. A
            CodecMissingError for a library that is not installed, an InputOutputError for memory, threads, processes or
            open files that are lacking or bytes that cannot be read, a ChangedError where another program wrote to it.
    """

    path: str | None
    container: str | None
    valid: bool | None
    findings: tuple[Finding, ...]
    details: Mapping[str, Any] = field(repr=False, compare=False)
    judged: bool = True
    hindrance: Error | None = field(default=None, compare=False)

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
            hindrance = CLASSES.get(code, Error)(reason, code=code, reason=reason, path=path)
        return cls(path, value.get("container"), value.get("valid"), findings, value, value.get("judged", True), hindrance)


Path = Union[str, "os.PathLike[str]"]
#: Called with the number of files that are done, that of all, and the report of the last.
Progress = Callable[[int, int, Report], None]


def validate(
    paths: Path | _arrays.BytesLike | Iterable[Path],
    *,
    jobs: int | None = None,
    headers_only: bool = False,
    profile: str | None = None,
    policy: Mapping[str, Any] | Path | None = None,
    policy_folder: Path | None = None,
    progress: Progress | None = None,
    max_pixels: int | None = None,
    max_memory: int | None = None,
) -> list[Report]:
    """Checks files against all rules, several at a time, and returns a report of each in their order.

    Args:
        paths: one path, several, or the bytes of one file.
        jobs: the most threads; as many as processors where it is not given.
        headers_only: leaves coded data alone.
        profile: `photos-portrait`, what files are to be good for beside being valid.
        policy: what is asked of files beside being valid, as `auxdepth validate --policy` takes it: its members, or the
            path of its file. None as a value asks for nothing.
        policy_folder: what the `folders` of such members are relative to; the current folder where it is not given.
        progress: called with each file in this thread; what it raises ends the work, and is raised.

    Returns:
        Reports; that a file is invalid, does not exist or cannot be judged raises nothing. What could not be judged is
        neither valid nor invalid: `report.judged` is False then, and `report.hindrance` says why.
    """
    settings = _settings(headers_only, profile, policy, policy_folder, max_pixels, max_memory)
    if isinstance(paths, (bytes, bytearray, memoryview)):
        data = _arrays.as_bytes(paths)
        value = _calls.json_of("auxdepth_validate_memory", _arrays.place(data), data.size, _calls.options(settings))
        return [Report._from_json(value, None)]
    names = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    reports: list[Report] = []
    raised: list[BaseException] = []

    def validated(_: Any, done: int, count: int, path: bytes, text: bytes) -> int:
        try:
            report = Report._from_json(json.loads(text), os.fspath(names[len(reports)]))
            reports.append(report)
            if progress is not None:
                progress(done, count, report)
        except BaseException as failure:  # noqa: BLE001, it is raised below
            raised.append(failure)
            # An interrupt does not wait for the files that are being checked; see _interrupts.
            if not isinstance(failure, Exception) and threading.current_thread() is threading.main_thread():
                raise
            return 1
        return 0

    places, count = _encoded(names)
    try:
        callback = Validated(_interrupts.in_caller(validated, otherwise=1))
        _calls.call("auxdepth_validate", places, count, _calls.options({**settings, "jobs": jobs}), callback, c_void_p())
    except Error:
        if not raised:
            raise
    if raised:
        raise raised[0]
    return reports


def _settings(
    headers_only: bool,
    profile: str | None,
    policy: Mapping[str, Any] | Path | None,
    policy_folder: Path | None,
    max_pixels: int | None,
    max_memory: int | None,
) -> dict[str, Any]:
    """The options of validators, as the library takes them."""
    return {
        "headers_only": headers_only,
        "profile": profile,
        "policy": dict(policy) if isinstance(policy, Mapping) else _text(policy),
        "policy_folder": _text(policy_folder),
        "max_pixels": max_pixels,
        "max_memory": max_memory,
    }


def _text(path: Path | None) -> str | None:
    return None if path is None else os.fsdecode(path)


def _encoded(names: list[Path]) -> tuple[Any, int]:
    encoded = [_calls.path_bytes(name) for name in names]
    return (c_char_p * max(1, len(encoded)))(*encoded), len(encoded)


__all__ = ["Finding", "Report", "validate"]
