"""Photos with depth on a cluster of Apache Spark: validated, measured, and extracted into a store.

    photos = session.read.format("binaryFile").load("photos")
    check = auxdepth.spark.validate(policy="auxdepth-policy.json")
    photos.mapInPandas(check, check.schema).write.parquet("verdicts")

Functions of tables: validate(), statistics() and extract() for `mapInPandas`, and validate_photos(), measure_photos() and
extract_photos() of DataFrames. list_photos() lists a folder or prefix on executors. process() is a whole job over such, which
does a second time what is not done, and results() reads its tables.

They need what `pip install 'auxdepth[spark]'` brings (pyspark, pandas, pyarrow, fsspec), on executors too; an object store
needs its own package, as s3fs. Without Spark, the functions work on iterators of DataFrames of pandas.
"""

from __future__ import annotations

from .frames import extract_photos, list_photos, measure_photos, validate_photos
from .functions import PhotoFunction, PhotoOptions, extract, statistics, validate
from .job import Summary, process, results
from .settings import Settings

__all__ = [
    "PhotoFunction",
    "PhotoOptions",
    "Settings",
    "Summary",
    "extract",
    "extract_photos",
    "list_photos",
    "measure_photos",
    "process",
    "results",
    "statistics",
    "validate",
    "validate_photos",
]
