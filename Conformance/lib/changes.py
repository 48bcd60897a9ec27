"""Changes of a file's bytes, out of the `then` lists of `case.json`."""
from __future__ import annotations

from typing import Any, Mapping

from . import places

Change = Mapping[str, Any]


def changed(data: bytes, change: Change) -> bytes:
    """Applies one change of a `then` list."""
    if "truncate" in change:
        at = change["truncate"]
        return data[:at if isinstance(at, int) else int(len(data) * at)]
    if "append" in change:
        return data + bytes.fromhex(change["append"])
    if "replace" in change:
        return _replaced(data, change["replace"], change["with"], change.get("nth", 1))
    if "property" in change:
        return _with_property(data, change["property"], change["value"])
    if "place" in change:
        return _at_place(data, change)
    if "find" in change:
        at = _nth(data, change["find"].encode(), change.get("nth", 1)) + change.get("plus", 0)
    else:
        at = change["at"]
    new = bytes.fromhex(change["put"])
    return data[:at] + new + data[at + len(new):]


def _nth(data: bytes, text: bytes, number: int) -> int:
    at = -1
    for _ in range(number):
        at = data.index(text, at + 1)
    return at


def _padded(data: bytes, start: int, end: int, new: bytes) -> bytes:
    """Puts bytes in the place of others, and spaces behind them, as XML allows between elements."""
    if len(new) > end - start:
        raise ValueError(f"there is no room for {new!r}")
    return data[:start] + new.ljust(end - start) + data[end:]


def _replaced(data: bytes, old: str, new: str, number: int) -> bytes:
    at = _nth(data, old.encode(), number)
    return _padded(data, at, at + len(old.encode()), new.encode())


def _with_property(data: bytes, name: str, value: str) -> bytes:
    """Gives the first XMP element of a name another text; no text takes it away."""
    start = data.index(f"<{name}>".encode())
    end = data.index(f"</{name}>".encode(), start) + len(name) + 3
    while data[end:end + 1] in (b" ", b"\n"):
        end += 1
    return _padded(data, start, end, f"<{name}>{value}</{name}>".encode() if value else b"")


def _at_place(data: bytes, change: Change) -> bytes:
    """Changes a field: `number`, `add`, `xor`, `put` bytes, the number of `from`, `swap` with another, `cut` there."""
    place = places.find(data, change["place"])
    if "cut" in change:
        return data[:place.offset]
    if "twice" in change:
        return data + data[place.offset:places.find(data, change["twice"]).offset]
    if "put" in change:
        plus = change.get("plus", 0)
        at = place.offset + plus + (place.size if plus < 0 else 0)
        new = bytes.fromhex(change["put"])
        return data[:at] + new + data[at + len(new):]
    if "from" in change:
        return place.with_number(data, places.find(data, change["from"]).number(data))
    if "to" in change:
        return place.with_number(data, places.find(data, change["to"]).offset)
    if "swap" in change:
        other = places.find(data, change["swap"])
        count = change.get("bytes", place.size)
        mine, its = (data[p.offset:p.offset + count] for p in (place, other))
        return other.with_bytes(place.with_bytes(data, its), mine)
    number = place.number(data)
    if "xor" in change:
        return place.with_number(data, number ^ change["xor"])
    return place.with_number(data, change["number"] if "number" in change else number + change["add"])
