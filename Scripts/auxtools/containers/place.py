"""A field of a file, and the replacement of bytes."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Splice:
    """Bytes that take the place of `count` others."""

    at: int
    count: int
    new: bytes

    def applied(self, data: bytes) -> bytes:
        """Returns the data with the new bytes."""
        return data[:self.at] + self.new + data[self.at + self.count:]


@dataclass(frozen=True)
class Place:
    """Where a field starts, how many bytes it has, and in which order they are."""

    offset: int
    size: int
    order: Literal["big", "little"] = "big"
    box: int | None = None
    """For a place at the end of a box, where that box begins; other places are in the boxes around them."""

    @property
    def end(self) -> int:
        return self.offset + self.size

    def read(self, data: bytes) -> bytes:
        """Returns the bytes of the field."""
        return data[self.offset:self.end]

    def number(self, data: bytes) -> int:
        """Returns the number in the field."""
        return int.from_bytes(self.read(data), self.order)

    def put(self, value: int) -> Splice:
        """Returns the change that puts another number into the field."""
        return Splice(self.offset, self.size, value.to_bytes(self.size, self.order))
