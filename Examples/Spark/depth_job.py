#!/usr/bin/env python3
"""Validates and measures the photos of a folder or of a prefix of an object store, by Spark.

    spark-submit --master local[2,4] depth_job.py INPUT OUTPUT [--policy auxdepth-policy.json]

Below OUTPUT it writes statistics/, rejected/ and findings/ (Parquet), previews/ and, with --maps, depth/; and last of all
_results.json, which names the files of Parquet that are the results. README.md says what a second run does.
"""
from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import auxdepth  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from depthjob.buckets import LAST, Done, run_bucket, table_path  # noqa: E402
from depthjob.settings import Bucket, Settings, bucketed  # noqa: E402
from depthjob.storage import Store  # noqa: E402
from depthjob.tables import TABLES  # noqa: E402

MANIFEST = "_results.json"


@dataclass(frozen=True)
class Summary:
    """What a run did."""

    photos: int
    buckets: int
    skipped: int
    results: int
    rejected: int
    seconds: float


def main(arguments: Sequence[str] | None = None) -> None:
    settings = parsed(arguments)
    spark = SparkSession.builder.appName("auxdepth").getOrCreate()
    try:
        done = run(spark, settings)
    finally:
        spark.stop()
    print(f"depth_job: {done.photos} photos in {done.buckets} buckets, of which {done.skipped} were done already; now "
          f"{done.results} results and {done.rejected} set aside, in {done.seconds:.1f} s")


def parsed(arguments: Sequence[str] | None) -> Settings:
    """Returns the settings that a command line gives."""
    defaults = Settings("", "")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="a folder or prefix of photos, as s3://bucket/photos")
    parser.add_argument("output", help="a folder or prefix of results")
    parser.add_argument("--policy", type=Path, help="a policy as of auxdepth validate --policy")
    parser.add_argument("--headers-only", action="store_true", help="decode nothing: neither depth nor previews")
    parser.add_argument("--maps", action="store_true", help="keep depth maps as .npy of float32 metres")
    parser.add_argument("--preview-side", type=int, default=defaults.preview_side, help="pixels of a preview; 0 for none")
    parser.add_argument("--buckets", type=int, default=defaults.buckets,
                        help="tasks that the photos are divided into: some hundreds of photos each")
    parser.add_argument("--memory", type=int, default=defaults.memory >> 20, help="megabytes of a process that decodes")
    parser.add_argument("--seconds", type=float, default=defaults.photo_seconds, help="the most time of a photo")
    parser.add_argument("--storage", type=json.loads, default={}, metavar="JSON",
                        help='options of fsspec, as {"endpoint_url": "http://…"}')
    given = parser.parse_args(arguments)
    policy = None if given.policy is None else json.loads(given.policy.read_text())
    return Settings(
        input=given.input, output=given.output, storage=given.storage, policy=policy, headers_only=given.headers_only,
        maps=given.maps, preview_side=given.preview_side, buckets=max(1, given.buckets), memory=given.memory << 20,
        photo_seconds=given.seconds,
    )


def run(spark: SparkSession, settings: Settings) -> Summary:
    """Does what is not done yet, and says which files are the results."""
    began = time.monotonic()
    context = spark.sparkContext
    output = Store(settings.output, settings)
    photos = Store(settings.input, settings).photos()
    buckets = bucketed(photos, settings, auxdepth.library_version())
    there = output.names(LAST)
    pending = [bucket for bucket in buckets if f"bucket-{bucket.name}.parquet" not in there]
    done: list[Done] = []
    if pending:
        with tempfile.TemporaryDirectory() as folder:
            # Executors get the package from here, whatever the cluster is; or by --py-files, as a copy of this script does.
            if (HERE / "depthjob").is_dir():
                context.addPyFile(shutil.make_archive(f"{folder}/depthjob", "zip", HERE, "depthjob"))
            tasks = context.parallelize(pending, len(pending))
            done = tasks.map(lambda bucket: run_bucket(bucket, settings)).collect()
    finish(output, buckets)
    return Summary(
        len(photos), len(buckets), len(buckets) - len(pending), sum(each.results for each in done),
        sum(each.rejected for each in done), time.monotonic() - began,
    )


def finish(output: Store, buckets: list[Bucket]) -> None:
    """Names the files that are the results, and then removes those of earlier inputs and settings."""
    results = {table: sorted(table_path(table, bucket.name) for bucket in buckets) for table in sorted(TABLES)}
    output.write(MANIFEST, (json.dumps({"version": 1, "tables": results}, indent=1) + "\n").encode())
    for table, current in results.items():
        for name in output.names(table):
            if f"{table}/{name}" not in current:
                output.remove(f"{table}/{name}")


if __name__ == "__main__":
    main()
