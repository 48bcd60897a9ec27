"""What else a process has beside the library."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler of C")
def test_functions_of_another_package(tmp_path: Path) -> None:
    """A library that another package gave to the whole process has a function of the name of one of ours."""
    source, library = tmp_path / "other.c", tmp_path / "libother.so"
    source.write_text("#include <stdlib.h>\nvoid *heif_context_alloc(void) { abort(); }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    code = """
import ctypes, sys
ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
import auxdepth, numpy
auxdepth.new(numpy.zeros((64, 64, 3), numpy.uint8), "heif").to_bytes()
"""
    assert subprocess.run([sys.executable, "-c", code, library], check=False).returncode == 0
