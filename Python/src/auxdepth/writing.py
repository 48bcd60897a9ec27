"""Photos that are to be written: changes gather until a file is made of them."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from contextlib import contextmanager, suppress
from ctypes import byref, c_void_p
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Callable, Iterator, Literal, Mapping

import numpy as np

from . import _calls
from ._handles import Handle
from ._keywords import takes
from ._options import Writing
from ._suggestions import SUGGESTIONS
from .errors import CodecMissingError, QualityWarning, UnsupportedError, usage
from .pictures import Picture

if TYPE_CHECKING:
    from typing_extensions import Unpack

_CONTAINERS = {
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".jpe": "jpeg",
    ".heic": "heif",
    ".heif": "heif",
    ".hif": "heif",
    ".avif": "avif",
    ".dng": "dng",
    ".png": "png",
    ".tif": "tiff",
    ".tiff": "tiff",
}
#: Containers by their names and the extensions of their files, without the dot.
_NAMES = {**{name[1:]: container for name, container in _CONTAINERS.items()}, "heif": "heif", "jpeg": "jpeg", "tiff": "tiff"}
Container = Literal["jpeg", "jpg", "heif", "heic", "avif", "dng", "png", "tiff", "tif"]
#: Containers that hold auxiliary images.
HOLDING = ("jpeg", "heif", "avif", "dng")


class Edit(Handle):
    """A photo that is to be written in one container."""

    _close_name = "auxdepth_edit_close"

    def warnings(self) -> list[str]:
        """Returns the warnings about the maps that were attached."""
        with self._use() as this:
            found = _calls.json_of("auxdepth_edit_warnings_json", this)
        return [
            f"{each['reason']}: {SUGGESTIONS.get(each['remedy'], each['remedyText'])}" if "remedy" in each else each["text"]
            for each in found
        ]


def with_notes(report: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a report in which `notes` and `losses` are always lists."""
    return {"notes": [], "losses": [], **report}


def _callers_level() -> int:
    """Returns the `stacklevel` by which warnings.warn() names the line outside of this package."""
    package = str(Path(__file__).parent) + os.sep
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    return level


def container_named(name: str | None) -> str | None:
    """Returns the container of a name or an extension, as `heif` of `heic`; others are left to the library."""
    if name is None:
        return None
    if not isinstance(name, str):
        raise TypeError(f"container is a text, not {type(name).__name__}")
    return _NAMES.get(name.lower(), name)


