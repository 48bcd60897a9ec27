"""Decoders that a hostile file has taken over: what they reach with the sandbox and without."""
from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

from auxtools import png

from .folders import contents, strays
from .jobs import Job
from .machine import DOCUMENTED, Ended, Machine, status_text
from .photos import Photos
from .tally import Tally, check

# The width of the one image at which the decoder turns evil, and that of the photo.
EVIL, WIDE = 48, 96
CONTAINERS = ("jpg", "heic")


def _compile(machine: Machine) -> Path | None:
    source = Path(__file__).resolve().parent.parent / "evilcodec.c"
    shim = machine.folder / "evilcodec.so"
    done = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl", "-lde265",
                           "-lheif"],
                          capture_output=True, check=False)
    return shim if done.returncode == 0 else None


def _photo(machine: Machine, photos: Photos, container: str) -> Path:
    """Makes a photo whose matte alone has the width of evil."""
    small = machine.folder / "small.png"
    small.write_bytes(png.gray8(EVIL, 32, [(x * 5 + y) & 255 for y in range(32) for x in range(EVIL)]))
    photo = machine.folder / f"evil.{container}"
    ended = machine.run("attach", photos.picture, "-o", photo, "--disparity", photos.map, "--min", "0.2", "--max", "2",
                        "--skin", small, "--force", cwd=machine.folder)
    if ended.status != 0:
        raise SystemExit(f"the program makes no {container}: {ended.message}")
    return photo


@check("evil-codec", "decoders made to crash, to open a file, to print: one image is lost at most, nothing is reached", 15)
def evil_codec(machine: Machine, photos: Photos, tally: Tally) -> None:
    shim = _compile(machine)
    if shim is None:
        tally.skipped = "the headers of libjpeg, libde265 and libheif are needed"
        return
    evil = replace(machine, shim=shim)
    tries = []
    for container in CONTAINERS:
        photo = _photo(machine, photos, container)
        good = photos.photo(container)
        files = {f"a.{container}": good, f"b.{container}": photo, f"c.{container}": good}
        for job in (
            Job(f"{container} extract", {f"b.{container}": photo},
                ["extract", f"b.{container}", "--sandbox", "--directory", "maps"]),
            Job(f"{container} extract of three", files,
                ["extract", *sorted(files), "--sandbox", "--directory", "maps"]),
            Job(f"{container} validate", files, ["validate", *sorted(files), "--json"]),
        ):
            job.learn(machine)
            tries += [(job, action) for action in ("crash", "open", "print")]
            # A decoder that loops is waited for as long as the sandbox lets it: two minutes.
            if job.name.endswith("of three") and not machine.quick:
                tries.append((job, "loop"))
        _control(evil, Job(f"{container} extract", {f"b.{container}": photo},
                           ["extract", f"b.{container}", "--directory", "maps"]), tally)
    evil.each(tries, lambda one: _try(evil, *one, tally))


def _run(machine: Machine, job: Job, action: str, box: Path) -> Ended:
    job.fill(box)
    return job.run(machine, box, faults={"EVIL_WIDTH": str(EVIL), "EVIL_DO": action}, seconds=400)


def _try(machine: Machine, job: Job, action: str, tally: Tally) -> None:
    with machine.box() as box:
        ended = _run(machine, job, action, box)
        found = contents(box)
    wrong = []
    # What is lost is what the evil image would have given, and nothing else.
    lost = sorted(str(name) for name in job.after if name not in found)
    changed = [str(name) for name in found if name not in job.after or found[name] != job.after[name]]
    if action in ("open", "print"):
        if ended.status != 0 or lost or changed or ended.out != job.clean.out or ended.err != job.clean.err:
            wrong.append(f"{action}: status {status_text(ended.status)}, lost {lost}, others {changed}")
    else:
        reason = b"crashed (signal 11" if action == "crash" else b"time of the sandbox"
        if ended.status != 1 or reason not in ended.out + ended.err:
            wrong.append(f"{action}: status {status_text(ended.status)}")
        if any("SkinMatte" not in name for name in lost) or changed:
            wrong.append(f"{action}: lost {lost}, others {changed}")
    if strays(found):
        wrong.append("a temporary file stays")
    tally.add([f"{job.name}: {reason}" for reason in wrong], f"EVIL_DO={action}: {ended.message}")


def _control(machine: Machine, job: Job, tally: Tally) -> None:
    """Without the sandbox, the same decoders do what they are made to do: the check is one."""
    for action in ("crash", "open"):
        with machine.box() as box:
            ended = _run(machine, job, action, box)
            is_evil = (box / "evil").exists() if action == "open" else ended.status not in DOCUMENTED | {0}
        tally.add(None if is_evil else f"{job.name}: {action} does nothing even without the sandbox", ended.message)
