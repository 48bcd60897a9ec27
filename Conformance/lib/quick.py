"""Which instances of a case a quick run takes."""
from __future__ import annotations

from typing import Sequence

Labels = tuple[str, ...]
"""The values of the axes that an instance has."""


def covering(every: Sequence[Labels], limit: int | None) -> list[int]:
    """Returns the numbers of a few instances that have every value of every axis, or of so many, evenly spread."""
    if limit is not None and limit < len(every):
        return [number * len(every) // limit for number in range(limit)]
    left = {(axis, value) for labels in every for axis, value in enumerate(labels)}
    chosen: list[int] = []
    while left:
        best = max(range(len(every)), key=lambda number: len(left & set(enumerate(every[number]))))
        chosen.append(best)
        left -= set(enumerate(every[best]))
    return sorted(chosen) or list(range(len(every)))
