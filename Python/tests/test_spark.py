"""auxdepth.spark over pandas DataFrames and, if pyspark is installed, in Spark: `make spark` installs it."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest
from conftest import PROGRAM, REPOSITORY, needs_program

import auxdepth
from auxdepth import spark
from auxdepth.spark import files

pd = pytest.importorskip("pandas", reason="pandas is not installed: pip install 'auxdepth[spark]'")

FOLDERS = {"a/**": {"require": []}, "a/b": {"require": ["gainmap"]}}
POLICY = {"version": 1, "require": ["depthmap"], "folders": FOLDERS}


@pytest.fixture()
def folder(tmp_path: Path, portrait: bytes, plain: bytes) -> Path:
    """Twelve photos: three without depth, one that is cut off, and one with a strange name."""
    names = [f"{'a' if number % 2 else 'a/b'}/{number}.heic" for number in range(10)]
    for name in (*names, "c/ä b%20 10.heic", "cut.heic"):
        path = tmp_path / "photos" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(plain if path.stem in "048" else portrait)
    path.write_bytes(portrait[:len(portrait) // 2])
    (tmp_path / "photos" / "policy.json").write_text(json.dumps(POLICY))
    return tmp_path / "photos"


def paths(folder: Path) -> Any:
    names = (*sorted(folder.rglob("*.heic")), folder / "missing.jpg")
    return pd.DataFrame({"path": [str(name) for name in names]})


def binary(folder: Path) -> Any:
    """Photos as Spark's binaryFile reads them."""
    names = paths(folder)["path"][:-1]
    return pd.DataFrame({"path": "file:" + names, "content": [Path(name).read_bytes() for name in names]})


both = pytest.mark.parametrize("photos", [binary, paths])


def rows(function: spark.PhotoFunction, photos: Any) -> dict[str, dict[str, Any]]:
    """Returns the rows of a function by names of photos; a row has all columns in their order."""
    tables = list(function(iter([photos])))
    assert all([*each.columns] == [name for name, _ in function.columns] for each in tables)
    return {Path(row["path"]).name: row for each in tables for row in each.to_dict("records")}


def verdicts(reports: Any) -> dict[str, Any]:
    """Returns the verdicts of reports of JSON, and the rules of their first errors, by names of photos."""
    rules = {each["path"]: [found["rule"] for found in each["findings"] if found["severity"] == "error"]
             for each in reports}
    return {Path(path).name: (not found, found[0] if found else None) for path, found in rules.items()}


