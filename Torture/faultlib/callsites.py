"""Each call failing once; the process killed at each; signals at each."""
from __future__ import annotations

import errno
import os
import signal

from .folders import contents, strays, torn
from .jobs import Call, Job, all_jobs, writing
from .machine import DOCUMENTED, Ended, Machine, status_text
from .photos import CONTAINERS, Photos
from .statuses import faults_at
from .tally import Tally, check


# What JSON has where the system gave no sandbox.
_NO_SANDBOX = b',"sandbox":"off"'


def _thinned(calls: list[Call], machine: Machine) -> list[Call]:
    """Returns the calls to be tried: of the many random numbers the first and the last; quick, one of five."""
    numbers = [call for call in calls if call.name in ("getrandom", "getentropy")]
    kept = [call for call in calls if call not in numbers[1:-1]]
    if not machine.quick:
        return kept
    return [call for index, call in enumerate(kept) if call.changes or index % 5 == 0]


def judged(job: Job, found: dict, ended: Ended, allowed: set[int]) -> list[str]:
    """Returns what is wrong with how a command ended, and with what it left."""
    wrong = []
    if ended.status is None:
        return ["hang"]
    if ended.status < 0:
        wrong.append(f"ended by {status_text(ended.status)}")
    elif ended.status not in DOCUMENTED:
        wrong.append(f"status {ended.status}")
    elif ended.status not in allowed:
        wrong.append(f"status {ended.status}, not {'/'.join(map(str, sorted(allowed)))}")
    # Such a run says so, and nothing else is another.
    answer = ended.out.replace(_NO_SANDBOX, b"")
    if ended.status == 0 and (job.clean is not None and answer != job.clean.out):
        wrong.append("status 0 and another answer")
    if ended.status == 0 and {k: v for k, v in found.items() if k not in strays(found)} != job.after:
        wrong.append("status 0 and another file")
    if torn(found, job.before, job.after):
        wrong.append("a torn file")
    return wrong


def _fault_name(what: str) -> str:
    kind, _, number = what.partition(":")
    return errno.errorcode.get(int(number), number) if number else kind


def _try(machine: Machine, job: Job, call: Call, what: str, allowed: set[int], tally: Tally) -> None:
    with machine.box() as box:
        job.fill(box)
        ended = job.run(machine, box, {"FAULT_AT": call.place, "FAULT_DO": what})
        found = contents(box)
    # One image, or one photo, of several costs that one alone.
    if ended.status == 1 and (job.arguments[0] == "extract" or "--recursive" in job.arguments):
        allowed = allowed | {1}
    wrong = judged(job, found, ended, allowed)
    if strays(found) and call.name != "unlink":
        wrong.append("a temporary file stays")
    place = f"{call.name} {_fault_name(what)}"
    example = f"{job.name}: {call.place} {_short(call)} {ended.message}"
    tally.add([f"{place}: {reason}" for reason in wrong], example)


def _short(call: Call) -> str:
    name = os.path.basename(call.path)
    return f"({'temporary' if name.startswith('.auxdepth') else name} {call.offset}+{call.count})"


@check("callsites", "each call fails once with each errno, short reads and writes: right status, nothing torn", 30)
def callsites(machine: Machine, photos: Photos, tally: Tally) -> None:
    tries = []
    # Brief, half of the commands of each container, whichever these are.
    for job in machine.few(all_jobs(photos), 20, lambda job: job.container):
        job.learn(machine)
        for call in _thinned(job.calls, machine):
            tries += [(job, call, what, allowed) for what, allowed in faults_at(call, job)]
    # Brief, each call and errno once and some twice, on one container and another.
    machine.each(machine.few(tries, 400, lambda one: (one[1].name, one[2])), lambda one: _try(machine, *one, tally))


def _container(one: tuple) -> str:
    return one[0].container


@check("kill-calls", "SIGKILL before and after each call that changes something: the old file or the new one", 10)
def kill_calls(machine: Machine, photos: Photos, tally: Tally) -> None:
    tries = []
    for container in CONTAINERS:
        for job in machine.few(writing(photos, container), 4):
            job.learn(machine)
            tries += [(job, call, what) for call in job.calls if call.changes for what in ("kill", "killafter")]
    machine.each(machine.part(tries, 4, 30, _container), lambda one: _kill(machine, *one, tally))


def _kill(machine: Machine, job: Job, call: Call, what: str, tally: Tally) -> None:
    with machine.box() as box:
        job.fill(box)
        ended = job.run(machine, box, {"FAULT_AT": call.place, "FAULT_DO": what})
        found = contents(box)
        wrong = []
        if ended.status != -signal.SIGKILL:
            wrong.append(f"not killed: status {status_text(ended.status)}")
        if torn(found, job.before, job.after):
            wrong.append("a torn file")
        if strays(found):
            tally.note("temporary files after SIGKILL")
    tally.add(wrong, f"{job.name}: {what} at {call.place}")


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)


@check("signals", "INT, TERM, HUP and PIPE at each call: no temporary file, status 128 + signal, nothing torn", 20)
def signals(machine: Machine, photos: Photos, tally: Tally) -> None:
    tries = []
    for container in CONTAINERS:
        for job in machine.few(writing(photos, container), 4):
            job.learn(machine)
            calls = [call for call in job.calls if call.name not in ("getrandom", "pthread_create")]
            for index, call in enumerate(calls):
                # All four where something changes, and one of them by turns elsewhere.
                numbers = SIGNALS if call.changes else (SIGNALS[index % 4],)
                tries += [(job, call, number) for number in numbers]
    machine.each(machine.part(tries, 12, 40, _container), lambda one: _signal(machine, *one, tally))


def _signal(machine: Machine, job: Job, call: Call, number: int, tally: Tally) -> None:
    name = signal.Signals(number).name
    with machine.box() as box:
        job.fill(box)
        ended = job.run(machine, box, {"FAULT_AT": call.place, "FAULT_DO": f"signal:{int(number)}"})
        found = contents(box)
    wrong = []
    # A program that ignores SIGPIPE, so that it can say 74 of a pipe, goes on.
    goes_on = number == signal.SIGPIPE and ended.status == 0
    if not ended.was_ended_by(number) and not goes_on:
        wrong.append(f"{name}: status {status_text(ended.status)}")
    if strays(found):
        wrong.append(f"{name}: a temporary file stays")
    if torn(found, job.before, job.after):
        wrong.append(f"{name}: a torn file")
    tally.add(wrong, f"{job.name}: at {call.place}")


@check("ignored-signals", "a signal that is ignored at the start, as by nohup, stays ignored", 1)
def ignored_signals(machine: Machine, photos: Photos, tally: Tally) -> None:
    job = writing(photos, "jpg")[0].learn(machine)
    for number in (signal.SIGHUP, signal.SIGINT):
        with machine.box() as box:
            job.fill(box)
            ended = job.run(machine, box, {"FAULT_AT": "fsync:1", "FAULT_DO": f"signal:{int(number)}"},
                            before=lambda number=number: signal.signal(number, signal.SIG_IGN))
            tally.add(judged(job, contents(box), ended, {0}), f"{signal.Signals(number).name} {ended.message}")
