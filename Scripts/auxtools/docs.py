"""Fails where a public symbol has no comment, where a comment names a member that is not public, or where the page of a module
leaves a symbol to lists that DocC makes up.

    python3 Scripts/auxtools/docs.py .build/docs/AuxImage.doccarchive .build/docs/graphs/AuxImage
"""
from __future__ import annotations

import json
import pathlib
import re
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


def symbols(graphs: pathlib.Path) -> typing.Iterator[dict[str, typing.Any]]:
    for file in sorted(graphs.glob("*.symbols.json")):
        yield from json.loads(file.read_text())["symbols"]


def unknown_members(graphs: pathlib.Path) -> typing.Iterator[str]:
    """The `Type.member` of comments whose type is public and whose member is not, here or in a module that was compiled before."""
    public: dict[str, set[str]] = {}
    for folder in graphs.parent.iterdir():
        for symbol in symbols(folder):
            *outer, name = symbol["pathComponents"]
            for each in [*outer[-1:], name]:
                public.setdefault(each, set())
            if outer:
                public[outer[-1]].add(re.sub(r"\(.*", "", name))
    for symbol in symbols(graphs):
        for line in symbol.get("docComment", {}).get("lines", []):
            for type_name, member in re.findall(r"(?<!`)`(?:\w+\.)*?([A-Z]\w*)\.(\w+)[^`]*`", line["text"]):
                if type_name in public and member not in public[type_name]:
                    yield f'{".".join(symbol["pathComponents"])} mentions {type_name}.{member}'


if __name__ == "__main__":
    archive, graphs = map(pathlib.Path, sys.argv[1:])
    faults = [f"no topic of {archive} lists {name}" for name in uncurated(archive)]
    faults += [f"no comment: {name}" for name in uncommented(graphs)]
    faults += [f"not public: {mention}" for mention in unknown_members(graphs)]
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    sys.exit(1 if faults else 0)
