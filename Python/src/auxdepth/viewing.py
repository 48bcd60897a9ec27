"""Showing photos with their depth, mattes and gain maps in one page of HTML."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Union

from . import _calls
from ._keywords import takes
from ._options import View

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class PagePhoto:
    """What became of one photo of a page.

    Attributes:
        path: as it was given.
        valid: whether no rule of the severity `error` found anything; None where the photo could not be judged.
        error: why the page shows only the name of the file, or None.
        failed: why some of its pictures are not shown.
        notes: what was forgiven, and what of the photo the preview does not show as it is.
    """

    path: str
    valid: bool | None
    error: str | None = None
    failed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def _from_json(cls, value: Mapping[str, Any], path: str) -> PagePhoto:
        return cls(
            path, value.get("valid"), value.get("error"), tuple(value.get("failed", ())), tuple(value.get("notes", ()))
        )


@takes(View)
def view(
    paths: Path | Iterable[Path],
    output: Path,
    *,
    replace: bool = False,
    sync: bool = True,
    **options: Unpack[View],
) -> list[PagePhoto]:
    """Writes one page of HTML that shows photos with their auxiliary images, and needs nothing beside it.

    Args:
        paths: one path or several.
        output: the page; it appears whole, or not at all.
        replace: replaces a page that exists.
        sync: waits until the page is on the disk.
        **options

    Returns:
        What became of each photo; one that cannot be read is in the page with its error, and raises nothing.
    """
    names = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    report = c_void_p()
    _calls.call(
        "auxdepth_view",
        *_calls.paths(names),
        _calls.options(options),
        _calls.path_bytes(output),
        _calls.write_flags(replace, sync),
        byref(report),
    )
    photos = _calls.take_json(report)["photos"]
    return [PagePhoto._from_json(value, os.fspath(name)) for value, name in zip(photos, names)]


__all__ = ["PagePhoto", "view"]
