"""The processor time of the processes below this one, which decode for it."""

from __future__ import annotations

import ctypes
import os
import resource
import time
from pathlib import Path


def adopt_orphans() -> None:
    """Makes this process the parent of processes below it whose own parents end; before the first image is decoded."""
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


def time_of_others() -> float:
    """Returns the processor time in seconds of all processes below this one, those that have ended among them."""
    parents = _parents()
    below = {os.getpid()}
    while more := {each for each, parent in parents.items() if parent in below} - below:
        below |= more
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = ended.ru_utime + ended.ru_stime
    for process in below - {os.getpid()}:
        try:
            # CPUCLOCK_SCHED of another process, as clock_getcpuclockid() makes it: threads that have ended count, too.
            spent += time.clock_gettime(~process << 3 | 2)
        except OSError:
            continue
    return spent
