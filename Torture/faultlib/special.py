"""Outputs that are no regular files, and links."""
from __future__ import annotations

import os
import shutil
import stat
import threading

from .folders import contents, strays
from .machine import Machine, status_text
from .photos import Photos
from .tally import Tally, check


def _commands(photos: Photos) -> dict[str, tuple[list[str], str]]:
    """Returns for each command that writes one file its arguments before the output, and the output's suffix."""
    photo = str(photos.photo("jpg"))
    return {
        "attach": (["attach", photo, "--portrait", str(photos.matte("portrait"))], ".jpg"),
        "remove": (["remove", photo, "--all"], ".jpg"),
        "copy": (["copy", photo, photo, "--replace"], ".jpg"),
        "extract": (["extract", photo, "--type", "skin"], ".png"),
        "convert": (["convert", str(photos.map), "--near", "1", "--far", "4"], ".pfm"),
        "render": (["render", "grayscale", photo], ".png"),
        "stream": (["stream", "--color", str(photos.video("colour")), "--depth", str(photos.video("depth"))], ".y4m"),
    }


def _true(machine: Machine, arguments: list[str], suffix: str) -> bytes:
    with machine.box() as box:
        ended = machine.run(*arguments, "-o", f"out{suffix}", cwd=box)
        if ended.status != 0:
            raise SystemExit(f"{arguments[0]}: {ended.message}")
        return (box / f"out{suffix}").read_bytes()


@check("links", "--force through a symbolic link: the link stays, its target is replaced; --in-place likewise", 2)
def links(machine: Machine, photos: Photos, tally: Tally) -> None:
    for name, (arguments, suffix) in _commands(photos).items():
        true = _true(machine, arguments, suffix)
        with machine.box() as box:
            (box / "far").mkdir()
            target, link = box / "far" / f"real{suffix}", box / f"link{suffix}"
            target.write_bytes(b"old")
            link.symlink_to(f"far/real{suffix}")
            refused = machine.run(*arguments, "-o", link.name, cwd=box)
            kept = link.is_symlink() and target.read_bytes() == b"old"
            tally.add([] if refused.status == 73 and kept else [
                f"{name} without --force: status {status_text(refused.status)}, {'kept' if kept else 'changed'}"],
                refused.message)
            ended = machine.run(*arguments, "-o", link.name, "--force", cwd=box)
            wrong = []
            if not link.is_symlink():
                wrong.append(f"{name} --force: the link is gone")
            if target.read_bytes() != true:
                wrong.append(f"{name} --force: the target is not the output")
            if ended.status != 0:
                wrong.append(f"{name} --force: status {status_text(ended.status)}")
            if strays(contents(box)):
                wrong.append(f"{name} --force: a temporary file stays")
            tally.add(wrong, ended.message)
            # A link to what is not there yet.
            target.unlink(), link.unlink(missing_ok=True)
            link.symlink_to(f"far/real{suffix}")
            ended = machine.run(*arguments, "-o", link.name, "--force", cwd=box)
            tally.add(None if link.is_symlink() else f"{name}: a link to nothing is replaced",
                      f"status {status_text(ended.status)} {ended.message}")
    with machine.box() as box:
        (box / "far").mkdir()
        target = box / "far" / "real.jpg"
        shutil.copyfile(photos.photo("jpg"), target)
        (box / "link.jpg").symlink_to("far/real.jpg")
        ended = machine.run("remove", "link.jpg", "--all", "--in-place", cwd=box)
        good = ended.status == 0 and (box / "link.jpg").is_symlink() \
            and target.read_bytes() != photos.photo("jpg").read_bytes()
        tally.add(None if good else "--in-place through a link", ended.message)


@check("fifos", "an output that is a FIFO is written to, and stays one", 2)
def fifos(machine: Machine, photos: Photos, tally: Tally) -> None:
    for name, (arguments, suffix) in _commands(photos).items():
        true = _true(machine, arguments, suffix)
        with machine.box() as box:
            fifo = box / f"out{suffix}"
            os.mkfifo(fifo)
            got: list[bytes] = []
            # Opened for both, so that neither side waits for the other for ever.
            keeper = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
            reader = threading.Thread(target=_drain, args=(keeper, len(true), got))
            reader.start()
            ended = machine.run(*arguments, "-o", fifo.name, "--force", cwd=box)
            reader.join(5 if ended.status == 0 else 0.2)
            is_fifo = stat.S_ISFIFO(os.lstat(fifo).st_mode)
            _stop(keeper, reader)
            wrong = []
            if not is_fifo:
                wrong.append(f"{name}: the FIFO is gone")
            if ended.status != 0:
                wrong.append(f"{name}: status {status_text(ended.status)}")
            elif b"".join(got)[:len(true)] != true:
                wrong.append(f"{name}: the reader got another file")
            if strays(contents(box)):
                wrong.append(f"{name}: a temporary file stays")
            tally.add(wrong, ended.message)


_STOPPED: set[int] = set()


def _drain(descriptor: int, count: int, got: list[bytes]) -> None:
    import select
    while sum(map(len, got)) < count and descriptor not in _STOPPED:
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                got.append(os.read(descriptor, 1 << 16))
            except BlockingIOError:
                continue


def _stop(descriptor: int, reader: threading.Thread) -> None:
    _STOPPED.add(descriptor)
    reader.join()
    _STOPPED.discard(descriptor)
    os.close(descriptor)


@check("devices", "an output that is a device is written to, and stays one", 2)
def devices(machine: Machine, photos: Photos, tally: Tally) -> None:
    with machine.box() as box:
        try:
            os.mknod(box / "try", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
            with open(box / "try", "wb"):
                pass
        except OSError as error:
            tally.skipped = f"no device can be made here: {error.strerror}"
            return
    for name, (arguments, suffix) in _commands(photos).items():
        for kind, minor, status in (("null", 3, 0), ("full", 7, 74)):
            with machine.box() as box:
                device = box / f"{kind}{suffix}"
                os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
                os.chmod(device, 0o666)
                ended = machine.run(*arguments, "-o", device.name, "--force", cwd=box)
                wrong = []
                if not stat.S_ISCHR(os.lstat(device).st_mode):
                    wrong.append(f"{name}: the device is destroyed")
                if ended.status != status:
                    wrong.append(f"{name} to /dev/{kind}: status {status_text(ended.status)}, not {status}")
                if strays(contents(box)):
                    wrong.append(f"{name}: a temporary file stays")
                tally.add(wrong, ended.message)


@check("special-in-folder", "extract --directory --force over a link, a FIFO and a folder of the output's name", 1)
def special_in_folder(machine: Machine, photos: Photos, tally: Tally) -> None:
    name = "photo.semanticSegmentationSkinMatte.png"
    arguments = ["extract", str(photos.photo("jpg")), "--type", "skin", "--directory", ".", "--force"]
    with machine.box() as box:
        (box / "far").mkdir()
        (box / "far" / "x.png").write_bytes(b"old")
        (box / name).symlink_to("far/x.png")
        ended = machine.run(*arguments, cwd=box)
        wrong = [] if (box / name).is_symlink() else ["the link is gone"]
        if (box / "far" / "x.png").read_bytes() == b"old":
            wrong.append("the target of the link is not written")
        tally.add(wrong, ended.message)
    with machine.box() as box:
        (box / name).mkdir()
        ended = machine.run(*arguments, cwd=box)
        tally.add(None if ended.status == 73 and (box / name).is_dir() else
                  f"over a folder: status {status_text(ended.status)}", ended.message)
