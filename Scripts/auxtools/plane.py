"""A map as numbers."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plane:
    """One plane of numbers, rows from top to bottom."""

    width: int
    height: int
    values: list[float]
