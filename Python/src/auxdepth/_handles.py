"""Handles of the library: closed once, and never while a thread uses them."""

from __future__ import annotations

import threading
import weakref
from contextlib import contextmanager
from typing import Any, Iterator

from ._library import library
from .errors import UsageError


class _Lifetime:
    """A pointer, its users and how it ends; holds no reference to the object that has it."""

    def __init__(self, pointer: int, close: str) -> None:
        self.pointer: int | None = pointer
        self.close_name = close
        self.lock = threading.Lock()
        self.users = 0
        self.is_closing = False

    def begin(self) -> int | None:
        with self.lock:
            if self.is_closing:
                return None
            self.users += 1
            return self.pointer

    def end(self) -> None:
        with self.lock:
            self.users -= 1
            ended = self._taken()
        self._free(ended)

    def close(self) -> None:
        with self.lock:
            self.is_closing = True
            ended = self._taken()
        self._free(ended)

    def _taken(self) -> int | None:
        """Takes the pointer where nobody needs it any more; the lock is held."""
        if not self.is_closing or self.users > 0:
            return None
        pointer, self.pointer = self.pointer, None
        return pointer

    def _free(self, pointer: int | None) -> None:
        if pointer is not None:
            getattr(library(), self.close_name)(pointer)


class Handle:
    """An object of the library; several threads may use one. A context manager that closes it."""

    _close_name: str

    def __init__(self, pointer: int) -> None:
        self._lifetime = _Lifetime(pointer, self._close_name)
        self._finalizer = weakref.finalize(self, self._lifetime.close)

    @contextmanager
    def _use(self) -> Iterator[int]:
        """Gives the pointer for a call; raises UsageError once this is closed."""
        pointer = self._lifetime.begin()
        if pointer is None:
            raise UsageError(f"the {type(self).__name__} is closed", code="usage")
        try:
            yield pointer
        finally:
            self._lifetime.end()

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return self._lifetime.is_closing

    def close(self) -> None:
        """Frees what this holds, when calls in other threads have ended; again, it does nothing."""
        self._finalizer()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
