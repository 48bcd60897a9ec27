"""Makes an auxiliary image the primary of a copy of its file, for readers that show primaries only."""
from __future__ import annotations

from . import places_heif, walk_heif
from .place import Place


def promoted(data: bytes, number: int) -> bytes:
    """Returns a copy whose `pitm` names an item, which is shown and is no auxiliary image any more.

    Sizes and offsets stay as they are: the number in `pitm`, the hidden flag of `infe` and the name of the `auxl`
    reference are overwritten, and that of `auxC`, which readers take for a sign as well, and those of the transforms,
    so that the picture stays as stored. What is neither is left alone: coded bytes, configuration, colours.
    """
    file = places_heif.File(data)
    changed = bytearray(data)
    start, _ = file.meta["pitm"]
    primary = Place(start + 4, 4 if data[start] else 2)
    changed[primary.offset:primary.end] = number.to_bytes(primary.size, "big")
    flags = next(at + 1 for found, _, at in file.infos() if found == number)
    changed[flags + 2] &= 0xFE
    start, _ = file.meta["iref"]
    size = 4 if data[start] else 2
    for kind, at, _ in walk_heif.boxes(data, start + 4, file.meta["iref"][1]):
        if kind == "auxl" and file.number(at, size) == number:
            changed[at - 4:at] = b"xuxl"
    pool = file.pool()
    for association in file.associations(number):
        index = association.number(data) & (0x7FFF if association.size == 2 else 0x7F)
        if index and pool[index - 1][0] in ("auxC", "irot", "imir"):
            at = pool[index - 1][1]
            changed[at - 4:at] = b"free"
            # A property that a reader does not know must not be essential.
            changed[association.offset] &= 0x7F
    return bytes(changed)
