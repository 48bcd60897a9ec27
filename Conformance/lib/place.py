"""A field of a file."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Place:
    """Where a field starts, how many bytes it has, and in which order they are."""

    offset: int
    size: int
    order: Literal["big", "little"] = "big"

    def number(self, data: bytes) -> int:
        """Returns the number in the field."""
        return int.from_bytes(data[self.offset:self.offset + self.size], self.order)

    def with_number(self, data: bytes, value: int) -> bytes:
        """Returns the data with another number in the field."""
        return self.with_bytes(data, value.to_bytes(self.size, self.order))

    def with_bytes(self, data: bytes, new: bytes) -> bytes:
        """Returns the data with other bytes from the field's start on."""
        return data[:self.offset] + new + data[self.offset + len(new):]
