#!/usr/bin/env python3
"""Validates the photos of a folder or an object store with Spark, and measures and extracts their depth.

    spark-submit --master local[2,4] depth_job.py INPUT OUTPUT [--policy auxdepth-policy.json] [--maps npy]

Writes the tables OUTPUT/statistics and OUTPUT/verdicts (Parquet), and with --maps the depth maps below
OUTPUT/maps. Photos that have a verdict are left out, so that a second run does the new ones.
"""
from __future__ import annotations

import argparse

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from auxdepth import spark


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input", help="a folder or prefix of photos")
    parser.add_argument("output", help="a folder or prefix of results")
    parser.add_argument("--policy", help="a policy; its folders are relative to the input")
    parser.add_argument("--maps", choices=("npy", "png", "tiff", "exr"), help="format of depth maps")
    parser.add_argument("--tasks", type=int, help="tasks to divide the work into (four for each processor)")
    given = parser.parse_args()
    session = SparkSession.builder.appName("auxdepth").getOrCreate()
    verdicts = f"{given.output}/verdicts"
    tasks = given.tasks or 4 * session.sparkContext.defaultParallelism
    photos = new_photos(session, given.input, verdicts).repartition(tasks).cache()
    print(f"depth_job: {photos.count()} new photos")
    save(photos, spark.statistics(), f"{given.output}/statistics")
    if given.maps:
        extract = spark.extract(f"{given.output}/maps", maps=given.maps, root=given.input)
        save(photos, extract, f"{given.output}/files")
    # The verdicts come last: a photo that has one is done.
    save(photos, spark.validate(given.policy, root=given.input), verdicts)
    session.read.parquet(verdicts).groupBy("status", "code").count().orderBy("status", "code").show(50, False)
    session.stop()


def new_photos(session: SparkSession, folder: str, verdicts: str) -> DataFrame:
    """Returns the paths of the photos below a folder that have no verdict yet."""
    options = {"recursiveFileLookup": "true", "pathGlobFilter": "*.{jpg,jpeg,heic,heif,avif,dng}"}
    photos = session.read.format("binaryFile").options(**options).load(folder).select("path")
    try:
        return photos.join(session.read.parquet(verdicts).select("path"), "path", "left_anti")
    except AnalysisException:
        return photos


def save(photos: DataFrame, function: spark.PhotoFunction, table: str) -> None:
    photos.mapInPandas(function, function.schema).write.mode("append").parquet(table)


if __name__ == "__main__":
    main()
