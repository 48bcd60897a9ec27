#!/usr/bin/env python3
"""Runs the job here as it would run on a cluster, and checks and measures it: `make spark`.

    Examples/Spark/measure.py [PART ...]

Parts, all by default: `tests`, `delivery`, `photos`, `killed`, `again`, `speculation`, `store`. Each is a run of spark-submit
of its own. What is generated is kept in .build/spark.
"""
from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE.parents[1] / ".venv-spark"
COUNT, BAD = 2000, 20
HEADERS = 512 << 10

if VENV.is_dir() and Path(sys.prefix).resolve() != VENV.resolve():
    os.execv(VENV / "bin" / "python3", [str(VENV / "bin" / "python3"), *sys.argv])

# They need the environment of Spark.
from runs import ROOT, WORK, cluster, digests, environment, expect, fresh, kill_some, rows, submit  # noqa: E402


# Parts


def photos() -> Path:
    """Returns the folder of generated photos, which is made where it is not there."""
    made = WORK / "photos"
    subprocess.run([sys.executable, str(HERE / "make_photos.py"), str(made), "--count", str(COUNT)], check=True,
                   env=os.environ)
    return made


def delivery() -> Path:
    made = WORK / "delivery"
    if not (made / "expected.json").exists():
        subprocess.run([sys.executable, str(HERE.parent / "Delivery" / "make_delivery.py"), str(made)], check=True)
    return made


def part_tests() -> None:
    """What a task does, without Spark and with it; and the types of all of it."""
    subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(WORK / "mypy")], cwd=HERE, env=environment(), check=True)
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    library = sorted(map(str, (ROOT / "Python" / "tests").glob("test_spark_*.py")))
    subprocess.run([*pytest, *library], cwd=ROOT / "Python", env=environment(), check=True)
    subprocess.run([*pytest, "tests"], cwd=HERE, env=environment(), check=True)


def part_delivery() -> None:
    """Of a delivery, what is set aside are its faults, each for the rule that it has to be."""
    source, output = delivery(), fresh("results-delivery")
    run = submit(str(source), str(output), "--buckets", "8", "--policy", str(source / "auxdepth-policy.json"))
    found = {row["path"]: row["code"] for row in rows(output, "rejected")}
    expected = json.loads((source / "expected.json").read_text())
    wrong = {path for path in found.keys() | expected.keys() if found.get(path) != expected.get(path)}
    expect(not wrong, f"delivery: not as expected: {sorted((path, found.get(path)) for path in wrong)}")
    serious = {(row["path"], row["rule"]) for row in rows(output, "findings") if row["severity"] != "info"}
    expect(serious == set(expected.items()), f"delivery: findings {sorted(serious ^ set(expected.items()))}")
    results = len(rows(output, "statistics"))
    print(f"delivery: {run.photos} photos, {results} results, {len(found)} set aside for {len(set(found.values()))} kinds of "
          f"reasons, as expected, in {run.seconds:.0f} s")


def complete(output: Path, made: Path, what: str) -> None:
    """Sees to it that every photo has its result or its reason, and no other."""
    bad = set(json.loads((made / "bad.json").read_text()))
    results, rejected = rows(output, "statistics"), rows(output, "rejected")
    paths = [row["path"] for row in results + rejected]
    there = {str(path.relative_to(made / "photos")) for path in (made / "photos").rglob("*") if path.is_file()}
    expect(len(paths) == len(set(paths)) and set(paths) == there, f"{what}: {len(paths)} of {len(there)} photos")
    expect({row["path"] for row in rejected} == bad, f"{what}: set aside {sorted(row['path'] for row in rejected)}")
    expect(len(results) == COUNT - BAD and len(rejected) == BAD and all(row["message"] for row in rejected), what)
    previews = sum(1 for row in results if (output / row["preview"]).stat().st_size > 0)
    expect(previews == COUNT - BAD, f"{what}: {previews} previews")


def part_photos() -> None:
    """All photos with one worker and with two: the same bytes, in less time."""
    made, seconds = photos(), {}
    for workers in (1, 2):
        output = fresh(f"results-{workers}")
        run = submit(str(made / "photos"), str(output), master=f"local[{workers},8]")
        complete(output, made, f"{workers} workers")
        seconds[workers] = run.seconds
        print(f"photos: {workers} worker{'s' * (workers > 1)}: {run.photos} photos, {COUNT - BAD} results, {BAD} reasons, "
              f"{run.buckets} buckets, {run.seconds:.0f} s, {run.photos / run.seconds:.0f} photos a second; load of the machine "
              f"{run.load:.1f} on {os.cpu_count()} processors")
    expect(digests(WORK / "results-1") == digests(WORK / "results-2"), "photos: other bytes with another number of workers")
    print(f"photos: 2 workers are {seconds[1] / seconds[2]:.2f} times as fast as 1; the results are the same bytes")
    codes = sorted({row["code"] for row in rows(WORK / "results-2", "rejected")})
    print(f"photos: reasons: {', '.join(codes)}")
    headers = [(row["header_bytes"], row["bytes"]) for row in rows(WORK / "results-2", "statistics")]
    expect(max(read for read, _ in headers) <= HEADERS, "photos: headers took too much")
    print(f"photos: headers: {statistics.median(read for read, _ in headers)} bytes of a photo in the median, "
          f"{max(read for read, _ in headers)} at most")


