"""Makes the files that cases start from."""
from __future__ import annotations

import functools
import random
import threading
from pathlib import Path

from auxtools import defects
from auxtools.containers import make_heif
from auxtools.environment import SCENE
from auxtools.inputs import Description, made, with_changes

from .context import Context


class MissingSamples(Exception):
    """Camera samples are asked for and not there."""


def mutated(data: bytes, seed: int, reach: int, flips: int = 3) -> bytes:
    """Returns the data with a few bytes changed among the first `reach`."""
    chance = random.Random(seed)
    out = bytearray(data)
    for _ in range(flips):
        out[chance.randrange(min(reach, len(out)))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return bytes(out)


_making_bases = threading.Lock()


@functools.cache
def _bases(program: Path) -> dict[str, bytes]:
    return defects.made_bases(program)


def base(context: Context, name: str) -> bytes:
    """Returns a base of the corpus of defects, of the program under test; it is made once in a run."""
    with _making_bases:
        return _bases(context.program)[name] if name else b""


def _sample(context: Context, name: str) -> Path:
    if name not in context.samples:
        raise MissingSamples
    return context.samples[name]


def make(context: Context, name: str, what: Description) -> None:
    """Makes one file of an instance."""
    target = context.path(name)
    kind = what["make"]
    if kind == "folder":
        target.mkdir(mode=what.get("mode", 0o755))
        return
    if kind == "scene":
        source = SCENE / what["file"]
    elif kind == "copy":
        source = context.path(what["file"])
    elif kind == "sample":
        source = _sample(context, what["file"])
    elif kind == "defect":
        defect = defects.load()[what["name"]]
        data = _sample(context, what["file"]).read_bytes() if "file" in what else base(context, defect.base)
        target.write_bytes(defect.seeded(data))
        return
    elif kind == "heif":
        target.write_bytes(make_heif.heif(context.folder, what["primary"], what["auxiliary"],
                                         tiles_of_primary=what.get("tiles")))
        return
    else:
        target.write_bytes(made(what))
        return
    target.write_bytes(with_changes(source.read_bytes(), what))
