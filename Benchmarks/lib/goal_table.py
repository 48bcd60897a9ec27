"""The rows with goals, measured: times and ratios beside the goals, and memory and sizes."""
from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from auxtools.environment import ROOT

from . import recorded
from .goal_inputs import GoalInputs, importable
from .goals import ROWS, SAME_PSNR, Row
from .measure import Unavailable, pairs, peak_memory, wall_time
from .tables import megabytes, milliseconds, print_table, ratio_text, spread

# In a quick run a row has so many pairs; of rows that take longer than `LONG` seconds, so few.
QUICK_RUNS, QUICK_LONG_RUNS, LONG = 7, 2, 0.5


@dataclass
class Outcome:
    """What a row has shown: seconds of one file each, peaks and sizes in bytes."""

    row: Row
    ours: list[float]
    theirs: list[float]
    ratios: list[float]
    peaks: tuple[int | None, int | None]
    sizes: tuple[int, int]
    psnr: tuple[float, float] | None = None
    note: str = ""

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    def met(self) -> bool | None:
        """Returns whether the goal is reached; None where there is no goal or its memory was not measured."""
        goal = self.row.goal
        if goal is None or (goal.mebibytes is not None and self.peaks[0] is None):
            return None
        return all([
            goal.ratio is None or self.ratio <= goal.ratio,
            goal.milliseconds is None or statistics.median(self.ours) * 1000 <= goal.milliseconds,
            goal.mebibytes is None or self.peaks[0] / 2**20 <= goal.mebibytes,
            goal.rate is None or 1 / statistics.median(self.ours) >= goal.rate,
            not goal.same_psnr or (self.psnr is not None and self.psnr[0] >= self.psnr[1] - SAME_PSNR),
        ])


def show(runs, folder, quick=False, names=None):
    """Prints the tables of all rows, or of the quick ones; returns the outcomes."""
    print("## Goals: beside other programs, in pairs\n")
    inputs = GoalInputs(folder / "goals")
    outcomes, failures = [], []
    for row in ROWS:
        if (quick and not row.quick) or (names and row.name not in names):
            continue
        start = time.monotonic()
        try:
            outcomes.append(_measured(row, runs, inputs, quick))
            print(f"{row.name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
        except Unavailable as reason:
            failures.append(f"Left out: {row.name}, since {reason}.\n")
    _print_times(outcomes)
    _print_rest(outcomes)
    for failure in failures:
        print(failure)
    return outcomes


def _measured(row, runs, inputs, quick):
    for program in row.programs:
        if not shutil.which(program):
            raise Unavailable(f"{program} is not installed")
    for module in row.modules:
        if not importable(module):
            raise Unavailable(f"Python's {module} is not installed")
    if not row.on_disk:
        return _paired(row, runs, inputs, quick)
    place = ROOT / ".build"
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=place) as name:
        return _paired(row, runs, GoalInputs(Path(name)), quick)


def _paired(row, runs, inputs, quick):
    counts = row.quick_files if quick else row.files
    inputs.files = counts
    inputs.clear()
    row = replace(row, work=row.work.format(counts[0]), peer=row.peer.format(counts[1]))
    ours, theirs = row.ours(inputs), row.theirs(inputs)
    times = min(runs, row.most_runs)
    if quick:
        # The pair of warm-up shows how long the row takes.
        times = min(QUICK_LONG_RUNS if wall_time(ours) + wall_time(theirs) > LONG else QUICK_RUNS, times)
    taken = pairs(times, lambda: wall_time(ours), lambda: wall_time(theirs), warm=quick)
    taken = [(own / counts[0], other / counts[1]) for own, other in taken]
    outcome = Outcome(
        row, [own for own, _ in taken], [other for _, other in taken], [own / other for own, other in taken],
        (peak_memory(ours), None if quick else peak_memory(theirs)), (_size(inputs.ours), _size(inputs.theirs)))
    outcome.psnr = row.psnr(inputs) if row.psnr else None
    outcome.note = row.look(inputs) if row.look else ""
    return outcome


def _size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _print_times(outcomes):
    cells = []
    for outcome in outcomes:
        row = outcome.row
        met = {True: "yes", False: "**no**", None: ""}[outcome.met()]
        if row.files != (1, 1):
            times = [spread([1 / one for one in taken], _rate)
                     for taken in (outcome.ours, outcome.theirs)]
        else:
            times = [spread(taken, milliseconds) for taken in (outcome.ours, outcome.theirs)]
        cells.append([
            row.work, row.peer, *times, spread(outcome.ratios, _fine), str(row.goal or ""), met,
            str(len(outcome.ratios))])
    print_table(["work", "beside", "auxdepth ms", "beside ms", "ratio", "goal", "met", "pairs"], cells)
    print(
        "Median (least–greatest); ratio: auxdepth / beside, of the pairs, so that less is faster. All from start to exit, "
        "files read and\nwritten included; what flushes goes to tmpfs where there is one, but for the row on disk.\n")


def _fine(ratio):
    return f"{ratio:.3f}" if ratio < 0.1 else ratio_text(ratio)


def _rate(rate):
    return f"{rate:,.0f}/s" if rate >= 100 else f"{rate:.1f}/s"


def _print_rest(outcomes):
    cells = []
    for outcome in outcomes:
        notes = [outcome.note] if outcome.note else []
        if outcome.psnr:
            notes.append("PSNR of luma {:.2f} dB, beside {:.2f} dB".format(*outcome.psnr))
        cells.append([
            outcome.row.work, outcome.row.peer, *(megabytes(peak) if peak else "" for peak in outcome.peaks),
            *(f"{size / 1000:,.0f}" if size else "" for size in outcome.sizes), "; ".join(notes)])
    print_table(
        ["work", "beside", "auxdepth MiB", "beside MiB", "auxdepth writes kB", "beside writes kB", "also"], cells)
    print(
        "Peak memory is the greatest resident set of one process, measured in runs of its own. Where a peer copies the "
        "photo, its kB are the\nphoto's and the plane's.\n")


def compare(outcomes):
    """Prints the rows that fell behind what is recorded of them."""
    known = recorded.read()
    behind = [
        (outcome, known[outcome.row.name]) for outcome in outcomes
        if outcome.row.name in known and outcome.ratio > known[outcome.row.name] * recorded.BEHIND]
    new = [outcome.row.name for outcome in outcomes if outcome.row.name not in known]
    print(f"### Against the recorded ratios, {recorded.BEHIND:g} times and more\n")
    for outcome, before in behind:
        print(
            f"- FELL BEHIND: {outcome.row.name}: the ratio is {_fine(outcome.ratio)}, recorded {_fine(before)}, "
            f"{outcome.ratio / before:.2f} times of it")
    if not behind and len(new) < len(outcomes):
        print(f"None of {len(outcomes) - len(new)} rows fell behind.")
    if new:
        print(f"\nNothing is recorded of: {', '.join(new)}.")
    print()


def record(outcomes):
    """Renews the recorded ratios; of rows that were left out the old ones stay."""
    known = recorded.read()
    known |= {outcome.row.name: outcome.ratio for outcome in outcomes}
    recorded.write({row.name: (str(row.goal or ""), known.get(row.name)) for row in ROWS})
