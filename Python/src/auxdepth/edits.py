"""Edited photos: cropped, scaled, turned, stripped or converted, with everything in them."""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import IO, TYPE_CHECKING, Any, Mapping

from . import _calls
from ._handles import checked
from ._keywords import takes
from ._options import EditNewEdited
from .editing import Editable
from .errors import usage
from .opening import Source, open
from .photo import Photo
from .writing import HOLDING, Container, Edit, container_named, container_of, with_notes

if TYPE_CHECKING:
    from typing_extensions import Unpack


class EditedPhoto(Editable):
    """A photo with an edit, to be saved; what is attached to it is of the edited photo."""

    def __init__(self, photo: Photo, container: str | None, options: Mapping[str, Any]) -> None:
        super().__init__()
        self.photo = photo
        self._options = {name: value for name, value in options.items() if value is not None}
        self._chosen = container_named(container)
        self._settings["container"] = self._chosen or (photo.container if photo.container in HOLDING else None)

    def __repr__(self) -> str:
        return f"<EditedPhoto of {self.photo!r}>"

    def plan(self, container: Container | None = None) -> dict[str, Any]:
        """Returns what would be done, by the headers: the report of save() with `notes` and `losses`, and nothing is coded or written."""
        target, _ = self._target(container, {})
        with self.photo._use() as photo:
            return with_notes(
                _calls.json_of("auxdepth_edit_plan_json", photo, _calls.text_bytes(target, "container"), _calls.options(self._options))
            )

    def _own_container(self) -> str | None:
        return self._chosen

    def _size(self) -> tuple[tuple[int, int], int]:
        plan = self.plan("jpeg")
        return (plan["height"], plan["width"]), plan["orientation"]

    def _begin(self, container: str, settings: Mapping[str, Any]) -> Edit:
        given = _calls.options({**self._options, **settings})
        with self.photo._use() as photo:
            edit = Edit(_calls.handle("auxdepth_edit_new_edited", photo, _calls.text_bytes(container, "container"), given))
        edit._read_as(self.photo)
        return edit

    def _save_in_place_flags(self, sync: bool) -> tuple[str, int]:
        return self.photo._save_in_place_flags(sync)


@takes(EditNewEdited)
def edited(photo: Photo, *, container: Container | None = None, **options: Unpack[EditNewEdited]) -> EditedPhoto:
    """Returns a photo with an edit, for changes beside it: `edited(photo, resize="50%").attach(portrait=matte).save("small.jpg")`.

    The photo is cropped, scaled, turned and mirrored in this order; coordinates are those of the displayed photo. Depth map,
    mattes, gain map, calibration and metadata follow. Without an option it is a conversion.

    Args:
        container: `jpeg`, `heif`, `avif` or `dng`; else save() decides by the extension of its path.
        **options
    """
    return EditedPhoto(checked(photo, Photo, "photo"), container, options)


@takes(EditNewEdited)
def edit(
    photo: Photo | Source,
    out: str | os.PathLike[str] | IO[bytes] | None = None,
    *,
    container: Container | None = None,
    replace: bool = False,
    sync: bool = True,
    dry_run: bool = False,
    **options: Unpack[EditNewEdited],
) -> dict[str, Any]:
    """Edits a photo with everything in it, and writes it: `edit("photo.heic", "small.jpg", resize="long=2048", strip="location")`.

    As `auxdepth edit` does; edited() returns a photo that more can be done to.

    Args:
        photo: an open photo, or what open() takes.
        out: of the file, or a file that is open for writing bytes; None replaces the photo's own.
        container: `jpeg`, `heif`, `avif` or `dng`; else by the extension.
        replace: whether a file of that name may be replaced.
        sync: whether to wait for the disk.
        dry_run: whether to return what would be done, by the headers, and to write nothing.
        **options

    Returns:
        What was written: `container`, `primaryUnchanged`, `width`, `height`, `orientation`, `notes`, those of them that say what the
        photo lost without being asked to as `losses`, and `images`, each with its `type`, `width`, `height` and `fate` (`kept`, `coded`, `dropped`, `leftOut`), as `auxdepth edit --json` prints it.

    Raises:
        UsageError: options contradict each other or the photo, or there is nothing to do in the photo's own file.
        UnsupportedError: the edit cannot be done, such as a change of pixels within DNG, or the photo's own file would lose data that
            no option asks to remove, and `allow_loss` is not given.
        CannotCreateError, VerificationError, InputOutputError, ChangedError
    """
    with nullcontext(photo) if isinstance(photo, Photo) else open(photo, editing=out is None and not dry_run) as source:
        # A file that is replaced keeps its container, whatever its name says.
        wanted: Any = container_named(container) or (source.container if out is None else container_of(out))
        result = EditedPhoto(source, wanted, options)
        if dry_run:
            return result.plan()
        if out is None and not result._options:
            raise usage("nothing to edit: give an edit, or the path of a file that the photo is converted into", "out")
        try:
            return result.save(out, container=wanted, replace=replace, sync=sync)
        finally:
            result._close_edits()


__all__ = ["EditedPhoto", "edit", "edited"]
