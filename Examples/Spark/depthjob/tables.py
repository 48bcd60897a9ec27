"""The tables of results as Parquet: the same rows are the same bytes."""
from __future__ import annotations

import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

TABLES: dict[str, Any] = {
    "statistics": pa.schema([
        ("path", pa.string()), ("bytes", pa.int64()), ("version", pa.string()), ("sha256", pa.string()),
        ("container", pa.string()), ("width", pa.int32()), ("height", pa.int32()), ("orientation", pa.int8()),
        ("types", pa.list_(pa.string())), ("depth_type", pa.string()), ("depth_width", pa.int32()),
        ("depth_height", pa.int32()), ("accuracy", pa.string()), ("quality", pa.string()), ("filtered", pa.bool_()),
        ("focal_pixels", pa.float64()), ("depth_min", pa.float64()), ("depth_median", pa.float64()),
        ("depth_max", pa.float64()), ("depth_mean", pa.float64()), ("holes", pa.float64()), ("background", pa.float64()),
        ("warnings", pa.int32()), ("notes", pa.int32()), ("preview", pa.string()), ("depth_map", pa.string()),
        ("header_bytes", pa.int64()), ("bytes_read", pa.int64()),
    ]),
    "rejected": pa.schema([
        ("path", pa.string()), ("bytes", pa.int64()), ("stage", pa.string()), ("code", pa.string()), ("message", pa.string()),
    ]),
    "findings": pa.schema([
        ("path", pa.string()), ("rule", pa.string()), ("severity", pa.string()), ("message", pa.string()),
        ("offset", pa.int64()), ("place", pa.string()),
    ]),
}


def parquet(table: str, rows: list[dict[str, Any]]) -> bytes:
    """Returns rows as a file of Parquet, with all columns of their table."""
    schema = TABLES[table]
    file = io.BytesIO()
    full = [{name: row.get(name) for name in schema.names} for row in rows]
    pq.write_table(pa.Table.from_pylist(full, schema=schema), file, compression="zstd")
    return file.getvalue()
