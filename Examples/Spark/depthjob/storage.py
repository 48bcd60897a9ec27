"""Folders and object stores by fsspec: listing, reading with patience, and writing whole."""
from __future__ import annotations

import os
import posixpath
import random
import time
import uuid
from typing import Any, Callable, TypeVar

import fsspec

from .settings import Listed, Settings

SUFFIXES = (".jpg", ".jpeg", ".heic", ".heif", ".hif", ".avif", ".dng")
#: Stores where an object is there as a whole, or not at all, once it is put.
PUT_WHOLE = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "oci", "memory"}
#: Read at a time: headers are small and far apart.
BLOCK = 32 << 10
Result = TypeVar("Result")


class Unreadable(Exception):
    """Why the bytes of a photo could not be had."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BudgetSpent(Exception):
    """More of a photo would have been read than was allowed."""


class Store:
    """A folder or a prefix."""

    def __init__(self, url: str, settings: Settings) -> None:
        protocol = fsspec.utils.get_protocol(url)
        # Options are those of the object store; a local folder knows none of them.
        options = settings.storage if protocol not in ("file", "local") else {}
        self.files, root = fsspec.core.url_to_fs(url, **options)
        self.root: str = root.rstrip("/")
        self.settings = settings
        protocols = self.files.protocol if isinstance(self.files.protocol, (tuple, list)) else (self.files.protocol,)
        self.is_local = "file" in protocols
        self.puts_whole = bool(PUT_WHOLE & set(protocols))

    def place(self, path: str) -> str:
        return posixpath.join(self.root, path)

    # Reading

    def photos(self) -> list[Listed]:
        """Lists what has the name of a photo, below all folders."""
        found = []
        for place, known in self.patiently(lambda: self.files.find(self.root, detail=True)).items():
            path = place[len(self.root):].lstrip("/")
            if path.lower().endswith(SUFFIXES):
                found.append(Listed(path, int(known["size"]), version(known)))
        return sorted(found)

    def names(self, folder: str) -> set[str]:
        """Lists the files of a folder; none where there is no such folder."""
        try:
            self.files.invalidate_cache()
            return {posixpath.basename(place) for place in self.files.ls(self.place(folder), detail=False)}
        except FileNotFoundError:
            return set()

    def check_unchanged(self, photo: Listed) -> None:
        """Raises Unreadable where a photo is another one than was listed."""
        try:
            self.files.invalidate_cache()
            known = self.patiently(lambda: self.files.info(self.place(photo.path)))
        except FileNotFoundError:
            raise Unreadable("missing", "the file is not there any more") from None
        except Exception as failure:
            raise Unreadable("io", f"the store fails: {type(failure).__name__}: {failure}") from None
        if (int(known["size"]), version(known)) != (photo.size, photo.version):
            raise Unreadable("changed", "the file is another one than when it was listed")

    def read(self, path: str, start: int | None = None, end: int | None = None) -> bytes:
        """Reads a file, or a range of it; Unreadable where that fails again and again."""
        try:
            return bytes(self.patiently(lambda: self.files.cat_file(self.place(path), start=start, end=end)))
        except FileNotFoundError:
            raise Unreadable("missing", "the file is not there any more") from None
        except PermissionError:
            raise Unreadable("forbidden", "the store does not give the file") from None
        except Exception as failure:
            raise Unreadable("io", f"the store fails: {type(failure).__name__}: {failure}") from None

    def patiently(self, attempt: Callable[[], Result]) -> Result:
        """Tries again after a pause what failed in a way that may pass."""
        for number in range(self.settings.read_attempts):
            try:
                return attempt()
            except (FileNotFoundError, PermissionError, IsADirectoryError):
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


def version(known: dict[str, Any]) -> str:
    """Returns what a store says of the version of a file: its entity tag, else when it was changed."""
    for name in ("ETag", "etag", "md5Hash", "content_md5"):
        if known.get(name):
            return str(known[name]).strip('"')
    changed = known.get("mtime", known.get("LastModified", known.get("last_modified", "")))
    return str(changed)


class Ranges:
    """A photo that is read by blocks, each once; knows what was read."""

    def __init__(self, store: Store, photo: Listed, budget: int) -> None:
        self.store, self.photo, self.budget = store, photo, budget
        self.blocks: dict[int, bytes] = {}
        self.bytes_read = 0

    def read(self, offset: int, count: int) -> bytes:
        """Returns bytes of the photo; BudgetSpent where that takes more than the photo may cost."""
        first, last = offset // BLOCK, (offset + max(count, 1) - 1) // BLOCK
        self._load([number for number in range(first, last + 1) if number not in self.blocks])
        data = b"".join(self.blocks[number] for number in range(first, last + 1))
        return data[offset - first * BLOCK:][:count]

    def _load(self, missing: list[int]) -> None:
        """Reads missing blocks, adjacent ones in one request."""
        while missing:
            run = [missing.pop(0)]
            while missing and missing[0] == run[-1] + 1:
                run.append(missing.pop(0))
            start, end = run[0] * BLOCK, min((run[-1] + 1) * BLOCK, self.photo.size)
            if self.bytes_read + end - start > self.budget:
                raise BudgetSpent
            data = self.store.read(self.photo.path, start, end)
            if len(data) != end - start:
                raise Unreadable("changed", "the file is shorter than it was when it was listed")
            self.bytes_read += len(data)
            for index, number in enumerate(run):
                self.blocks[number] = data[index * BLOCK:(index + 1) * BLOCK]
