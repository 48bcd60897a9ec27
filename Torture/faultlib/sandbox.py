"""Decoders that a hostile file has taken over: what they reach in the sandbox and without; and where there is none."""
from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Iterator

from auxtools import codecs, environment, png

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
    sources = environment.ROOT / "Sources"
    headers = [f"-I{sources / name}" for name in ("CAuxSystem/include", "CAuxShims", "CAuxShims/include")]
    done = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", *headers, "-o", shim, source,
                           "-Wl,--no-as-needed", "-ldl", "-ljpeg", "-lde265"], capture_output=True, check=False)
    return shim if done.returncode == 0 else None


@contextlib.contextmanager
def _evil(machine: Machine, shim: Path, variables: dict[str, str]) -> Iterator[dict[str, str]]:
    """Gives the variables of a run whose codec programs have the shim in them."""
    with tempfile.TemporaryDirectory(prefix="codecs-", dir=machine.folder) as name:
        folder = codecs.wrap(machine.program, Path(name) / "evil", {"LD_PRELOAD": str(shim), **variables})
        yield {"AUXDEPTH_CODECS": str(folder)}


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
        tally.skipped = "the headers of libjpeg and libde265 are needed"
        return
    evil = replace(machine, shim=shim)
    tries = []
    for container in CONTAINERS:
        photo = _photo(machine, photos, container)
        good = photos.photo(container)
        files = {f"a.{container}": good, f"b.{container}": photo, f"c.{container}": good}
        for job in (
            Job(f"{container} extract", {f"b.{container}": photo},
                ["extract", f"b.{container}", "--directory", "maps"]),
            Job(f"{container} extract of three", files, ["extract", *sorted(files), "--directory", "maps"]),
            Job(f"{container} validate", files, ["validate", *sorted(files), "--json"]),
        ):
            job.learn(machine)
            tries += [(job, action) for action in ("crash", "open", "print")]
            # A decoder that loops is waited for as long as the sandbox lets it: two minutes.
            if job.name.endswith("of three") and not machine.quick:
                tries.append((job, "loop"))
        _control(evil, Job(f"{container} extract", {f"b.{container}": photo},
                           ["extract", f"b.{container}", "--no-sandbox", "--directory", "maps"]), tally)
    evil.each(tries, lambda one: _try(evil, *one, tally))


def _run(machine: Machine, job: Job, action: str, box: Path) -> Ended:
    job.fill(box)
    with _evil(machine, machine.shim, {"EVIL_WIDTH": str(EVIL), "EVIL_DO": action}) as variables:
        return job.run(machine, box, faults=variables, seconds=400)


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


# What a codec process may claim, and how much memory the program may take meanwhile: a lie is of more.
LARGE = 192 << 20
MOST_MEMORY = 160 << 20
LIES = [f"{field}:{size}" for field in ("size0", "size1", "size2", "sizes") for size in (1, LARGE, 1 << 62, -1)]
LIES += [f"numbers:{number}" for number in (-1, 0, 1, 17, 1 << 31, (1 << 32) + 8, (1 << 63) - 1, -(1 << 63))]
LIES += [f"code:{code}" for code in (-1, 1, 2, 9, 10, 12345, -(1 << 31))]
LIES += ["message:27", "message:255", "samples:255", "length:0", "length:8", "short:0"]
# They are refused whatever the image is: the answer of a decoder of pixels has no buffers.
REFUSED = tuple(lie for lie in LIES if lie.startswith("size"))


@check("evil-answer", "answers of codec processes that lie in each field: refused or harmless, and memory is bounded", 10)
def evil_answer(machine: Machine, photos: Photos, tally: Tally) -> None:
    shim = _compile(machine)
    if shim is None:
        tally.skipped = "the headers of libjpeg and libde265 are needed"
        return
    evil = replace(machine, shim=shim)
    tries = []
    for container in CONTAINERS:
        photo = _photo(machine, photos, container)
        # Three of them: what one answer leaves would add up.
        files = {f"{name}.{container}": photo for name in "abc"}
        tries += [(Job(f"{container} extract", files, ["extract", *files, "--jobs", "1", "--directory", "maps"]), lie, EVIL)
                  for lie in LIES]
        tries += [(Job(f"{container} {name}", files, [name, *files, "--jobs", "1", *options]), lie, 0)
                  for name, options in (("validate", ["--json"]), ("info", ["--json"])) for lie in LIES]
        tries += [(Job(f"{container} attach", {f"a.{container}": photo, "m.png": photos.matte("hair")},
                       ["attach", f"a.{container}", "--hair", "m.png", "-o", f"b.{container}"]), lie, 0) for lie in REFUSED]
    for kind in ("png", "tiff", "exr"):
        name, made = f"map.{kind}", photos.map
        if kind != "png":
            made = machine.folder / name
            machine.run("convert", photos.map, "-o", made, "--near", "1", "--far", "4", cwd=machine.folder)
        if not made.exists():
            tally.note(f"kind of map that is not written here: {kind}")
            continue
        tries += [(Job(f"{kind} convert", {name: made}, ["convert", name, "-o", "out.pfm", "--near", "1", "--far", "4"]), lie, 0)
                  for lie in LIES]
    tries += [(Job("codecs", {}, ["codecs", "--json"]), lie, 0) for lie in LIES]
    evil.each(machine.part(tries, 4, 40, lambda one: one[0].name), lambda one: _try_answer(evil, *one, tally))


