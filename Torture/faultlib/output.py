"""Standard output that takes nothing, and descriptors that are closed at the start."""
from __future__ import annotations

import os
import subprocess

from .folders import contents, strays
from .jobs import Job, others, reading, writing
from .machine import Machine, status_text
from .photos import Photos
from .tally import Tally, check


def _commands(photos: Photos) -> dict[str, tuple[list[str], object]]:
    """Returns every command that prints, with the job that brings its files."""
    jobs = {job.name: job for job in writing(photos, "jpg") + reading(photos, "jpg") + others(photos)}
    named = {name: (job.arguments, job) for name, job in jobs.items()}
    named["jpg info (text)"] = (["info", "a.jpg"], jobs["jpg info"])
    named["jpg validate (text)"] = (["validate", "a.jpg"], jobs["jpg validate"])
    named["jpg validate (sarif)"] = (["validate", "a.jpg", "--format", "sarif"], jobs["jpg validate"])
    named["jpg attach -o -"] = (["attach", "a.jpg", "--portrait", "m.png", "-o", "-"], jobs["jpg attach -o"])
    named["jpg attach --json"] = ([*jobs["jpg attach -o"].arguments, "--json"], jobs["jpg attach -o"])
    named["jpg remove -o -"] = (["remove", "a.jpg", "--all", "-o", "-"], jobs["jpg info"])
    named["jpg render -o -"] = (["render", "grayscale", "a.jpg", "-o", "-", "--container", "png"], jobs["jpg info"])
    named["jpg view -o -"] = (["view", "a.jpg", "-o", "-"], jobs["jpg info"])
    named["convert -o -"] = (["convert", "d.png", "-o", "-", "--format", "pfm", "--near", "1", "--far", "4"],
                             jobs["convert"])
    named["stream -o -"] = ([*jobs["stream"].arguments[:5], "-o", "-"], jobs["stream"])
    for text in ("--help", "--version", "help", "help attach", "validate --list-rules", "conventions",
                 "--generate-completion-script bash", "conventions --help"):
        named[text] = (text.split(), None)
    for command in ("info", "attach", "extract", "convert", "copy", "remove", "validate", "render", "stream", "view"):
        named[f"{command} --help"] = ([command, "--help"], None)
    return named


# A run that prints nothing has nothing to lose.
_SILENT = ("convert", "jpg render")


@check("full-output", "standard output on a full device: 74 in every command", 2)
def full_output(machine: Machine, photos: Photos, tally: Tally) -> None:
    def full() -> dict:
        return {"stdout": os.open("/dev/full", os.O_WRONLY)}
    _each(machine, photos, tally, full, "full")


@check("broken-output", "standard output a pipe that nobody reads: 74 in every command", 2)
def broken_output(machine: Machine, photos: Photos, tally: Tally) -> None:
    def broken() -> dict:
        reader, writer = os.pipe()
        os.close(reader)
        return {"stdout": writer}
    _each(machine, photos, tally, broken, "broken")


@check("closed-output", "standard output closed at the start: 74 in every command", 2)
def closed_output(machine: Machine, photos: Photos, tally: Tally) -> None:
    def closed() -> dict:
        return {"stdout": None, "before": lambda: os.close(1)}
    _each(machine, photos, tally, closed, "closed")


def _each(machine: Machine, photos: Photos, tally: Tally, make, what: str) -> None:
    for name, (arguments, job) in machine.few(_commands(photos).items(), 14):
        with machine.box() as box:
            clean_box = box / "clean"
            clean_box.mkdir()
            if job:
                job.fill(clean_box)
            clean = machine.run(*arguments, cwd=clean_box)
            if clean.status != 0 or not clean.out:
                tally.note("commands that print nothing here")
                continue
            after = contents(clean_box)
            run_box = box / "run"
            run_box.mkdir()
            if job:
                job.fill(run_box)
            before = contents(run_box)
            settings = make()
            ended = machine.run(*arguments, cwd=run_box, **settings)
            if isinstance(settings["stdout"], int):
                os.close(settings["stdout"])
            found = contents(run_box)
        wrong = []
        if ended.status != 74:
            wrong.append(f"{name}: status {status_text(ended.status)}, not 74")
        if strays(found):
            wrong.append(f"{name}: a temporary file stays")
        if any(found.get(key) not in (before.get(key), after.get(key)) for key in found.keys() | before.keys()
               if key not in strays(found)):
            wrong.append(f"{name}: a wrong file is left")
        tally.add(wrong, ended.message)


@check("closed-at-start", "descriptors 0 to 2 closed: no message and no other file gets into an output", 2)
def closed_at_start(machine: Machine, photos: Photos, tally: Tally) -> None:
    jobs = [job for container in ("jpg", "heic", "dng") for job in writing(photos, container)] + others(photos)
    stream = next(job for job in jobs if job.name == "stream")
    # More depth than colour makes a note once the video is complete.
    jobs.append(Job("stream with a note", stream.files | {"d.y4m": photos.video("longer")}, stream.arguments))
    for job in machine.few(jobs, 8, lambda job: job.container):
        job.learn(machine)
        for closed in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)):
            with machine.box() as box:
                job.fill(box)
                ended = job.run(machine, box, stdin=None, stdout=None if 1 in closed else subprocess.PIPE,
                                stderr=None if 2 in closed else subprocess.PIPE,
                                before=lambda closed=closed: [_close(number) for number in closed])
                found = contents(box)
            wrong = []
            allowed = (0, 74) if 1 in closed else (0,)
            if ended.status not in allowed:
                wrong.append(f"{' '.join(map(str, closed))} closed: status {status_text(ended.status)}")
            for name in found.keys() | job.after.keys():
                if name in strays(found):
                    wrong.append(f"{' '.join(map(str, closed))} closed: a temporary file stays")
                elif found.get(name) not in (job.before.get(name), job.after.get(name)):
                    wrong.append(f"{' '.join(map(str, closed))} closed: an output with something else in it")
            tally.add(wrong, f"{job.name} {ended.message}")


def _close(number: int) -> None:
    try:
        os.close(number)
    except OSError:
        pass


@check("full-errors", "standard error on a full device changes no status", 1)
def full_errors(machine: Machine, photos: Photos, tally: Tally) -> None:
    for job in reading(photos, "jpg") + writing(photos, "jpg"):
        with machine.box() as box, open("/dev/full", "wb") as full:
            job.fill(box)
            ended = job.run(machine, box, stderr=full)
        tally.add(None if ended.status == 0 else f"status {status_text(ended.status)}", job.name)
    with machine.box() as box, open("/dev/full", "wb") as full:
        ended = machine.run("info", "missing.jpg", cwd=box, stderr=full)
        tally.add(None if ended.status == 66 else f"a missing file: status {status_text(ended.status)}", "info")
