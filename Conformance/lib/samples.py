"""Camera samples: the photos in the folders of AUXDEPTH_SAMPLES, and what is known of them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from auxtools import environment

_SUFFIXES = (".jpg", ".jpeg", ".heic", ".heif", ".avif", ".dng")

Samples = dict[str, Path]
"""Paths by name; the name is that in the folder."""


def load() -> Samples:
    """Returns all samples; of two with one name, that of the first folder."""
    found: Samples = {}
    for folder in environment.sample_folders():
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in _SUFFIXES:
                found.setdefault(str(path.relative_to(folder)), path)
    return found


def expectations() -> dict[str, dict[str, Any]]:
    """Returns the lines of every expected.jsonl by the names of their files."""
    rows: dict[str, dict[str, Any]] = {}
    for folder in environment.sample_folders():
        listed = folder / "expected.jsonl"
        for line in listed.read_text().splitlines() if listed.exists() else []:
            row = json.loads(line)
            rows.setdefault(row["file"], row)
    return rows
