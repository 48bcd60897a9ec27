"""Runs the steps of an instance: make files, run the program, check."""
from __future__ import annotations

import hashlib
import json
import os
import sys
import traceback
from functools import partial
from pathlib import Path
from typing import Any, Mapping

from . import checks, inputs
from .context import Context, Finished

# What others' libraries make, by scripts of ours.
_TOOLS = {"pillow": "pillow_tool.py", "numpy": "map_tool.py", "openexr": "map_tool.py", "tifffile": "map_tool.py",
          "libjxl": "jxl_tool.py"}
# A name after a colon is a tool that needs the library before it.
_FURTHER_TOOLS = {"photo": "photo_tool.py", "hdr": "hdr_tool.py", "patches": "patch_tool.py",
                  "model": "model_tool.py"}


def run_instance(context: Context, steps: list[dict[str, Any]]) -> None:
    """Runs all steps; one that cannot go on ends the instance with a failure."""
    for step in steps:
        label = next(iter(step))
        try:
            if "make" in step:
                for name, what in step["make"].items():
                    inputs.make(context, name, what)
            elif "peer" in step:
                if not _peer(context, step):
                    return
            elif "run" in step:
                label = step["run"][0]
                if not _program(context, step):
                    return
            elif "gap" in step:
                context.skip(step["check"], step["gap"])
            else:
                label = step["check"]
                checks.REGISTRY[step["check"]](context, step)
        except inputs.MissingSamples:
            context.skip(label, "AUXDEPTH_SAMPLES is not set")
            return
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is a failed check, not the end of the run
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}:{place.lineno}"
            context.expect(False, label, f"{type(error).__name__}: {error} ({where})")
            return


def _peer(context: Context, step: Mapping[str, Any]) -> bool:
    """Runs another program that makes a file; without it the instance is skipped."""
    name, _, further = step["peer"][0].partition(":")
    if not context.has(name, f"made by {name}"):
        return False
    command = step["peer"]
    tool = _FURTHER_TOOLS[further] if further else _TOOLS.get(name)
    if tool:
        command = [sys.executable, str(Path(__file__).with_name(tool)), *command[1:]]
    done = context.run(command)
    if "stdout" in step:
        context.path(step["stdout"]).write_bytes(done.stdout)
    return context.expect(done.status == 0, f"{step['peer'][0]} makes the file", done.stderr.strip())


def _digest(path: Path) -> str:
    if path.is_dir():
        return "folder"
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "absent"


def _program(context: Context, step: Mapping[str, Any]) -> bool:
    """Runs the program and compares; false where a failure makes further steps pointless."""
    if step.get("needs") == "no superuser" and os.geteuid() == 0:
        context.skip(step["run"][0], "the superuser may write everywhere")
        return False
    before = {name: _digest(context.path(name)) for name in step.get("unchanged", [])}
    run = context.measured if "peakMegabytes" in step else context.auxdepth
    if "descriptors" in step:
        run = partial(context.without_descriptors, step["descriptors"])
    done = run(*step["run"], stdin=context.path(step["stdin"]).read_bytes() if "stdin" in step else b"")
    wanted = step.get("exit", 0)
    command = "auxdepth " + " ".join(step["run"])
    what = step["run"][0]
    allowed = wanted if isinstance(wanted, list) else [wanted]
    fine = context.expect(
        done.status in allowed, f"{what}: exit status",
        f"`{command}` exits {done.status}, not {wanted}: {done.stderr.strip()[-300:]}")
    for name, digest in before.items():
        context.expect(_digest(context.path(name)) == digest, f"{what}: input unchanged", f"{name} has changed")
    for name in step.get("absent", []):
        context.expect(not context.path(name).exists(), f"{what}: no output", f"{name} exists after `{command}`")
    leftovers = [path.name for path in context.folder.iterdir() if path.name.startswith(".")]
    context.expect(not leftovers, f"{what}: nothing left over", f"temporary files stay: {leftovers}")
    for text in step.get("stderr", []):
        context.expect(text in done.stderr, f"{what}: message", f"{text!r} is not in {done.stderr.strip()!r}")
    for text in step.get("says", []):
        context.expect(text in done.text, f"{what}: output", f"{text!r} is not in {done.text[-500:]!r}")
    if "peakMegabytes" in step:
        limit = step["peakMegabytes"]
        context.expect(done.peak_megabytes <= limit, f"{what}: memory",
                       f"{done.peak_megabytes:.0f} MB at the peak, more than {limit}")
    if not fine:
        return False
    if "stdout" in step:
        context.path(step["stdout"]).write_bytes(done.stdout)
    if done.status == 0:
        context.written += _photo(step)
    _results(context, step, done)
    return True


def _photo(step: Mapping[str, Any]) -> list[str]:
    """Returns the photo that a command writes, if it writes one."""
    command = step["run"]
    if command[0] not in ("attach", "copy", "remove"):
        return []
    if "--in-place" in command:
        return [word for word in command[1:] if word != "--in-place" and "." in word][:1]
    if "-o" not in command:
        return []
    output = command[command.index("-o") + 1]
    return [step["stdout"]] if output == "-" else [output]


def _results(context: Context, step: Mapping[str, Any], done: Finished) -> None:
    if "json" not in step and "save" not in step:
        return
    found = json.loads(done.text.splitlines()[0])
    if "save" in step:
        context.saved[step["save"]] = found
    for path, wanted in step.get("json", {}).items():
        seen = at_path(found, path)
        context.expect(agrees(seen, wanted), f"{step['run'][0]}: {path}", f"{path} is {seen!r}, not {wanted!r}")


def at_path(value: Any, path: str) -> Any:
    """Returns the value at a.0.b; None if it is absent, and the count for a trailing #."""
    for part in path.split("."):
        if part == "#":
            return len(value)
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        elif isinstance(value, dict):
            value = value.get(part)
        else:
            return None
    return value


def agrees(seen: Any, wanted: Any) -> bool:
    """Compares with a value, or with {near, within}, {min, max}, {absent}."""
    if isinstance(wanted, dict) and "absent" in wanted:
        return (seen is None) == wanted["absent"]
    if isinstance(wanted, dict) and "near" in wanted:
        return isinstance(seen, (int, float)) and abs(seen - wanted["near"]) <= wanted["within"]
    if isinstance(wanted, dict) and ("min" in wanted or "max" in wanted):
        low, high = wanted.get("min", float("-inf")), wanted.get("max", float("inf"))
        return isinstance(seen, (int, float)) and low <= seen <= high
    return bool(seen == wanted)
