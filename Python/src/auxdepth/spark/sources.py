"""Where the bytes of photos come from: a store, files named by themselves, or a column of a table."""

from __future__ import annotations

from typing import Protocol

from .settings import Listed, Settings
from .storage import Store, Unreadable

#: Read at a time: headers are small and far apart.
BLOCK = 32 << 10


class PhotoSource(Protocol):
    """What photos are read from."""

    def read(self, path: str, start: int | None = None, end: int | None = None) -> bytes: ...

    def listed(self, path: str) -> Listed: ...

    def check_unchanged(self, photo: Listed) -> None: ...


class FileSource:
    """Photos by their own paths and URLs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def read(self, path: str, start: int | None = None, end: int | None = None) -> bytes:
        store, place = self._store(path)
        return store.read(place, start, end)

    def listed(self, path: str) -> Listed:
        store, place = self._store(path)
        known = store.listed(place)
        return Listed(path, known.size, known.version)

    def check_unchanged(self, photo: Listed) -> None:
        store, place = self._store(photo.path)
        store.check_unchanged(Listed(place, photo.size, photo.version))

    def _store(self, path: str) -> tuple[Store, str]:
        try:
            return Store.of_file(path, self.settings)
        except ValueError as failure:
            raise Unreadable("io", f"the path is of no known store: {failure}") from None


class ContentSource:
    """The bytes of one photo, which came along with its path."""

    def __init__(self, photo: Listed) -> None:
        assert photo.content is not None
        self.photo, self.content = photo, photo.content

    def read(self, path: str, start: int | None = None, end: int | None = None) -> bytes:
        return self.content if start is None and end is None else self.content[start:end]

    def listed(self, path: str) -> Listed:
        return self.photo

    def check_unchanged(self, photo: Listed) -> None:
        """Bytes in a row do not change."""


class BudgetSpent(Exception):
    """More of a photo would have been read than was allowed."""


class Ranges:
    """A photo that is read by blocks, each once; knows what was read."""

    def __init__(self, source: PhotoSource, photo: Listed, budget: int) -> None:
        self.source, self.photo, self.budget = source, photo, budget
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
            data = self.source.read(self.photo.path, start, end)
            if len(data) != end - start:
                raise Unreadable("changed", "the file is shorter than it was when it was listed")
            self.bytes_read += len(data)
            for index, number in enumerate(run):
                self.blocks[number] = data[index * BLOCK:(index + 1) * BLOCK]
