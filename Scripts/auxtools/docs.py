"""Fails where a public symbol has no comment, or where the page of a module leaves one to lists that DocC makes up.

    python3 Scripts/auxtools/docs.py .build/docs/AuxImage.doccarchive .build/docs/graphs/AuxImage
"""
from __future__ import annotations

import json
import pathlib
import sys
import typing


def uncurated(archive: pathlib.Path) -> list[str]:
    """The symbols that the module's own page does not list."""
    page = archive / "data" / "documentation" / f"{archive.stem.lower()}.json"
    sections = json.loads(page.read_text()).get("topicSections", [])
    return [name for section in sections if section.get("generated") for name in section["identifiers"]]


def uncommented(graphs: pathlib.Path) -> typing.Iterator[str]:
    """The declarations of the sources without a comment; what the compiler makes up has no place in them."""
    files = sorted(graphs.glob("*.symbols.json"))
    if not files:
        raise SystemExit(f"there is no symbol graph in {graphs}")
    for file in files:
        for symbol in json.loads(file.read_text())["symbols"]:
            # An extension is not a symbol of its own: its members are.
            if symbol["kind"]["identifier"] == "swift.extension" or "location" not in symbol:
                continue
            lines = symbol.get("docComment", {}).get("lines", [])
            if not any(line["text"].strip() for line in lines):
                place = symbol["location"]
                yield f'{place["uri"]}:{place["position"]["line"] + 1}: {".".join(symbol["pathComponents"])}'


if __name__ == "__main__":
    archive, graphs = map(pathlib.Path, sys.argv[1:])
    faults = [f"no topic of {archive} lists {name}" for name in uncurated(archive)]
    faults += [f"no comment: {name}" for name in uncommented(graphs)]
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    sys.exit(1 if faults else 0)
