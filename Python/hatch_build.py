"""Makes the wheel one of a platform if it contains the library."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeHook(BuildHookInterface[Any]):
    """Adds the folder of the codecs, and the tag of the platform that AUXDEPTH_WHEEL_PLATFORM names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if not (root / "src/auxdepth/_native").is_dir():
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['AUXDEPTH_WHEEL_PLATFORM']}"
        build_data["force_include"][str(root / "src/auxdepth.libs")] = "auxdepth.libs"
