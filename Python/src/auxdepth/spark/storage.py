"""Folders and object stores by fsspec: listing, reading with patience, and writing whole."""

from __future__ import annotations

import os
import posixpath
import random
import time
import uuid
from dataclasses import dataclass
from typing import Any, Callable, TypeVar

from ._needs import needed
from .settings import Listed, Settings

SUFFIXES = (".jpg", ".jpeg", ".heic", ".heif", ".hif", ".avif", ".dng")
#: Stores where an object is there as a whole, or not at all, once it is put.
PUT_WHOLE = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "oci", "memory"}
Result = TypeVar("Result")


class Unreadable(Exception):
    """Why the bytes of a photo could not be read."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Children:
    """What a folder has: photos, and the paths of folders in it."""

    photos: list[Listed]
    folders: list[str]


class Store:
    """A folder or a prefix; paths are relative to it."""

    def __init__(self, url: str, settings: Settings) -> None:
        self._use(*opened(url, settings), settings)

    @classmethod
    def of_file(cls, url: str, settings: Settings) -> tuple[Store, str]:
        """Returns the store of one file, and the path of the file in it."""
        store = cls.__new__(cls)
        files, place = opened(url, settings)
        store._use(files, "", settings)
        return store, place

    def _use(self, files: Any, root: str, settings: Settings) -> None:
        self.files = files
        self.root = root.rstrip("/") if root != "/" else root
        self.settings = settings
        protocols = files.protocol if isinstance(files.protocol, (tuple, list)) else (files.protocol,)
        self.is_local = "file" in protocols
        self.puts_whole = bool(PUT_WHOLE & set(protocols))

    def place(self, path: str) -> str:
        return posixpath.join(self.root, path) if path else self.root

    def url(self, path: str) -> str:
        """Returns the name by which a file of the store is found from anywhere."""
        return str(self.files.unstrip_protocol(self.place(path)))

    # Listing

    def exists(self, path: str = "") -> bool:
        self.files.invalidate_cache()
        return bool(self.patiently(lambda: self.files.exists(self.place(path))))

    def photos(self, folder: str = "") -> list[Listed]:
        """Lists what has the name of a photo, below all folders of a folder."""
        # A process of Spark lives from job to job, and file systems remember what they listed.
        self.files.invalidate_cache()
        found = self.patiently(lambda: self.files.find(self.place(folder), detail=True))
        return sorted(self._photo(place, known) for place, known in found.items() if is_photo(place))

    def children(self, folder: str = "") -> Children:
        """Lists what is in one folder, and nothing below it."""
        self.files.invalidate_cache()
        try:
            entries = self.patiently(lambda: self.files.ls(self.place(folder), detail=True))
        except (FileNotFoundError, NotADirectoryError):
            return Children([], [])
        own = self.place(folder).rstrip("/")
        photos, folders = [], []
        for known in entries:
            place = str(known["name"]).rstrip("/")
            if place == own:
                continue  # Some stores list the marker of the folder itself.
            if known["type"] == "directory":
                folders.append(self._path(place))
            elif is_photo(place):
                photos.append(self._photo(place, known))
        return Children(sorted(photos), sorted(folders))

    def _path(self, place: str) -> str:
        return place[len(self.root):].lstrip("/")

    def _photo(self, place: str, known: dict[str, Any]) -> Listed:
        return Listed(self._path(place), int(known["size"]), version(known))

    def names(self, folder: str) -> set[str]:
        """Lists the files of a folder; an empty set where there is no such folder."""
        try:
            self.files.invalidate_cache()
            return {posixpath.basename(place) for place in self.files.ls(self.place(folder), detail=False)}
        except FileNotFoundError:
            return set()

    # Reading

    def listed(self, path: str) -> Listed:
        """Returns the size and version of a file; Unreadable where it is missing."""
        self.files.invalidate_cache()
        known = self._reading(lambda: self.files.info(self.place(path)))
        if known.get("size") is None:
            raise Unreadable("io", "the store does not state the size of the file")
        return Listed(path, int(known["size"]), version(known))

    def check_unchanged(self, photo: Listed) -> None:
        """Raises Unreadable where a photo is another one than was listed."""
        known = self.listed(photo.path)
        if (known.size, known.version) != (photo.size, photo.version):
            raise Unreadable("changed", "the file is another one than when it was listed")

    def read(self, path: str, start: int | None = None, end: int | None = None) -> bytes:
        """Reads a file, or a range of it; Unreadable where that fails again and again."""
        return bytes(self._reading(lambda: self.files.cat_file(self.place(path), start=start, end=end)))

    def _reading(self, attempt: Callable[[], Result]) -> Result:
        try:
            return self.patiently(attempt)
        except FileNotFoundError:
            raise Unreadable("missing", "the file does not exist") from None
        except PermissionError:
            raise Unreadable("forbidden", "the store does not permit reading the file") from None
        except MemoryError:
            raise
        except Exception as failure:
            raise Unreadable("io", f"the store fails: {type(failure).__name__}: {failure}") from None

    def patiently(self, attempt: Callable[[], Result]) -> Result:
        """Tries again after a pause what failed in a way that may pass."""
        for number in range(self.settings.read_attempts):
            try:
                return attempt()
            except (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError, MemoryError):
                raise
            except Exception:
                if number + 1 == self.settings.read_attempts:
                    raise
                # Tasks that failed together do not come back together.
                time.sleep(self.settings.read_pause * 2**number * random.uniform(0.5, 1.5))
        raise AssertionError("there is at least one attempt")

    # Writing

    def write(self, path: str, data: bytes) -> None:
        """Writes a file that is there as a whole or not at all, whoever else writes it at the same time."""
        place = self.place(path)
        if self.puts_whole:
            self.patiently(lambda: self.files.pipe_file(place, data))
            return
        folder, name = posixpath.split(place)
        self.files.makedirs(folder, exist_ok=True)
        passing = posixpath.join(folder, f".{name}.{uuid.uuid4().hex}")
        try:
            self.files.pipe_file(passing, data)
            if self.is_local:
                os.replace(passing, place)
            else:
                self.files.mv(passing, place)
        except BaseException:
            if self.files.exists(passing):
                self.files.rm_file(passing)
            raise

    def remove(self, path: str) -> None:
        """Removes a file; one that is gone already is no failure."""
        try:
            self.files.rm_file(self.place(path))
        except FileNotFoundError:
            pass


def opened(url: str, settings: Settings) -> tuple[Any, str]:
    """Returns the file system of a URL, and the place in it."""
    fsspec = needed("fsspec")
    # Options are those of the object store; a local folder knows none of them.
    options = settings.storage if fsspec.utils.get_protocol(url) not in ("file", "local") else {}
    files, place = fsspec.core.url_to_fs(url, **options)
    return files, str(place)


def is_photo(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def version(known: dict[str, Any]) -> str:
    """Returns what a store says of the version of a file: its entity tag, else when it was changed."""
    for name in ("ETag", "etag", "md5Hash", "content_md5"):
        if known.get(name):
            return str(known[name]).strip('"')
    changed = known.get("mtime", known.get("LastModified", known.get("last_modified", "")))
    return str(changed)
