"""Listing photos on executors: the driver learns the names of folders, and of no photo."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Iterable, Iterator, Tuple, Union

from ..errors import InputMissingError
from .settings import Listed, Settings
from .storage import Store

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import SparkSession

#: Folders are listed one by one, level by level, until there are so many; each is then listed with all below it.
FOLDERS = 64
LEVELS = 6
#: The most tasks of a level.
TASKS = 1024

#: Path, size and version of a photo.
PhotoEntry = Tuple[str, int, str]
#: A photo, or the path of a folder.
Entry = Union[PhotoEntry, str]


@dataclass(frozen=True)
class FolderListing:
    """Lists folders: photos, and the folders in them where those are not listed as well."""

    settings: Settings
    is_deep: bool

    def __call__(self, folders: Iterable[str]) -> Iterator[Entry]:
        store = Store(self.settings.input, self.settings)
        for folder in folders:
            if self.is_deep:
                yield from map(entry, store.photos(folder))
                continue
            children = store.children(folder)
            yield from map(entry, children.photos)
            yield from children.folders


def entry(photo: Listed) -> PhotoEntry:
    return photo.path, photo.size, photo.version


@dataclass
class Amount:
    """How many photos there are, their bytes, and the folders that are not listed yet."""

    photos: int = 0
    size: int = 0
    folders: list[str] = field(default_factory=list)


def amount(entries: Iterable[Entry]) -> Iterator[Amount]:
    """Gives the amount of what a task listed."""
    found = Amount()
    for each in entries:
        if isinstance(each, str):
            found.folders.append(each)
        else:
            found.photos += 1
            found.size += each[1]
    yield found


def photo_entries(entries: Iterable[Entry]) -> Iterator[PhotoEntry]:
    """Gives the photos of what a task listed."""
    for each in entries:
        if not isinstance(each, str):
            yield each


class Listing:
    """The photos of a folder or prefix, and their number and bytes; a context manager that frees it."""

    def __init__(self, spark: SparkSession, settings: Settings) -> None:
        if not Store(settings.input, settings).exists():
            raise InputMissingError(
                f"{settings.input}: there is no such folder or prefix", code="inputMissing", path=settings.input
            )
        self.spark = spark
        self.settings = settings
        self.levels: list[RDD[Entry]] = []
        self.count = self.size = 0
        folders = [""]
        for level in range(LEVELS):
            folders = self._list(folders, is_deep=len(folders) >= FOLDERS or level == LEVELS - 1)
            if not folders:
                break

    def _list(self, folders: list[str], is_deep: bool) -> list[str]:
        """Lists folders, and returns those in them that are to be listed yet."""
        from pyspark import StorageLevel

        names = self.spark.sparkContext.parallelize(folders, min(len(folders), TASKS))
        level = names.mapPartitions(FolderListing(self.settings, is_deep)).persist(StorageLevel.MEMORY_AND_DISK)
        self.levels.append(level)
        found: list[Amount] = level.mapPartitions(amount).collect()
        self.count += sum(each.photos for each in found)
        self.size += sum(each.size for each in found)
        return sorted(name for each in found for name in each.folders)

    @property
    def slots(self) -> int:
        """How many tasks the cluster runs at a time."""
        return int(self.spark.sparkContext.defaultParallelism)

    @property
    def photos(self) -> RDD[PhotoEntry]:
        """The photos, by their paths below the input."""
        found: RDD[PhotoEntry] = self.spark.sparkContext.union(self.levels).mapPartitions(photo_entries)
        return found

    def __enter__(self) -> Listing:
        return self

    def __exit__(self, *_: object) -> None:
        for level in self.levels:
            level.unpersist()
