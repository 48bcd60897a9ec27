"""Many damaged copies of one file: an error each, never a crash."""
from __future__ import annotations

from ..context import Context
from ..inputs import mutated
from .registry import Step, check


def _problem(context: Context, step: Step, data: bytes) -> str:
    """Runs the command of a step on one damaged copy; returns what is wrong, or nothing."""
    bad = context.path(step["name"])
    bad.write_bytes(data)
    outputs = [context.path(name) for name in step.get("outputs", [])]
    for path in outputs:
        path.unlink(missing_ok=True)
    done = context.measured(*step["command"])
    if done.status not in step["exits"]:
        return f"exit status {done.status}: {done.stderr.strip()[-200:]}"
    if done.status != 0:
        if step["name"] not in done.stderr:
            return f"the message does not name the file: {done.stderr.strip()!r}"
        if any(path.exists() for path in outputs):
            return "an output exists"
    if bad.read_bytes() != data:
        return "the input has changed"
    if done.peak_megabytes > step["peakMegabytes"]:
        return f"{done.peak_megabytes:.0f} MB at the peak"
    return ""


@check
def truncations(context: Context, step: Step) -> None:
    """A file cut at `count` places: an allowed exit status, a message with its name, no output."""
    data = context.path(step["file"]).read_bytes()
    reach = min(step.get("reach", len(data)), len(data))
    wrong = []
    places = [reach * index // step["count"] for index in range(step["count"])]
    for place in places:
        problem = _problem(context, step, data[:place])
        if problem:
            wrong.append(f"at {place} of {len(data)}: {problem}")
    context.expect(not wrong, f"cut at {len(places)} places", f"{len(wrong)} times; {'; '.join(wrong[:3])}")


@check
def mutations(context: Context, step: Step) -> None:
    """A file with a few bytes changed, for each seed: an allowed exit status, a message with its name, no output."""
    data = context.path(step["file"]).read_bytes()
    wrong = []
    for seed in range(step["seed"], step["seed"] + step["count"]):
        problem = _problem(context, step, mutated(data, seed, step["reach"]))
        if problem:
            wrong.append(f"seed {seed}: {problem}")
    context.expect(not wrong, f"{step['count']} mutations", f"{len(wrong)} times; {'; '.join(wrong[:3])}")
