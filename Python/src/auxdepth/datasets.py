"""Data sets: photos with their depth maps, mattes and cameras as a folder for machine learning and 3D."""

from __future__ import annotations

import os
from ctypes import c_void_p
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping

from . import _calls, _interrupts
from ._keywords import takes
from ._options import DatasetWrite
from ._progress import for_each
from .batch import FileResult, Path
from .errors import kind_of
from .geometry import settings_of
from .validation import text_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


@takes(DatasetWrite)
def write_dataset(
    paths: Iterable[Path],
    folder: Path,
    *,
    replace: bool = False,
    sync: bool = True,
    progress: Callable[[int, int, FileResult[Any]], None] | None = None,
    **options: Unpack[DatasetWrite],
) -> list[FileResult[Any]]:
    """Writes photos as a data set, several at a time: upright JPEG, depth in millimetres, mattes and cameras, as `extract --dataset`.

    The files appear in the folder when all are complete; those that are there with the same bytes stay.

    Args:
        paths: the photos.
        folder: of the set; it is made.
        replace: whether files may be replaced, and those of an earlier run removed that are not in this set.
        sync: whether to wait for the disk.
        progress: called with the number of photos that are done, that of all, and the last result, in this thread; what it raises ends
            the work, and is raised.
        **options

    Returns:
        A result for each photo: its `value` is the frame, as `cameras.json` has it, or None for a photo without a depth map, which is
        left out; `error` says why a photo could not be read, and the others are written nevertheless.

    Raises:
        NoSuchImageError: no photo has a depth map.
        Error: of the last photo, if all failed.
        CannotCreateError: a file exists with other bytes.
        UnsupportedError: in a subinterpreter, as of mod_wsgi.
    """
    _interrupts.needs_callbacks("write_dataset()", "`auxdepth extract --dataset` writes the same")
    names = list(paths)
    given: dict[str, Any] = dict(options)
    poses = given.get("poses")
    given["poses"] = dict(poses) if isinstance(poses, Mapping) else text_of(poses)
    settings, flags = settings_of(given), _calls.write_flags(replace, sync)
    with for_each(lambda index, value: _result(index, names[index], value), progress) as (callback, results):
        _calls.call(
            "auxdepth_dataset_write", *_calls.paths(names), _calls.path_bytes(folder), flags, settings, callback, c_void_p(), None
        )
    return results


def _result(index: int, path: Path, value: Mapping[str, Any]) -> FileResult[Any]:
    """Returns the result that the library reports of a photo."""
    code = value.get("code")
    if code is None:
        return FileResult(index, path, None, value.get("frame"))
    reason, suggestion = value["message"], value.get("remedy")
    message = f"{os.fsdecode(path)}: {reason}" + (f"; {suggestion}" if suggestion else "")
    failure = kind_of(code, None)(
        message,
        code=code,
        reason=reason,
        path=value.get("file", os.fsdecode(path)),
        place=value.get("place"),
        offset=value.get("offset"),
        suggestion=suggestion,
    )
    return FileResult(index, path, failure, None)


__all__ = ["write_dataset"]