@both
def test_verdicts_are_those_of_validate(folder: Path, photos: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    names = sorted(folder.rglob("*.heic"))
    found = rows(spark.validate(), photos(folder))
    for report in auxdepth.validate(names):
        row = found[Path(str(report.path)).name]
        severities = [each.severity for each in report.findings]
        counts = [severities.count(each) for each in ("error", "warning", "info")]
        assert [row["errors"], row["warnings"], row["notes"]] == counts
        assert (row["container"], row["status"]) == (report.container, 0 if report.valid else 1)
    monkeypatch.chdir(folder.parent)
    (folder.parent / "link").symlink_to(folder)
    expected = verdicts(each.details for each in auxdepth.validate(names, policy=folder / "policy.json"))
    for policy, root in ((folder / "policy.json", None), ("link/policy.json", None), (POLICY, str(folder)),
                         (POLICY, "photos"), (POLICY, f"file://{folder}")):
        found = rows(spark.validate(policy, root=root), photos(folder).head(12))  # type: ignore[arg-type]
        assert {name: (row["valid"], row["code"]) for name, row in found.items()} == expected


def test_unreadable_files_are_rows(folder: Path, tmp_path: Path) -> None:
    for function in (spark.validate(), spark.statistics(), spark.depth(), spark.extract(str(tmp_path))):
        row = rows(function, paths(folder))["missing.jpg"]
        assert (row["status"], row["code"], row["bytes"]) == (66, "inputMissing", None) and row["message"]
        row = rows(function, binary(folder))["cut.heic"]
        assert row["status"] in (1, 65) and row["bytes"] and row["message"] and row["place"]
    assert rows(spark.validate(rows="findings"), paths(folder))["missing.jpg"]["severity"] == "unjudged"
    with files.reading(str(folder / "cut.heic"), None, {}) as (size, read):
        with pytest.raises(auxdepth.ChangedError):
            read(size - 5, 6)


@pytest.mark.parametrize("failure, status", [
    (auxdepth.InputOutputError("no memory", code="io"), 74), (OSError(5, "bad disk"), 74),
    (auxdepth.ChangedError("changed", code="changed"), 75),
    (auxdepth.CodecMissingError("no libheif", code="codecMissing"), None), (ValueError("a bug"), None),
])
def test_errors_of_the_machine(folder: Path, failure: Exception, status: int | None) -> None:
    def work(*_: Any) -> Any:
        raise failure

    function = spark.PhotoFunction(work, spark.statistics().columns)
    if status is None:
        with pytest.raises(type(failure)):
            rows(function, binary(folder))
    else:
        assert {row["status"] for row in rows(function, binary(folder)).values()} == {status}


@both
def test_statistics_and_depth(folder: Path, photos: Any, portrait: bytes) -> None:
    found = rows(spark.statistics(), photos(folder))
    row = found["1.heic"]
    with auxdepth.open(portrait) as photo:
        depth, camera = photo.depth(), photo.intrinsics()
    assert (row["container"], row["width"], row["depth_width"], row["depth_height"]) == ("heif", 128, 128, 96)
    assert camera and row["focal_pixels"] == camera.fx and "portraitEffectsMatte" in row["types"]
    numbers = [function(depth.astype(np.float64)) for function in (np.min, np.median, np.max, np.mean)]
    assert [row[f"depth_{name}"] for name in ("min", "median", "max", "mean")] == numbers
    assert (row["holes"], row["background"], found["0.heic"]["depth_type"]) == (0, 0, None)
    assert rows(spark.statistics(headers_only=True), photos(folder))["1.heic"]["depth_mean"] is None
    found = rows(spark.depth(), photos(folder))
    row = found["1.heic"]
    assert np.array_equal(np.reshape(row["depth"], (row["height"], row["width"])), depth)
    assert (found["0.heic"]["depth"], found["0.heic"]["status"]) == (None, 0)


def test_files(folder: Path, tmp_path: Path, portrait: bytes) -> None:
    out = tmp_path / "out"
    for maps in ("npy", "png"):
        function = spark.extract(str(out), maps=maps, root=str(folder))  # type: ignore[arg-type]
        found = [rows(function, photos(folder)) for photos in (paths, binary)][1]
        assert found["1.heic"]["depth_map"] == f"a/1.heic.{maps}" and found["0.heic"]["depth_map"] is None
    assert sorted(os.listdir(out / "a/b")) == ["2.heic.npy", "2.heic.png", "6.heic.npy", "6.heic.png"]
    with auxdepth.open(portrait) as photo:
        assert np.array_equal(np.load(out / "a/1.heic.npy"), photo.depth())
        assert np.allclose(auxdepth.read_map(out / "a/1.heic.png").depth(), photo.depth(), rtol=1e-3)
    with pytest.raises(auxdepth.CannotCreateError):
        rows(spark.extract(str(folder / "cut.heic")), binary(folder))


def test_object_stores(folder: Path) -> None:
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'auxdepth[spark]'")
    store = fsspec.filesystem("memory")
    store.put(f"{folder}/", "/bucket/", recursive=True)
    photos = paths(folder).replace(f"^{folder}", "memory://bucket", regex=True)
    found = rows(spark.validate(POLICY, root="memory://bucket"), photos)
    for name, row in rows(spark.validate(POLICY, root=str(folder)), paths(folder)).items():
        assert {**found[name], "path": None, "message": None} == {**row, "path": None, "message": None}
    written = rows(spark.extract("memory://out", root="memory://bucket"), photos)["1.heic"]["depth_map"]
    assert np.load(io.BytesIO(store.cat_file(f"/out/{written}"))).shape == (96, 128)


@pytest.mark.parametrize("path, root, name", [
    ("file:/photos/a/b.jpg", "/photos", "a/b.jpg"), ("file:///photos/a/b.jpg", "file:/photos/", "a/b.jpg"),
    ("s3a://bucket/a/b.jpg", "s3://bucket", "a/b.jpg"), ("s3://bucket/a.jpg", "/bucket", "bucket/a.jpg"),
    ("/photos/../../etc/a.jpg", None, "etc/a.jpg"), ("/photos2/a.jpg", "/photos", "photos2/a.jpg"),
])
def test_names_stay_below_the_output(path: str, root: str | None, name: str) -> None:
    assert files.name_of(path, root) == name


@pytest.mark.parametrize("call, place", [
    (lambda: spark.validate(POLICY), "root"), (lambda: spark.extract(""), "output"),
    (lambda: spark.validate({"version": 2}), "options/policy/version"),
    (lambda: spark.depth().rows(None, None), "path"),  # type: ignore[arg-type]
])
def test_mistakes(call: Any, place: str) -> None:
    with pytest.raises(auxdepth.UsageError) as raised:
        call()
    assert raised.value.place == place


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed: Scripts/setup spark")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    # Two workers, and four attempts of a task.
    session = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def loaded(session: Any, folder: Path) -> Any:
    options = {"recursiveFileLookup": "true", "pathGlobFilter": "*.heic"}
    return session.read.format("binaryFile").options(**options).load(str(folder)).repartition(4)


def collected(frame: Any) -> dict[str, Any]:
    return {Path(row["path"]).name: row for row in frame.collect()}


@needs_program
def test_verdicts_are_those_of_the_command_line(session: Any, folder: Path) -> None:
    policy = folder / "policy.json"
    command = [str(PROGRAM), "validate", "--json", "--policy", str(policy), "-r", str(folder)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    expected = verdicts(map(json.loads, shown.splitlines()[:12]))
    assert {valid for valid, _ in expected.values()} == {True, False}
    for photos in (loaded(session, folder), loaded(session, folder).drop("content")):
        found = collected(photos.mapInPandas(check := spark.validate(policy), check.schema))
        assert {name: (row["valid"], row["code"]) for name, row in found.items()} == expected


def test_a_killed_worker_is_retried(session: Any, folder: Path, tmp_path: Path) -> None:
    measure, mark = spark.statistics(), tmp_path / "killed"

    def dies_once(frames: Any) -> Any:
        for table in measure(frames):
            yield table
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)

    found = loaded(session, folder).mapInPandas(dies_once, measure.schema).collect()
    assert mark.exists() and len(found) == 12
    assert [Path(row["path"]).name for row in found if row["status"]] == ["cut.heic"]


def test_a_column_of_depth(session: Any, folder: Path, portrait: bytes) -> None:
    for name in ("content", "path"):
        column = spark.depth_of(name).alias("map")
        found = collected(loaded(session, folder).select("path", column).select("path", "map.*"))
        row = found["ä b%20 10.heic"]
        depth = np.reshape(np.float32(row["depth"]), (row["height"], row["width"]))
        with auxdepth.open(portrait) as photo:
            assert np.array_equal(depth, photo.depth())
        assert (found["cut.heic"]["status"], found["0.heic"]["depth"]) == (65, None)


def test_the_recipe(session: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    (folder / "policy.json").rename(folder / "auxdepth-policy.json")
    recipe = (REPOSITORY / "docs/recipes/spark.md").read_text()
    # Spark has the folder in which it was started.
    recipe = re.sub(r'(load|parquet)\("', rf'\1("{folder.parent}/', recipe)
    names: dict[str, Any] = {"session": session}
    for block in re.findall(r"```python\n(.*?)```", recipe, re.DOTALL):
        exec(compile(block, "spark.md", "exec"), names)
    measures = session.read.parquet(f"{folder.parent}/measures")
    assert measures.where("depth_mean > 0").count() == len(list(Path("maps").rglob("*.npy"))) == 8
