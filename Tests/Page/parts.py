"""The text of a page's parts: seven bits in each character. Source: Specs/viewer.md, "Text of parts"."""

import re


def part_bytes(text):
    bits = "".join(f"{ord(character) % 192:07b}" for character in text)
    count = len(bits) // 8
    return int(bits[:8 * count] or "0", 2).to_bytes(count, "big")


def part_text(content):
    bits = f"{int.from_bytes(content, 'big'):0{8 * len(content)}b}" if content else ""
    bits += "0" * (-len(bits) % 7)
    groups = (int(bits[start:start + 7], 2) for start in range(0, len(bits), 7))
    return "".join(chr(group + 192 if group in (0, 13, 27, 60) else group) for group in groups)


def part_of(page, identifier):
    """The bytes of a part of a page's text."""
    return part_bytes(re.search(f'id="{identifier}">([^<]*)<', page)[1])


def with_part(page, identifier, content):
    """The text of a page with other bytes as a part."""
    text = part_text(content)
    return re.sub(f'(id="{identifier}">)[^<]*<', lambda found: f"{found[1]}{text}<", page)
