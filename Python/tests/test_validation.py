"""Files are checked, several at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import auxdepth


@pytest.fixture
def paths(tmp_path: Path, portrait: bytes, plain: bytes) -> list[Path]:
    for index, data in enumerate([portrait, plain, portrait[:600], portrait]):
        (tmp_path / f"{index}.heic").write_bytes(data)
    return [*(tmp_path / f"{index}.heic" for index in range(4)), tmp_path / "none.heic"]


def test_reports_in_the_order_of_paths(paths: list[Path]) -> None:
    reports = auxdepth.validate(paths, jobs=2)
    assert [report.path for report in reports] == [str(path) for path in paths]
    assert [report.valid for report in reports] == [True, True, False, True, False]
    assert [report.container for report in reports[:2]] == ["heif", "jpeg"]
    failed = [finding for finding in reports[2].findings if finding.severity == "error"]
    assert failed and failed[0].rule and failed[0].message


def test_one_path_and_bytes(paths: list[Path], portrait: bytes) -> None:
    report = auxdepth.validate(str(paths[0]))
    assert report.valid
    report = auxdepth.validate(portrait, headers_only=True)
    assert report.valid and report.path is None
    assert auxdepth.validate([]) == []


def test_progress(paths: list[Path]) -> None:
    calls: list[Any] = []
    auxdepth.validate(paths, progress=lambda *call: calls.append(call))
    assert [call[:2] for call in calls] == [(index, 5) for index in range(1, 6)]


def test_what_progress_raises_ends_the_work(paths: list[Path]) -> None:
    seen: list[int] = []

    def progress(done: int, _: int, __: auxdepth.Report) -> None:
        seen.append(done)
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        auxdepth.validate(paths, progress=progress)
    assert seen == [1, 2]


def test_options(paths: list[Path]) -> None:
    report = auxdepth.validate(paths[1], profile="photos-portrait")
    assert report.findings
    with pytest.raises(auxdepth.UsageError):
        auxdepth.validate(paths, profile="unheard")
    with pytest.raises(auxdepth.UsageError):
        auxdepth.validate(paths, jobs=0)


def rules(report: auxdepth.Report) -> set[str]:
    return {finding.rule for finding in report.findings}


def test_policies(paths: list[Path], portrait: bytes, tmp_path: Path) -> None:
    report = auxdepth.validate(paths[1], policy={"require": ["disparity"], "minSize": None})
    assert not report.valid and "POLICY-REQUIRE" in rules(report)
    report = auxdepth.validate(portrait, policy={"require": ["disparity"], "accuracy": ["relative", "absolute"]})
    assert report.valid, report.findings
    file = tmp_path / "policy.json"
    file.write_text('{"require": ["skin"], "folders": {"kept/**": {"require": null}}}')
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a.heic").write_bytes(portrait)
    asked, kept = auxdepth.validate([paths[0], tmp_path / "kept" / "a.heic"], policy=file)
    assert "POLICY-REQUIRE" in rules(asked) and "POLICY-REQUIRE" not in rules(kept)
    members = {"require": ["skin"], "folders": {"kept/**": {"require": []}}}
    kept = auxdepth.validate(tmp_path / "kept" / "a.heic", policy=members, policy_folder=tmp_path)
    assert "POLICY-REQUIRE" not in rules(kept)


def test_wrong_policies(paths: list[Path], tmp_path: Path) -> None:
    with pytest.raises(auxdepth.UsageError) as caught:
        auxdepth.validate(paths, policy={"require": ["dispariti"]})
    assert "did you mean" in str(caught.value) and caught.value.place == "options/policy/require[0]"
    with pytest.raises(auxdepth.Error):
        auxdepth.validate(paths, policy=tmp_path / "none.json")
    with pytest.raises(auxdepth.UsageError):
        auxdepth.validate(paths, policy_folder=tmp_path)


def test_repair(tmp_path: Path, pixels: Any, metres: Any) -> None:
    data = auxdepth.new(pixels, "jpeg").attach(depth=metres).to_bytes()
    # A comment after the MPF segment makes its offsets stale.
    mark = data.index(b"MPF\0") - 2
    end = mark + int.from_bytes(data[mark : mark + 2], "big")
    path = tmp_path / "stale.jpg"
    path.write_bytes(data[:end] + b"\xff\xfe\x00\x04hi" + data[end:])
    assert any(finding.rule == "JPEG-MPF-STALE" for finding in auxdepth.validate(path).findings)
    report = auxdepth.repair(path, sync=False)
    assert report.valid and [each["rule"] for each in report.details["repaired"]] == ["JPEG-MPF-STALE"]
    assert all(finding.severity == "info" for finding in auxdepth.validate(path).findings)
    # Pillow finds the second picture by the offsets of MPF.
    images = pytest.importorskip("PIL.Image")
    with images.open(path) as both:
        assert both.format == "MPO" and both.n_frames == 2
        both.seek(1)
        assert both.size == (128, 96)
    before = path.read_bytes()
    assert "repaired" not in auxdepth.repair(str(path)).details and path.read_bytes() == before
    assert auxdepth.repair(tmp_path / "none.jpg").valid is False
