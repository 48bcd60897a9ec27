"""Functions of tables of photos, without Spark: iterators of DataFrames of pandas in and out."""

from __future__ import annotations

import hashlib
import json
import pickle
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest

import auxdepth
from auxdepth import spark

pd = pytest.importorskip("pandas", reason="pandas is not installed: pip install 'auxdepth[spark]'")
pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'auxdepth[spark]'")

from auxdepth.spark import functions  # noqa: E402
from auxdepth.spark.decoder import Decoder  # noqa: E402
from auxdepth.spark.listing import FolderListing, amount  # noqa: E402
from auxdepth.spark.rows import relative  # noqa: E402
from auxdepth.spark.settings import Settings  # noqa: E402


@pytest.fixture()
def folder(tmp_path: Path, portrait: bytes, plain: bytes) -> Path:
    """A photo with depth, one without, one that is cut, and one that is missing."""
    place = tmp_path / "photos"
    (place / "a").mkdir(parents=True)
    (place / "a" / "portrait.heic").write_bytes(portrait)
    (place / "plain.jpg").write_bytes(plain)
    (place / "cut.heic").write_bytes(portrait[:len(portrait) // 2])
    return place


NAMES = ("a/portrait.heic", "plain.jpg", "cut.heic")


def binary(folder: Path) -> Any:
    """Photos as Spark's binaryFile gives them."""
    rows = [(f"file:{folder / name}", (folder / name).read_bytes()) for name in NAMES]
    return pd.DataFrame([
        {"path": path, "modificationTime": pd.Timestamp("2026-01-01"), "length": len(data), "content": data} for path, data in rows
    ])


def paths(folder: Path) -> Any:
    return pd.DataFrame({"path": [str(folder / name) for name in (*NAMES, "missing.jpg")]})


def rows(function: spark.PhotoFunction, *frames: Any) -> list[dict[str, Any]]:
    """Returns the rows of a function of tables, by the names of photos; all columns are there, in their order."""
    found: list[dict[str, Any]] = []
    for frame in function(iter(frames)):
        assert list(frame.columns) == [name for name, _ in function.columns]
        found += frame.to_dict("records")
    return found


def by_name(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["path"].rpartition("/")[2]: row for row in found}


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Ends the processes that tests started."""
    from auxdepth.spark import decoder

    yield
    for each in decoder._decoders.values():
        each.end()
    decoder._decoders.clear()


@pytest.mark.parametrize("table", [binary, paths])
def test_verdicts_are_those_of_validate(folder: Path, table: Any) -> None:
    found = by_name(rows(spark.validate(), table(folder)))
    reports = {Path(str(each.path)).name: each for each in auxdepth.validate([folder / name for name in NAMES])}
    assert reports["cut.heic"].valid is False
    for name, report in reports.items():
        row = found[name]
        assert (row["valid"], row["container"]) == (report.valid, report.container)
        assert row["bytes"] == Path(str(report.path)).stat().st_size
        for column, severity in (("errors", "error"), ("warnings", "warning"), ("notes", "info")):
            assert row[column] == sum(each.severity == severity for each in report.findings)
    first = next(each for each in reports["cut.heic"].findings if each.severity == "error")
    assert (found["cut.heic"]["stage"], found["cut.heic"]["code"], found["cut.heic"]["message"]) == (
        "validate", first.rule, first.message)
    assert found["plain.jpg"]["code"] is None


def test_what_cannot_be_read_is_not_judged(folder: Path) -> None:
    row = by_name(rows(spark.validate(), paths(folder)))["missing.jpg"]
    assert row["valid"] is None and (row["stage"], row["code"]) == ("read", "missing") and row["bytes"] is None
    [row] = rows(spark.validate(rows="findings"), paths(folder).tail(1))
    assert (row["rule"], row["severity"]) == ("missing", "unjudged") and row["message"]
    strange = pd.DataFrame({"path": ["nowhere://x/a.jpg"]})
    assert "nowhere" in rows(spark.validate(), strange)[0]["message"]


def test_findings_and_policies(folder: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"version": 1, "folders": {"a/": {"require": ["gainmap"]}}}))
    given = json.loads(policy.read_text())
    expected = []
    for name in NAMES:
        data = (folder / name).read_bytes()
        expected += auxdepth.validate_ranges(
            len(data), lambda offset, count, data=data: data[offset:offset + count], path=name, policy=given  # type: ignore[misc]
        ).findings
    function = spark.validate(policy, rows="findings", root=str(folder))
    policy.unlink()
    found = rows(function, binary(folder))
    assert [(row["rule"], row["severity"], row["message"], row["offset"], row["place"]) for row in found] == [
        (each.rule, each.severity, each.message, each.offset, each.where) for each in expected]
    assert any(row["rule"].startswith("POLICY") and row["path"].endswith("a/portrait.heic") for row in found)
    assert not any(row["rule"].startswith("POLICY") and row["path"].endswith("plain.jpg") for row in found)


@pytest.mark.parametrize("table", [binary, paths])
def test_numbers_are_those_of_numpy(folder: Path, table: Any) -> None:
    found = by_name(rows(spark.statistics(), table(folder)))
    row = found["portrait.heic"]
    with auxdepth.open(folder / "a/portrait.heic") as photo:
        metres = photo.depth().astype(np.float64)
        camera = photo.intrinsics()
        assert photo.depth_image is not None and camera is not None
        assert row["focal_pixels"] == camera.fx
        assert row["accuracy"] == photo.depth_image.accuracy
    assert (row["container"], row["width"], row["height"], row["depth_width"], row["depth_height"]) == ("heif", 128, 96, 128, 96)
    assert (row["depth_min"], row["depth_max"]) == (metres.min(), metres.max())
    assert (row["depth_mean"], row["depth_median"]) == (metres.mean(), np.median(metres))
    assert (row["holes"], row["background"]) == (0, 0) and "portraitEffectsMatte" in row["types"]
    assert found["plain.jpg"]["depth_type"] is None and found["plain.jpg"]["code"] is None
    assert found["cut.heic"]["code"] and found["cut.heic"]["message"] and found["cut.heic"]["depth_mean"] is None


def test_numbers_take_ranges_of_large_files(folder: Path, portrait: bytes) -> None:
    large = folder / "large.heic"
    box = (8 + (8 << 20)).to_bytes(4, "big") + b"free" + bytes(8 << 20)
    large.write_bytes(portrait + box)
    [row] = rows(spark.statistics(), pd.DataFrame({"path": [str(large)]}))
    assert row["bytes"] == large.stat().st_size and row["bytes_read"] < 1 << 20 and row["depth_mean"] > 0
    [row] = rows(spark.validate(headers_only=True), pd.DataFrame({"path": [f"file://{large}"]}))
    assert row["valid"] is True
    [row] = rows(spark.validate(headers_only=True, header_budget=100), pd.DataFrame({"path": [str(large)]}))
    assert (row["valid"], row["stage"], row["code"]) == (None, "headers", "budget")


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("maps", ["npy", "png"])
def test_files_are_made_once(folder: Path, tmp_path: Path, maps: Any) -> None:
    out = tmp_path / "out"
    function = spark.extract(str(out), maps=maps, root=str(folder))
    first = by_name(rows(function, binary(folder)))
    before = contents(out)
    row = first["portrait.heic"]
    data = (folder / "a/portrait.heic").read_bytes()
    assert row["written"] and row["sha256"] == hashlib.sha256(data).hexdigest()
    assert row["depth_map"].startswith("depth/a/portrait.heic-") and set(before) == {row["depth_map"], row["preview"]}
    with auxdepth.open(data) as photo:
        metres = photo.depth()
    if maps == "npy":
        assert np.array_equal(np.load(out / row["depth_map"]), metres)
    else:
        # Sixteen bits are steps of disparity.
        assert np.allclose(auxdepth.read_map(out / row["depth_map"]).depth(), metres, rtol=1e-3)
    assert (out / row["preview"]).read_bytes().startswith(b"\x89PNG")
    assert first["plain.jpg"]["depth_map"] is None and first["plain.jpg"]["code"] is None and first["cut.heic"]["code"]
    stamps = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    # By paths, the same photos have the same names.
    second = by_name(rows(function, paths(folder)))
    assert second["portrait.heic"]["depth_map"] == row["depth_map"] and not second["portrait.heic"]["written"]
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == stamps
    # What was lost is made again, as the same bytes; another photo of that path has another name.
    (out / row["preview"]).unlink()
    assert by_name(rows(function, binary(folder)))["portrait.heic"]["written"] and contents(out) == before
    (folder / "a/portrait.heic").write_bytes(data + bytes.fromhex("00000008") + b"free")
    assert by_name(rows(function, binary(folder)))["portrait.heic"]["depth_map"] not in before


@pytest.mark.parametrize("path, root, name", [
    ("file:/photos/a/b.jpg", "/photos", "a/b.jpg"), ("file:///photos/a/b.jpg", "file:/photos/", "a/b.jpg"),
    ("s3://bucket/a/b.jpg", "s3://bucket", "a/b.jpg"), ("s3://bucket/a.jpg", "", "bucket/a.jpg"),
    ("/photos/../../etc/a.jpg", "", "etc/a.jpg"), ("../../a.jpg", "", "a.jpg"), ("/other/a.jpg", "/photos", "other/a.jpg"),
    ("/photos2/a.jpg", "/photos", "photos2/a.jpg"),
])
def test_names_stay_in_the_store(path: str, root: str, name: str) -> None:
    assert relative(path, root) == name


@pytest.mark.parametrize("name, code", [("crash.jpg", "crash"), ("memory.jpg", "memory"), ("hang.jpg", "timeout")])
def test_a_photo_that_kills_its_decoder_costs_itself_alone(
    folder: Path, portrait: bytes, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    (folder / name).write_bytes(portrait)
    function = spark.statistics(photo_attempts=2, photo_seconds=3 if code == "timeout" else 60)
    with Decoder(function.settings, "hard_child") as hard:
        monkeypatch.setattr(functions, "decoder_of", lambda settings: hard)
        given = pd.DataFrame({"path": [str(folder / each) for each in (name, "a/portrait.heic")]})
        first, second = rows(function, given)
    assert (first["stage"], first["code"], second["code"]) == ("process", code, None) and second["depth_mean"] > 0


def test_tables_that_are_none_of_photos() -> None:
    with pytest.raises(auxdepth.UsageError, match="column path"):
        rows(spark.validate(), pd.DataFrame({"name": ["a.jpg"]}))
    with pytest.raises(auxdepth.UsageError, match="has no path"):
        rows(spark.validate(), pd.DataFrame({"path": [None]}))
    assert rows(spark.validate(), pd.DataFrame({"path": []})) == []


def test_options_that_cannot_be(tmp_path: Path) -> None:
    for call in (
        lambda: spark.validate(mem=3), lambda: spark.validate(rows="all"),  # type: ignore[arg-type]
        lambda: spark.validate(tmp_path / "none.json"), lambda: spark.extract("out", maps=None, preview_side=0),
        lambda: spark.extract(""), lambda: spark.statistics(photo_seconds=0),
    ):
        with pytest.raises(auxdepth.UsageError):
            call()


def test_functions_travel_to_executors(folder: Path) -> None:
    function = pickle.loads(pickle.dumps(spark.statistics(memory=3 << 30)))
    assert function == spark.statistics(memory=3 << 30) and function.__name__
    assert function.schema.startswith("path string, bytes bigint, container string, width int")


def test_a_level_of_folders_is_listed_without_what_is_below(folder: Path) -> None:
    shallow = list(FolderListing(Settings(str(folder)), is_deep=False)([""]))
    assert [each if isinstance(each, str) else each[:2] for each in shallow] == [
        *((name, (folder / name).stat().st_size) for name in ("cut.heic", "plain.jpg")), "a"]
    [found] = amount(shallow)
    assert (found.photos, found.size, found.folders) == (2, sum(each[1] for each in shallow[:2]), ["a"])
    deep = list(FolderListing(Settings(str(folder)), is_deep=True)([""]))
    assert sorted(each[0] for each in deep) == sorted(NAMES)
    below = list(FolderListing(Settings(str(folder)), is_deep=True)(["a"]))
    assert below == [each for each in deep if each[0] == "a/portrait.heic"]
    assert list(FolderListing(Settings(str(folder)), is_deep=False)(["gone"])) == []
