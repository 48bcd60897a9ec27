"""The corpus of defects: the right rule names each."""
from __future__ import annotations

from auxtools import defects
from auxtools.defects import Defect

from .. import peers, rules
from ..context import Context
from .registry import Step, check
from .validator import Report, messages, validated


def _expect_found(context: Context, report: Report, defect: Defect, mode: str = "") -> bool:
    """The rule of a defect is among the findings, with its severity; `mode` is how the file was looked at."""
    found = {finding["rule"]: finding["severity"] for finding in report["findings"]}
    seen = "; ".join(found) or "nothing"
    if not context.expect(defect.rule in found, f"raises: {defect.rule}{mode}", f"not raised, but {seen}"):
        return False
    return context.expect(found[defect.rule] == defect.severity, f"raises: {defect.rule}{mode}, severity",
                          f"{found[defect.rule]}, not {defect.severity}")


def _expect_of_libavif(context: Context, data: bytes, defect: Defect) -> None:
    """libavif refuses a file exactly where the rule of the defect is an error."""
    try:
        peers.module("imagecodecs").avif_decode(data)
        refusal = ""
    except RuntimeError as error:
        refusal = str(error)
    is_error = defect.rule is not None and defect.severity == "error"
    context.expect(bool(refusal) == is_error, "raises: libavif", refusal or "libavif takes the file")


@check
def raises(context: Context, step: Step) -> None:
    """`validate` names the rule of the `defect` at its place, no other error or warning but `also`, and exits with 1.

    Where the rule is a warning, it does so with --strict, and with 0 without; `info` changes no exit status. Of an
    entry without a rule it says nothing at all. An AVIF file is refused by libavif where the rule is an error, and only there.
    """
    defect, name = defects.load()[step["defect"]], step["file"]
    if name.endswith(".avif") and context.has("imagecodecs", "raises: libavif"):
        _expect_of_libavif(context, context.path(name).read_bytes(), defect)
    done, reports = validated(context, [name])
    if not context.expect(len(reports) == 1, "raises: a report", f"{len(reports)} reports: {done.stderr.strip()}"):
        return
    findings = reports[0]["findings"]
    if defect.rule is None:
        context.expect(not findings, "raises: nothing", f"{findings}")
    elif not _expect_found(context, reports[0], defect):
        return
    else:
        places = [finding.get("where", "") for finding in findings if finding["rule"] == defect.rule]
        context.expect(any(defect.place in place for place in places), f"raises: {defect.rule}, place",
                       f"{places}, not {defect.place}")
    others = set(messages(reports[0])) - {defect.rule}
    context.expect(others == set(defect.also), f"raises: {defect.rule}, and what follows of it",
                   f"{sorted(others)}, not {sorted(defect.also)}: {'; '.join(messages(reports[0]).values())}")
    severities = {finding["severity"] for finding in findings}
    context.expect(done.status == int("error" in severities), "raises: exit status", f"validate exits {done.status}")
    strict = context.auxdepth("validate", "--strict", "--quiet", name)
    status = int(bool(severities & {"error", "warning"}))
    context.expect(strict.status == status, "raises: exit status, strict", f"{strict.status}, not {status}")
    if defect.rule and defect.severity != "info":
        context.expect(defect.rule in strict.text, "raises: text names the rule", strict.text.strip())


@check
def raises_anywhere(context: Context, step: Step) -> None:
    """`validate` names the rule of the `defect` in a file that has more to say, and with --headers-only where it can."""
    defect = defects.load()[step["defect"]]
    for mode in ("", "--headers-only") if defect.headers else ("",):
        _, reports = validated(context, [step["file"]], *[word for word in [mode] if word])
        _expect_found(context, reports[0], defect, f" {mode}".rstrip())


@check
def corpus(context: Context, _step: Step) -> None:
    """Every rule of `validate` has an entry, and replacements.json is what the entries make of the committed bases.

    What a policy asks for is no defect of a file, and the name and the photo's own picture are not looked at in these: the cases
    `validate-policy` and `validate-photo` are about them.
    """
    others = ("POLICY-", "FILE-PHOTO-", "FILE-EXTENSION")
    known = {rule for rule in rules.known(context.program) if not rule.startswith(others)}
    seeded = {defect.rule for defect in defects.load().values() if defect.rule}
    context.expect(known <= seeded, "corpus: every rule is seeded", f"no entry: {', '.join(sorted(known - seeded))}")
    context.expect(seeded <= known, "corpus: no other rule", f"no rule: {', '.join(sorted(seeded - known))}")
    fresh = defects.REPLACEMENTS.read_text() == defects.replacements()
    context.expect(fresh, "corpus: replacements.json", "an entry was changed since: run Scripts/make-defects")
