"""What a task of a job does, without Spark: photos of a folder or store, in processes that may die."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'auxdepth[spark]'")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'auxdepth[spark]'")

from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

from auxdepth.spark.buckets import Done, bucket_of, chosen, number_of, run_bucket, table_path  # noqa: E402
from auxdepth.spark.decoder import Decoder  # noqa: E402
from auxdepth.spark.looking import judged, look  # noqa: E402
from auxdepth.spark.settings import Bucket, Listed, Settings  # noqa: E402
from auxdepth.spark.sources import BLOCK, BudgetSpent, Ranges  # noqa: E402
from auxdepth.spark.storage import Store, Unreadable  # noqa: E402


def photo(near: float = 1.0) -> bytes:
    """Returns a JPEG photo of 128 x 96 with depth."""
    metres = np.broadcast_to(np.linspace(near, 5, 64, dtype=np.float32), (48, 64)).copy()
    pixels = np.broadcast_to(np.arange(128, dtype=np.uint8)[None, :, None], (96, 128, 3)).copy()
    return auxdepth.new(pixels, "jpeg").attach(depth=metres, intrinsics=[100.0]).to_bytes()


@pytest.fixture()
def settings(tmp_path: Path) -> Settings:
    """Four photos, one of them bad, in two folders."""
    folder = tmp_path / "photos"
    (folder / "a").mkdir(parents=True)
    for number in range(3):
        (folder / "a" / f"{number}.jpg").write_bytes(photo(1 + number / 10))
    (folder / "bad.jpg").write_bytes(photo()[:900])
    (folder / "notes.txt").write_text("no photo")
    return Settings(str(folder), str(tmp_path / "out"), read_pause=0.001, maps="npy")


def listed(settings: Settings) -> Bucket:
    """Returns all photos as one bucket."""
    return Bucket("all", tuple(Store(settings.input, settings).photos()))


def rows(settings: Settings, table: str, bucket: str = "all") -> list[dict[str, Any]]:
    return list(pq.read_table(Path(settings.output) / table_path(table, bucket)).to_pylist())


def contents(folder: str) -> dict[str, str]:
    """Returns the digests of all files below a folder."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in Path(folder).rglob("*") if path.is_file()}


def attempt_alone(settings: Settings) -> Done:
    """Works on all photos as a worker of its own does."""
    with Decoder(settings) as decoder:
        return run_bucket(listed(settings), settings, decoder)


def hard_bucket(settings: Settings) -> Done:
    """Works on all photos with a process that dies over some."""
    with Decoder(settings, "hard_child") as decoder:
        return run_bucket(listed(settings), settings, decoder)


def test_results(settings: Settings) -> None:
    done = run_bucket(listed(settings), settings)
    assert (done.results, done.rejected) == (3, 1)
    first = rows(settings, "statistics")[0]
    assert first["path"] == "a/0.jpg" and first["container"] == "jpeg" and first["types"] == ["disparity"]
    assert first["depth_min"] == pytest.approx(1, rel=0.02) and first["depth_max"] == pytest.approx(5, rel=0.02)
    assert first["depth_min"] < first["depth_median"] < first["depth_mean"] < first["depth_max"]
    assert (first["holes"], first["background"], first["warnings"]) == (0, 0, 0)
    metres = np.load(io.BytesIO((Path(settings.output) / first["depth_map"]).read_bytes()))
    assert metres.shape == (48, 64) and float(metres.min()) == first["depth_min"]
    assert (Path(settings.output) / first["preview"]).read_bytes().startswith(b"\x89PNG")
    [bad] = rows(settings, "rejected")
    assert bad["path"] == "bad.jpg" and bad["stage"] == "headers" and bad["code"].startswith("JPEG-") and bad["message"]
    assert {row["path"] for row in rows(settings, "findings") if row["severity"] == "error"} == {"bad.jpg"}


def test_two_attempts_at_once_and_again_are_the_same_bytes(settings: Settings) -> None:
    alone = dataclasses.replace(settings, output=settings.output + "-alone")
    run_bucket(listed(settings), alone)
    attempts = [threading.Thread(target=attempt_alone, args=(settings,)) for _ in range(3)]
    for attempt in attempts:
        attempt.start()
    for attempt in attempts:
        attempt.join()
    assert contents(settings.output) == contents(alone.output)
    run_bucket(listed(settings), settings)
    assert contents(settings.output) == contents(alone.output)