def _try_answer(machine: Machine, job: Job, lie: str, width: int, tally: Tally) -> None:
    lies = {"EVIL_WIDTH": str(width), "EVIL_LIE": lie}
    with machine.box() as box, _evil(machine, machine.shim, lies) as variables:
        job.fill(box)
        report = box / "memory"
        ended = replace(machine, program=Path(sys.executable)).run(
            "-c", MEASURE, report, machine.program, *job.arguments, cwd=box, faults=lies | variables, seconds=120)
        memory = int(report.read_text() or 0)
        report.unlink()
        found = contents(box)
    wrong = []
    if ended.status not in DOCUMENTED | {0} or (width == EVIL and lie in REFUSED and ended.status != 1):
        wrong.append(f"{lie}: status {status_text(ended.status)}")
    if width == EVIL and lie in REFUSED and b"gave an impossible answer" not in ended.err:
        wrong.append(f"{lie}: no reason")
    if memory > MOST_MEMORY:
        wrong.append(f"{lie}: more memory than {MOST_MEMORY >> 20} MB")
    if b"\x1b" in ended.out + ended.err:
        wrong.append(f"{lie}: what a codec process says is printed as it is")
    if strays(found):
        wrong.append("a temporary file stays")
    tally.add([f"{job.name}: {reason}" for reason in wrong], f"{lie} {memory >> 20} MB {ended.message}")


# Runs a command and writes how much memory it had at most.
MEASURE = """
import os, resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10))
if status < 0:
    os.kill(os.getpid(), -status)
sys.exit(status)
"""


def _control(machine: Machine, job: Job, tally: Tally) -> None:
    """Without the sandbox, the same decoders do what they are made to do: the check is one."""
    with machine.box() as box:
        ended = _run(machine, job, "open", box)
        is_evil = (box / "evil").exists()
    tally.add(None if is_evil else f"{job.name}: open does nothing even without the sandbox", ended.message)


LIBRARY = environment.ROOT / ".build/shipped/library"
# Both decode every auxiliary image of a photo, and print why that fails, and where decoders ran.
IN_PYTHON = """
import sys, auxdepth
with auxdepth.open(sys.argv[1]) as photo:
    for image in photo.auxiliary:
        try:
            image.floats() if image.is_depth else image.codes()
        except auxdepth.Error as error:
            print(error)
print(auxdepth.sandbox()["sandbox"])
"""
IN_C = r"""
#include <auxdepth.h>
#include <stdio.h>
static int32_t print(void *context, size_t done, size_t count, const char *path, const char *json) {
  (void)context, (void)done, (void)count, (void)path;
  puts(json);
  return 0;
}
int main(int count, char **arguments) {
  (void)count;
  const char *const paths[] = {arguments[1]};
  int status = (int)auxdepth_validate(paths, 1, NULL, print, NULL, NULL);
  puts(auxdepth_sandbox_json());
  return status;
}
"""
ON = b'{"mode":"automatic","sandbox":"on"}'


def _callers(machine: Machine) -> dict[str, list[str | Path]]:
    """Returns commands that read a photo through the library for C and through the Python package."""
    found: dict[str, list[str | Path]] = {}
    if not (LIBRARY / "lib/libauxdepth.so.0").exists():
        return found
    source, program = machine.folder / "caller.c", machine.folder / "caller"
    source.write_text(IN_C)
    done = subprocess.run([os.environ.get("CC", "cc"), source, "-o", program, f"-I{LIBRARY}/include", f"-L{LIBRARY}/lib", "-lauxdepth",
                           f"-Wl,-rpath,{LIBRARY}/lib"], capture_output=True, check=False)
    if done.returncode == 0:
        found["C"] = [program]
    python = environment.ROOT / ".venv/bin/python3"
    if python.exists():
        found["Python"] = [python, "-c", IN_PYTHON]
    return found


