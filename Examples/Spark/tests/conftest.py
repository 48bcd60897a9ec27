"""A session of Spark with two workers, and photos for it."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Iterator

import numpy as np
import pytest
from pyspark.sql import SparkSession

import auxdepth

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    warehouse = tmp_path_factory.mktemp("warehouse")
    spark = (
        SparkSession.builder.master("local[2]").appName("tests").config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4").config("spark.sql.warehouse.dir", str(warehouse)).getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    yield spark
    spark.stop()


def photo(near: float = 1.0) -> bytes:
    """Returns a JPEG photo of 128 x 96 with depth."""
    metres = np.broadcast_to(np.linspace(near, 5, 64, dtype=np.float32), (48, 64)).copy()
    pixels = np.broadcast_to(np.arange(128, dtype=np.uint8)[None, :, None], (96, 128, 3)).copy()
    return auxdepth.new(pixels, "jpeg").attach(depth=metres, intrinsics=[100.0]).to_bytes()


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """Twelve photos in folders of four levels, one of them bad, and what is no photo."""
    place = tmp_path / "photos"
    for number in range(11):
        name = "ä b%20 10.jpg" if number == 10 else f"{number}.jpg"
        path = place / ("", "a", "a/b", "a/b/c", "d")[number % 5] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(photo(1 + number / 20))
    (place / "bad.jpg").write_bytes(photo()[:900])
    (place / "notes.txt").write_text("no photo")
    (place / "empty").mkdir()
    return place
