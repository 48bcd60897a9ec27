"""Reading photos of rows, paths and URLs, and writing files into a folder or an object store."""

from __future__ import annotations

import io
import os
import posixpath
import threading
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Callable, Iterator, Mapping

from ..errors import CannotCreateError, ChangedError

#: Returns bytes of a file, from an offset on.
Read = Callable[[int, int], bytes]
#: Bytes that are read from an object store in one request, at least.
BLOCK = 256 << 10


def local(path: str) -> str | None:
    """Returns a local path without its scheme, None for other URLs.

    Spark writes `file:/photos`, others `file:///photos`.
    """
    if path.startswith("file:"):
        return path[len("file:"):].removeprefix("//")
    return None if "://" in path else path


def place_of(path: str) -> str:
    """Returns a path or URL as an absolute path without `..`.

    URLs have a root of their own, `/:`, whatever their scheme: `s3a://bucket/a.jpg` is in `s3://bucket`.
    """
    name = local(path)
    if name is not None:
        return os.path.abspath(name)
    return posixpath.normpath(f"/:/{path.partition('://')[2]}")


def name_of(path: str, root: str | None) -> str:
    """Returns the name of a photo among results: its path relative to a folder, else the whole path."""
    place = place_of(path)
    if root is not None and place.startswith(folder := place_of(root).rstrip("/") + "/"):
        return place[len(folder):]
    return place.removeprefix("/:").lstrip("/")


@contextmanager
def reading(path: str, content: bytes | None, storage: Mapping[str, Any]) -> Iterator[tuple[int, Read]]:
    """Opens a photo: gives its size in bytes, and a function that returns a range of it.

    Args:
        path: a local path or a URL of fsspec; not used if there is `content`.
        content: the bytes of the photo, or None.
        storage: options of fsspec for URLs.

    Raises:
        OSError: the file cannot be read.
        ChangedError: the file is shorter than when it was opened; raised by the function.
    """
    with _opened(path, content, storage) as file:
        lock = threading.Lock()

        def read(offset: int, count: int) -> bytes:
            # The library calls it in several threads.
            with lock:
                file.seek(offset)
                data = file.read(count)
            if len(data) != count:
                message = f"{path}: the file was shortened while it was read"
                raise ChangedError(message, code="changed", path=path)
            return data

        yield file.seek(0, os.SEEK_END), read


def _opened(path: str, content: bytes | None, storage: Mapping[str, Any]) -> IO[bytes]:
    if content is not None:
        return io.BytesIO(content)
    place = local(path)
    if place is not None:
        return open(place, "rb")
    import fsspec

    files, place = fsspec.core.url_to_fs(path, **storage)
    # A worker of Spark is used by many jobs, and file systems remember what they listed.
    files.invalidate_cache()
    opened: IO[bytes] = files.open(place, "rb", block_size=BLOCK)
    return opened


def write(output: str, name: str, data: bytes, storage: Mapping[str, Any]) -> None:
    """Writes a file below a folder or a prefix of an object store; an existing one is replaced.

    In folders and object stores the file appears whole: two attempts of a task do not disturb each other.

    Raises:
        CannotCreateError: the file cannot be written.
    """
    folder = local(output)
    try:
        if folder is None:
            import fsspec

            files, place = fsspec.core.url_to_fs(f"{output.rstrip('/')}/{name}", **storage)
            files.pipe_file(place, data)
            return
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".auxdepth-{uuid.uuid4().hex}.tmp")
        try:
            temporary.write_bytes(data)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as failure:
        message = f"{output}/{name}: {failure}"
        raise CannotCreateError(message, code="cannotCreate", path=f"{output}/{name}") from failure
