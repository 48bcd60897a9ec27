"""Deliveries of photos against a policy."""
from __future__ import annotations

import sys

from auxtools.environment import ROOT

from ..context import Context
from .registry import Step, check


@check
def delivery(context: Context, step: Step) -> None:
    """`validate --policy` names the fault of each photo of Examples/Delivery by its one rule, and says nothing of the others."""
    if not all(context.has(peer, "delivery") for peer in ("exiv2", "jpegtran", "pillow", "pillow-heif")):
        return
    script = ROOT / "Examples" / "Delivery" / "check_delivery.py"
    done = context.run(["env", f"AUXDEPTH={context.program}", sys.executable, str(script)])
    context.expect(done.status == 0, "delivery: each fault is found, and nothing else", done.stderr.strip()[-600:])
