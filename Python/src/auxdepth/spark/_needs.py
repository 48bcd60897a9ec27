"""Packages that this one needs beside those of auxdepth; they are imported where they are used."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str) -> Any:
    """Returns a module; where it is missing, the error says what to install."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as failure:
        package = module.split(".")[0]
        if (failure.name or "").split(".")[0] != package:
            raise
        raise ModuleNotFoundError(
            f"auxdepth.spark needs {package}, which is not installed here (executors need it too): "
            "pip install 'auxdepth[spark]'", name=failure.name,
        ) from None
