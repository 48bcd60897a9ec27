"""Owner, group, mode and extended attributes; temporary files and links."""
from __future__ import annotations

import os
import shlex
import shutil
import stat
from pathlib import Path

from .folders import contents, is_temporary, strays
from .jobs import COMMITTED, writing
from .machine import Machine, status_text
from .photos import CONTAINERS, Photos
from .tally import Tally, check

NOBODY, GROUP = 65534, 54321


def _copied(photos: Photos, box: Path, container: str) -> Path:
    photo = box / f"a.{container}"
    shutil.copyfile(photos.photo(container), photo)
    return photo


def _edit(machine: Machine, box: Path, container: str, **more):
    return machine.run("remove", f"a.{container}", "--all", "--in-place", cwd=box, **more)


@check("mode-owner", "--in-place keeps mode, owner, group and extended attributes; set-user-ID is dropped", 2)
def mode_owner(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        for mode in (0o600, 0o640, 0o444, 0o666):
            with machine.box() as box:
                photo = _copied(photos, box, container)
                os.chmod(photo, mode)
                ended = _edit(machine, box, container)
                now = stat.S_IMODE(photo.stat().st_mode)
            tally.add(None if now == mode and ended.status == 0 else f"a mode becomes another", f"{mode:o} -> {now:o}")
        with machine.box() as box:
            photo = _copied(photos, box, container)
            os.chmod(photo, 0o6755)
            ended = _edit(machine, box, container)
            now = stat.S_IMODE(photo.stat().st_mode)
            tally.add(None if not now & stat.S_ISUID else "set-user-ID stays", f"{now:o}")
        with machine.box() as box:
            photo = _copied(photos, box, container)
            try:
                os.setxattr(photo, "user.origin", b"camera")
            except OSError:
                tally.note("no extended attributes here")
            else:
                _edit(machine, box, container)
                now = {name: os.getxattr(photo, name) for name in os.listxattr(photo)}
                tally.add(None if now.get("user.origin") == b"camera" else "an extended attribute is lost", str(now))
    if os.getuid() != 0:
        tally.note("without root, owners are not tried")
        return
    for container in CONTAINERS:
        with machine.box() as box:
            photo = _copied(photos, box, container)
            os.chown(photo, 1234, 4321)
            _edit(machine, box, container)
            now = photo.stat()
            tally.add(None if (now.st_uid, now.st_gid) == (1234, 4321) else "root does not keep the owner", str(now))
        for owner in (NOBODY, 1234):
            with machine.box() as box:
                photo = _copied(photos, box, container)
                os.chown(box, NOBODY, NOBODY)
                os.chown(photo, owner, GROUP)
                ended = _edit(machine, box, container, before=_as_member)
                now = photo.stat()
                whose = "one's own file" if owner == NOBODY else "another's file"
                tally.add(None if now.st_gid == GROUP and ended.status == 0 else
                          f"the group of {whose} is lost although the caller is a member", ended.message)
        with machine.box() as box:
            photo = _copied(photos, box, container)
            os.chown(box, NOBODY, NOBODY)
            os.chown(photo, NOBODY, NOBODY)
            try:
                os.setxattr(photo, "security.origin", b"label")
            except OSError:
                tally.note("no security attributes here")
                continue
            ended = _edit(machine, box, container, before=_as_member)
            kept = "security.origin" in os.listxattr(photo)
            told = b"security." in ended.err or b"attribute" in ended.err
            tally.add(None if kept or told else "a security attribute is lost and nothing is said", ended.message)


def _as_member() -> None:
    os.setgroups([GROUP])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


@check("hard-links", "a file of several names: the edit says that the others keep the old version", 1)
def hard_links(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        with machine.box() as box:
            photo = _copied(photos, box, container)
            other = box / "other"
            os.link(photo, other)
            ended = _edit(machine, box, container)
            wrong = []
            if ended.status == 0 and b"link" not in ended.err:
                wrong.append("nothing is said of the other names")
            if other.read_bytes() not in (photos.photo(container).read_bytes(), photo.read_bytes()):
                wrong.append("the other name has a torn file")
            tally.add(wrong, f"status {status_text(ended.status)} {ended.message}")


@check("private", "a temporary file is never readable by more than the photo", 1)
def private(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        for job in machine.few(writing(photos, container), 4):
            job.learn(machine)
            with machine.box() as box:
                job.fill(box)
                for path in box.iterdir():
                    os.chmod(path, 0o600)
                seen = machine.folder / "modes"
                seen.unlink(missing_ok=True)
                command = ("find . -name '.auxdepth*' -printf '%m\\n' >> " + shlex.quote(str(seen)))
                first = next((call.place for call in job.calls if call.name == "write"
                              and is_temporary(os.path.basename(call.path))), "fsync:1")
                job.run(machine, box, {"FAULT_AT": first, "FAULT_DO": "run", "FAULT_COMMAND": command})
                modes = seen.read_text().split() if seen.exists() else []
            open_ones = [mode for mode in modes if int(mode, 8) & 0o077]
            tally.add("a temporary file that others can read" if open_ones else None, f"{job.name}: {open_ones}")


@check("stale", "temporary files of killed runs block no run, and folder walks skip them", 1)
def stale(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        job = writing(photos, container)[0]
        with machine.box() as box:
            job.fill(box)
            for _ in range(3):
                job.run(machine, box, {"FAULT_AT": "fsync:1", "FAULT_DO": "kill"})
            tally.note("temporary files of killed runs", len(strays(contents(box))))
            ended = job.run(machine, box)
            tally.add(None if ended.status == 0 else f"blocked: status {status_text(ended.status)}", ended.message)
            for path in [box / name for name in contents(box) if not name.startswith(".")]:
                path.unlink()
            listed = machine.run("info", "-r", ".", "--json", cwd=box)
            tally.add("a folder walk finds them" if b".tmp" in listed.out + listed.err else None, listed.message)


@check("order", "bytes are flushed before the file gets its name, the folder afterwards: a power cut tears nothing", 1)
def order(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        for job in machine.few(writing(photos, container), 4):
            job.learn(machine)
            wrong = []
            writes = flushed = 0
            for index, call in enumerate(job.calls):
                if call.path.startswith("<"):
                    continue
                if call.name in ("write", "pwrite", "fchmod", "fsetxattr"):
                    writes = index
                elif call.name == "fsync":
                    flushed = index
                elif call.name in COMMITTED:
                    if not flushed or writes > flushed:
                        wrong.append("a name before its bytes are flushed")
                    if not any(later.name == "fsyncfolder" for later in job.calls[index:]):
                        wrong.append("the folder is not flushed")
            tally.add(wrong, job.name)
