"""Handles of the library: closed once, and never while a thread uses them."""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator

from . import _interrupts
from ._library import library
from .errors import Error, UsageError

if TYPE_CHECKING:
    from .ranges import Range

#: Guards all lifetimes: one may end while another begins; a child of fork gets it free.
_lock = threading.RLock()
#: How many forks are between this process and the first.
_generation = 0


class _Lifetime:
    """A pointer, its users and how it ends; holds no reference to the object that has it."""

    def __init__(self, pointer: int, close: str) -> None:
        self.pointer: int | None = pointer
        self.close_name = close
        self.generation = _generation
        self.users = 0
        self.is_closing = False

    @property
    def is_of_parent(self) -> bool:
        """Whether a thread of the parent used this when it forked: what it was changing stays half changed here."""
        if self.users > 0 and self.generation != _generation:
            return True
        self.generation = _generation
        return False

    def begin(self) -> int | None:
        with _lock:
            if self.is_closing:
                return None
            if self.is_of_parent:
                raise UsageError(
                    "another thread used this when the process was forked: the child has to open its own", code="usage"
                )
            self.users += 1
            return self.pointer

    def end(self) -> None:
        with _lock:
            self.users -= 1
            ended = self._taken()
        self._free(ended)

    def close(self) -> None:
        with _lock:
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
        # At the end of the process, a call in a subinterpreter that releases the GIL never gets it back.
        self._finalizer.atexit = _interrupts.IN_MAIN_INTERPRETER
        #: What the photo, or those that this was made of, are read with.
        self._ranges: tuple[Range, ...] = ()

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied: make it where it is needed")

    @contextmanager
    def _use(self) -> Iterator[int]:
        """Gives the pointer for a call; raises UsageError once this is closed."""
        pointer = self._lifetime.begin()
        if pointer is None:
            raise UsageError(f"the {type(self).__name__} is closed", code="usage")
        try:
            yield pointer
        except Error as failure:
            for each in self._ranges:
                each.reraise(failure)
            raise
        finally:
            # A call that was interrupted has not ended yet.
            _interrupts.after_calls(self._lifetime.end)

    def _read_as(self, other: Handle) -> None:
        """Takes note that the bytes of another are read for this too."""
        self._ranges += tuple(each for each in other._ranges if each not in self._ranges)

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


def checked(value: Any, kind: type[Any], name: str) -> Any:
    """Returns a value of a type; raises TypeError for another one."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is a {kind.__name__}, not {type(value).__name__}")
    return value


def _in_child() -> None:
    global _generation
    _generation += 1
    _lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_in_child)
