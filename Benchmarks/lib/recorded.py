"""Benchmarks/recorded.json: the goal and the ratio of each row as they were when all was measured last."""

import json

from auxtools.environment import ROOT

PATH = ROOT / "Benchmarks/recorded.json"
# A row has fallen behind where its ratio is so many times the recorded one.
BEHIND = 1.3


def read():
    """Returns the ratios, ours to theirs, by the names of rows."""
    if not PATH.exists():
        return {}
    rows = json.loads(PATH.read_text())["rows"]
    return {name: row["ratio"] for name, row in rows.items() if row["ratio"] is not None}


def write(rows):
    """Writes goal and ratio of each row; the goals are for who reads the file, the rows have them."""
    content = {"rows": {
        name: {"goal": goal, "ratio": None if ratio is None else float(f"{ratio:.4g}")}
        for name, (goal, ratio) in rows.items()}}
    unfinished = PATH.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    unfinished.rename(PATH)
