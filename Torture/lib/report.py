"""The table for people."""
from __future__ import annotations

from .attack import MEGABYTE
from .measure import Outcome

_HEAD = (f"{'attack':<34} {'n':>8} {'command':<14} {'KB in':>7} {'seconds':>8} {'MB':>6} {'KB out':>8} "
         f"{'status':>6}  verdict")


def head() -> str:
    """Returns the head of the table."""
    return f"{_HEAD}\n{'-' * len(_HEAD)}"


def row(outcome: Outcome) -> str:
    """Returns the row of one command."""
    ended = outcome.ended
    verdict = "FAILED " + "; ".join(outcome.faults) if outcome.faults else f"known: {outcome.gap}" if outcome.gap else "ok"
    return (f"{outcome.attack.name:<34} {outcome.size:>8} {outcome.run.name:<14} {outcome.given / 1024:>7.1f} "
            f"{ended.seconds:>8.2f} {ended.memory / MEGABYTE:>6.0f} {ended.output / 1024:>8.1f} {ended.status:>6}  "
            f"{verdict}")


def summary(outcomes: list[Outcome]) -> str:
    """Returns the points that do not hold, with their attacks, and the last line."""
    points: dict[str, set[str]] = {}
    for outcome in outcomes:
        if outcome.faults:
            points.setdefault(outcome.attack.point, set()).add(outcome.attack.name)
    lines = [f"{point}: {', '.join(sorted(names))}" for point, names in sorted(points.items())]
    # Once more, since they may be far above.
    lines += [row(outcome) for outcome in outcomes if outcome.faults]
    failed = sum(bool(outcome.faults) for outcome in outcomes)
    gaps = sum(bool(outcome.gap) and not outcome.faults for outcome in outcomes)
    return "\n".join([*lines, f"{len(outcomes) - failed - gaps} held, {failed} failed, {gaps} known gaps"])
