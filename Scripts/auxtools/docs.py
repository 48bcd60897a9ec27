"""Fails where the page of a module leaves public symbols to lists that DocC makes up.

    python3 Scripts/auxtools/docs.py .build/docs/AuxImage.doccarchive
"""
from __future__ import annotations

import json
import pathlib
import sys


def uncurated(archive: pathlib.Path) -> list[str]:
    """The symbols that the module's own page does not list."""
    page = archive / "data" / "documentation" / f"{archive.stem.lower()}.json"
    sections = json.loads(page.read_text()).get("topicSections", [])
    return [name for section in sections if section.get("generated") for name in section["identifiers"]]


if __name__ == "__main__":
    missing = uncurated(pathlib.Path(sys.argv[1]))
    for name in missing:
        print(f"no topic of {sys.argv[1]} lists {name}", file=sys.stderr)
    sys.exit(1 if missing else 0)
