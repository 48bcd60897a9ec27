"""Functions of tables over an object store, that of moto: photos by their URLs and by ranges, files put into a prefix."""
from __future__ import annotations

import logging
import urllib.request
from pathlib import Path
from typing import Any, Iterator

import fsspec
import pandas as pd
import pytest
from moto.server import ThreadedMotoServer

from auxdepth import spark
from auxdepth.spark.listing import FolderListing
from auxdepth.spark.settings import Settings
from auxdepth.spark.storage import Store


@pytest.fixture()
def storage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The photos as objects below s3://trial/photos, one of them with 8 MB that nobody needs."""
    for name, value in (("ACCESS_KEY_ID", "local"), ("SECRET_ACCESS_KEY", "local"), ("DEFAULT_REGION", "us-east-1")):
        monkeypatch.setenv(f"AWS_{name}", value)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    options = {"endpoint_url": f"http://{host}:{port}"}
    files = fsspec.filesystem("s3", **options)
    files.mkdir("trial")
    with (folder / "0.jpg").open("ab") as large:
        large.write(bytes(8 << 20))
    files.put(f"{folder}/", "trial/photos/", recursive=True)
    yield options
    # What was put stays in this process, and the next server would have it.
    urllib.request.urlopen(urllib.request.Request(f"{options['endpoint_url']}/moto-api/reset", method="POST")).close()
    server.stop()


def rows(function: spark.PhotoFunction, paths: list[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pd.concat(list(function([pd.DataFrame({"path": paths})]))).to_dict("records")
    return [{**row, "path": row["path"].rpartition("/photos/")[2]} for row in found]


def test_photos_of_a_store(storage: dict[str, Any], folder: Path) -> None:
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.jpg"))
    settings = Settings("s3://trial/photos", storage=storage)
    store = Store(settings.input, settings)
    listed = list(FolderListing(settings, is_deep=True)([""]))
    assert sorted(each[0] for each in listed) == names and all(len(each[2]) >= 32 for each in listed)
    shallow = FolderListing(settings, is_deep=False)
    assert {each for each in shallow([""]) if isinstance(each, str)} >= {"a", "d"}
    urls, local = [store.url(name) for name in names], [str(folder / name) for name in names]
    assert urls[0].startswith("s3://trial/photos/")
    assert rows(spark.validate(storage=storage), urls) == rows(spark.validate(), local)
    numbers = rows(spark.statistics(storage=storage), urls)
    assert repr(numbers) == repr(rows(spark.statistics(), local))
    large = next(row for row in numbers if row["path"] == "0.jpg")
    assert large["bytes"] > 8 << 20 and large["bytes_read"] < 1 << 20 and large["depth_mean"] > 1


def test_files_in_a_store(storage: dict[str, Any], folder: Path) -> None:
    urls = [f"s3://trial/photos/{number}.jpg" for number in (0, 5, 99)]
    function = spark.extract("s3://trial/files", root="s3://trial/photos", storage=storage)
    first, second, missing = rows(function, urls)
    assert first["written"] and second["written"] and missing["code"] == "missing"
    files = fsspec.filesystem("s3", **storage)
    there = files.find("trial/files", detail=True)
    assert len(there) == 4 and f"trial/files/{first['depth_map']}" in there
    again = rows(function, urls)
    assert not again[0]["written"] and again[0]["depth_map"] == first["depth_map"]
    files.invalidate_cache()
    assert files.find("trial/files", detail=True).keys() == there.keys()
