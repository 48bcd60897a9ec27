"""What else a process has beside the library."""

from __future__ import annotations

import ast
import re
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


def test_timed_tests_are_marked() -> None:
    """A build of the wheel leaves out what a busy machine may fail."""
    for path in Path(__file__).parent.glob("test_*.py"):
        for function in ast.parse(path.read_text()).body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                marks = [ast.unparse(mark) for mark in function.decorator_list]
                function.decorator_list = []
                is_timed = re.search(r"\b(monotonic|perf_counter|soon)\(", ast.unparse(function)) is not None
                assert is_timed == ("pytest.mark.timed" in marks), function.name
