"""What a check found, and the table of all checks."""
from __future__ import annotations

import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Callable

from .machine import Machine
from .photos import Photos


@dataclass
class Tally:
    """The runs of a check, and how many of them failed in which way."""
    runs: int = 0
    failed: int = 0
    failures: Counter = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    facts: Counter = field(default_factory=Counter)
    skipped: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, wrong: str | list[str] | None, example: str = "") -> None:
        """Counts a run; what was wrong with it is named without numbers that differ from run to run."""
        reasons = [wrong] if isinstance(wrong, str) else wrong or []
        with self._lock:
            self.runs += 1
            self.failed += bool(reasons)
            for reason in dict.fromkeys(reasons):
                self.failures[reason] += 1
                self.examples.setdefault(reason, example)

    def note(self, fact: str, number: int = 1) -> None:
        """Counts something that is no failure."""
        with self._lock:
            self.facts[fact] += number


@dataclass(frozen=True)
class Check:
    """One check: its name, what it shows, and the time that it may take."""
    name: str
    about: str
    minutes: float
    body: Callable[[Machine, Photos, Tally], None]


ALL: list[Check] = []


def check(name: str, about: str, minutes: float = 5) -> Callable:
    """Enters a function in the list of checks."""
    def enter(body: Callable[[Machine, Photos, Tally], None]) -> Callable:
        ALL.append(Check(name, about, minutes, body))
        return body
    return enter


def perform(one: Check, machine: Machine, photos: Photos) -> tuple[Tally, float]:
    """Runs a check; more time than it may take is a failure."""
    tally = Tally()
    start = time.monotonic()
    one.body(machine, photos, tally)
    seconds = time.monotonic() - start
    if seconds > one.minutes * 60:
        tally.failures[f"took {seconds:.0f} s; {one.minutes * 60:.0f} s are the limit"] += 1
        tally.failed += 1
    return tally, seconds


def row(one: Check, tally: Tally, seconds: float) -> str:
    """Returns the line of a check, with a line for each way of failing."""
    verdict = f"skipped: {tally.skipped}" if tally.skipped else "ok" if not tally.failed else f"{tally.failed} FAILED"
    lines = [f"{one.name:<18} {tally.runs:>6} runs {seconds:>7.1f} s  {verdict}"]
    lines += [f"    {number:>6} x {reason}" + (f"   [{example}]" if (example := tally.examples.get(reason)) else "")
              for reason, number in tally.failures.most_common()]
    lines += [f"    ({number} {fact})" for fact, number in tally.facts.most_common()]
    return "\n".join(lines)


def line(one: Check, tally: Tally, seconds: float) -> str:
    """Returns the JSON object of a check."""
    return json.dumps({
        "check": one.name, "about": one.about, "runs": tally.runs, "failed": tally.failed,
        "seconds": round(seconds, 1), "skipped": tally.skipped or None,
        "failures": [{"reason": reason, "count": number, "example": tally.examples.get(reason, "")}
                     for reason, number in tally.failures.most_common()],
        "facts": dict(tally.facts)})
