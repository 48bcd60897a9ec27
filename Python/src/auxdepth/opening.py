"""Opening photos: from paths, bytes, and files that are open."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Union

from . import _arrays, _calls
from ._keywords import takes
from ._options import PhotoOpenMemory
from .errors import DataError, UnsupportedError, usage
from .photo import Photo

if TYPE_CHECKING:
    from typing_extensions import Unpack

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]


@takes(PhotoOpenMemory)
def open(
    source: Source, *, editing: bool = False, as_path: bool = False, **options: Unpack[PhotoOpenMemory]
) -> Photo:
    """Opens a photo by its headers; nothing is decoded.

    Args:
        source: a path, the bytes of a file, or a file that is open for reading bytes, from its current position on.
        editing: for a file that save() without a path is to replace: others that open it so wait until this is closed.
        as_path: whether bytes are a path, as os.fsencode() gives it; else they are those of a file.
        **options

    Raises:
        InputMissingError: there is no such file.
        DataError, UnsupportedError: the file is damaged, or of another kind.
        TypeError: the source is none of these.
    """
    settings = {name: value for name, value in options.items() if value is not None}
    if as_path and isinstance(source, bytes):
        source = os.fsdecode(source)
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        given = _calls.options({**settings, "editing": editing or None})
        is_short = not editing and _calls.is_read_at_once(name)
        pointer = _calls.handle("auxdepth_photo_open", _calls.path_bytes(name), given, is_short=is_short)
        return Photo(pointer, name, editing=editing, origin=(name, settings))
    if editing:
        raise usage("what is in memory has no file to replace", "editing")
    return in_memory(source if isinstance(source, (bytes, bytearray, memoryview)) else _read(source), settings)


def in_memory(source: _arrays.BytesLike, settings: dict[str, object]) -> Photo:
    """Opens a photo of bytes, which are kept for copies of it."""
    # Others than bytes can change.
    kept = source if isinstance(source, bytes) else bytes(source)
    data = _arrays.as_bytes(kept)
    try:
        pointer = _calls.handle("auxdepth_photo_open_memory", _arrays.place(data), data.size, _calls.options(settings))
    except (DataError, UnsupportedError):
        if 0 < len(kept) < 4096 and b"\0" not in kept and os.path.exists(kept):
            raise usage("the bytes are the path of a file: as_path=True opens that", "source") from None
        raise
    return Photo(pointer, None, origin=(kept, settings))


def _read(file: IO[bytes]) -> bytes:
    """Reads a file from its current position to its end."""
    if not hasattr(file, "read"):
        raise TypeError(f"source is a path, the bytes of a file or a file that is open, not {type(file).__name__}")
    data = file.read()
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"the file gives {type(data).__name__}, not bytes: open it in the mode 'rb'")
    if not data:
        raise usage("the file has no bytes after its current position: seek(0) goes to its beginning", "source")
    return bytes(data)


def reopened(source: Source, settings: dict[str, int]) -> Photo:
    """Opens a photo again that was pickled or copied; not for editing, since the first one may still be open for that."""
    return open(source, **settings)  # type: ignore[arg-type]


__all__ = ["Source", "open"]
