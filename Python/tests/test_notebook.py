"""The notebook of the examples runs from its first cell to its last, and shows pictures."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples/notebook.ipynb"


def picture(png: str) -> Any:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    return np.asarray(image.open(io.BytesIO(base64.b64decode(png))))


@pytest.mark.skipif(not NOTEBOOK.exists(), reason="the examples are not beside the tests")
def test_nbconvert(tmp_path: Path) -> None:
    for module in ("nbconvert", "ipykernel"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    folders = [str(NOTEBOOK.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(folders), "HOME": str(tmp_path), "IPYTHONDIR": str(tmp_path / "ipython"),
    }  # fmt: skip
    for form in ("notebook", "html"):
        subprocess.run(
            [sys.executable, "-m", "nbconvert", "--execute", "--to", form, "--output-dir", str(tmp_path),
             "--output", "page", str(NOTEBOOK)],
            check=True, env=environment, capture_output=True, text=True,
        )  # fmt: skip
    outputs = [
        output for cell in json.loads((tmp_path / "page.ipynb").read_text())["cells"] for output in cell.get("outputs", [])
    ]
    texts = "".join("".join(output.get("text", [])) for output in outputs)
    assert "(192, 256), 1.00 to 4.00 m" in texts and "49152 points, the nearest 1.00 m away" in texts
    shown = [output["data"] for output in outputs if "data" in output]
    # The photo with its maps, its map, and two effects.
    (html,) = ("".join(data["text/html"]) for data in shown if "text/html" in data)
    in_html = [picture(png) for png in re.findall(r"data:image/png;base64,([^\"' ]+)", html)]
    assert [image.shape[:2] for image in in_html] == [(192, 256)] * 3
    pictures = [picture(data["image/png"]) for data in shown if "image/png" in data]
    assert [image.shape[:2] for image in pictures] == [(192, 256)] * 3
    assert all(np.ptp(image) > 100 for image in [*in_html, *pictures])
    page = (tmp_path / "page.html").read_text().replace("\n", "")
    assert all(data["image/png"].replace("\n", "") in page for data in shown if "image/png" in data)
