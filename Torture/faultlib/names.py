"""Names that are no UTF-8."""
from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path

from .machine import Machine, status_text
from .photos import CONTAINERS, Photos
from .tally import Tally, check

# The second is what the first becomes where bytes that are no UTF-8 are replaced by U+FFFD.
NAME, REPLACED = b"caf\xe9", b"caf\xef\xbf\xbd"


def _files(box: Path) -> dict[bytes, bytes]:
    found = {}
    for parent, _, names in os.walk(bytes(box)):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, bytes(box))] = file.read()
    return found


@check("names", "names that are no UTF-8: the file of these bytes, never another; pathBytes in JSON", 3)
def names(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        for one in machine.few(_cases(photos, container), 6):
            _run(machine, photos, container, tally, *one)


def _cases(photos: Photos, container: str) -> list[tuple]:
    """Returns for each case its name, the arguments, the files that may change or appear, and what JSON names."""
    suffix = b"." + container.encode()
    photo = NAME + suffix
    matte = bytes(photos.matte("portrait"))
    attach = [b"attach", photo, b"--portrait", matte]
    out = b"b\xff" + suffix
    return [
        ("attach --in-place", [*attach, b"--in-place", b"--json"], {photo}, photo),
        ("remove --in-place", [b"remove", photo, b"--all", b"--in-place", b"--json"], {photo}, photo),
        ("attach -o", [*attach, b"-o", out, b"--json"], {out}, out),
        ("attach --directory", [*attach, b"--directory", b"d\xfe", b"--json"], {b"d\xfe/" + photo}, b"d\xfe/" + photo),
        ("copy -o", [b"copy", photo, b"plain" + suffix, b"-o", out, b"--replace", b"--json"], {out}, out),
        ("info", [b"info", photo, b"--json"], set(), photo),
        ("validate", [b"validate", photo, b"--json"], set(), photo),
        ("validate --files-from", [b"validate", b"--files-from", b"list", b"--json"], set(), photo),
        ("validate -r", [b"validate", b"-r", b"folder", b"--json"], set(), b"folder/" + photo),
        ("info -r", [b"info", b"-r", b"folder", b"--json"], set(), b"folder/" + photo),
        ("extract --directory", [b"extract", photo, b"--type", b"skin", b"--directory", b"d", b"--json"],
         {b"d/" + NAME + b".semanticSegmentationSkinMatte.png"}, photo),
        ("extract -o", [b"extract", photo, b"--type", b"skin", b"-o", b"m\xff.png", b"--json"], {b"m\xff.png"}, photo),
        ("render -o", [b"render", b"grayscale", photo, b"-o", b"r\xff.png", b"--json"], {b"r\xff.png"}, None),
        ("attach of a map", [b"attach", b"plain" + suffix, b"--portrait", NAME + b".png", b"--in-place"],
         {b"plain" + suffix}, None),
    ]


def _run(machine: Machine, photos: Photos, container: str, tally: Tally, case: str, arguments: list[bytes],
         written: set[bytes], named: bytes | None) -> None:
    suffix = b"." + container.encode()
    with machine.box() as box:
        root = bytes(box)
        for name in (NAME + suffix, b"plain" + suffix):
            shutil.copyfile(bytes(photos.photo(container)), os.path.join(root, name))
        # Another file altogether, which has no images.
        shutil.copyfile(bytes(photos.picture), os.path.join(root, REPLACED + suffix))
        shutil.copyfile(bytes(photos.matte("portrait")), os.path.join(root, NAME + b".png"))
        os.mkdir(os.path.join(root, b"folder"))
        shutil.copyfile(bytes(photos.photo(container)), os.path.join(root, b"folder", NAME + suffix))
        (box / "list").write_bytes(NAME + suffix + b"\n")
        before = _files(box)
        if case == "render -o":
            arguments = arguments[:-1]
        ended = machine.run(*arguments, cwd=box)
        after = _files(box)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    wrong = []
    if ended.status != 0:
        wrong.append(f"{case}: status {status_text(ended.status)}")
    if changed - written:
        wrong.append(f"{case}: another file is written")
    if ended.status == 0 and written - changed:
        wrong.append(f"{case}: status 0, and the file is not written")
    if named is not None and ended.status == 0:
        wrong += _json(case, ended.out, named)
    tally.add(wrong, f"{container}: {ended.message} {sorted(changed - written)[:2]}")


def _json(case: str, out: bytes, named: bytes) -> list[str]:
    try:
        object_ = json.loads(out.decode("utf-8").splitlines()[0])
    except (UnicodeDecodeError, ValueError, IndexError):
        return [f"{case}: no JSON"]
    if object_.get("container") == "png":
        return [f"{case}: another file is read"]
    given = object_.get("pathBytes")
    if given is None:
        return [f"{case}: no pathBytes"]
    return [] if base64.b64decode(given) == named else [f"{case}: pathBytes is another path"]