def part_killed() -> None:
    """Workers and decoding processes are killed meanwhile, and nothing is lost or twice."""
    made, output = photos(), fresh("results-killed")
    run = submit(str(made / "photos"), str(output), meanwhile=kill_some)
    complete(output, made, "killed")
    expect(run.killed.count("worker") >= 2 and run.killed.count("decoder") >= 2, f"killed: only {run.killed}")
    if (WORK / "results-2").is_dir():
        expect(digests(output) == digests(WORK / "results-2"), "killed: other bytes")
    print(f"killed: {run.killed.count('worker')} workers and {run.killed.count('decoder')} decoding processes; "
          f"{COUNT - BAD} results, {BAD} reasons, the same bytes, in {run.seconds:.0f} s")


def part_again() -> None:
    """A second run does nothing; a photo that changes costs its bucket."""
    made, output = photos(), WORK / "results-2"
    if not output.is_dir():
        submit(str(made / "photos"), str(output))
    before = digests(output)
    run = submit(str(made / "photos"), str(output))
    expect(digests(output) == before and run.skipped == run.buckets, f"again: {run.skipped} buckets skipped, or other bytes")
    print(f"again: {run.skipped} of {run.buckets} buckets were done; the same bytes, in {run.seconds:.1f} s")
    changed = next((made / "photos").rglob("jpg-*.jpg"))
    os.utime(changed)
    run = submit(str(made / "photos"), str(output))
    complete(output, made, "again")
    expect(run.skipped == run.buckets - 1, f"again: {run.skipped} of {run.buckets} buckets skipped after a change")
    print(f"again: after one photo changed, {run.skipped} of {run.buckets} buckets were done; in {run.seconds:.1f} s")


def started_twice(events: Path) -> int:
    """Returns how many of the tasks that work on buckets, those of the last stage, were started for the second time."""
    tasks = [json.loads(line) for path in events.rglob("*") if path.is_file() for line in path.open()
             if '"Event":"SparkListenerTaskStart"' in line]
    last = max(task["Stage ID"] for task in tasks)
    return sum(task["Stage ID"] == last and task["Task Info"]["Speculative"] for task in tasks)


def part_speculation() -> None:
    """A cluster of two workers, and tasks that run twice: the results are the same."""
    source, output = delivery(), fresh("results-speculation")
    events = fresh("events")
    events.mkdir()
    conf = {
        # As many tasks as an executor takes: each that runs for a second is started on the other one, too.
        "spark.speculation": "true", "spark.speculation.interval": "50ms",
        "spark.speculation.task.duration.threshold": "1s",
        "spark.eventLog.enabled": "true", "spark.eventLog.dir": events.as_uri(), "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false", "spark.executor.memory": "512m",
        "spark.executor.cores": "3", "spark.task.maxFailures": "8",
    }
    policy = ("--policy", str(source / "auxdepth-policy.json"))
    with cluster() as master:
        run = submit(str(source), str(output), "--buckets", "3", *policy, master=master, conf=conf)
    twice = started_twice(events)
    alone = fresh("results-alone")
    submit(str(source), str(alone), "--buckets", "3", *policy)
    expect(digests(output) == digests(alone), "speculation: other bytes")
    expect(twice > 0, "speculation: no task was started twice")
    print(f"speculation: a cluster of 2 workers, {twice} of 3 tasks were started twice; the same bytes as local, in "
          f"{run.seconds:.0f} s")


def part_store() -> None:
    """From one prefix of an object store to another: what is read of each photo, and the same results."""
    import logging

    import fsspec
    from moto.server import ThreadedMotoServer

    made, source = photos(), delivery()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        options = {"endpoint_url": f"http://{host}:{port}"}
        keys = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_DEFAULT_REGION": "us-east-1"}
        os.environ.update(keys)
        store = fsspec.filesystem("s3", **options)
        store.mkdir("trial")
        store.put(str(source) + "/", "trial/photos/", recursive=True)
        store.put(str(made / "large") + "/", "trial/photos/large/", recursive=True)
        policy = ("--policy", str(source / "auxdepth-policy.json"), "--storage", json.dumps(options))
        run = submit("s3://trial/photos", "s3://trial/headers", "--buckets", "4", "--headers-only", *policy, variables=keys)
        output = WORK / "results-headers"
        shutil.rmtree(output, ignore_errors=True)
        store.get("trial/headers/", str(output) + "/", recursive=True)
        measured = sorted(((row["header_bytes"], row["bytes"], row["path"]) for row in rows(output, "statistics")), reverse=True)
        expect(measured[0][0] <= HEADERS, f"store: {measured[0]}")
        print(f"store: headers of {run.photos} photos by ranges over S3: {measured[0][0]} bytes at most, in {run.seconds:.0f} s")
        for read, size, path in measured:
            if path.startswith("large/"):
                print(f"store: {path}: {read} of {size} bytes, {100 * read / size:.1f} %")
        run = submit("s3://trial/photos", "s3://trial/results", "--buckets", "8", *policy, variables=keys)
        output = WORK / "results-store"
        shutil.rmtree(output, ignore_errors=True)
        store.get("trial/results/", str(output) + "/", recursive=True)
        found = {row["path"]: row["code"] for row in rows(output, "rejected")}
        expect(found == json.loads((source / "expected.json").read_text()), f"store: {found}")
        print(f"store: {run.photos} photos from S3 to S3, {len(rows(output, 'statistics'))} results, {len(found)} set aside as "
              f"expected, in {run.seconds:.0f} s")
    finally:
        server.stop()


PARTS = {
    "tests": part_tests, "delivery": part_delivery, "photos": part_photos, "killed": part_killed, "again": part_again,
    "speculation": part_speculation, "store": part_store,
}


def main() -> None:
    names = sys.argv[1:] or list(PARTS)
    if unknown := set(names) - PARTS.keys():
        sys.exit(f"measure: there is no {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    WORK.mkdir(parents=True, exist_ok=True)
    for name in names:
        began = time.monotonic()
        PARTS[name]()
        print(f"{name}: all of it took {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
