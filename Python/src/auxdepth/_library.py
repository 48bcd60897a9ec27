"""Finds and loads libauxdepth, when it is first needed.

The library of the wheel is taken, which is in `_native` beside this file; else the one whose path the environment
variable AUXDEPTH_LIBRARY has; else the one of the system.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import threading
from pathlib import Path

from . import _declarations
from .errors import LibraryMissingError

#: Where a wheel has the library, the program and the module for XMP.
NATIVE = Path(__file__).parent / "_native"
SONAME = "libauxdepth.so.0"
ENVIRONMENT = "AUXDEPTH_LIBRARY"

_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None


def candidates() -> list[str]:
    """Returns what is to be loaded, the first that is there: paths, or names that the dynamic linker looks up."""
    bundled = NATIVE / SONAME
    if bundled.exists():
        return [str(bundled)]
    named = os.environ.get(ENVIRONMENT)
    if named:
        return [named]
    found = ctypes.util.find_library("auxdepth")
    return [SONAME, *([found] if found and found != SONAME else [])]


def _load() -> ctypes.CDLL:
    failures = []
    for name in candidates():
        try:
            library = ctypes.CDLL(name)
        except OSError as failure:
            failures.append(str(failure))
            continue
        try:
            _declarations.declare(library)
        except AttributeError as failure:
            raise LibraryMissingError(f"{name} is another version of libauxdepth: {failure}") from None
        version = library.auxdepth_api_version()
        if version < _declarations.API_VERSION:
            raise LibraryMissingError(
                f"{name} has version {version} of the interface, and {_declarations.API_VERSION} is needed"
            )
        return library
    raise LibraryMissingError(
        f"libauxdepth cannot be loaded ({'; '.join(failures)}); install a wheel that has it, or name it in {ENVIRONMENT}"
    )


def library() -> ctypes.CDLL:
    """Returns the library, loaded once; raises LibraryMissingError where it is missing."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


# A child that is forked while another thread loads the library would wait for that for ever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
