"""A place that can hold private data, and what each edit has to do with it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Sequence

# `all` takes everything; `web` is `--for web`.
EDITS = ("location", "people", "device", "time", "thumbnail", "c2pa", "description", "all", "web")
# A place is of these kinds; of `trailer` is what follows the images, which only `all` and `web` take.
KINDS = ("location", "people", "device", "time", "thumbnail", "c2pa", "description", "trailer")
_WEB = {"location", "people", "device", "thumbnail", "c2pa", "trailer"}


@dataclass(frozen=True)
class Place:
    """One place of a container, and the photo that has a mark there.

    `kinds` are those of the data; `open` are the edits after which both are right, with `*` for all but `all`.
    """

    name: str
    kinds: str
    photo: Callable[[], bytes]
    open: str = ""
    # Whether the place is part of the picture, as a color profile is.
    is_needed: bool = False
    # Numbers that each edit keeps, each in either byte order.
    kept: Sequence[Sequence[bytes]] = ()

    def expected(self, edit: str) -> str:
        """Returns `gone` or `stays`, or `any` where both are right."""
        kinds = set(self.kinds.split())
        if self.is_needed:
            return "stays"
        if edit == "all" or edit in kinds or (edit == "web" and kinds & _WEB):
            return "gone"
        return "any" if self.open == "*" or edit in self.open.split() else "stays"
