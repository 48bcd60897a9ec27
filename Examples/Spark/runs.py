"""Runs of spark-submit and small clusters, on this machine, and what they leave."""
from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator

import pyarrow.parquet as pq

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: What is generated, and results.
WORK = ROOT / ".build" / "spark"


def environment() -> dict[str, str]:
    """Returns the environment of runs: this tree's package and library, this interpreter for workers."""
    bin_folder = str(Path(sys.prefix) / "bin")
    return {
        "PYSPARK_PYTHON": sys.executable, "PYTHONDONTWRITEBYTECODE": "1", "SPARK_LOCAL_IP": "127.0.0.1",
        "AUXDEPTH_LIBRARY": str(ROOT / ".build" / "shipped" / "library" / "lib" / "libauxdepth.so.0"), **os.environ,
        "PYTHONPATH": str(ROOT / "Python" / "src"), "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
    }


@dataclass
class Run:
    """A run of spark-submit that ended well."""

    photos: int
    buckets: int
    skipped: int
    seconds: float
    load: float
    killed: list[str] = field(default_factory=list)


def submit(
    source: str, output: str, *options: str, master: str = "local[2,8]", conf: dict[str, str] | None = None,
    meanwhile: Callable[[int, threading.Event, list[str]], None] | None = None, variables: dict[str, str] | None = None,
) -> Run:
    """Runs the job; `meanwhile` may do something to the processes of the run."""
    settings = {"spark.ui.enabled": "false", "spark.log.level": "WARN", **(conf or {})}
    command = ["spark-submit", "--master", master]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    command += [str(HERE / "depth_job.py"), source, output, *options]
    killed: list[str] = []
    ended = threading.Event()
    log = WORK / "spark.log"
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env={**environment(), **(variables or {})})
        helper = threading.Thread(target=meanwhile, args=(process.pid, ended, killed)) if meanwhile else None
        if helper:
            helper.start()
        loads = []
        while True:
            try:
                process.wait(timeout=5)
                break
            except subprocess.TimeoutExpired:
                loads.append(os.getloadavg()[0])
        ended.set()
        if helper:
            helper.join()
    text = log.read_text()
    if process.returncode != 0:
        sys.exit(f"measure: the run ended with status {process.returncode}:\n{text[-3000:]}")
    found = re.search(r"depth_job: (\d+) photos in (\d+) buckets, (\d+) of them done .* in ([\d.]+) s", text)
    assert found is not None, text[-500:]
    load = statistics.mean(loads) if loads else os.getloadavg()[0]
    return Run(int(found[1]), int(found[2]), int(found[3]), float(found[4]), load, killed)


def rows(output: Path, table: str) -> list[dict[str, Any]]:
    """Returns the rows of the files that the manifest names."""
    names = json.loads((output / "_results.json").read_text())["tables"][table]
    return [row for name in names for row in pq.read_table(output / name).to_pylist()]


def digests(output: Path) -> dict[str, str]:
    """Returns the digest of every file of the results."""
    return {str(path.relative_to(output)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in output.rglob("*") if path.is_file()}


def expect(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"measure: {what}")


def fresh(name: str) -> Path:
    """Returns a folder for results, with nothing in it."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    return folder


# Processes of a run


def descendants(root: int) -> Iterator[tuple[int, int, str]]:
    """Gives the processes below one: number, that of the parent, command line."""
    known: dict[int, tuple[int, str]] = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
                known[int(place.name)] = (parent, (place / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue  # it ended meanwhile
    below = {root}
    while grown := {number for number, (parent, _) in known.items() if parent in below} - below:
        below |= grown
    for number in below - {root}:
        yield number, *known[number]


def kill_some(root: int, ended: threading.Event, killed: list[str]) -> None:
    """Kills workers of Spark and processes that decode, one of each now and then, while a run works."""
    chance = random.Random(1)
    while not ended.wait(2.5) and len(killed) < 12:
        processes = list(descendants(root))
        daemons = {number for number, _, command in processes if "pyspark.daemon" in command}
        workers = [number for number, parent, command in processes if "pyspark.daemon" in command and parent in daemons]
        decoders = [number for number, _, command in processes if "auxdepth.spark.child" in command]
        for kind, numbers in (("worker", workers), ("decoder", decoders)):
            if numbers and chance.random() < 0.6:
                try:
                    os.kill(chance.choice(numbers), signal.SIGKILL)
                    killed.append(kind)
                except ProcessLookupError:
                    pass


@contextmanager
def cluster() -> Iterator[str]:
    """Starts a master and two workers of Spark on addresses of the loopback, and gives the URL of the master.

    Spark starts a task for the second time on another host alone.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    logs = (WORK / "cluster.log").open("w")
    known = {**environment(), "SPARK_WORKER_DIR": str(WORK / "workers")}
    common = ["--webui-port", "0"]
    commands = [["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port), *common]]
    commands += [["org.apache.spark.deploy.worker.Worker", "--host", f"127.0.0.{number}", "--cores", "3", "--memory", "1g",
                  *common, master] for number in (2, 3)]
    started: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            started.append(subprocess.Popen(["spark-class", *command], env=known, stdout=logs, stderr=subprocess.STDOUT))
        yield master
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()
        logs.close()
