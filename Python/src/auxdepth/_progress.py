"""Calls of the library that report each of several files."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, TypeVar

from . import _interrupts
from ._declarations import Validated
from .errors import Error

Made = TypeVar("Made")


@contextmanager
def for_each(
    made: Callable[[int, Any], Made], progress: Callable[[int, int, Made], None] | None
) -> Iterator[tuple[Any, list[Made]]]:
    """Gives a callback for one call, and the list of what `made` makes of the number of each file and its JSON.

    What `made` or `progress` raises ends the call, and is raised.
    """
    results: list[Made] = []
    raised: list[BaseException] = []

    def reported(_: Any, done: int, count: int, path: bytes, text: bytes) -> int:
        try:
            result = made(len(results), json.loads(text))
            results.append(result)
            if progress is not None:
                progress(done, count, result)
        except BaseException as failure:  # noqa: BLE001, it is raised below
            raised.append(failure)
            # An interrupt does not wait for the files that are being worked on; see _interrupts.
            if not isinstance(failure, Exception) and threading.current_thread() is threading.main_thread():
                raise
            return 1
        return 0

    try:
        yield Validated(_interrupts.in_caller(reported, otherwise=1)), results
    except Error:
        if not raised:
            raise
    if raised:
        raise raised[0]


__all__ = ["for_each"]
