"""What `validate` says of files: nothing of good ones, the right rule of what other programs spoiled."""
from __future__ import annotations

import json
from typing import Any, Sequence

from ..context import Context, Finished
from .registry import Step, check

Report = dict[str, Any]


def validated(context: Context, names: Sequence[str], *arguments: str) -> tuple[Finished, list[Report]]:
    """Runs `validate` over files, and takes down which rules had something to look at and which found something."""
    done = context.auxdepth("validate", "--json", "--exercised", *arguments, *names)
    lines = [json.loads(line) for line in done.text.splitlines()]
    reports = [line for line in lines if not line.get("passedOver")]
    for report in reports:
        context.rules.exercised.update(report["exercised"])
        context.rules.raised.update(finding["rule"] for finding in report["findings"])
    return done, reports


def messages(report: Report) -> dict[str, str]:
    """Returns the first message of each rule that found an error or a warning."""
    out: dict[str, str] = {}
    for finding in report["findings"]:
        if finding["severity"] != "info":
            out.setdefault(finding["rule"], f"{finding['rule']} {finding.get('where', '')}: {finding['message']}")
    return out


def _expect_clean(context: Context, names: Sequence[str], allowed: Sequence[str]) -> None:
    done, reports = validated(context, names, *([] if allowed else ["--strict"]))
    seen = [report["path"] for report in reports]
    context.expect(sorted(seen) == sorted(names), "valid: a report for each file", f"{seen} of {list(names)}")
    for report in reports:
        wrong = [text for rule, text in messages(report).items() if rule not in allowed]
        context.expect(not wrong, "valid: no error, no warning", f"{report['path']}: {'; '.join(wrong)}")
    if not allowed:
        context.expect(done.status == 0, "valid: exit status", f"validate exits {done.status}: {done.stderr.strip()}")


@check
def valid(context: Context, step: Step) -> None:
    """`validate` has no error and no warning of `files`, but for those of the rules in `allowed`."""
    _expect_clean(context, step["files"], step.get("allowed", []))


@check
def outputs_valid(context: Context, step: Step) -> None:
    """The same of every photo that the program wrote in this instance and that is still there."""
    names = [name for name in dict.fromkeys(context.written) if context.path(name).is_file()]
    if names:
        _expect_clean(context, names, step.get("allowed", []))


@check
def tool_named(context: Context, step: Step) -> None:
    """What another program made of a depth photo: `rule` is among what `validate` says, `info` lists `auxiliary`.

    Without a rule there is no error and no warning.
    """
    name, wanted = step["file"], step["expect"]
    _, reports = validated(context, [name])
    found = {finding["rule"] for finding in reports[0]["findings"]}
    texts = "; ".join(messages(reports[0]).values()) or "nothing"
    if "rule" in wanted:
        context.expect(wanted["rule"] in found, f"named: {wanted['rule']}", f"not raised, but {texts}")
    else:
        context.expect(texts == "nothing", "named: nothing is wrong", texts)
    count = len(context.info(name)["auxiliary"])
    context.expect(count == wanted["auxiliary"], "named: images", f"{count}, not {wanted['auxiliary']}")
