"""What the program refuses by design, by what a gain map is, and where a rendition need not be as near."""
from __future__ import annotations

from typing import Callable, NamedTuple

from .meaning import Meaning
from .sources import Source

# What Apple's form leaves out: offsets above those of Apple's own files, and gains below 1.
_MOST_OFFSET = 1.5e-5
_LEAST_GAIN = -0.05


class Cell(NamedTuple):
    """What decides: the source, and what is asked for."""

    source: Source
    target: str
    form: str

    @property
    def meaning(self) -> Meaning | None:
        """The meaning that is to be said anew; None where the source has Apple's form, or none that has channels."""
        stated = [value for form, value in self.source.meanings.items() if form != "apple" and value.channels]
        return stated[0] if stated and "apple" not in self.source.meanings else None

    @property
    def asks_apple(self) -> bool:
        return "apple" in self.form.split(",")

    @property
    def applies_in_alternate(self) -> bool:
        return self.source.map_primaries is not None and not all(value.uses_base for value in self.source.meanings.values())

    @property
    def has_colours(self) -> bool:
        return self.source.components > 1


class Refusal(NamedTuple):
    """What is refused, and what the message has then."""

    fits: Callable[[Cell], bool]
    reason: str
    # Whether it may also be written: a code that means so need not be in the map, or the map is computed for the form.
    is_optional: bool = False


def _has_offsets(cell: Cell) -> bool:
    return cell.meaning is not None and any(
        max(abs(channel.base_offset), abs(channel.alternate_offset)) > _MOST_OFFSET for channel in cell.meaning.channels)


def _darkens(cell: Cell) -> bool:
    return cell.meaning is not None and any(channel.low < _LEAST_GAIN for channel in cell.meaning.channels)


def _states_nothing(cell: Cell) -> bool:
    return set(cell.source.meanings) == {"apple"} and not cell.source.meanings["apple"].apple_headroom


# The first entry that fits a cell counts.
REFUSALS: tuple[Refusal, ...] = (
    Refusal(lambda cell: cell.target != "jpg" and "ultrahdr" in cell.form.split(","), "Ultra HDR is a form of JPEG"),
    Refusal(lambda cell: cell.source.is_given and cell.has_colours, "a grayscale map is needed"),
    # Apple's formula has no gain below 1 and no offsets, and one component.
    Refusal(lambda cell: cell.asks_apple and cell.has_colours,
            "Apple's gain maps do not express this one: it (has three components|s channels differ)"),
    Refusal(lambda cell: cell.asks_apple and _has_offsets(cell), "Apple's gain maps do not express this one: it has the offsets"),
    Refusal(lambda cell: cell.asks_apple and _darkens(cell), "Apple's gain maps do not express this one: its smallest gain is",
            True),
    # libultrahdr reads no three values of a property, and no property states the colors in which gains apply.
    Refusal(lambda cell: cell.form == "ultrahdr" and cell.has_colours,
            "libultrahdr refuses different gains of red, green and blue in the form ultrahdr alone"),
    Refusal(lambda cell: cell.form == "ultrahdr" and cell.applies_in_alternate,
            "the form ultrahdr alone cannot state that gains are applied in the colors of the HDR rendition"),
    # What three components mean is not what the one of a new map means.
    Refusal(lambda cell: cell.form == "replaced" and cell.has_colours, "needs a headroom, and .* three components"),
    Refusal(lambda cell: cell.form not in ("default", "replaced", "apple") and _states_nothing(cell), "nothing states the headroom"),
)

STOPS = 0.05
# The samples of three components in JPEG are not lossless.
_JPEG = 0.06
# Where one coded map serves several forms, the source's is exact and the others come near: ISO's gamma to Apple's formula, Apple's
# formula to ISO's curve, and Ultra HDR's properties to gains that apply in the colors of the alternate image.
_ISO_BESIDE_APPLE = 0.08
_APPLE_BESIDE_ISO = 0.25
_PROPERTIES_BESIDE_ISO = 0.3


def expected(source: Source, target: str, form: str) -> Refusal | None:
    """Returns the entry for a cell."""
    cell = Cell(source, target, form)
    return next((entry for entry in REFUSALS if entry.fits(cell)), None)


def bound(source: Source, target: str, asked: str, form: str) -> float:
    """Returns how many stops a rendition may be off by one of the forms that were asked for."""
    cell = Cell(source, target, asked)
    if cell.asks_apple and "," in asked and form not in source.meanings:
        return _ISO_BESIDE_APPLE if set(source.meanings) == {"apple"} else _APPLE_BESIDE_ISO
    if cell.has_colours and cell.applies_in_alternate and form == "ultrahdr":
        return _PROPERTIES_BESIDE_ISO
    return _JPEG if cell.has_colours and target == "jpg" else STOPS
