"""The blocks of docs/recipes/spark.md, one after another, as they stand there."""
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

RECIPE = Path(__file__).resolve().parents[3] / "docs" / "recipes" / "spark.md"


def test_blocks(
    session: SparkSession, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Workers of Spark are in the folder that they were started in.
    place = folder.parent.as_uri()
    monkeypatch.chdir(folder.parent)
    Path("auxdepth-policy.json").write_text(json.dumps({"version": 1, "require": ["depthmap"]}))
    blocks = re.findall(r"```python\n(.*?)```", RECIPE.read_text(), re.S)
    assert len(blocks) == 3
    names: dict[str, Any] = {"session": session}
    for block in blocks:
        for name in ("photos", "results", "maps", "measures", "files"):
            block = block.replace(f'"{name}"', f'"{place}/{name}"')
        exec(compile(block, RECIPE.name, "exec"), names)
    assert names["verdicts"].where("valid").count() == 11
    assert session.read.parquet(f"{place}/measures").count() == 12
    assert len(list((folder.parent / "maps").rglob("*.npy"))) == 11
    assert (names["done"].results, names["done"].rejected) == (11, 1) and names["depth"].count() == 11
    assert "12 11 1 0" in capsys.readouterr().out
