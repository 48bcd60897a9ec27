"""Inputs that cannot be read, and what is noticed before the work."""
from __future__ import annotations

import os
import resource
import shutil

from .folders import contents, strays
from .jobs import read_log
from .machine import Machine, as_nobody, status_text
from .photos import CONTAINERS, Photos
from .tally import Tally, check


def _is_root(tally: Tally) -> bool:
    if os.getuid() != 0:
        tally.note("runs as the user that there is")
    return os.getuid() == 0


@check("unreadable", "a list or a folder that may not be read: 74; a photo: 66", 2)
def unreadable(machine: Machine, photos: Photos, tally: Tally) -> None:
    _is_root(tally)
    with machine.box() as box:
        os.chmod(box, 0o777)
        for name in ("a.jpg", "in/b.jpg", "in/closed/c.jpg", "shut/d.jpg"):
            (box / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(photos.photo("jpg"), box / name)
        (box / "list").write_text("a.jpg\n")
        shutil.copyfile(photos.photo("jpg"), box / "secret.jpg")
        for name in ("list", "secret.jpg", "in/closed", "shut"):
            os.chmod(box / name, 0)
        cases = [
            ("validate --files-from, unreadable", ["validate", "--files-from", "list"], {74}),
            ("validate -r, the folder unreadable", ["validate", "-r", "shut"], {74}),
            ("validate -r, a folder in it unreadable", ["validate", "-r", "in"], {74}),
            ("validate --json -r, a folder in it unreadable", ["validate", "--json", "-r", "in"], {74}),
            ("info -r, a folder in it unreadable", ["info", "-r", "in"], {1, 74}),
            ("info -r, the folder unreadable", ["info", "-r", "shut"], {66, 74}),
            ("extract -r, a folder in it unreadable", ["extract", "-r", "in", "--directory", "maps"], {1, 74}),
            ("remove -r, a folder in it unreadable", ["remove", "-r", "in", "--all", "--directory", "out"], {1, 74}),
            ("attach, the folder of maps unreadable", ["attach", "a.jpg", "--portrait", "shut", "-o", "n.jpg"], {66, 74}),
            ("validate, the photo unreadable", ["validate", "secret.jpg"], {66, 74}),
            ("info, the photo unreadable", ["info", "secret.jpg"], {66}),
            ("info, missing", ["info", "nothing.jpg"], {66}),
            ("validate, missing", ["validate", "nothing.jpg"], {66}),
            ("validate --files-from, missing", ["validate", "--files-from", "nothing"], {66, 74}),
            ("info, a folder", ["info", "in"], {66}),
        ]
        for name, arguments, allowed in cases:
            ended = machine.run(*arguments, cwd=box, before=as_nobody)
            tally.add(None if ended.status in allowed else
                      f"{name}: status {status_text(ended.status)}, not {'/'.join(map(str, sorted(allowed)))}",
                      ended.message)
        for name in ("in/closed", "shut"):
            os.chmod(box / name, 0o755)


@check("empty-folder", "--directory '' is an error of usage", 1)
def empty_folder(machine: Machine, photos: Photos, tally: Tally) -> None:
    photo = str(photos.photo("jpg"))
    for arguments in (["extract", photo], ["remove", photo, "--all"], ["copy", photo, photo, "--replace"],
                      ["attach", photo, "--portrait", str(photos.matte("portrait"))]):
        with machine.box() as box:
            ended = machine.run(*arguments, "--directory", "", cwd=box)
            wrong = [] if ended.status == 64 else [f"{arguments[0]}: status {status_text(ended.status)}, not 64"]
            if contents(box):
                wrong.append(f"{arguments[0]}: something is written")
            tally.add(wrong, ended.message)


@check("few-descriptors", "no more files can be opened: 0 or 74, nothing torn", 2)
def few_descriptors(machine: Machine, photos: Photos, tally: Tally) -> None:
    from .callsites import judged
    from .jobs import all_jobs
    for job in machine.few(all_jobs(photos), 9, lambda job: job.container):
        job.learn(machine)
        for limit in machine.few(range(4, 9), 3):
            with machine.box() as box:
                job.fill(box)
                ended = job.run(machine, box, before=lambda limit=limit: resource.setrlimit(
                    resource.RLIMIT_NOFILE, (limit, limit)))
                found = contents(box)
            if ended.status == 127 or b"error while loading" in ended.err:
                tally.note("not started")
                continue
            allowed = {0, 74} | ({1} if "extract" in job.name else set())
            # Of several photos, each that cannot be opened is reported with its reason, and the status is 1.
            if job.name == "validate -r" and b"Too many open files" in ended.out:
                allowed.add(1)
            wrong = judged(job, found, ended, allowed)
            if strays(found):
                wrong.append("a temporary file stays")
            tally.add([f"{' '.join(job.name.split()[-2:])}: {reason}" for reason in wrong],
                      f"{job.name} with {limit}: {ended.message}")


@check("existing-output", "an output that exists is noticed before the work", 1)
def existing_output(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        photo, name = photos.large(container), f"a.{container}"
        matte = ["--portrait", "m.png", "--stretch"]
        for label, arguments, output in (
                ("attach", ["attach", name, *matte], f"b.{container}"),
                ("attach --directory", ["attach", name, *matte], f"d/{name}"),
                ("copy", ["copy", name, name, "--replace"], f"b.{container}"),
                ("render", ["render", "blur", name], "b.png"),
                ("remove", ["remove", name, "--all"], f"b.{container}"),
                ("extract", ["extract", name, "--type", "skin"], "b.png"),
                ("convert", ["convert", "m.png", "--near", "1", "--far", "2"], "b.pfm")):
            with machine.box() as box:
                shutil.copyfile(photo, box / name)
                shutil.copyfile(photos.matte("portrait"), box / "m.png")
                (box / output).parent.mkdir(exist_ok=True)
                (box / output).write_bytes(b"old")
                log = machine.folder / "existing.log"
                log.unlink(missing_ok=True)
                where = ["--directory", "d"] if "/" in output else ["-o", output]
                ended = machine.run(*arguments, *where, cwd=box, faults={"FAULT_LOG": str(log)})
                calls = read_log(log, box)
                kept = (box / output).read_bytes() == b"old"
            wrong = []
            if ended.status != 73 or not kept:
                wrong.append(f"{label}: status {status_text(ended.status)}, {'kept' if kept else 'replaced'}")
            if any(call.path == "./m.png" and call.name == "pread" for call in calls):
                wrong.append(f"{label}: the map was read before")
            got = sum(call.count for call in calls if call.name == "pread" and call.path == f"./{name}")
            if got > photo.stat().st_size // 2 and photo.stat().st_size > 100_000:
                wrong.append(f"{label}: the photo was read before")
            tally.add(wrong, f"{container}: {ended.message}")


@check("file-size-limit", "a limit on the size of files: 74, no signal, nothing torn", 1)
def file_size_limit(machine: Machine, photos: Photos, tally: Tally) -> None:
    from .callsites import judged
    from .jobs import writing
    for container in CONTAINERS:
        for job in machine.few(writing(photos, container), 3):
            job.learn(machine)
            # SIGXFSZ as it comes, as a shell leaves it.
            for limit in (0, 100, 1000):
                with machine.box() as box:
                    job.fill(box)
                    ended = job.run(machine, box, before=lambda limit=limit: resource.setrlimit(
                        resource.RLIMIT_FSIZE, (limit, limit)))
                    found = contents(box)
                wrong = judged(job, found, ended, {0, 74})
                if strays(found):
                    wrong.append("a temporary file stays")
                tally.add(wrong, f"{job.name} with {limit}: {ended.message}")
