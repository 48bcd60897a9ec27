"""The fenced blocks of a Markdown file, with what the comments above them say of how they are tested.

    <!-- tested: NAME -->         the block is run by the scripts of Packaging, which look it up by that name
    <!-- needs: WHAT, ... -->     skipped, visibly, where that is not there: `sample PATTERN as NAME`, `command WORDS`
    <!-- elsewhere: WHY -->       not run here, and why
    <!-- continues -->            in the folder of the block before, with what that made
    <!-- file: NAME -->           the block is a file that the blocks after it find under that name
    <!-- check: COMMAND -->       below a block: run after it, and has to succeed
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})\s*([\w+-]*)\s*$")
NOTE = re.compile(r"^<!-- (tested|needs|elsewhere|continues|file|check)(?:: (.*?))? -->$")


@dataclass
class Block:
    """A fenced block: its language, its text, the line that it begins at."""

    document: Path
    line: int
    language: str
    text: str = ""
    notes: dict[str, list[str]] = field(default_factory=dict)
    output: str | None = None

    @property
    def place(self) -> str:
        return f"{self.document}:{self.line}"

    def note(self, name: str) -> str | None:
        return self.notes[name][0] if name in self.notes else None


def blocks_of(document: Path, text: str) -> list[Block]:
    """The blocks of a document in their order; one of language text is the output of the block of commands above it."""
    blocks: list[Block] = []
    notes: dict[str, list[str]] = {}
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if found := NOTE.match(line.strip()):
            name, value = found[1], found[2] or ""
            if name == "check":
                blocks[-1].notes.setdefault("check", []).append(value)
            else:
                notes.setdefault(name, []).append(value)
        elif opening := FENCE.match(line):
            block = Block(document, number, opening[3], notes=notes)
            body = []
            for _, inner in lines:
                if inner.strip() == opening[2]:
                    break
                body.append(inner.removeprefix(opening[1]))
            else:
                raise SystemExit(f"{block.place}: the block does not end")
            block.text = "\n".join(body) + "\n"
            if block.language == "text" and blocks and blocks[-1].language == "sh" and not notes:
                blocks[-1].output = block.text
            else:
                blocks.append(block)
            notes = {}
        elif line.strip() and notes:
            raise SystemExit(f"{document}:{number}: no block follows the comment above it ({', '.join(notes)})")
    return blocks
