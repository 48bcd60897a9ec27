"""Where checks are entered by name."""
from __future__ import annotations

from typing import Any, Callable, Mapping

from ..context import Context

Step = Mapping[str, Any]
Check = Callable[[Context, Step], None]
REGISTRY: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Enters a check under its own name, with hyphens."""
    REGISTRY[function.__name__.replace("_", "-")] = function
    return function
