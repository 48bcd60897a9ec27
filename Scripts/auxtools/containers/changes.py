"""Changes of a file's bytes, out of `then` lists: of `case.json` and of the corpus of defects."""
from __future__ import annotations

from typing import Any, Iterable, Mapping

from . import growth, places
from .place import Place, Splice

Change = Mapping[str, Any]
_GROWTH = {"jpeg": growth.jpeg, "heif": growth.heif}


def changed(data: bytes, change: Change) -> bytes:
    """Applies one change of a `then` list."""
    return applied(data, splices(data, change))


def applied(data: bytes, changes: Iterable[Splice]) -> bytes:
    """Applies replacements one after the other."""
    for splice in changes:
        data = splice.applied(data)
    return data


def splices(data: bytes, change: Change) -> list[Splice]:
    """Returns what a change replaces, one after the other."""
    if "truncate" in change:
        at = change["truncate"]
        at = len(data[:at]) if isinstance(at, int) else int(len(data) * at)
        return [Splice(at, len(data) - at, b"")]
    if "append" in change:
        return [Splice(len(data), 0, bytes.fromhex(change["append"]))]
    if "replace" in change:
        return [_replaced(data, change, change["replace"], change["with"])]
    if "property" in change:
        return [_property(data, change, change["property"], change["value"])]
    if "place" in change:
        return _at_place(data, change)
    if "find" in change:
        at = _found(data, change, change["find"]) + change.get("plus", 0)
    else:
        at = change["at"]
    return [_put(at, change["put"])]


def _put(at: int, new: str) -> Splice:
    return Splice(at, len(new) // 2, bytes.fromhex(new))


def _found(data: bytes, change: Change, text: str) -> int:
    """Returns the position of a text, for the `nth` time `after` another."""
    at = data.index(change.get("after", "").encode()) - 1
    for _ in range(change.get("nth", 1)):
        at = data.index(text.encode(), at + 1)
    return at


def _padded(start: int, end: int, new: bytes) -> Splice:
    """Puts bytes in the place of others, and spaces after them, as XML allows between elements."""
    if len(new) > end - start:
        raise ValueError(f"there is no room for {new!r}")
    return Splice(start, end - start, new.ljust(end - start))


def _replaced(data: bytes, change: Change, old: str, new: str) -> Splice:
    at = _found(data, change, old)
    return _padded(at, at + len(old.encode()), new.encode())


def _property(data: bytes, change: Change, name: str, value: str) -> Splice:
    """Gives an XMP element of a name another text; no text takes it away."""
    start = _found(data, change, f"<{name}>")
    end = data.index(f"</{name}>".encode(), start) + len(name) + 3
    while data[end:end + 1] in (b" ", b"\n"):
        end += 1
    return _padded(start, end, f"<{name}>{value}</{name}>".encode() if value else b"")


def _at_place(data: bytes, change: Change) -> list[Splice]:
    """Changes a field by what else the change names."""
    place = places.find(data, change["place"])
    plus = change.get("plus", 0)
    at = place.offset + plus + (place.size if plus < 0 else 0)
    if "put" in change:
        return [_put(at, change["put"])]
    if "fill" in change:
        return [Splice(place.offset, place.size, bytes.fromhex(change["fill"]) * place.size)]
    if "cut" in change:
        return [Splice(place.offset, len(data) - place.offset, b"")]
    if "twice" in change:
        return [Splice(len(data), 0, data[place.offset:places.find(data, change["twice"]).offset])]
    if "insert" in change:
        return _grown(data, change, place, Splice(at, 0, bytes.fromhex(change["insert"])))
    if "again" in change:
        return _grown(data, change, place, Splice(place.offset, 0, place.read(data)))
    if "remove" in change:
        count = place.size if change["remove"] == "all" else change["remove"]
        return _grown(data, change, place, Splice(at, count, b""))
    if "swap" in change:
        return _swapped(data, place, places.find(data, change["swap"]), change.get("bytes", place.size))
    return [place.put(_number(data, change, place))]


def _number(data: bytes, change: Change, place: Place) -> int:
    if "number" in change:
        return int(change["number"])
    if "from" in change:
        return places.find(data, change["from"]).number(data)
    if "to" in change:
        return places.find(data, change["to"]).offset
    if "xor" in change:
        return place.number(data) ^ int(change["xor"])
    return place.number(data) + int(change["add"])


def _grown(data: bytes, change: Change, place: Place, splice: Splice) -> list[Splice]:
    """Inserts or removes bytes, after the sizes, offsets and the number that count them were changed."""
    container = change["place"].split("/")[0]
    at, by = Place(splice.at, 0, box=place.box), len(splice.new) - splice.count
    count = places.find(data, change["counted"]) if "counted" in change else None
    counted = [count.put(count.number(data) + (1 if by > 0 else -1))] if count else []
    return [*_GROWTH[container](data, at, by), *counted, splice]


def _swapped(data: bytes, place: Place, other: Place, count: int) -> list[Splice]:
    mine, its = (data[p.offset:p.offset + count] for p in (place, other))
    return [Splice(place.offset, count, its), Splice(other.offset, count, mine)]
