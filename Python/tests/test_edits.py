"""Photos are edited with everything in them: cropped, scaled, turned, stripped and converted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth


def test_one_call(tmp_path: Path, portrait: bytes) -> None:
    source, out = tmp_path / "photo.heic", tmp_path / "small.heic"
    source.write_bytes(portrait)
    with auxdepth.open(source) as photo:
        height, width = photo.shape
    report = auxdepth.edit(
        source, out, crop=(0, 0, width // 2, height), resize="50%", rotate=90, upright=True, drop="mattes", quality=80
    )
    assert report["container"] == "heif" and not report["primaryUnchanged"] and report["path"] == str(out)
    assert (report["width"], report["height"], report["orientation"]) == (height // 2, width // 4, 1)
    fates = {image["type"]: image["fate"] for image in report["images"]}
    assert fates == {"disparity": "coded", "portraitEffectsMatte": "dropped"}
    with auxdepth.open(out) as small:
        assert small.shape == (width // 4, height // 2)
        assert [image.type for image in small.auxiliary] == ["disparity"]


def test_the_map_follows(portrait: bytes) -> None:
    """A turn is orientation alone; a crop of the right half has the map's right half."""
    with auxdepth.open(portrait) as photo:
        metres = photo.depth(upright=True)
        height, width = photo.shape
        turned = auxdepth.edited(photo, rotate=180).to_bytes()
        half = auxdepth.edited(photo, crop=(width // 2, 0, width // 2, height)).to_bytes("heif")
    with auxdepth.open(turned) as written:
        assert written.orientation == 3
        np.testing.assert_array_equal(written.depth(upright=True), metres[::-1, ::-1])
    with auxdepth.open(half) as written:
        right = metres[:, metres.shape[1] // 2 :]
        np.testing.assert_allclose(1 / written.depth(upright=True), 1 / right, atol=0.03)


def test_plans_and_presets(tmp_path: Path, portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        plan = auxdepth.edit(photo, preset="web", dry_run=True)
        assert plan["dryRun"] and plan["primaryUnchanged"]
        assert {image["fate"] for image in plan["images"]} == {"dropped"}
        # Other options add to the preset, and the only ones to keep take its place.
        kept = auxdepth.edited(photo, preset="web", only=["depthmap"]).plan()
        assert {image["type"] for image in kept["images"] if image["fate"] == "kept"} == {"disparity"}
        report = auxdepth.edit(photo, tmp_path / "kept.heic", preset="archive", sync=False)
        assert {image["fate"] for image in report["images"]} == {"kept"}
        auxdepth.edit(photo, tmp_path / "kept.avif", preset="archive", sync=False)
        with auxdepth.open(tmp_path / "kept.avif") as coded:
            for image, same in zip(photo.auxiliary, coded.auxiliary):
                np.testing.assert_array_equal(image.codes(8), same.codes(8))


def test_more_after_an_edit(tmp_path: Path, portrait: bytes, subject: Any) -> None:
    with auxdepth.open(portrait) as photo:
        small = auxdepth.edited(photo, resize="50%", only="depthmap")
        report = small.attach(skin=subject).save(tmp_path / "small.jpg")
        assert [image["type"] for image in report["attached"]] == ["semanticSegmentationSkinMatte"]
        assert {image["fate"] for image in report["images"]} == {"coded", "dropped"}
        assert "depthmap" not in repr(small) and "EditedPhoto" in repr(small)


def test_in_place(tmp_path: Path, portrait: bytes) -> None:
    path = tmp_path / "photo.heic"
    path.write_bytes(portrait)
    auxdepth.edit(path, strip=["location", "people"], flip="horizontal")
    with auxdepth.open(path) as photo:
        assert photo.orientation == 2
    with pytest.raises(auxdepth.UsageError, match="nothing to edit"):
        auxdepth.edit(path)
    with pytest.raises(auxdepth.CannotCreateError):
        auxdepth.edit(path, path, rotate=90)
    auxdepth.edit(path, path, rotate=90, replace=True)


@pytest.mark.parametrize(
    "options",
    [
        {"crop": (0, 0, 10_000, 10)},
        {"crop": (0, 0, 8, 8), "aspect": "1:1"},
        {"anchor": "subject"},
        {"aspect": "4::5"},
        {"resize": "half"},
        {"rotate": 45},
        {"drop": ["depthmap"], "only": ["mattes"]},
        {"drop": "everything"},
        {"strip": "names"},
        {"preset": "print"},
    ],
)
def test_what_cannot_be(portrait: bytes, options: dict[str, Any]) -> None:
    with auxdepth.open(portrait) as photo, pytest.raises(auxdepth.UsageError):
        auxdepth.edit(photo, dry_run=True, **options)


def test_gain_maps_are_described(pixels: Any) -> None:
    codes = (np.indices((96, 128)).sum(0) % 256).astype(np.uint8)
    photo = auxdepth.new(pixels, "jpeg").attach(gain_map=codes, headroom=4.0)
    with auxdepth.open(photo.to_bytes()) as opened:
        written = opened.describe_gain_map(form=["iso", "ultrahdr"]).to_bytes()
    with auxdepth.open(written) as again:
        (image,) = again.info["auxiliary"]
        assert image["gainMap"]["forms"] == ["iso", "ultrahdr"]
    with auxdepth.open(auxdepth.new(pixels, "jpeg").to_bytes()) as plain:
        with pytest.raises(auxdepth.NoSuchImageError):
            plain.describe_gain_map(form="iso")
