"""The job: a folder or prefix of photos into tables, previews and maps, whose second run does only what is not done yet."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal

from .._library import library
from ..errors import InputMissingError, usage
from .buckets import LAST, Done, bucket_of, chosen, number_of, run_bucket, table_path
from .listing import Listing, PhotoEntry
from .settings import Listed, Settings
from .storage import Store
from .tables import TABLES, ddl, frame, rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

MANIFEST = "_results.json"
Table = Literal["statistics", "rejected", "findings"]


@dataclass(frozen=True)
class Summary:
    """What a run did.

    Attributes:
        photos, buckets: of the input.
        skipped: buckets that were done already.
        results, rejected: photos with a result, and photos that were set aside, of the other buckets.
        seconds: the time of all.
    """

    photos: int
    buckets: int
    skipped: int
    results: int
    rejected: int
    seconds: float


@dataclass(frozen=True)
class BucketTask:
    """Gives the photos of a partition, which is a bucket, to the work that is not done yet."""

    settings: Settings
    buckets: int
    library: str
    there: frozenset[str]

    def __call__(self, keyed: Iterable[tuple[int, PhotoEntry]]) -> Iterator[Done]:
        parts: dict[int, list[Listed]] = {}
        for number, photo in keyed:
            parts.setdefault(number, []).append(Listed(*photo))
        for number, photos in parts.items():
            bucket = bucket_of(number, self.buckets, photos, self.settings, self.library)
            if table_path(LAST, bucket.name) in self.there:
                yield Done(bucket.name, len(photos), 0, 0, True)
            else:
                yield run_bucket(bucket, self.settings)


@dataclass(frozen=True)
class Keyed:
    """Puts the number of its bucket before a photo."""

    buckets: int

    def __call__(self, photo: PhotoEntry) -> tuple[int, PhotoEntry]:
        return number_of(photo[0], self.buckets), photo


def _itself(number: int) -> int:
    return number


def process(spark: SparkSession, settings: Settings) -> Summary:
    """Validates and measures the photos of `settings.input`, and writes results below `settings.output`.

    statistics/, rejected/ and findings/ are Parquet, previews/ PNG and depth/ maps; `_results.json`, written last, names the
    files of Parquet that are the results, which results() reads. Photos are divided into buckets by the digest of their
    paths, and each bucket is a task. Files have names by path, and by the digest of what a bucket has; so a second run does
    the buckets that are not done, or whose photos, settings or library changed. Executors list the input.

    Raises:
        InputMissingError: there is no such folder or prefix.
        UsageError: the settings are wrong.
    """
    began = time.monotonic()
    if not settings.input or not settings.output:
        raise usage("a job has an input and an output", "input" if not settings.input else "output")
    output = Store(settings.output, settings)
    version: bytes = library().auxdepth_version()
    with Listing(spark, settings) as listing:
        buckets = settings.buckets or chosen(
            listing.count, listing.size, listing.slots, manifest(output).get("buckets")
        )
        there = frozenset(f"{LAST}/{name}" for name in output.names(LAST))
        task = BucketTask(settings, buckets, version.decode(), there)
        keyed = listing.photos.map(Keyed(buckets)).partitionBy(buckets, _itself)
        done: list[Done] = keyed.mapPartitions(task).collect()
    finish(output, buckets, [each.name for each in done])
    return Summary(
        sum(each.photos for each in done), len(done), sum(each.skipped for each in done),
        sum(each.results for each in done), sum(each.rejected for each in done), time.monotonic() - began,
    )


def manifest(output: Store) -> dict[str, Any]:
    """Returns what the last run wrote; nothing where there was no run."""
    if not output.exists(MANIFEST):
        return {}
    return dict(json.loads(output.read(MANIFEST)))


def finish(output: Store, buckets: int, names: list[str]) -> None:
    """Names the files that are the results, and then removes those of earlier inputs and settings."""
    results = {table: sorted(table_path(table, name) for name in names) for table in sorted(TABLES)}
    value = {"version": 1, "buckets": buckets, "tables": results}
    output.write(MANIFEST, (json.dumps(value, indent=1) + "\n").encode())
    for table, current in results.items():
        known = set(current)
        for name in output.names(table):
            if f"{table}/{name}" not in known:
                output.remove(f"{table}/{name}")


@dataclass(frozen=True)
class TableReader:
    """Reads files of Parquet from a store: Spark needs no Hadoop library of it."""

    settings: Settings
    table: str

    def __call__(self, frames: Iterable[Any]) -> Iterator[Any]:
        store = Store(self.settings.output, self.settings)
        for names in frames:
            for name in names["name"]:
                yield frame(TABLES[self.table], rows_of(store.read(name)))


def results(spark: SparkSession, settings: Settings, table: Table = "statistics") -> DataFrame:
    """Returns a table of the last run of process() with the same output, read on executors.

    Args:
        spark: the session.
        settings: `output` and `storage` are used.
        table: `statistics`, `rejected` or `findings`.

    Raises:
        InputMissingError: no run has ended there.
    """
    if table not in TABLES:
        raise usage(f"table is {', '.join(TABLES)}, not {table!r}", "table")
    known = manifest(Store(settings.output, settings))
    if not known:
        raise InputMissingError(
            f"{settings.output}: there is no {MANIFEST}: no run has ended", code="inputMissing", path=settings.output
        )
    names = [(name,) for name in known["tables"][table]]
    listed = spark.createDataFrame(names, "name string").repartition(max(1, min(len(names), 1024)))
    return listed.mapInPandas(TableReader(settings, table), ddl(TABLES[table]))
