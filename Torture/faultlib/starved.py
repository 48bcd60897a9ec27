"""Too few threads, too little memory; and whether the shim sees all there is to see."""
from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
from collections import Counter
from pathlib import Path

from .callsites import judged
from .folders import contents, strays
from .jobs import Job, all_jobs, writing
from .machine import Machine
from .photos import CONTAINERS, Photos
from .tally import Tally, check

# A user of no other process, so that the limit counts the run alone.
USER = 54322


@check("few-threads", "a limit on threads (prlimit --nproc): no hang, no signal, the right answer or an error", 10)
def few_threads(machine: Machine, photos: Photos, tally: Tally) -> None:
    if os.getuid() != 0:
        tally.skipped = "a user of no other process is needed, which root alone can become"
        return
    tries = [(USER + number * 8 + limit, job.learn(machine), limit)
             for number, job in enumerate(machine.few(all_jobs(photos), 8, lambda job: job.container))
             for limit in (1, 2, 3, 5)]
    machine.each(machine.part(tries, 4, 12, lambda one: one[1].container), lambda one: _starve(machine, *one, tally))


def _starve(machine: Machine, user: int, job: Job, limit: int, tally: Tally) -> None:
    def before() -> None:
        os.setgroups([])
        os.setgid(user)
        resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))
        os.setuid(user)

    with machine.box() as box:
        job.fill(box)
        os.chmod(box, 0o777)
        for path in box.iterdir():
            os.chown(path, user, user)
        ended = job.run(machine, box, before=before, seconds=20)
        found = contents(box)
    wrong = judged(job, found, ended, {0, 74})
    if strays(found):
        wrong.append("a temporary file stays")
    tally.add([f"{job.name}: {reason}" for reason in wrong], f"with {limit}: {ended.message}")


@check("little-memory", "a limit on addresses (RLIMIT_AS) and two photos: no signal, and one photo fails no other", 10)
def little_memory(machine: Machine, photos: Photos, tally: Tally) -> None:
    sizes = range(32, 201, machine.some(1, 4, 12))
    tries = [(arguments, megabytes) for arguments in _BATCHES for megabytes in sizes]
    machine.each(tries, lambda one: _squeeze(machine, photos, *one, tally))


_BATCHES = (["info"], ["validate", "--headers-only"], ["edit", "--rotate", "90", "--directory", "o"],
            ["edit", "--resize", "50%", "--directory", "o"], ["extract", "--directory", "o"],
            ["remove", "--all", "--directory", "o"])


def _pair(photos: Photos) -> dict[str, Path]:
    return {f"{number}.jpg": photos.photo("jpg") for number in (1, 2)}


def _squeeze(machine: Machine, photos: Photos, arguments: list[str], megabytes: int, tally: Tally) -> None:
    def before() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    with machine.box() as box:
        for name, path in _pair(photos).items():
            shutil.copyfile(path, box / name)
        # With less the loader, or the runtime before the program, ends.
        if machine.run("--version", cwd=box, before=before).status not in (0, 74):
            return tally.note("not begun")
        one = machine.run(*arguments, "1.jpg", cwd=box, before=before)
        shutil.rmtree(box / "o", ignore_errors=True)
        both = machine.run(*arguments, "1.jpg", "2.jpg", cwd=box, before=before)
        wrong = [] if not strays(contents(box)) else ["a temporary file stays"]
    # 69: no memory for a library that is loaded when it is needed.
    if both.status not in (0, 69, 74):
        wrong.append(f"ends with {both.status}")
    if one.status == 0 and both.status != 0:
        wrong.append("one photo is done, and two fail")
    tally.add([f"{' '.join(arguments)}: {reason}" for reason in wrong], f"with {megabytes} MB: {both.message}")


# System calls by the names that the shim gives to them.
_KERNEL = {"pread64": "pread", "fsync": "fsync", "write": "write", "rename": "rename", "renameat2": "renameat2",
           "link": "link", "unlink": "unlink", "fchmod": "fchmod", "fchown": "fchown", "mkdir": "mkdir", "read": "read",
           "fsetxattr": "fsetxattr", "pwrite64": "pwrite"}


@check("shim-sees-all", "what the shim counts is what the kernel sees (strace)", 2)
def shim_sees_all(machine: Machine, photos: Photos, tally: Tally) -> None:
    strace = shutil.which("strace")
    if strace is None or not _traces(strace):
        tally.skipped = "strace is not there, or may not trace"
        return
    for container in CONTAINERS:
        for job in machine.few(writing(photos, container), 3):
            job.learn(machine)
            with machine.box() as box:
                job.fill(box)
                log = machine.folder / "strace.log"
                subprocess.run([strace, "-f", "-y", "-qq", "-e", "signal=none", "-e",
                                "trace=" + ",".join(_KERNEL), "-o", log, machine.program, *job.arguments],
                               cwd=box, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
                seen: Counter = Counter()
                for text in log.read_text(errors="replace").splitlines():
                    found = re.match(r"\d+ +(\w+)\((.*)", text)
                    if found and found[1] in _KERNEL and (str(box) in found[2] or _names(found[2], job)):
                        seen[_KERNEL[found[1]]] += 1
            counted = Counter(call.name.replace("fsyncfolder", "fsync") for call in job.calls
                              if not call.path.startswith("<"))
            wrong = [f"{name}: the kernel sees {number}, the shim {counted[name]}"
                     for name, number in seen.items() if counted[name] != number]
            tally.add(wrong, job.name)


def _names(text: str, job) -> bool:
    """Whether a call names a file of the job by a relative path."""
    first = re.match(r'"([^"]*)"', text)
    return bool(first) and not first[1].startswith("/")


def _traces(strace: str) -> bool:
    return subprocess.run([strace, "-qq", "-o", "/dev/null", "true"], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0