def names_of(photos: list[Listed], settings: Settings, library: str, buckets: int = 4) -> set[str]:
    """Returns the names of the buckets that photos are divided into."""
    parts: dict[int, list[Listed]] = {}
    for each in photos:
        parts.setdefault(number_of(each.path, buckets), []).append(each)
    return {bucket_of(number, buckets, part, settings, library).name for number, part in parts.items()}


def test_buckets_change_with_their_photos_alone(settings: Settings) -> None:
    photos = Store(settings.input, settings).photos()
    assert len(photos) == 4
    before = names_of(photos, settings, "1")
    changed = [dataclasses.replace(photos[0], version="another"), *photos[1:]]
    assert len(names_of(changed, settings, "1") - before) == 1
    assert names_of(photos[::-1], settings, "1") == before
    assert not names_of(photos, settings, "2") & before
    assert not names_of(photos, dataclasses.replace(settings, maps="png"), "1") & before
    assert names_of(photos, dataclasses.replace(settings, read_attempts=9), "1") == before


@pytest.mark.parametrize("count, size, slots, earlier, number", [
    (0, 0, 8, None, 1), (10, 10 << 20, 64, None, 1), (2000, 300 << 20, 1, None, 16), (2000, 300 << 20, 2, None, 16),
    (2000, 300 << 20, 32, None, 128), (2000, 150 << 30, 2, None, 256), (1_000_000, 3 << 40, 500, None, 8192),
    # A few photos more, or another cluster, are no reason to divide anew; many more, or few, are.
    (1_000_001, 3 << 40, 5000, 8192, 8192), (100_000, 300 << 30, 2, 8, 512), (2000, 300 << 20, 2, 64, 64),
    (100, 10 << 20, 2, 512, 8),
])
def test_the_number_of_buckets(count: int, size: int, slots: int, earlier: int | None, number: int) -> None:
    assert chosen(count, size, slots, earlier) == number


def test_settings_that_cannot_be() -> None:
    for wrong in ({"maps": "exr"}, {"buckets": 0}, {"photo_seconds": 0}, {"preview_side": -1}):
        with pytest.raises(auxdepth.UsageError, match=next(iter(wrong))):
            Settings(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name, stage, code", [
    ("crash.jpg", "process", "crash"), ("hang.jpg", "process", "timeout"), ("memory.jpg", "process", "memory"),
    ("lacking.jpg", "process", "system"),
])
def test_one_photo_costs_itself_alone(settings: Settings, name: str, stage: str, code: str) -> None:
    (Path(settings.input) / "a" / name).write_bytes(photo())
    settings = dataclasses.replace(settings, photo_attempts=2, photo_seconds=3 if code == "timeout" else 60)
    done = hard_bucket(settings)
    assert (done.results, done.rejected) == (3, 2)
    found = {row["path"]: (row["stage"], row["code"]) for row in rows(settings, "rejected")}
    assert found[f"a/{name}"] == (stage, code)


def test_a_process_that_was_killed_loses_nothing(settings: Settings) -> None:
    (Path(settings.input) / "a" / "once.jpg").write_bytes(photo())
    done = hard_bucket(settings)
    assert (done.results, done.rejected) == (4, 1)


def test_a_mistake_of_the_job_is_no_fault_of_a_photo(settings: Settings) -> None:
    (Path(settings.input) / "a" / "ours.jpg").write_bytes(photo())
    with pytest.raises(ValueError, match="a mistake in the job"):
        hard_bucket(settings)
    assert not (Path(settings.output) / table_path("statistics", "all")).exists()
    with Decoder(dataclasses.replace(settings, policy={"version": 1, "nonsense": True})) as decoder:
        with pytest.raises(auxdepth.UsageError):
            decoder.do("look", listed(settings).photos[0])


def test_what_could_not_be_judged_is_no_fault_of_a_photo() -> None:
    hindrance = auxdepth.CodecMissingError("the library for XMP cannot be loaded", code="codecMissing")
    report = auxdepth.Report("a.jpg", "jpeg", None, (), {}, judged=False, hindrance=hindrance)
    with pytest.raises(auxdepth.CodecMissingError):
        judged(report)
    valid = auxdepth.Report("a.jpg", "jpeg", True, (), {})
    assert judged(valid) is valid


class Flaky(MemoryFileSystem):  # type: ignore[misc]
    """A store that fails now and then."""

    failures: list[Exception] = []

    def cat_file(self, *arguments: Any, **options: Any) -> bytes:
        if self.failures:
            raise self.failures.pop()
        return bytes(super().cat_file(*arguments, **options))


