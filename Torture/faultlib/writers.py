"""Two writers of one file."""
from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

from auxtools.containers.write_heif import box

from .folders import contents, strays
from .jobs import COMMITTED, Job
from .machine import Machine, status_text
from .photos import CONTAINERS, Photos
from .tally import Tally, check

SHORT = {"portrait": "portraitEffectsMatte", "hair": "semanticSegmentationHairMatte",
         "teeth": "semanticSegmentationTeethMatte", "glasses": "semanticSegmentationGlassesMatte"}


def types(machine: Machine, photo: Path) -> set[str]:
    """Returns the types that a photo lists; none for one that cannot be listed."""
    ended = machine.run("info", photo.name, "--json", "--quiet", cwd=photo.parent)
    if ended.status != 0:
        return set()
    return {image["type"] for image in json.loads(ended.out)["auxiliary"]}


@check("writers", "4 concurrent attach --in-place of other mattes, 150 rounds: all end with 0, none is lost", 15)
def writers(machine: Machine, photos: Photos, tally: Tally) -> None:
    for number in range(machine.some(150, 9, 3)):
        container = CONTAINERS[number % len(CONTAINERS)]
        with machine.box() as box:
            photo = box / f"a.{container}"
            shutil.copyfile(photos.photo(container), photo)
            running = {name: machine.start("attach", photo.name, f"--{name}", photos.matte(name), "--in-place",
                                           cwd=box) for name in SHORT}
            messages = {name: process.communicate()[1].decode(errors="replace").strip()
                        for name, process in running.items()}
            there = types(machine, photo)
            stray = strays(contents(box))
        for name, process in running.items():
            if process.returncode == 0:
                tally.note("said 0")
                tally.add(None if SHORT[name] in there else "said 0 and is absent: a lost update", container)
            else:
                tally.add(f"status {status_text(process.returncode)}", f"{container}: {messages[name]}")
        if stray:
            tally.add("a temporary file stays", container)


# What another program does to the file, as shell commands in its folder; FOREIGN is its version.
WAYS = {
    "saves by rename": "cp FOREIGN .other && mv .other FILE",
    "writes in place": "cat FOREIGN > FILE",
    "writes as many bytes, keeps the time": "cp -p FILE .kept && cat SAME > FILE && touch -r .kept FILE; rm -f .kept",
    "removes the file": "rm -f FILE",
}
MARK, OTHER_MARK = b"MARKMARK", b"KRAMKRAM"


def _trailer(container: str, mark: bytes) -> bytes:
    """Returns something at the end of a file that edits keep."""
    return box("free", mark) if container == "heic" else mark


@check("foreign-editor", "another program changes the file during an edit: its version stays and we say 75", 20)
def foreign_editor(machine: Machine, photos: Photos, tally: Tally) -> None:
    tries = []
    for container in CONTAINERS:
        base = machine.folder / f"base.{container}"
        base.write_bytes(photos.photo(container).read_bytes() + _trailer(container, MARK))
        other = machine.folder / f"foreign.{container}"
        ended = machine.run("attach", base, "--hair", photos.matte("hair"), "-o", other, "--force",
                            cwd=machine.folder)
        if ended.status != 0:
            raise SystemExit(f"foreign-editor: {ended.message}")
        same = machine.folder / f"same.{container}"
        same.write_bytes(base.read_bytes().replace(MARK, OTHER_MARK))
        name = f"a.{container}"
        job = Job(f"{container} attach --in-place", {name: base, "m.png": photos.matte("portrait")},
                  ["attach", name, "--portrait", "m.png", "--in-place"]).learn(machine)
        # The last call before the new name is the last look at the file; a change after it is not noticed.
        commit = next(i for i, call in enumerate(job.calls) if call.name in COMMITTED)
        for call in job.calls[:commit]:
            if call.path.startswith("<") or call.name in ("getrandom", "pthread_create"):
                continue
            tries += [(job, name, call, way) for way in WAYS]
    machine.each(machine.part(tries, 6, 36, lambda one: (one[0].container, one[3])), lambda one: _edit(machine, *one, tally))


def _edit(machine: Machine, job: Job, name: str, call, way: str, tally: Tally) -> None:
    container = name.split(".")[1]
    foreign = machine.folder / f"{'same' if 'SAME' in WAYS[way] else 'foreign'}.{container}"
    command = WAYS[way]
    for word, path in (("FOREIGN", foreign), ("SAME", foreign), ("FILE", name)):
        command = command.replace(word, shlex.quote(str(path)))
    with machine.box() as box:
        job.fill(box)
        ended = job.run(machine, box, {"FAULT_AT": call.place, "FAULT_DO": "run", "FAULT_COMMAND": command})
        found = contents(box)
        there = types(machine, box / name) if name in found else set()
    wrong = None
    is_foreign = found.get(name) == (None if "rm -f FILE" == WAYS[way] else foreign.read_bytes())
    # Ours on top of theirs is as good: the file was opened after it was changed.
    theirs_kept = (OTHER_MARK in (found.get(name) or b"") if "SAME" in WAYS[way]
                   else SHORT["hair"] in there if "FOREIGN" in WAYS[way] else False)
    if is_foreign:
        if ended.status not in (75, 66 if name not in found else 75, 74):
            wrong = f"another {way}: the status is {status_text(ended.status)}, not 75"
    elif ended.status == 0 and theirs_kept and SHORT["portrait"] in there:
        tally.note("edits on top of the foreign version")
    else:
        wrong = f"another {way}: its version is overwritten, status {status_text(ended.status)}"
    reasons = [wrong] if wrong else []
    if strays(found):
        reasons.append("a temporary file stays")
    tally.add(reasons, f"{job.name}: at {call.place} {ended.message}")
