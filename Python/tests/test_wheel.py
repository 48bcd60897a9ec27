"""What a wheel has beside Python: the program, and codecs that no other package gets in the way of."""

from __future__ import annotations

import ctypes.util
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import auxdepth
from auxdepth import _library

pytestmark = pytest.mark.skipif(not _library.NATIVE.exists(), reason="this is no wheel with the library in it")


def libraries() -> Path:
    return _library.NATIVE.parent.parent / "auxdepth.libs"


def test_the_library_is_that_of_the_wheel() -> None:
    assert _library.candidates() == [str(_library.NATIVE / "libauxdepth.so.0")]


def test_the_program(tmp_path: Path, portrait: bytes) -> None:
    path = tmp_path / "a.heic"
    path.write_bytes(portrait)
    program = Path(sys.executable).parent / "auxdepth"
    for command in ([str(program)], [sys.executable, "-m", "auxdepth"]):
        shown = subprocess.run([*command, "validate", path], capture_output=True, text=True, check=False)
        assert shown.returncode == 0, shown.stderr
    # EXR, TIFF and XMP: each needs a library of its own.
    for name in ("d.exr", "d.tiff"):
        subprocess.run([program, "extract", path, "--type", "disparity", "-o", tmp_path / name], check=True)
        subprocess.run([program, "convert", tmp_path / name, "-o", tmp_path / f"{name}.pfm"], check=True)


#: Takes the part of another package that has the system's libraries in this process, before and after ours.
SYSTEM = """
import ctypes, sys
names = sys.argv[2].split(",")
for name in names:
    ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL if sys.argv[3] == "global" else ctypes.RTLD_LOCAL)
import auxdepth
# What decodes is in this process alone without the sandbox.
auxdepth.sandbox("off")
photo = auxdepth.open(sys.argv[1])
photo.depth(), photo.primary(), photo.mattes["portrait"]
auxdepth.open(photo.to_bytes("avif")).depth()
loaded = {line.split("/", 1)[1] for line in open("/proc/self/maps") if ".so" in line}
ours = [name for name in loaded if "auxdepth.libs/auxheif" in name]
assert ours, loaded
"""


@pytest.mark.parametrize("scope", ["local", "global"])
def test_libraries_of_the_system_in_the_same_process(tmp_path: Path, portrait: bytes, scope: str) -> None:
    names = [ctypes.util.find_library(name) for name in ("heif", "de265", "tiff", "webp", "jpeg", "png16")]
    found = [name for name in names if name]
    if not found:
        pytest.skip("the system has none of these libraries")
    path = tmp_path / "a.heic"
    path.write_bytes(portrait)
    result = subprocess.run([sys.executable, "-c", SYSTEM, path, ",".join(found), scope], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_only_own_libraries_are_loaded(tmp_path: Path, portrait: bytes) -> None:
    """In a process that has nothing else, codecs are those of the wheel alone."""
    path = tmp_path / "a.heic"
    path.write_bytes(portrait)
    code = """
import ctypes, sys
from auxdepth import _library, _calls
import auxdepth
auxdepth.sandbox("off")
photo = auxdepth.open(sys.argv[1])
photo.to_bytes("avif"), photo.to_bytes("jpeg"), photo.depth()
auxdepth.read_map(photo.auxiliary[0].to_bytes("exr")).depth()
auxdepth.read_map(photo.auxiliary[0].to_bytes("tiff")).depth()
loaded = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
print("\\n".join(sorted(loaded)))
"""
    shown = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True).stdout.split()
    codecs = [name for name in shown if os.path.basename(name).startswith("aux")]
    assert {"auxheif", "auxx265", "auxde265", "auxtiff"} <= {os.path.basename(name).split(".")[0] for name in codecs}
    assert all(Path(name).parent == libraries() for name in codecs)
    others = {os.path.basename(name).split(".")[0] for name in shown if name not in codecs}
    assert not others & {"libheif", "libx265", "libde265", "libtiff", "libwebp", "libaom", "libjpeg", "libpng16"}


def test_licences() -> None:
    facts = metadata.metadata("auxdepth")
    assert "GPL-2.0-or-later" in facts["License-Expression"]
    files = {Path(str(path)).name for path in metadata.files("auxdepth") or []}
    assert {"libx265-199.txt", "libexiv2-27.txt", "common-GPL-2.txt", "swift.txt", "LICENSE"} <= files


def test_versions() -> None:
    assert metadata.version("auxdepth") == auxdepth.__version__ == auxdepth.library_version()


def test_spark_is_in_it_and_needs_an_extra() -> None:
    from auxdepth import spark

    assert spark.validate().schema.startswith("path string")
    assert "spark" in (metadata.metadata("auxdepth").get_all("Provides-Extra") or [])
    hard = [each for each in metadata.requires("auxdepth") or [] if "extra ==" not in each]
    assert [each.split(">")[0] for each in hard] == ["numpy"]
