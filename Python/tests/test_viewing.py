"""Photos are shown in one page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import auxdepth


def data(page: Path) -> dict[str, object]:
    text = page.read_text(encoding="utf-8")
    parts = text.split("<script ")
    found = dict(json.loads(next(part for part in parts if 'id="auxdepth-data">' in part).split(">", 1)[1].split("</script>", 1)[0]))
    found["files"] = [json.loads(part.split(">", 1)[1].split("</script>", 1)[0])
                      for part in parts if part.startswith('type="application/json" data-file>')]
    return found


def test_a_page_of_several_photos(tmp_path: Path, portrait: bytes, plain: bytes) -> None:
    for index, content in enumerate([portrait, plain, portrait[:300]]):
        (tmp_path / f"{index}.heic").write_bytes(content)
    paths = [tmp_path / f"{index}.heic" for index in range(3)]
    page = tmp_path / "page.html"
    photos = auxdepth.view(paths, page, title="A <title>", jobs=2)
    assert [photo.path for photo in photos] == [str(path) for path in paths]
    assert [photo.valid for photo in photos] == [True, True, False]
    assert [photo.error is None for photo in photos] == [True, True, False]
    files = data(page)["files"]
    assert isinstance(files, list) and [file["name"] for file in files] == ["0.heic", "1.heic", "2.heic"]
    assert "<title>A &lt;title&gt;</title>" in page.read_text(encoding="utf-8")


def test_one_photo_and_two_side_by_side(tmp_path: Path, portrait: bytes) -> None:
    photo, page = tmp_path / "a.heic", tmp_path / "page.html"
    photo.write_bytes(portrait)
    (shown,) = auxdepth.view(str(photo), page, preview_side=32)
    assert shown.valid and shown.failed == ()
    with pytest.raises(auxdepth.CannotCreateError):
        auxdepth.view(photo, page)
    auxdepth.view([photo, photo], page, compare=True, replace=True, sync=False)
    assert data(page)["compare"] == [0, 1]


def test_what_is_wrong(tmp_path: Path, portrait: bytes) -> None:
    photo, page = tmp_path / "a.heic", tmp_path / "page.html"
    photo.write_bytes(portrait)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.view([], page)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.view([photo], page, compare=True)
    with pytest.raises(auxdepth.InputMissingError):
        auxdepth.view([tmp_path / "none.heic"], page)
    assert not page.exists()
