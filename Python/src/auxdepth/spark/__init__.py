"""Photos with depth in Apache Spark: functions for `DataFrame.mapInPandas`, and a column of depth maps.

    photos = session.read.format("binaryFile").option("recursiveFileLookup", "true").load("photos")
    check = auxdepth.spark.validate("photos/auxdepth-policy.json")
    photos.mapInPandas(check, check.schema).write.parquet("verdicts")
    photos.select("path", auxdepth.spark.depth_of("content").alias("map")).select("path", "map.*")

validate(), statistics(), depth() and extract() return a PhotoFunction. A photo that cannot be read has a row
with `status`, `code`, `message`, `place` and `offset`. Install `auxdepth[spark]` on the driver and on
executors: pyspark, pandas, pyarrow and fsspec. Without Spark the functions take and give iterators of pandas
DataFrames.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Literal, Mapping, Union

import numpy as np

from .. import validation
from .._keywords import takes
from .._options import PhotoOpenMemory, Profile
from ..errors import CannotCreateError, CodecMissingError, Error, LibraryMissingError, UsageError, usage
from ..photo import Photo
from ..ranges import open_ranges, validate_ranges
from ..validation import Finding
from . import files

if TYPE_CHECKING:
    from pyspark.sql import Column
    from typing_extensions import Unpack

Row = dict[str, Any]
#: Names of columns and their types in Spark.
Columns = tuple[tuple[str, str], ...]
MapFormat = Literal["npy", "png", "pfm", "tiff", "exr"]
Policy = Union[Mapping[str, Any], str, "os.PathLike[str]"]
Rows = Literal["photos", "findings"]

_PHOTO: Columns = (("path", "string"), ("bytes", "bigint"))
_FAILURE: Columns = (
    ("status", "int"), ("code", "string"), ("message", "string"), ("place", "string"), ("offset", "bigint"),
)
_VERDICTS: Columns = (
    *_PHOTO, ("container", "string"), ("valid", "boolean"), ("errors", "int"), ("warnings", "int"),
    ("notes", "int"), *_FAILURE,
)
_FINDINGS: Columns = (
    ("path", "string"), ("rule", "string"), ("severity", "string"), ("message", "string"),
    ("place", "string"), ("offset", "bigint"),
)
_STATISTICS: Columns = (
    *_PHOTO, ("container", "string"), ("width", "int"), ("height", "int"), ("orientation", "tinyint"),
    ("types", "array<string>"), ("depth_type", "string"), ("depth_width", "int"), ("depth_height", "int"),
    ("accuracy", "string"), ("quality", "string"), ("filtered", "boolean"), ("focal_pixels", "double"),
    ("depth_min", "double"), ("depth_median", "double"), ("depth_max", "double"), ("depth_mean", "double"),
    ("holes", "double"), ("background", "double"), *_FAILURE,
)
_MAP: Columns = (("width", "int"), ("height", "int"), ("depth", "array<float>"), *_FAILURE)
_FILES: Columns = (*_PHOTO, ("depth_map", "string"), *_FAILURE)

#: Exit statuses of `auxdepth` by codes of errors. The status of all other codes is 65: damaged data.
_STATUSES = {"inputMissing": 66, "io": 74, "changed": 75}
#: Errors of the job or the machine, which fail the task. All other errors become rows.
_FATAL = (UsageError, CodecMissingError, LibraryMissingError, CannotCreateError)
#: Rows of a table that a function returns, at most: a depth map takes megabytes.
_CHUNK = 16


def ddl(columns: Columns) -> str:
    """Returns columns as a schema of Spark, as `path string, bytes bigint`."""
    return ", ".join(f"{name} {kind}" for name, kind in columns)


def table(columns: Columns, rows: Iterable[Row]) -> Any:
    """Returns rows as a pandas DataFrame; a value that a row does not have is None."""
    import pandas

    known = list(rows)
    # With NumPy's types, whole numbers with gaps would become floats.
    values = {name: pandas.Series([row.get(name) for row in known], dtype=object) for name, _ in columns}
    return pandas.DataFrame(values)


@dataclass(frozen=True)
class PhotoFunction:
    """A function of tables of photos, used as `frame.mapInPandas(function, function.schema)`.

    The table needs the column `path`: local paths, or URLs of fsspec. If it has the column `content`, with
    the bytes of files as Spark's binaryFile reads them, no file is opened.

    Attributes:
        work: called with path, size in bytes and reader of a photo; returns its rows.
        columns: names and Spark types of the columns of the results.
        storage: options of fsspec for URLs.
    """

    work: Callable[[str, int, files.Read], list[Row]]
    columns: Columns
    storage: Mapping[str, Any] = field(default_factory=dict)

    @property
    def schema(self) -> str:
        """The columns as DDL of Spark."""
        return ddl(self.columns)

    @property
    def __name__(self) -> str:
        return "auxdepth"

    def __call__(self, frames: Iterable[Any]) -> Iterator[Any]:
        for frame in frames:
            if "path" not in frame.columns:
                names = ", ".join(map(str, frame.columns))
                raise usage(f"a table of photos has a column path, not only {names}", "path")
            contents = frame["content"] if "content" in frame.columns else itertools.repeat(None)
            rows = itertools.chain.from_iterable(map(self.rows, frame["path"], contents))
            while chunk := list(itertools.islice(rows, _CHUNK)):
                yield table(self.columns, chunk)

    def rows(self, path: str, content: bytes | None) -> list[Row]:
        """Returns the rows of one photo, which is opened by its path if there is no content."""
        if content is None and not isinstance(path, str):
            raise usage("a row of a table of photos has neither a path nor content", "path")
        row: Row = {"path": path, "status": 0}
        try:
            with files.reading(path, content, self.storage) as (row["bytes"], read):
                return [{**row, **each} for each in self.work(path, row["bytes"], read)]
        except _FATAL:
            raise
        except (Error, OSError) as failure:
            return [{**row, **_failed(failure)}]


def _failed(failure: Error | OSError) -> Row:
    """Returns the columns of an error, and those of a finding for it."""
    if isinstance(failure, Error):
        code, place, offset = failure.code, failure.place, failure.offset
    else:
        missing = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
        code, place, offset = "inputMissing" if isinstance(failure, missing) else "io", None, None
    return {
        "status": _STATUSES.get(code, 65), "code": code, "message": str(failure), "place": place,
        "offset": offset, "rule": code, "severity": "unjudged",
    }


def validate(
    policy: Policy | None = None, *, rows: Rows = "photos", root: str | None = None,
    headers_only: bool = False, decode_photo: bool = False, profile: Profile | None = None,
    max_memory: int | None = None, storage: Mapping[str, Any] | None = None,
) -> PhotoFunction:
    """Returns a function that validates photos, with the verdicts of `auxdepth validate`.

    Args:
        policy: an object, or the path of its file, which is read here.
        rows: `photos`, a row for each, with `valid`, counts of findings and the first error, whose status
            is 1. Or `findings`, a row for each finding. If a photo cannot be judged, `valid` is null, and its
            finding has the severity `unjudged`.
        root: the folder or prefix that the `folders` of the policy are relative to; by default the folder of
            the policy's file.
        headers_only, decode_photo, profile, max_memory: as of auxdepth.validate().
        storage: options of fsspec for URLs.

    Raises:
        UsageError: the policy has a mistake, or `folders` and no root.
        InputMissingError: there is no such policy.
    """
    if rows not in ("photos", "findings"):
        raise usage(f"rows are photos or findings, not {rows!r}", "rows")
    options: Any = {
        "headers_only": headers_only, "decode_photo": decode_photo, "profile": profile,
        "max_memory": max_memory, "policy": policy,
    }
    # Mistakes are raised here, and not by every task.
    validation.validate(b"", **options)
    if policy is not None and not isinstance(policy, Mapping):
        root = os.path.dirname(os.path.abspath(policy)) if root is None else root
        with open(policy, encoding="utf-8") as file:
            options["policy"] = json.load(file)
    if policy is not None and root is None and options["policy"].get("folders"):
        raise usage("the folders of a policy are relative to root, which is not given", "root")
    work = functools.partial(_validated, rows=rows, root=_absolute(root or "/"), options=options)
    return PhotoFunction(work, _VERDICTS if rows == "photos" else _FINDINGS, storage or {})


def _absolute(root: str) -> str:
    """Returns a local folder with its whole path: executors have other current folders. A URL stays."""
    place = files.local(root)
    return root if place is None else os.path.abspath(place)


def _validated(path: str, size: int, read: files.Read, *, rows: Rows, root: str, options: Any) -> list[Row]:
    folder = None if options["policy"] is None else files.place_of(root)
    report = validate_ranges(size, read, path=files.place_of(path), policy_folder=folder, **options)
    if report.hindrance is not None and not report.judged:
        raise report.hindrance
    if rows == "findings":
        return [_finding(each) for each in report.findings]
    row: Row = {"container": report.container, "valid": report.valid}
    for column, severity in (("errors", "error"), ("warnings", "warning"), ("notes", "info")):
        row[column] = sum(each.severity == severity for each in report.findings)
    first = next((each for each in report.findings if each.severity == "error"), None)
    return [row if first is None else {**row, **_finding(first), "status": 1, "code": first.rule}]


def _finding(found: Finding) -> Row:
    return {
        "rule": found.rule, "severity": found.severity, "message": found.message, "place": found.where,
        "offset": found.offset,
    }


@takes(PhotoOpenMemory)
def statistics(
    *, headers_only: bool = False, storage: Mapping[str, Any] | None = None,
    **options: Unpack[PhotoOpenMemory],
) -> PhotoFunction:
    """Returns a function that measures depth maps: a row for each photo.

    The columns are container, size, orientation and types of auxiliary images of the photo; type, size,
    accuracy, quality and focal length in pixels of the depth map; its least, median, mean and greatest depth
    in meters, of finite samples; and the shares of missing samples (`holes`) and of samples at infinity
    (`background`). The columns of depth are null for a photo without a depth map. Of files, only the headers
    and the coded map are read.

    Args:
        headers_only: whether nothing is decoded, so that there are no meters.
        storage: options of fsspec for URLs.
        **options
    """
    work = functools.partial(_measured, headers_only=headers_only, options=options)
    return PhotoFunction(work, _STATISTICS, storage or {})


def _measured(path: str, size: int, read: files.Read, *, headers_only: bool, options: Any) -> list[Row]:
    with open_ranges(size, read, **options) as photo:
        return [_facts(photo) if headers_only else {**_facts(photo), **_numbers(photo)}]


def _facts(photo: Photo) -> Row:
    """Returns what the headers of a photo say."""
    height, width = photo.shape
    row: Row = {
        "container": photo.container, "width": width, "height": height, "orientation": photo.orientation,
        "types": [image.type for image in photo.auxiliary],
    }
    image = photo.depth_image
    if image is not None:
        camera = image.intrinsics()
        row.update(
            depth_type=image.type, depth_width=image.shape[1], depth_height=image.shape[0],
            accuracy=image.accuracy, quality=image.quality, filtered=image.filtered,
            focal_pixels=None if camera is None else camera.fx,
        )
    return row


def _numbers(photo: Photo) -> Row:
    """Returns the statistics of a depth map, in meters; none if the photo has no depth map."""
    if photo.depth_image is None:
        return {}
    meters = photo.depth()
    known = meters[np.isfinite(meters)].astype(np.float64)
    row: Row = {"holes": float(np.isnan(meters).mean()), "background": float(np.isinf(meters).mean())}
    if known.size:
        row.update(
            depth_min=float(known.min()), depth_median=float(np.median(known)), depth_max=float(known.max()),
            depth_mean=float(known.mean()),
        )
    return row


@takes(PhotoOpenMemory)
def depth(*, storage: Mapping[str, Any] | None = None, **options: Unpack[PhotoOpenMemory]) -> PhotoFunction:
    """Returns a function that decodes depth maps: a row for each photo.

    `depth` is an array of width x height samples in meters, row by row as the photo is displayed; missing
    samples are NaN. It is null for a photo without a depth map.

    Args:
        storage: options of fsspec for URLs.
        **options
    """
    return PhotoFunction(functools.partial(_decoded, options=options), (*_PHOTO, *_MAP), storage or {})


def _decoded(path: str, size: int, read: files.Read, *, options: Any) -> list[Row]:
    with open_ranges(size, read, **options) as photo:
        if photo.depth_image is None:
            return [{}]
        meters = photo.depth()
        return [{"width": meters.shape[1], "height": meters.shape[0], "depth": meters.ravel()}]


@takes(PhotoOpenMemory)
def depth_of(
    photos: Column | str, *, storage: Mapping[str, Any] | None = None, **options: Unpack[PhotoOpenMemory]
) -> Column:
    """Returns a column of depth maps, as `depth_of(col("content"))`: structs with the columns of depth().

    Args:
        photos: a column of the bytes of photos, or of their paths.
        storage: options of fsspec for URLs.
        **options
    """
    from pyspark.sql.functions import pandas_udf

    function = depth(storage=storage, **options)
    return pandas_udf(lambda values: _column(function, values), ddl(_MAP))(photos)


def _column(function: PhotoFunction, values: Iterable[Any]) -> Any:
    """Returns the rows of a series of bytes or paths."""
    rows = (
        function.rows(value, None) if isinstance(value, str) else function.rows("", value) for value in values
    )
    return table(_MAP, itertools.chain.from_iterable(rows))


@takes(PhotoOpenMemory)
def extract(
    output: str, *, maps: MapFormat = "npy", root: str | None = None,
    storage: Mapping[str, Any] | None = None, **options: Unpack[PhotoOpenMemory],
) -> PhotoFunction:
    """Returns a function that writes depth maps as files: a row for each photo, with the name in `depth_map`.

    The name is the path of the photo relative to `root`, with the extension of the format appended. An
    existing file is replaced. A photo without a depth map has no file, and `depth_map` is null.

    Args:
        output: a folder that all executors see, or a prefix of an object store.
        maps: `npy` of float32 in meters; the others as `auxdepth extract` writes them.
        root: the folder or prefix of the photos; without it, or for a photo outside, the name is the whole
            path.
        storage: options of fsspec for URLs.
        **options

    Raises:
        UsageError: there is no output, or no such format.
    """
    if not output:
        raise usage("output is a folder or a prefix", "output")
    formats = ("npy", "png", "pfm", "tiff", "exr")
    if maps not in formats:
        raise usage(f"maps are {', '.join(formats)}, not {maps!r}", "maps")
    work = functools.partial(
        _written, output=_absolute(output), maps=maps, root=root and _absolute(root), storage=storage or {},
        options=options,
    )
    return PhotoFunction(work, _FILES, storage or {})


def _written(
    path: str, size: int, read: files.Read, *, output: str, maps: MapFormat, root: str | None,
    storage: Mapping[str, Any], options: Any,
) -> list[Row]:
    with open_ranges(size, read, **options) as photo:
        image = photo.depth_image
        if image is None:
            return [{}]
        data = image.to_bytes(maps, pixel_format="fdep" if maps == "npy" else None)
    name = f"{files.name_of(path, root)}.{maps}"
    files.write(output, name, data, storage)
    return [{"depth_map": name}]


__all__ = ["PhotoFunction", "depth", "depth_of", "extract", "statistics", "validate"]
