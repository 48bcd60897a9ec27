#!/usr/bin/env python3
"""Validates and measures the photos of a folder or of a prefix of an object store, by Spark.

    spark-submit --master local[2,4] depth_job.py INPUT OUTPUT [--policy auxdepth-policy.json]

Below OUTPUT it writes statistics/, rejected/ and findings/ (Parquet), previews/ and, with --maps, depth/; and last of all
_results.json, which names the files of Parquet that are the results. README.md says what a second run does.
"""
from __future__ import annotations

import argparse
import json
from typing import Sequence

from auxdepth.spark import Settings, process
from auxdepth.spark.settings import policy_of
from pyspark.sql import SparkSession


def main(arguments: Sequence[str] | None = None) -> None:
    settings = parsed(arguments)
    spark = SparkSession.builder.appName("auxdepth").getOrCreate()
    try:
        done = process(spark, settings)
    finally:
        spark.stop()
    print(f"depth_job: {done.photos} photos in {done.buckets} buckets, {done.skipped} of them done already; now "
          f"{done.results} results and {done.rejected} set aside, in {done.seconds:.1f} s")


def parsed(arguments: Sequence[str] | None) -> Settings:
    """Returns the settings that a command line gives."""
    defaults = Settings()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="a folder or prefix of photos, as s3://bucket/photos")
    parser.add_argument("output", help="a folder or prefix of results")
    parser.add_argument("--policy", help="a policy as of auxdepth validate --policy")
    parser.add_argument("--headers-only", action="store_true", help="decode nothing: neither depth nor previews")
    parser.add_argument("--maps", choices=("npy", "png"), help="keep depth maps, .npy of float32 metres or PNG")
    parser.add_argument("--preview-side", type=int, default=defaults.preview_side, help="pixels of a preview; 0 for no previews")
    parser.add_argument("--buckets", type=int, help="tasks that the photos are divided into (chosen from their number and size)")
    parser.add_argument("--memory", type=int, default=defaults.memory >> 20, help="megabytes of a process that decodes")
    parser.add_argument("--seconds", type=float, default=defaults.photo_seconds, help="the most time of a photo")
    parser.add_argument("--storage", type=json.loads, default={}, metavar="JSON",
                        help='options of fsspec, as {"endpoint_url": "http://…"}')
    given = parser.parse_args(arguments)
    return Settings(
        input=given.input, output=given.output, storage=given.storage, policy=policy_of(given.policy),
        headers_only=given.headers_only, maps=given.maps, preview_side=given.preview_side, buckets=given.buckets,
        memory=given.memory << 20, photo_seconds=given.seconds,
    )


if __name__ == "__main__":
    main()
