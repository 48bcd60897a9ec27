"""What the program refuses by design, and what is known to fail."""
from __future__ import annotations

import re
from typing import NamedTuple


class Refusal(NamedTuple):
    """Sources, containers and forms (expressions for the whole text) that are refused, and what the message has."""

    source: str
    target: str
    form: str
    reason: str


class Gap(NamedTuple):
    """Cells, by an expression for a part of their name, that are known to fail, and why."""

    name: str
    why: str


_APPLE = r"apple|apple,iso"

# The first entry that fits a cell counts.
REFUSALS: tuple[Refusal, ...] = (
    Refusal(r".*", r"heic|avif", r"ultrahdr", "Ultra HDR is a form of JPEG"),
    # Apple's formula has no gain below 1 and no offsets, and one component.
    Refusal(r"iso-offsets\..*|given-iso\..*", r".*", _APPLE, "Apple's gain maps do not express this one: its smallest gain is -0.5"),
    Refusal(r"tonemap\..*", r".*", _APPLE, "Apple's gain maps do not express this one: its smallest gain is -0.51"),
    Refusal(r"colour\..*|given-colour\..*", r".*", _APPLE, "Apple's gain maps do not express this one: its channels differ"),
    Refusal(r"colour\..*", r".*", r"replaced", "a grayscale map is needed"),
    Refusal(r"given-colour\..*", r".*", r".*", "a grayscale map is needed"),
)

GAPS: tuple[Gap, ...] = ()


def expected(source: str, container: str, target: str, form: str) -> Refusal | None:
    """Returns the entry for a cell."""
    for entry in REFUSALS:
        if (re.fullmatch(entry.source, f"{source}.{container}") and re.fullmatch(entry.target, target)
                and re.fullmatch(entry.form, form)):
            return entry
    return None


def gap(name: str) -> str:
    """Returns why a cell is known to fail; nothing where it is not."""
    return next((entry.why for entry in GAPS if re.search(entry.name, name)), "")
