"""Which rules of `validate` the files of a run had something to do with."""
from __future__ import annotations

import json
import subprocess
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable


@dataclass
class Rules:
    """Rules that had something to look at, and those that found something."""

    exercised: set[str] = field(default_factory=set)
    raised: set[str] = field(default_factory=set)

    def add(self, other: Rules) -> None:
        """Takes in what another instance saw."""
        self.exercised |= other.exercised
        self.raised |= other.raised


def known(program: Path) -> list[str]:
    """Returns the names of all rules."""
    done = subprocess.run([str(program), "validate", "--list-rules", "--format", "json"], capture_output=True,
                          text=True, check=True)
    return [json.loads(line)["rule"] for line in done.stdout.splitlines()]


def coverage(every: list[str], parts: Iterable[Rules]) -> str:
    """Returns how many rules were exercised and how many raised, and names the others."""
    seen = Rules()
    for part in parts:
        seen.add(part)
    looked = [rule for rule in every if rule in seen.exercised | seen.raised]
    raised = [rule for rule in every if rule in seen.raised]
    lines = [f"rules of validate: {len(every)}, exercised by a file {len(looked)}, raised by a file {len(raised)}"]
    for label, rules in (("never exercised", looked), ("never raised", raised)):
        missing = [rule for rule in every if rule not in rules]
        if missing:
            lines += textwrap.wrap(f"{label}: " + ", ".join(missing), 118, subsequent_indent="  ",
                                   break_on_hyphens=False)
    return "\n".join(lines)
