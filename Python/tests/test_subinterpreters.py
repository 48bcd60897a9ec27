"""Subinterpreters, as mod_wsgi has them: calls are made, and what needs to be called back says what to do instead.

NumPy can be imported in one interpreter of a process, and in no second one: each test has a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import auxdepth

PROGRAM = """
import sys
try:
    import _interpreters as interpreters
    made = interpreters.create("legacy")
except ImportError:
    import _xxsubinterpreters as interpreters
    made = interpreters.create(isolated=False)
failure = interpreters.run_string(made, sys.argv[1])
if len(sys.argv) < 3:
    interpreters.destroy(made)
print("failed" if failure else "ended", failure or "")
"""

SETUP = """
import atexit, os, threading
import numpy as np
import auxdepth
path = os.environ["PHOTO"]
metres, pixels = np.full((40, 60), 2, np.float32), np.zeros((80, 120, 3), np.uint8)
"""


def run(code: str, path: Path, *arguments: str) -> str:
    """Runs a program in a subinterpreter, which ends with the process if there is an argument; returns what it prints."""
    sources = {"PYTHONPATH": str(Path(auxdepth.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, SETUP + code, *arguments],
        capture_output=True, text=True, timeout=120, env={**os.environ, **sources, "PHOTO": str(path)},
    )
    assert ran.returncode == 0 and ran.stdout.endswith("ended \n"), (ran.returncode, ran.stdout, ran.stderr)
    return ran.stdout.removesuffix("ended \n")


@pytest.fixture
def path(portrait: bytes, tmp_path: Path) -> Path:
    (tmp_path / "photo.heic").write_bytes(portrait)
    return tmp_path / "photo.heic"


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="these are subinterpreters of CPython")
@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("", ""),
        ("photo = auxdepth.open(path)", ""),
        ("print(auxdepth.open(path).depth().shape)", "(96, 128)\n"),
        ("print(auxdepth.new(pixels, 'jpeg').attach(depth=metres).to_bytes()[:2])", "b'\\xff\\xd8'\n"),
        ("print(auxdepth.new(pixels).attach(depth=metres, copy=False).save(path, replace=True)['container'])", "heif\n"),
        ("print(auxdepth.validate(open(path, 'rb').read()).valid)", "True\n"),
        ("with auxdepth.open(path) as photo: print(auxdepth.compare(photo, photo).abs_rel)", "0\n"),
        ("print(auxdepth.render(path, 'grayscale').shape)", "(96, 128)\n"),
        ("print([result.value.shape for result in auxdepth.read_many([path] * 3, jobs=2)])", f"{[(96, 128)] * 3}\n"),
        # What was made at the end is closed, and may be used in hooks.
        ("photo = auxdepth.open(path); atexit.register(lambda: print(photo.depth().shape)); picture = photo.picture()", "(96, 128)\n"),
        (
            "thread = threading.Thread(target=lambda: print(auxdepth.open(path).depth().shape)); thread.start(); thread.join()",
            "(96, 128)\n",
        ),
        ("try: auxdepth.open(path + '.none')\nexcept FileNotFoundError as error: print(error.code)", "inputMissing\n"),
    ],
    ids=["import", "open", "depth", "bytes", "save", "validate", "compare", "render", "read_many", "end", "thread", "error"],
)
def test_calls(code: str, printed: str, path: Path) -> None:
    assert run(code, path) == printed


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="these are subinterpreters of CPython")
def test_what_cannot_be_called_back(path: Path) -> None:
    code = """
for call in (
    lambda: auxdepth.validate(path),
    lambda: auxdepth.open_ranges(5, lambda offset, count: b""),
    lambda: auxdepth.validate_ranges(5, lambda offset, count: b""),
):
    try:
        call()
    except auxdepth.UnsupportedError as error:
        print(error)
"""
    lines = run(code, path).splitlines()
    assert len(lines) == 3 and all("subinterpreter" in line and "the bytes of" in line for line in lines)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="these are subinterpreters of CPython")
@pytest.mark.parametrize("code", ["photo = auxdepth.open(path)", "photo = auxdepth.open(path); photo.attach(depth=metres, replace=True, stretch=True)"])
def test_the_process_ends(code: str, path: Path) -> None:
    """What is open in a subinterpreter at the end of the process does not keep it."""
    assert run(f"{code}; print(photo.depth().shape, flush=True)", path, "left") == "(96, 128)\n"
