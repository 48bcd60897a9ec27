"""Listing photos on executors: the driver learns the names of folders, and of no photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator

from ..errors import InputMissingError
from .measuring import Row
from .settings import Listed, Settings
from .storage import Store
from .tables import Columns, ddl, frame

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: Folders are listed one by one, level by level, until there are so many; each is then listed with all below it.
FOLDERS = 64
LEVELS = 6
#: The most tasks of a level.
TASKS = 1024
_LEVEL: Columns = (("path", "string"), ("size", "bigint"), ("version", "string"), ("is_folder", "boolean"))


@dataclass(frozen=True)
class FolderListing:
    """Lists folders: rows of photos, and of the folders in them where those are not listed as well."""

    settings: Settings
    is_deep: bool

    def __call__(self, frames: Iterable[Any]) -> Iterator[Any]:
        store = Store(self.settings.input, self.settings)
        for folders in frames:
            for folder in folders["path"]:
                yield frame(_LEVEL, self.rows(store, folder))

    def rows(self, store: Store, folder: str) -> Iterator[Row]:
        if self.is_deep:
            yield from map(photo_row, store.photos(folder))
            return
        children = store.children(folder)
        yield from map(photo_row, children.photos)
        for name in children.folders:
            yield {"path": name, "is_folder": True}


def photo_row(photo: Listed) -> Row:
    return {"path": photo.path, "size": photo.size, "version": photo.version, "is_folder": False}


class Listing:
    """The photos of a folder or prefix as a DataFrame of path, size and version; a context manager that frees it."""

    def __init__(self, spark: SparkSession, settings: Settings) -> None:
        if not Store(settings.input, settings).exists():
            raise InputMissingError(
                f"{settings.input}: there is no such folder or prefix", code="inputMissing", path=settings.input
            )
        self.spark = spark
        self.levels: list[DataFrame] = []
        folders = [""]
        for level in range(LEVELS):
            is_deep = len(folders) >= FOLDERS or level == LEVELS - 1
            listed = self._level(spark, settings, folders, is_deep)
            folders = [] if is_deep else sorted(row["path"] for row in listed.where("is_folder").select("path").collect())
            if not folders:
                break

    def _level(self, spark: SparkSession, settings: Settings, folders: list[str], is_deep: bool) -> DataFrame:
        names = spark.createDataFrame([(folder,) for folder in folders], "path string")
        listed = names.repartition(min(len(folders), TASKS)).mapInPandas(FolderListing(settings, is_deep), ddl(_LEVEL))
        self.levels.append(listed.persist())
        return listed

    @property
    def photos(self) -> DataFrame:
        """Rows of photos, by their paths below the input."""
        union = self.levels[0]
        for level in self.levels[1:]:
            union = union.union(level)
        return union.where("not is_folder").select("path", "size", "version")

    def amount(self) -> tuple[int, int, int]:
        """Returns the number of photos, their bytes, and how many tasks the cluster runs at a time."""
        [total] = self.photos.selectExpr("count(*) as photos", "coalesce(sum(size), 0) as bytes").collect()
        return total["photos"], total["bytes"], self.spark.sparkContext.defaultParallelism

    def __enter__(self) -> Listing:
        return self

    def __exit__(self, *_: object) -> None:
        for level in self.levels:
            level.unpersist()