def flaky(settings: Settings, *failures: Exception) -> Store:
    store = Store(settings.input, settings)
    store.files, store.root = Flaky(), "/flaky"
    store.files.pipe_file("/flaky/a.jpg", photo())
    Flaky.failures = list(failures)
    return store


class Remembering(MemoryFileSystem):  # type: ignore[misc]
    """A store that remembers what it listed, as those of objects do."""

    known: dict[str, Any] = {}

    def find(self, path: str, *arguments: Any, **options: Any) -> Any:
        return self.known.setdefault(f"find {path}", super().find(path, *arguments, **options))

    def ls(self, path: str, *arguments: Any, **options: Any) -> Any:
        return self.known.setdefault(f"ls {path}", super().ls(path, *arguments, **options))

    def invalidate_cache(self, path: str | None = None) -> None:
        self.known.clear()


def test_listings_are_new_each_time(settings: Settings) -> None:
    store = Store(settings.input, settings)
    store.files, store.root = Remembering(), "/remembering"
    store.files.pipe_file("/remembering/a.jpg", b"1")
    assert [each.path for each in (*store.photos(), *store.children().photos)] == ["a.jpg", "a.jpg"]
    store.files.pipe_file("/remembering/b.jpg", b"1")
    assert len(store.photos()) == len(store.children().photos) == 2


def test_reading_is_patient(settings: Settings) -> None:
    store = flaky(settings, ConnectionError(), TimeoutError(), OSError(5, "slow down"))
    assert store.read("a.jpg") == photo()
    store = flaky(settings, *(ConnectionError("reset") for _ in range(settings.read_attempts)))
    with pytest.raises(Unreadable, match="reset"):
        store.read("a.jpg")
    for failure, code in ((FileNotFoundError(), "missing"), (PermissionError(), "forbidden")):
        store = flaky(settings, failure)
        with pytest.raises(Unreadable) as raised:
            store.read("a.jpg")
        assert raised.value.code == code and not Flaky.failures


def test_ranges_are_read_once_and_within_their_budget(settings: Settings) -> None:
    (Path(settings.input) / "big.jpg").write_bytes(os.urandom(10 * BLOCK + 7))
    store = Store(settings.input, settings)
    big = next(each for each in store.photos() if each.path == "big.jpg")
    ranges = Ranges(store, big, 4 * BLOCK)
    data = (Path(settings.input) / "big.jpg").read_bytes()
    for offset, count in ((0, 10), (5, BLOCK), (10 * BLOCK, 7), (BLOCK - 3, 6), (3, 0)):
        assert ranges.read(offset, count) == data[offset:offset + count]
    assert ranges.bytes_read == 2 * BLOCK + 7
    with pytest.raises(BudgetSpent):
        ranges.read(3 * BLOCK, 3 * BLOCK)
    assert ranges.bytes_read == 2 * BLOCK + 7


def test_headers_that_cost_too_much_are_set_aside(settings: Settings) -> None:
    small = dataclasses.replace(settings, header_budget=100)
    photos = {each.path: each for each in Store(settings.input, settings).photos()}
    outcome = look(photos["a/0.jpg"], Store(settings.input, small), small)
    assert outcome.row is not None and outcome.row["depth_width"] == 64
    outcome = look(photos["a/0.jpg"], Store(settings.input, small), dataclasses.replace(small, headers_only=True))
    assert outcome.rejected is not None and outcome.rejected["code"] == "budget"


def test_a_photo_that_changes_meanwhile_is_set_aside(settings: Settings) -> None:
    store = Store(settings.input, settings)
    photos = {each.path: each for each in store.photos()}
    (Path(settings.input) / "a" / "0.jpg").unlink()
    outcome = look(photos["a/0.jpg"], store, settings)
    assert outcome.rejected is not None and outcome.rejected["code"] == "missing"
    (Path(settings.input) / "a" / "1.jpg").write_bytes(photo() + b"more")
    outcome = look(photos["a/1.jpg"], store, settings)
    assert outcome.rejected is not None and outcome.rejected["code"] == "changed"


def test_what_is_written_is_whole(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(settings.output, settings)
    store.write("x/a.bin", b"first")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("stopped")))
    with pytest.raises(OSError, match="stopped"):
        store.write("x/a.bin", b"second")
    assert contents(settings.output) == {"x/a.bin": hashlib.sha256(b"first").hexdigest()}
