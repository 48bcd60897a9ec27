"""Files keep the rules of the standards that their brands promise."""
from __future__ import annotations

from auxtools.containers import rules_heif

from ..context import Context
from .registry import Step, check


@check
def heif_rules(context: Context, step: Step) -> None:
    """A HEIF file keeps the rules of 14496-12, 23008-12 and 23000-22 that its brands promise.

    Findings may begin with a text of `known`, or be as many of one clause as in the file `before`.
    """
    known = tuple(step.get("known", []))
    allowed: list[str] = []
    if "before" in step:
        allowed = [_clause(text) for text in rules_heif.findings(context.path(step["before"]).read_bytes())]
    found: list[str] = []
    for text in rules_heif.findings(context.path(step["file"]).read_bytes()):
        if _clause(text) in allowed:
            allowed.remove(_clause(text))
        elif not (known and text.startswith(known)):
            found.append(text)
    context.expect(not found, "standards: HEIF and MIAF", "; ".join(found))


def _clause(text: str) -> str:
    return text.split(": ")[0]
