"""Measuring: how long programs take and how much memory, ours and others by turns."""

import subprocess
import tempfile
import time
from pathlib import Path

from auxtools import memory


class Unavailable(Exception):
    """Something that rows need is missing."""


def execute(command):
    """Runs a program to its end, its output thrown away, and returns its exit status."""
    return subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, close_fds=False, check=False).returncode


def wall_time(commands):
    """Returns the seconds that the commands take one after the other."""
    start = time.perf_counter()
    for command in commands:
        status = execute(command)
        if status != 0:
            raise Unavailable(f"{Path(str(command[0])).name} failed with status {status}")
    return time.perf_counter() - start


def peak_memory(commands):
    """Returns the greatest resident set of the commands in bytes, or None where it cannot be known."""
    peaks = []
    with tempfile.NamedTemporaryFile() as report:
        for command in commands:
            status = execute(memory.measuring(command, report.name))
            peak = memory.reported(Path(report.name).read_text())
            if status != 0 or peak is None:
                return None
            peaks.append(peak)
    return max(peaks)


def pairs(runs, ours, theirs, warm=False):
    """Returns the seconds of `runs` pairs, ours and theirs, after one pair of warm-up where it is not `warm`."""
    taken = []
    for number in range(1 if warm else 0, runs + 1):
        if number % 2 == 0:
            pair = (ours(), theirs())
        else:
            other = theirs()
            pair = (ours(), other)
        if number > 0:
            taken.append(pair)
    return taken


def rounds(runs, cases):
    """Returns the seconds of each case, `runs` times: all by turns, after one round of warm-up.

    A case is a function that returns its seconds. Every other round goes through them backwards.
    """
    taken = {name: [] for name in cases}
    for number in range(runs + 1):
        names = list(cases) if number % 2 == 0 else list(reversed(cases))
        for name in names:
            seconds = cases[name]()
            if number > 0:
                taken[name].append(seconds)
    return taken
