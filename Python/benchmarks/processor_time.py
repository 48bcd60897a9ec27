"""The processor time of this process and of the workers of the sandbox, which are no children of it by themselves."""

from __future__ import annotations

import ctypes
import os
import time
from pathlib import Path

_workers: list[int] = []


def adopt_workers() -> None:
    """Makes this process the parent of the helper that starts workers; before the first image is decoded."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def _parents() -> dict[int, int]:
    """Returns the parent of each process of the system."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                # The name of the program, in parentheses, may have blanks in it.
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            found[int(entry.name)] = int(fields[1])
    return found


def find_workers() -> None:
    """Takes note of all processes below this one, whose time counts from now on."""
    parents = _parents()
    below = {os.getpid()}
    while more := {each for each, parent in parents.items() if parent in below} - below:
        below |= more
    _workers[:] = below - {os.getpid()}


def processor_time() -> float:
    """Returns the processor time in seconds of this process and of those that find_workers() found."""
    spent = time.process_time()
    for worker in _workers:
        # CPUCLOCK_SCHED of another process, as clock_getcpuclockid() makes it: threads that have ended count, too.
        spent += time.clock_gettime(~worker << 3 | 2)
    return spent
