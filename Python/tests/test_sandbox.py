"""Codecs run in processes of their own, which reach nothing but the bytes they are given."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import auxdepth

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the sandbox needs Linux")

LOADED = """
import sys
import auxdepth

with auxdepth.open(sys.argv[1]) as photo:
    assert photo.depth().size > 0
names = {names}
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
    names = ("heif", "de265", "exiv2", "x265", "aom", "dav1d", "jpeg")
    assert run(LOADED.replace("{names}", repr(names)), photo) == "on 0"


def test_hevc_is_never_decoded_in_the_process(photo: Path) -> None:
    code = LOADED.replace("{names}", "('de265', 'jpeg')").replace("\nwith", "\nauxdepth.sandbox('off')\nwith")
    assert run(code, photo) == "off 0"


def test_modes(photo: Path) -> None:
    assert auxdepth.sandbox() == {"mode": "automatic", "sandbox": "on"}
    try:
        assert auxdepth.sandbox("off") == {"mode": "off", "sandbox": "off"}
        assert auxdepth.sandbox("required") == {"mode": "required", "sandbox": "on"}
        with pytest.raises(auxdepth.UsageError):
            auxdepth.sandbox("maybe")  # type: ignore[arg-type]
    finally:
        auxdepth.sandbox("automatic")


DEPTH = """
import sys
import auxdepth

try:
    print(auxdepth.open(sys.argv[1]).depth().shape)
except auxdepth.Error as error:
    print(error.code, error)
"""


@pytest.fixture
def programs(portrait: bytes) -> list[Path]:
    """The codec programs of the library: one that decoded is a child of this process."""
    auxdepth.open(portrait).depth()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and f"\nPPid:\t{os.getpid()}\n" in (entry / "status").read_text():
            program = Path((entry / "cmdline").read_text().partition("\0")[0])
            if program.name.startswith("auxdepth-codec-"):
                return list(program.parent.glob("auxdepth-codec-*"))
    raise AssertionError("no codec process is a child")


def wrap(programs: list[Path], folder: Path, before: str) -> dict[str, str]:
    """Writes programs that do something before they run the real ones; returns the environment that names them."""
    folder.mkdir(exist_ok=True)
    for real in programs:
        wrapper = folder / real.name
        wrapper.write_text(f'#!/bin/sh\n{before}\nexec {real} "$@"\n')
        wrapper.chmod(0o755)
    return {"AUXDEPTH_CODECS": str(folder)}


def test_folder_of_codec_programs(photo: Path, programs: list[Path], tmp_path: Path) -> None:
    missing = run(DEPTH, photo, AUXDEPTH_CODECS=str(tmp_path))
    assert missing.startswith("codecMissing") and "auxdepth-codec-hevc" in missing
    environment = wrap(programs, tmp_path / "codecs", f"env > {tmp_path}/environment")
    assert run(DEPTH, photo, **environment) == "(96, 128)"
    # Nothing of the environment of the host is passed on.
    assert "AUXDEPTH_CODECS" not in (tmp_path / "environment").read_text()
    environment = wrap(programs, tmp_path / "codecs", "exit 1")
    assert run(DEPTH, photo, **environment).startswith("io ")


SLOW = """
import sys
import auxdepth

with auxdepth.open(sys.argv[1]) as photo:
    print("begins", flush=True)
    try:
        photo.depth()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.timed
def test_a_slow_codec_program(photo: Path, programs: list[Path], tmp_path: Path) -> None:
    """Ctrl-C does not wait for it."""
    environment = wrap(programs, tmp_path / "codecs", "sleep 3")
    with subprocess.Popen([sys.executable, "-c", SLOW, str(photo)], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **environment}) as program:
        assert program.stdout is not None and program.stdout.readline() == "begins\n"
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert program.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 0.5
        assert program.wait() == 0
