"""Prints what came of the cases."""
from __future__ import annotations

import json
import textwrap
from collections import Counter
from dataclasses import dataclass

from . import peers
from .cases import Case
from .context import Context


@dataclass(frozen=True)
class Result:
    """A case and the contexts that its instances ran in."""

    case: Case
    contexts: list[Context]

    @property
    def counts(self) -> Counter[str]:
        return Counter(outcome.status for context in self.contexts for outcome in context.outcomes)

    @property
    def peers_used(self) -> list[str]:
        return sorted({peer for context in self.contexts for peer in context.peers_used})


def as_json(result: Result) -> str:
    """Returns one line of JSON for a case."""
    counts = result.counts
    problems = [
        {"instance": context.instance, "status": outcome.status, "check": outcome.check, "detail": outcome.detail}
        for context in result.contexts for outcome in context.outcomes if outcome.status != "passed"]
    return json.dumps({
        "case": result.case.id, "title": result.case.title, "instances": len(result.contexts),
        "passed": counts["passed"], "failed": counts["failed"], "skipped": counts["skipped"],
        "peers": result.peers_used, "covers": result.case.covers, "problems": problems,
        "figures": [figure for context in result.contexts for figure in context.figures]})


def table(results: list[Result]) -> str:
    """Returns the table for people, failures and reasons for skipping below it."""
    width = max([len(result.case.id) for result in results] + [4])
    indent = " " * (width + 2)
    lines = [f"{'case':<{width}}  inst.  passed  failed  skipped  peers"]
    for result in results:
        counts = result.counts
        lines.append(f"{result.case.id:<{width}}  {len(result.contexts):>5}  {counts['passed']:>6}  "
                     f"{counts['failed']:>6}  {counts['skipped']:>7}  {' '.join(result.peers_used) or '-'}")
        lines += textwrap.wrap("covers " + "; ".join(result.case.covers), 118,
                               initial_indent=indent, subsequent_indent=indent)
    lines += ["", *_figures(results), *_failures(results), *_skips(results), _installed()]
    return "\n".join(lines)


def _figures(results: list[Result]) -> list[str]:
    return [f"measured {result.case.id}: {figure}"
            for result in results for context in result.contexts for figure in context.figures]


def _failures(results: list[Result]) -> list[str]:
    return [f"FAILED {context.instance}: {outcome.check}: {outcome.detail}"
            for result in results for context in result.contexts for outcome in context.outcomes
            if outcome.status == "failed"]


def _skips(results: list[Result]) -> list[str]:
    reasons = Counter((result.case.id, outcome.check, outcome.detail)
                      for result in results for context in result.contexts for outcome in context.outcomes
                      if outcome.status == "skipped")
    return [f"skipped {case}: {check}: {detail} ({count}x)" for (case, check, detail), count in sorted(reasons.items())]


def _installed() -> str:
    found = [f"{name} {peers.version(name) or 'absent'}" for name in peers.NAMES]
    return textwrap.fill("peers: " + ", ".join(found), 118, subsequent_indent="       ")


def missing(results: list[Result], known: list[str]) -> list[str]:
    """Returns the sections that no case covers with a check that passed."""
    covered = {name for result in results if result.counts["passed"] for name in result.case.covers}
    return [name for name in known if name not in covered]


def coverage(results: list[Result], known: list[str]) -> str:
    """Returns how many sections are covered, and how many by cases without a failure."""
    failed = {name for result in results if result.counts["failed"] for name in result.case.covers}
    covered = set(known) - set(missing(results, known))
    return f"sections of Specs/: {len(known)}, covered by a case {len(covered)}, without a failure {len(covered - failed)}"


def summary(results: list[Result]) -> str:
    """Returns the last line."""
    total: Counter[str] = sum((result.counts for result in results), Counter())
    return f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped"
