"""C2PA's reference library, which moves what it signs."""
from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from ..context import Context
from .registry import Step, check

TOOL = Path(__file__).parents[1] / "c2pa_tool.py"


def _images(context: Context, name: str) -> dict[str, str]:
    """Returns digests of the samples of the auxiliary images, by their types."""
    folder = context.path(f"images-{name}")
    done = context.auxdepth("extract", name, "--format", "raw", "--directory", str(folder))
    if done.status:
        return {"error": done.stderr.strip()}
    return {path.name.split(".", 1)[1]: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.raw")}


@check
def survives_signing(context: Context, step: Step) -> None:
    """The auxiliary images of `file` are the same in the signed file, and there next to a further one."""
    if not context.has("c2pa", "c2pa: signs"):
        return
    name = step["file"]
    images = _images(context, name)
    signed, more = f"signed-{name}", f"more-{name}"
    done = context.run([sys.executable, str(TOOL), name, signed])
    context.expect(done.text.strip() == "Valid", "c2pa: valid", f"{done.text.strip()} {done.stderr.strip()[-200:]}")
    context.expect(len(images) > 0 and _images(context, signed) == images, "c2pa: images", f"not as in {name}: {images}")
    context.auxdepth("attach", signed, "--stored", "--skin", "matte.png", "-o", more)
    after = _images(context, more)
    context.expect(images.items() < after.items(), "c2pa: images beside a further one", f"{sorted(after)}")
