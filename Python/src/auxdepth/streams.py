"""Videos, filtered by their depth."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any

from . import _calls
from ._keywords import takes
from ._options import Stream
from .batch import Path

if TYPE_CHECKING:
    from typing_extensions import Unpack


@takes(Stream)
def stream(
    color: Path,
    depth: Path,
    output: Path,
    *,
    matte: Path | None = None,
    replace: bool = False,
    sync: bool = True,
    **options: Unpack[Stream],
) -> dict[str, Any]:
    """Filters a video by its depth, frame by frame: `stream("in.y4m", "depth%04d.exr", "out.y4m", filters=["blur"], smooth=True)`.

    As `auxdepth stream` does. Memory does not grow with the length.

    Args:
        color: a Y4M file.
        depth: one frame for each of the color: a Y4M file, whose luma is near where it is white, a folder of map files of one kind, by
            the numbers in their names, or a pattern as `depth%04d.exr`.
        output: Y4M, or a video such as `out.mp4` that FFmpeg makes where it is installed.
        matte: likewise, what is white in it is spared by the filters.
        replace: whether a file of that name may be replaced.
        sync: whether to wait for the disk.
        **options

    Returns:
        The number of `frames`, `width` and `height` of those that were written, and `notes`.

    Raises:
        DataError: depth or matte end before the color, or a frame is damaged.
        InputMissingError, CannotCreateError, UsageError
    """
    given: dict[str, Any] = {**options, "far": "inf" if options.get("far") == float("inf") else options.get("far")}
    report = c_void_p()
    _calls.call(
        "auxdepth_stream",
        _calls.path_bytes(color),
        _calls.path_bytes(depth),
        None if matte is None else _calls.path_bytes(matte),
        _calls.path_bytes(output),
        _calls.write_flags(replace, sync),
        _calls.options(given),
        byref(report),
    )
    return dict(_calls.take_json(report))


__all__ = ["stream"]
