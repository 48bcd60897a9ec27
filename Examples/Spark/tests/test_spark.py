"""What auxdepth.spark does in Spark: DataFrames in and out, listing, and the job with its second runs."""
from __future__ import annotations

import dataclasses
import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyspark.sql import DataFrame, SparkSession

import auxdepth
from auxdepth import spark

import depth_job
from conftest import photo


def by_name(frame: DataFrame) -> dict[str, dict[str, Any]]:
    rows = [row.asDict() for row in frame.collect()]
    found = {row["path"].rpartition("/")[2]: row for row in rows}
    assert len(found) == len(rows)
    return found


def binary(session: SparkSession, folder: Path) -> DataFrame:
    options = {"recursiveFileLookup": "true", "pathGlobFilter": "*.jpg"}
    return session.read.format("binaryFile").options(**options).load(str(folder))


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file()}


def test_one_line_over_binary_files(session: SparkSession, folder: Path) -> None:
    check = spark.validate()
    found = by_name(binary(session, folder).mapInPandas(check, schema=check.schema))
    reports = {Path(str(each.path)).name: each for each in auxdepth.validate(sorted(folder.rglob("*.jpg")))}
    assert {name: row["valid"] for name, row in found.items()} == {name: each.valid for name, each in reports.items()}
    assert sum(not row["valid"] for row in found.values()) == 1
    assert {name: row["errors"] + row["warnings"] + row["notes"] for name, row in found.items()} == {
        name: len(each.findings) for name, each in reports.items()}


def test_paths_and_binary_files_give_the_same(session: SparkSession, folder: Path, tmp_path: Path) -> None:
    listed, held = spark.list_photos(session, str(folder)), binary(session, folder)
    kinds = (listed, held, held.drop("content"))
    verdicts = [by_name(spark.validate_photos(each, partitions=3)) for each in kinds]
    numbers = [by_name(spark.measure_photos(each, partitions=3)) for each in kinds]
    for first, *others in (verdicts, numbers):
        assert len(first) == 12
        for other in others:
            assert first.keys() == other.keys()
            for name, row in first.items():
                assert {**row, "path": None} == {**other[name], "path": None}
    row = numbers[0]["1.jpg"]
    assert row["depth_min"] == pytest.approx(1.05, rel=0.02) and row["depth_width"] == 64 and row["types"] == ["disparity"]


def test_results_go_through_parquet(session: SparkSession, folder: Path, tmp_path: Path) -> None:
    spark.measure_photos(binary(session, folder)).write.parquet(str(tmp_path / "measures"))
    read = session.read.parquet(str(tmp_path / "measures"))
    assert read.count() == 12 and read.where("depth_type is not null").count() == 11 and read.where("depth_mean > 1").count() == 11
    findings = spark.validate_photos(binary(session, folder), rows="findings")
    assert findings.where("severity = 'error'").select("path").distinct().count() == 1


def test_extraction_twice(session: SparkSession, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = by_name(spark.extract_photos(binary(session, folder), str(out), root=str(folder)))
    before = contents(out)
    assert len(before) == 22 and sum(bool(row["written"]) for row in first.values()) == 11
    assert np.load(out / first["3.jpg"]["depth_map"]).shape == (48, 64)
    again = by_name(spark.extract_photos(spark.list_photos(session, str(folder)), str(out), root=str(folder)))
    assert contents(out) == before and not any(row["written"] for row in again.values())
    assert {name: row["depth_map"] for name, row in again.items()} == {name: row["depth_map"] for name, row in first.items()}


def test_listing(session: SparkSession, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {f"file://{path}": path.stat().st_size for path in folder.rglob("*.jpg")}
    found = {row["path"]: row["length"] for row in spark.list_photos(session, str(folder)).collect()}
    assert found == expected
    # Folders that are many are listed with all below them.
    monkeypatch.setattr("auxdepth.spark.listing.FOLDERS", 2)
    assert {row["path"]: row["length"] for row in spark.list_photos(session, f"file://{folder}").collect()} == expected
    # As many tasks as suit the photos, and not one for each folder.
    assert spark.list_photos(session, str(folder)).rdd.getNumPartitions() == 1
    assert spark.list_photos(session, str(folder), partitions=3).rdd.getNumPartitions() == 3
    with pytest.raises(auxdepth.InputMissingError, match="no such folder"):
        spark.list_photos(session, str(folder / "nowhere"))


def test_the_job_and_its_second_runs(session: SparkSession, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    settings = spark.Settings(str(folder), str(out), buckets=4, maps="npy")
    first = spark.process(session, settings)
    assert (first.photos, first.results, first.rejected, first.skipped) == (12, 11, 1, 0)
    statistics = by_name(spark.results(session, settings))
    assert len(statistics) == 11 and statistics["0.jpg"]["depth_type"] == "disparity"
    assert by_name(spark.results(session, settings, "rejected"))["bad.jpg"]["stage"] == "headers"
    before = contents(out)
    second = spark.process(session, dataclasses.replace(settings, read_attempts=7))
    assert (second.skipped, second.results) == (second.buckets, 0) and contents(out) == before
    # The number of buckets is that of the run before, where it is not given.
    assert spark.process(session, dataclasses.replace(settings, buckets=None)).skipped == second.buckets
    os.utime(folder / "0.jpg", (1, 1))
    third = spark.process(session, settings)
    assert third.skipped == third.buckets - 1 and len(by_name(spark.results(session, settings))) == 11
    (folder / "new.jpg").write_bytes(photo(2))
    assert spark.process(session, settings).skipped >= third.buckets - 1
    assert len(by_name(spark.results(session, settings))) == 12
    # Another policy is another result of all.
    strict = dataclasses.replace(settings, policy={"version": 1, "require": ["gainmap"]})
    assert spark.process(session, strict).rejected == 13
    assert spark.results(session, strict).count() == 0 and spark.results(session, strict, "rejected").count() == 13


def test_runs_that_cannot_be(session: SparkSession, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(auxdepth.InputMissingError, match="no such folder"):
        spark.process(session, spark.Settings(str(folder / "nowhere"), str(tmp_path / "out")))
    with pytest.raises(auxdepth.InputMissingError, match="no run has ended"):
        spark.results(session, spark.Settings(output=str(tmp_path / "out")))
    with pytest.raises(auxdepth.UsageError, match="an input and an output"):
        spark.process(session, spark.Settings(str(folder)))
    (folder / "empty" / "none").mkdir()
    nothing = spark.process(session, spark.Settings(str(folder / "empty"), str(tmp_path / "out")))
    assert (nothing.photos, nothing.buckets) == (0, 0)


def test_the_command_line(tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text('{"version": 1}')
    given = depth_job.parsed(["in", "out", "--policy", str(policy), "--maps", "png", "--memory", "512", "--seconds", "9"])
    assert given == spark.Settings("in", "out", policy={"version": 1}, maps="png", memory=512 << 20, photo_seconds=9)
    with pytest.raises(auxdepth.UsageError, match="policy"):
        depth_job.parsed(["in", "out", "--policy", str(tmp_path / "none.json")])
