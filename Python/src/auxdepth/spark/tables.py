"""The tables of results: their columns for Spark, pandas and Parquet, from one list."""

from __future__ import annotations

import io
from typing import Any, Iterable, Mapping, Sequence

from ._needs import needed

Columns = tuple[tuple[str, str], ...]

_FACTS: Columns = (
    ("container", "string"), ("width", "int"), ("height", "int"), ("orientation", "tinyint"), ("types", "array<string>"),
    ("depth_type", "string"), ("depth_width", "int"), ("depth_height", "int"), ("accuracy", "string"), ("quality", "string"),
    ("filtered", "boolean"), ("focal_pixels", "double"), ("depth_min", "double"), ("depth_median", "double"),
    ("depth_max", "double"), ("depth_mean", "double"), ("holes", "double"), ("background", "double"),
)
_REASON: Columns = (("stage", "string"), ("code", "string"), ("message", "string"))

#: What a job writes.
STATISTICS: Columns = (
    ("path", "string"), ("bytes", "bigint"), ("version", "string"), ("sha256", "string"), *_FACTS, ("warnings", "int"),
    ("notes", "int"), ("preview", "string"), ("depth_map", "string"), ("header_bytes", "bigint"), ("bytes_read", "bigint"),
)
REJECTED: Columns = (("path", "string"), ("bytes", "bigint"), *_REASON)
FINDINGS: Columns = (
    ("path", "string"), ("rule", "string"), ("severity", "string"), ("message", "string"), ("offset", "bigint"),
    ("place", "string"),
)
TABLES: dict[str, Columns] = {"statistics": STATISTICS, "rejected": REJECTED, "findings": FINDINGS}

#: What functions of tables of photos give.
VERDICTS: Columns = (
    ("path", "string"), ("bytes", "bigint"), ("container", "string"), ("valid", "boolean"), ("errors", "int"),
    ("warnings", "int"), ("notes", "int"), *_REASON,
)
MEASURES: Columns = (("path", "string"), ("bytes", "bigint"), *_FACTS, ("bytes_read", "bigint"), *_REASON)
EXTRACTS: Columns = (
    ("path", "string"), ("bytes", "bigint"), ("sha256", "string"), ("depth_map", "string"), ("preview", "string"),
    ("written", "boolean"), *_REASON,
)
LISTING: Columns = (("path", "string"), ("length", "bigint"), ("version", "string"))


def ddl(columns: Columns) -> str:
    """Returns columns as a schema of Spark, as `path string, bytes bigint`."""
    return ", ".join(f"{name} {kind}" for name, kind in columns)


def frame(columns: Columns, rows: Iterable[Mapping[str, Any]]) -> Any:
    """Returns rows as a DataFrame of pandas, with all columns: what a row does not have is None."""
    known = list(rows)
    # Objects: as numbers of NumPy, a column of whole numbers with gaps would become one of floats.
    return needed("pandas").DataFrame(
        {name: [row.get(name) for row in known] for name, _ in columns}, columns=[name for name, _ in columns], dtype=object
    )


def _arrow(columns: Columns) -> Any:
    """Returns columns as a schema of Arrow."""
    pa = needed("pyarrow")
    kinds = {
        "string": pa.string(), "bigint": pa.int64(), "int": pa.int32(), "tinyint": pa.int8(), "double": pa.float64(),
        "boolean": pa.bool_(), "array<string>": pa.list_(pa.string()),
    }
    return pa.schema([(name, kinds[kind]) for name, kind in columns])


def parquet(columns: Columns, rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Returns rows as a file of Parquet: the same rows are the same bytes."""
    schema = _arrow(columns)
    file = io.BytesIO()
    full = [{name: row.get(name) for name in schema.names} for row in rows]
    table = needed("pyarrow").Table.from_pylist(full, schema=schema)
    needed("pyarrow.parquet").write_table(table, file, compression="zstd")
    return file.getvalue()


def rows_of(data: bytes) -> list[dict[str, Any]]:
    """Returns the rows of a file of Parquet."""
    return list(needed("pyarrow.parquet").read_table(io.BytesIO(data)).to_pylist())
