"""Other readers find in our files what we say is there; those that are absent are skipped, and say so."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth


def test_pillow_heif_reads_our_depth(portrait: bytes) -> None:
    pillow_heif = pytest.importorskip("pillow_heif", reason="pillow-heif is not installed")
    file = pillow_heif.open_heif(io.BytesIO(portrait))
    (image,) = file.info["depth_images"]
    codes = np.asarray(image.to_pillow())[:, :, ...]
    with auxdepth.open(portrait) as photo:
        np.testing.assert_array_equal(codes.reshape(96, 128), photo.auxiliary[0].codes())
        pixels = np.asarray(file.to_pillow().convert("RGB")).astype(int)
        assert np.abs(pixels - photo.primary()).max() <= 3


def test_pillow_reads_our_jpeg(plain: bytes, metres: Any) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    with auxdepth.open(plain) as photo:
        data = photo.attach(depth=metres).to_bytes()
        pixels = np.asarray(image.open(io.BytesIO(data)))
        np.testing.assert_array_equal(pixels, photo.primary())


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="ExifTool is not installed")
@pytest.mark.parametrize("container", ["jpeg", "heif", "dng"])
def test_exiftool(tmp_path: Path, container: str, pixels: Any, metres: Any) -> None:
    path = tmp_path / "photo"
    path.write_bytes(auxdepth.new(pixels, container).attach(depth=metres).to_bytes())
    shown = subprocess.run(["exiftool", "-json", "-warning", "-error", "-a", path], capture_output=True, text=True)
    (facts,) = json.loads(shown.stdout)
    assert "Error" not in facts and "Warning" not in facts, facts


#: Reads with both libraries of HEIF in one process, in this order.
BOTH = """
import io, sys
import numpy as np
data = open(sys.argv[1], "rb").read()
def ours():
    import auxdepth
    return auxdepth.open(data).auxiliary[0].codes()
def theirs():
    import pillow_heif
    return np.asarray(pillow_heif.open_heif(io.BytesIO(data)).info["depth_images"][0].to_pillow()).reshape(96, 128)
first, second = (ours, theirs) if sys.argv[2] == "ours" else (theirs, ours)
for _ in range(3):
    assert (first() == second()).all()
maps = open("/proc/self/maps").read()
print(sorted({line.split("/")[-1] for line in maps.splitlines() if "heif" in line.split("/")[-1] and ".so" in line}))
"""


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_pillow_heif_in_the_same_process(tmp_path: Path, portrait: bytes, first: str) -> None:
    pytest.importorskip("pillow_heif", reason="pillow-heif is not installed")
    path = tmp_path / "a.heic"
    path.write_bytes(portrait)
    result = subprocess.run([sys.executable, "-c", BOTH, path, first], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
