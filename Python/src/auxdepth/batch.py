"""Many photos, read side by side in one process."""

from __future__ import annotations

import operator
import os
import queue
import threading
from dataclasses import dataclass, field
from typing import Any, Callable, Generator, Generic, Iterable, Literal, TypeVar, Union, cast, overload

import numpy as np
from numpy.typing import NDArray

from .errors import usage
from .opening import open
from .photo import Photo

#: What is read of each photo: a name, or a function of the open photo.
What = Union[Literal["depth", "disparity", "mattes", "gain_map"], Callable[[Photo], Any]]
Path = Union[str, "os.PathLike[str]"]
Value = TypeVar("Value")
#: Each is a thread.
_MOST_JOBS = 4096


@dataclass(frozen=True, eq=False)
class FileResult(Generic[Value]):
    """What was read of one file of many: a value, or an error.

    Attributes:
        index: its number in the list, from 0.
        path: as it was given.
        error: why it could not be read, or None.
    """

    index: int
    path: Path
    error: Exception | None
    _value: Value | None = field(repr=False)

    @property
    def value(self) -> Value:
        """What was read; raises `error` where there is one."""
        if self.error is not None:
            raise self.error
        return cast(Value, self._value)


def _reader(what: What) -> Callable[[Photo], Any]:
    if callable(what):
        return what
    if what == "depth":
        return lambda photo: photo.depth()
    if what == "disparity":
        return lambda photo: photo.disparity()
    if what == "gain_map":
        return lambda photo: photo.gain_map()
    if what == "mattes":
        return lambda photo: dict(photo.mattes)
    raise usage(f"what is depth, disparity, mattes, gain_map or a function of a photo, not {what!r}", "what")


def _read(index: int, path: Path, read: Callable[[Photo], Any]) -> FileResult[Any]:
    try:
        with open(path) as photo:
            return FileResult(index, path, None, read(photo))
    except Exception as failure:
        # It belongs to this file, whoever raised it; the others are read nevertheless.
        return FileResult(index, path, failure, None)


class _Batch:
    """The threads that read, and the results that nobody has taken yet; never more than a few."""

    def __init__(self, paths: Iterable[Path], read: Callable[[Photo], Any], jobs: int, ahead: int) -> None:
        self._paths = enumerate(paths)
        self._read = read
        self._taking = threading.Lock()
        self._is_over = False
        self._room = threading.Semaphore(ahead)
        self.results: queue.SimpleQueue[FileResult[Any] | BaseException | None] = queue.SimpleQueue()
        self.threads = [threading.Thread(target=self._work, name="auxdepth batch", daemon=True) for _ in range(jobs)]

    def _next(self) -> tuple[int, Path] | None:
        """Returns the next file; None at the end of all, and once the results are not wanted any more."""
        self._room.acquire()
        with self._taking:
            return None if self._is_over else next(self._paths, None)

    def _work(self) -> None:
        try:
            while (file := self._next()) is not None:
                self.results.put(_read(*file, self._read))
            self.results.put(None)
        except BaseException as failure:
            # The list of files failed, or a function left the interpreter: that is the caller's.
            self.results.put(failure)
        # Another that waits for room finds the end, too.
        self._room.release()

    def took(self) -> None:
        """Makes room for another file."""
        self._room.release()

    def stop(self) -> None:
        """Has the threads end with the files that they are reading."""
        self._is_over = True
        for _ in self.threads:
            self._room.release()

    def join(self) -> None:
        """Waits until they have ended."""
        for thread in self.threads:
            thread.join()


def _unordered(batch: _Batch) -> Generator[FileResult[Any], None, None]:
    remaining = len(batch.threads)
    while remaining > 0:
        found = batch.results.get()
        if found is None:
            remaining -= 1
        elif isinstance(found, BaseException):
            raise found
        else:
            batch.took()
            yield found


def _ordered(batch: _Batch) -> Generator[FileResult[Any], None, None]:
    waiting: dict[int, FileResult[Any]] = {}
    following = 0
    remaining = len(batch.threads)
    while remaining > 0 or waiting:
        if following in waiting:
            found = waiting.pop(following)
            following += 1
            # What waits for a slow file counts as well, so that it does not grow without end.
            batch.took()
            yield found
            continue
        result = batch.results.get()
        if result is None:
            remaining -= 1
        elif isinstance(result, BaseException):
            raise result
        else:
            waiting[result.index] = result


def _run(batch: _Batch, order: bool) -> Generator[FileResult[Any], None, None]:
    for thread in batch.threads:
        thread.start()
    try:
        yield from _ordered(batch) if order else _unordered(batch)
    except GeneratorExit:
        batch.stop()
        batch.join()
        raise
    except BaseException:
        # Ctrl-C does not wait for a decoder.
        batch.stop()
        raise
    batch.join()


@overload
def read_many(
    paths: Iterable[Path], what: Literal["depth", "disparity"] = "depth", *, jobs: int | None = None, order: bool = True
) -> Generator[FileResult[NDArray[np.float32]], None, None]: ...
@overload
def read_many(
    paths: Iterable[Path], what: Literal["mattes"], *, jobs: int | None = None, order: bool = True
) -> Generator[FileResult[dict[str, NDArray[np.uint8]]], None, None]: ...
@overload
def read_many(
    paths: Iterable[Path], what: Literal["gain_map"], *, jobs: int | None = None, order: bool = True
) -> Generator[FileResult[NDArray[Any] | None], None, None]: ...
@overload
def read_many(
    paths: Iterable[Path], what: Callable[[Photo], Value], *, jobs: int | None = None, order: bool = True
) -> Generator[FileResult[Value], None, None]: ...
def read_many(
    paths: Iterable[Path], what: What = "depth", *, jobs: int | None = None, order: bool = True
) -> Generator[FileResult[Any], None, None]:
    """Reads many photos side by side, in threads of this process: decoding holds no lock of Python.

    A file that cannot be read is a result with its `error`, and the others are read. Files are opened some places ahead of
    the result that is taken, no more: four for each job. Closing the iterator, or leaving the loop, ends the reading with
    the files that are being read.

    Args:
        paths: any iterable; it is gone through by one thread at a time, as results are taken.
        what: `depth` in metres, `disparity`, `mattes` as a dictionary by short names, `gain_map`, or a function of the
            open photo, which is called in one of the threads.
        jobs: how many files are read at once. Where it is not given, twice as many as this process has processors: a thread
            that waits for its decoder, or a decoder that waits for its thread, leaves none of them idle.
        order: whether results come in the order of the paths; else as they are done.

    Returns:
        An iterator of FileResult: `index`, `path`, `error`, and `value`, which raises the error where there is one.

    Raises:
        UsageError: `what` or `jobs` is wrong.
    """
    count = 2 * _processors() if jobs is None else operator.index(jobs)
    if not 1 <= count <= _MOST_JOBS:
        raise usage(f"jobs is 1...{_MOST_JOBS}, not {count}", "jobs")
    return _run(_Batch(paths, _reader(what), count, 4 * count), order)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


__all__ = ["FileResult", "read_many"]
