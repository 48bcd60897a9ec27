"""The examples run, and what they write is what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import auxdepth

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="the examples are not beside the tests")


@pytest.mark.parametrize("name", ["depth_anything", "depth_pro", "midas"])
def test_an_example(tmp_path: Path, name: str) -> None:
    output = tmp_path / "photo.heic"
    subprocess.run([sys.executable, EXAMPLES / f"{name}.py", output], check=True, env=os.environ)
    with auxdepth.open(output) as photo:
        assert photo.depth().shape == (192, 256)
        near, far = photo.depth().min(), photo.depth().max()
        assert 0.9 < near < 1.1 and 3.5 < far < 10.5
    report = auxdepth.validate(output)
    assert report.valid
