"""The parts of a page: bytes in base64."""

import base64
import re


def part_of(page, identifier):
    """The bytes of a part of a page's text."""
    return base64.b64decode(re.search(f'id="{identifier}">([^<]*)<', page)[1], validate=True)


def with_part(page, identifier, content):
    """The text of a page with other bytes as a part."""
    text = base64.b64encode(content).decode()
    return re.sub(f'(id="{identifier}">)[^<]*<', lambda found: f"{found[1]}{text}<", page)
