"""What is known to cost more than is right, and why; it is shown, and fails no run."""
from __future__ import annotations

_TABLES = ("an edit holds the item tables of the file before and after, 700 bytes an item each, where an item takes 50 "
           "bytes of the file")
# Of an attack and a command: the most bytes of memory a byte of input, and the reason.
KNOWN = {
    ("heif-item-entries", "remove"): (32, _TABLES),
    ("heif-item-entries", "attach"): (32, _TABLES),
    ("heif-equal-numbers", "validate"): (32, "each of the items of one number is told by a finding of its own"),
}


def known(attack: str, command: str, memory: int, allowed: int, given: int) -> str | None:
    """Returns why so much memory is no surprise; None where it is one."""
    bytes_per_byte, reason = KNOWN.get((attack, command), (0, ""))
    return reason if memory <= allowed + bytes_per_byte * given else None
