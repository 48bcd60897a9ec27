"""DataFrames of photos in, DataFrames of results out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

from .buckets import chosen
from .functions import PhotoFunction, PhotoOptions, Rows, extract, statistics, validate
from .listing import Listing, PhotoEntry
from .settings import MapFormat, Policy, Settings
from .storage import Store
from .tables import LISTING, ddl

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack


@dataclass(frozen=True)
class _Urls:
    """Names photos of a listing by their URLs."""

    settings: Settings

    def __call__(self, photos: Iterable[PhotoEntry]) -> Iterator[PhotoEntry]:
        store = Store(self.settings.input, self.settings)
        for path, size, version in photos:
            yield store.url(path), size, version


def list_photos(
    spark: SparkSession, input: str, *, storage: Mapping[str, Any] | None = None, partitions: int | None = None
) -> DataFrame:
    """Lists the photos below a folder or prefix, on executors: `path`, `length` and `version`.

    Files with the endings of JPEG, HEIF, AVIF and DNG are photos. The driver learns the names of folders alone. The listing is
    made once, and stays in Spark's cache.

    Args:
        spark: the session.
        input: a folder, which all executors see, or a prefix of an object store, as `s3://bucket/photos`.
        storage: options of fsspec.
        partitions: how many tasks will work on them; as many as suit their number, their size and the cluster where it is not
            given: 200 photos or 1 GB each, at the most.

    Raises:
        InputMissingError: there is no such folder or prefix.
    """
    settings = Settings(input=input, storage=storage or {})
    listing = Listing(spark, settings)
    spread = listing.photos.repartition(partitions or chosen(listing.count, listing.size, listing.slots))
    return spark.createDataFrame(spread.mapPartitions(_Urls(settings)), ddl(LISTING))


def _mapped(photos: DataFrame, function: PhotoFunction, partitions: int | None) -> DataFrame:
    spread = photos if partitions is None else photos.repartition(partitions)
    return spread.mapInPandas(function, function.schema)


def validate_photos(
    photos: DataFrame, policy: Policy | None = None, *, rows: Rows = "photos", headers_only: bool = False,
    partitions: int | None = None, **options: Unpack[PhotoOptions],
) -> DataFrame:
    """Validates the photos of a DataFrame, of binaryFile or of paths; see validate().

    Args:
        partitions: how many tasks there are; those of the DataFrame where it is not given.
    """
    return _mapped(photos, validate(policy, rows=rows, headers_only=headers_only, **options), partitions)


def measure_photos(
    photos: DataFrame, *, headers_only: bool = False, partitions: int | None = None, **options: Unpack[PhotoOptions]
) -> DataFrame:
    """Measures the depth of the photos of a DataFrame, of binaryFile or of paths; see statistics()."""
    return _mapped(photos, statistics(headers_only=headers_only, **options), partitions)


def extract_photos(
    photos: DataFrame, output: str, *, maps: MapFormat | None = "npy", preview_side: int = 192,
    partitions: int | None = None, **options: Unpack[PhotoOptions],
) -> DataFrame:
    """Puts maps and previews of the photos of a DataFrame into a store; see extract().

    Files are written when the DataFrame is evaluated, as by `write.parquet()`.
    """
    return _mapped(photos, extract(output, maps=maps, preview_side=preview_side, **options), partitions)
