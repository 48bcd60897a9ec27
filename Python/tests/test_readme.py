"""What the README files show of Python runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import auxdepth

from conftest import REPOSITORY

FILES = [path for path in (REPOSITORY / "README.md", REPOSITORY / "Python/README.md") if path.exists()]
pytestmark = pytest.mark.skipif(not FILES, reason="the README files are not beside the tests")


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_blocks(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, portrait: bytes, plain: bytes, pixels: Any, metres: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, data in {"portrait.heic": portrait, "photo.heic": portrait, "a.heic": portrait, "b.jpg": plain}.items():
        Path(name).write_bytes(data)
    Path("photo.jpg").write_bytes(plain)
    auxdepth.new(pixels).save("render.png")
    with auxdepth.from_array(metres) as values:
        values.save("z.exr")
    blocks = re.findall(r"```python\n(.*?)```", file.read_text(), re.S)
    assert blocks
    for block in blocks:
        names: dict[str, Any] = {"prediction": 1 / metres}
        exec(compile(block, file.name, "exec"), names)
        assert names["metres"].shape == metres.shape and names["matte"].shape == metres.shape
    assert auxdepth.open("render.heic").depth_image is not None