def container_of(path: Any) -> str | None:
    """Returns the container that the extension of a path names, or None, as of a file that is open."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return None
    return _CONTAINERS.get(Path(os.fsdecode(path)).suffix.lower())


class Writable:
    """Something that can be written as a photo: changes gather until save() or to_bytes(); files appear whole or not at all."""

    def __init__(self) -> None:
        self._changes: list[Callable[[Edit], None]] = []
        self._edits: dict[tuple[str, str], Edit] = {}
        self._blank: Edit | None = None
        self._settings: dict[str, Any] = {}
        self._warned: set[str] = set()
        self._lock = threading.RLock()

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied: to_bytes() makes the photo")

    # What subclasses know

    def _own_container(self) -> str | None:
        """The container of the photo where it can hold auxiliary images; else None."""
        raise NotImplementedError

    def _begin(self, container: str, settings: Mapping[str, Any]) -> Edit:
        raise NotImplementedError

    def _size(self) -> tuple[tuple[int, int], int]:
        """The shape of the primary image as it will be stored, and its orientation."""
        raise NotImplementedError

    def _save_in_place_flags(self, sync: bool) -> tuple[str, int]:
        raise usage("a new photo has no file to replace: give save() a path", "path")

    # Changes

    def _change(self, change: Callable[[Edit], None], *, is_tried: bool = False) -> None:
        """Makes a change in the photo's own container at once, so that what is wrong with it is raised here.

        Where the container is not known yet, it `is_tried` on a blank photo.
        """
        with self._lock:
            own = self._own_container()
            if own is not None:
                change(self._edit(own, {}))
            elif is_tried:
                self._try(change)
            self._changes.append(change)
            for key in [key for key in self._edits if key != (own, "{}")]:
                self._edits.pop(key).close()
            if own is not None:
                self._warn(self._edits[own, "{}"])

    def _try(self, change: Callable[[Edit], None]) -> None:
        """Makes a change to a blank photo of the same size, which is never written; what another container may hold is no error."""
        if self._blank is None:
            shape, orientation = self._size()
            with Picture.from_array(np.zeros(shape, np.uint8), orientation=orientation) as picture, picture._use() as pixels:
                self._blank = Edit(_calls.handle("auxdepth_edit_new_picture", pixels, b"jpeg", None, None))
        with suppress(CodecMissingError, UnsupportedError):
            change(self._blank)

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Makes several changes or, where one of them fails, none."""
        with self._lock:
            before = len(self._changes)
            try:
                yield
            except BaseException:
                if len(self._changes) > before:
                    del self._changes[before:]
                    self._close_edits()
                raise

    def _edit(self, container: str, settings: Mapping[str, Any]) -> Edit:
        """Returns the edit of a container, with all changes made."""
        given = {name: value for name, value in settings.items() if value is not None}
        key = (container, repr(given))
        with self._lock:
            if key not in self._edits:
                edit = self._begin(container, given)
                try:
                    for change in self._changes:
                        change(edit)
                except BaseException:
                    edit.close()
                    raise
                self._edits[key] = edit
            # The last one is that of `notes`.
            self._edits[key] = self._edits.pop(key)
            edit = self._edits[key]
            self._warn(edit)
            return edit

    def _warn(self, edit: Edit) -> None:
        """Makes a QualityWarning of each warning that was not made before."""
        for text in edit.warnings():
            if text not in self._warned:
                self._warned.add(text)
                warnings.warn(text, QualityWarning, _callers_level())

    def _close_edits(self) -> None:
        for edit in (*self._edits.values(), *([self._blank] if self._blank else [])):
            edit.close()
        self._edits.clear()
        self._blank = None

    # Writing

    @takes(Writing)
    def save(
        self,
        path: str | os.PathLike[str] | IO[bytes] | None = None,
        *,
        container: Container | None = None,
        replace: bool = False,
        sync: bool = True,
        **options: Unpack[Writing],
    ) -> dict[str, Any]:
        """Writes the photo with all changes, reads it back, compares it, and gives it its name; it can be called again.

        In its own container nothing of the photo is coded again. The open photo stays as it was: open the new file to read it.

        Args:
            path: of the file, or a file that is open for writing bytes; None replaces the photo's own, which keeps its mode,
                owner and attributes.
            container: `jpeg`, `heif`, `avif` or `dng`, of new photos also `png` and `tiff`; else by the extension.
            replace: whether a file of that name may be replaced.
            sync: whether to wait for the disk.
            **options

        Returns:
            What was written, with the errors of each map, as `auxdepth attach --json` prints it.

        Raises:
            UsageError: the extension names another kind of picture, as `.webp` does, than the one that is written.
            CannotCreateError, VerificationError, InputOutputError, ChangedError
        """
        if path is not None and not isinstance(path, (str, bytes, os.PathLike)):
            return _calls.put(path, *self._in_memory(container, options))
        if path is None:
            name, flags = self._save_in_place_flags(sync)
        else:
            name, flags = os.fspath(path), _calls.write_flags(replace, sync)
        edit = self._edit(*self._target(container or container_of(name), options))
        report = c_void_p()
        with edit._use() as this:
            _calls.call("auxdepth_edit_write", this, _calls.path_bytes(name), flags, byref(report))
        return with_notes(_calls.take_json(report))

    @takes(Writing)
    def to_bytes(self, container: Container | None = None, **options: Unpack[Writing]) -> bytes:
        """Makes the photo with all changes in memory, in the container that is named as in save(); as save()."""
        return self._in_memory(container, options)[0]

    def _in_memory(self, container: str | None, options: Mapping[str, object]) -> tuple[bytes, Any]:
        edit = self._edit(*self._target(container, options))
        with edit._use() as this:
            data, report = _calls.bytes_of("auxdepth_edit_write_memory", this, reports=True)
        return data, with_notes(report)

    def _target(self, container: str | None, options: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
        wanted = container_named(container) or self._own_container() or self._settings.get("container")
        if wanted is None:
            raise usage("neither the extension nor `container` names what can hold auxiliary images", "container")
        return wanted, options

    @property
    def notes(self) -> list[str]:
        """What the last edit does not carry over, and its conclusions about maps, for people."""
        for edit in reversed(list(self._edits.values())):
            with edit._use() as this:
                return list(_calls.json_of("auxdepth_edit_notes_json", this))
        return []


__all__ = ["HOLDING", "Edit", "Writable", "container_of"]
