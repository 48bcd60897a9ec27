"""Showing photos with their depth, mattes and gain maps in one page of HTML."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Union

from . import _calls
from ._declarations import WRITE_NEW, WRITE_NO_SYNC, WRITE_REPLACE

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class PagePhoto:
    """What became of one photo of a page.

    Attributes:
        path: as it was given.
        valid: whether no rule of the severity `error` found anything; None where the photo could not be judged.
        error: why the page has nothing of the file but its name, or None.
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


def view(
    paths: Path | Iterable[Path],
    output: Path,
    *,
    title: str | None = None,
    compare: bool = False,
    preview_side: int | None = None,
    replace: bool = False,
    sync: bool = True,
    jobs: int | None = None,
    max_pixels: int | None = None,
    max_memory: int | None = None,
) -> list[PagePhoto]:
    """Writes one page of HTML that shows photos with their auxiliary images, and needs nothing beside it.

    Args:
        paths: one path or several.
        output: the page; it appears whole, or not at all.
        title: of the page; the names of the photos where it is not given.
        compare: begins with two photos side by side.
        preview_side: the longer side of the previews in pixels; 2048, and less of more than two photos.
        replace: replaces a page that exists.
        sync: waits until the page is on the disk.
        jobs: the most threads; as many as processors where it is not given.

    Returns:
        What became of each photo; one that cannot be read stands in the page with its error, and raises nothing.
    """
    names = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    encoded = [_calls.path_bytes(name) for name in names]
    settings = _calls.options(
        {
            "title": title,
            "compare": compare,
            "preview_side": preview_side,
            "jobs": jobs,
            "max_pixels": max_pixels,
            "max_memory": max_memory,
        }
    )
    report = c_void_p()
    _calls.call(
        "auxdepth_view",
        (c_char_p * max(1, len(encoded)))(*encoded),
        len(encoded),
        settings,
        _calls.path_bytes(output),
        (WRITE_REPLACE if replace else WRITE_NEW) | (0 if sync else WRITE_NO_SYNC),
        byref(report),
    )
    photos = _calls.take_json(report)["photos"]
    return [PagePhoto._from_json(value, os.fspath(name)) for value, name in zip(photos, names)]


__all__ = ["PagePhoto", "view"]
