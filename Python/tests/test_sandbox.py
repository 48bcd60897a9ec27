"""Decoders run in processes of their own, which leave the process of the caller alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import auxdepth

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the sandbox needs Linux")

CODE = """
import os, signal, sys
import auxdepth

ended = []
signal.signal(signal.SIGCHLD, lambda *_: ended.append(1))
with auxdepth.open(sys.argv[1]) as photo:
    assert photo.depth().size > 0
auxdepth.validate(sys.argv[1])
try:
    os.wait()
    raise SystemExit("there is a child")
except ChildProcessError:
    pass
assert not ended
names = ("heif", "de265", "exiv2", "x265", "aom", "dav1d")
loaded = [line for line in open("/proc/self/maps") if any(name in line.lower() for name in names)]
print(auxdepth.sandbox()["sandbox"], len(loaded))
"""


def run(code: str, path: Path, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True,
                          env={**os.environ, **environment}, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def photo(portrait: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    return path


def test_no_decoder_is_in_the_process(photo: Path) -> None:
    assert run(CODE, photo) == "on 0"


def test_without_it_decoders_are(photo: Path) -> None:
    state, count = run(CODE, photo, AUXDEPTH_WORKER="/nowhere").split()
    assert state == "off" and int(count) > 0


def test_modes(photo: Path) -> None:
    assert auxdepth.sandbox() == {"mode": "automatic", "sandbox": "on"}
    try:
        assert auxdepth.sandbox("off") == {"mode": "off", "sandbox": "off"}
        assert auxdepth.sandbox("required") == {"mode": "required", "sandbox": "on"}
        with pytest.raises(auxdepth.UsageError):
            auxdepth.sandbox("maybe")  # type: ignore[arg-type]
    finally:
        auxdepth.sandbox("automatic")
    refused = run(
        "import auxdepth\n"
        "try: auxdepth.sandbox('required')\n"
        "except auxdepth.InputOutputError as error: print(error.code, auxdepth.sandbox()['reason'])\n",
        photo, AUXDEPTH_WORKER="/nowhere")
    assert refused.startswith("io ") and "auxdepth-worker" in refused
