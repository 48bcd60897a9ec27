"""What the program refuses by design, and where a rendition need not be as near."""
from __future__ import annotations

import re
from typing import NamedTuple


class Refusal(NamedTuple):
    """Sources, containers and forms (expressions for the whole text) that are refused, and what the message has."""

    source: str
    target: str
    form: str
    reason: str


class Wider(NamedTuple):
    """Cells, by an expression for a part of their name, whose rendition is within so many stops, and why."""

    name: str
    stops: float
    why: str


_APPLE = r"apple|apple,iso"

# The first entry that fits a cell counts.
REFUSALS: tuple[Refusal, ...] = (
    Refusal(r".*", r"heic|avif", r"ultrahdr", "Ultra HDR is a form of JPEG"),
    Refusal(r"given-colour\..*", r".*", r".*", "a grayscale map is needed"),
    # Apple's formula has no gain below 1 and no offsets, and one component.
    Refusal(r"iso-offsets\..*|given-iso\..*", r".*", _APPLE, "Apple's gain maps do not express this one: it has the offsets"),
    Refusal(r"tonemap\..*", r".*", _APPLE, "Apple's gain maps do not express this one: its smallest gain is -0.51"),
    Refusal(r"colour\..*", r".*", _APPLE, "Apple's gain maps do not express this one: it has three components"),
    # What three components mean is not what the one of a new map means.
    Refusal(r"colour\..*", r".*", r"replaced", "a gain map of the form iso needs a headroom"),
)

# Cells whose rendition may be more than 0.05 stops off.
WIDER: tuple[Wider, ...] = (
    Wider(r"(iso|ultrahdr)\.\w+/\d/\w+/apple,iso$", 0.08,
          "one coded map serves both forms, and ISO's gamma comes near Apple's formula only (Specs/gainmaps.md, Conversion)"),
)


def expected(source: str, container: str, target: str, form: str) -> Refusal | None:
    """Returns the entry for a cell."""
    for entry in REFUSALS:
        if (re.fullmatch(entry.source, f"{source}.{container}") and re.fullmatch(entry.target, target)
                and re.fullmatch(entry.form, form)):
            return entry
    return None


def wider(name: str) -> Wider | None:
    """Returns the wider bound of a cell."""
    return next((entry for entry in WIDER if re.search(entry.name, name)), None)
