"""What is known to cost more than is right, and why; it is shown, and fails no run."""
from __future__ import annotations

_TABLES = ("an edit holds the item tables of the file before and after, 700 bytes an item each, where an item takes 50 "
           "bytes of the file")
_PAGE = ("a page is validated while its photo is open: the item tables are there twice, 1,400 bytes an item, where an item takes 50 "
         "bytes of the file")
_MENDED = ("who mends holds the tables of the file before, of the edit, of the file after and of what validates that, 2,500 bytes an "
           "item, and all findings before and after: each may have a repair, and none may be new")
# Of an attack and a command: the most bytes of memory a byte of input, and the reason.
KNOWN = {
    ("heif-item-entries", "remove"): (32, _TABLES),
    ("heif-item-entries", "attach"): (32, _TABLES),
    ("heif-item-entries", "fix"): (48, _MENDED),
    ("heif-item-entries", "view"): (16, _PAGE),
    ("heif-auxl-items", "view"): (16, _PAGE),
    ("heif-equal-numbers", "view"): (16, _PAGE),
    ("heif-metadata-items", "fix"): (16, _MENDED),
    ("heif-references-of-one", "fix"): (96, _MENDED),
    ("heif-equal-numbers", "validate"): (32, "each of the items of one number is told by a finding of its own"),
}


def known(attack: str, command: str, memory: int, allowed: int, given: int) -> str | None:
    """Returns why so much memory is no surprise; None where it is one."""
    bytes_per_byte, reason = KNOWN.get((attack, command), (0, ""))
    return reason if memory <= allowed + bytes_per_byte * given else None