@check("evil-library", "the same decoders through the library for C and Python: the process that calls lives, and nothing is reached", 4)
def evil_library(machine: Machine, photos: Photos, tally: Tally) -> None:
    shim, callers = _compile(machine), _callers(machine)
    if shim is None or not callers:
        tally.skipped = "make library makes the library; headers of libjpeg and libde265 are needed"
        return
    for container in CONTAINERS:
        photo = _photo(machine, photos, container)
        for name, command in callers.items():
            for action in ("crash", "open", "print"):
                evil = _evil(machine, shim, {"EVIL_WIDTH": str(EVIL), "EVIL_DO": action})
                with machine.box() as box, evil as variables:
                    environ = os.environ | {**variables, "AUXDEPTH_LIBRARY": str(LIBRARY / "lib/libauxdepth.so.0"),
                                            "PYTHONPATH": str(environment.ROOT / "Python/src")}
                    done = subprocess.run([*command, photo], cwd=box, env=environ, capture_output=True, check=False)
                    wrong = []
                    if done.returncode < 0 or b"evil\n" in done.stdout + done.stderr or (box / "evil").exists():
                        wrong.append(f"{action}: status {status_text(done.returncode)}")
                    if action == "crash" and b"crashed (signal 11" not in done.stdout:
                        wrong.append("crash: the decoder did not crash")
                    if done.returncode != 0 or done.stdout.splitlines()[-1:] not in ([b"on"], [ON]):
                        wrong.append(f"{action}: {done.stderr[-100:]!r}")
                    tally.add([f"{container} {name}: {reason}" for reason in wrong], done.stdout.decode(errors="replace")[-100:])


def _refuser(machine: Machine) -> Path | None:
    source = Path(__file__).resolve().parent.parent / "refuse.c"
    program = machine.folder / "refuse"
    done = subprocess.run([os.environ.get("CC", "cc"), "-O1", "-o", program, source], capture_output=True, check=False)
    return program if done.returncode == 0 else None


# What codec processes are in a place, as the statuses that are right with --sandbox and without. Formats whose libraries are loaded
# by the program itself make the first of NONE 69.
CONFINED, UNCONFINED, NONE = ({0}, {0}), ({69}, {0}), ({69, 74}, {74})


@check("no-sandbox", "containers and limits: where the sandbox is refused --sandbox is 69, and else a note; without processes 74", 3)
def no_sandbox(machine: Machine, photos: Photos, tally: Tally) -> None:
    refuse = _refuser(machine)
    if refuse is None:
        tally.skipped = "the kernel's headers are needed"
        return
    nothing: list[str | Path] = []
    places = [("nothing", CONFINED, nothing), *((name, state, [refuse, name]) for name, state in (
        ("docker", CONFINED), ("landlock", CONFINED), ("close_range", CONFINED), ("seccomp", UNCONFINED), ("memfd", NONE),
        ("clone", UNCONFINED)))]
    places += [(f"ulimit {limit}", state, ["sh", "-c", f'ulimit {limit}; exec "$@"', "sh"])
               for limit, state in (("-n 6", NONE), ("-f 100", UNCONFINED))]
    bubblewrap: list[str | Path] = ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all"]
    # It is not allowed in every container.
    if shutil.which("bwrap") and subprocess.run([*bubblewrap, "true"], capture_output=True, check=False).returncode == 0:
        places.append(("bwrap --unshare-all", CONFINED, bubblewrap))
    photo = photos.photo("heic")
    for name, state, before in places:
        for option, wanted in (("--sandbox", state[0]), ("", state[1])):
            command = [*before, machine.program, "validate", photo, "--jobs", "1", *([option] if option else [])]
            done = subprocess.run(command, cwd=machine.folder, capture_output=True, check=False)
            wrong = []
            if done.returncode not in wanted:
                wrong.append(f"{option} {status_text(done.returncode)}")
            if not option and state is not NONE and done.stderr.count(b"no sandbox is used") != (state is UNCONFINED):
                wrong.append("the note")
            tally.add([f"{name}: {reason}" for reason in wrong], done.stderr.decode(errors="replace")[-160:])
