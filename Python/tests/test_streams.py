"""Filtered videos have the frames of the command `stream`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

from conftest import PROGRAM, needs_program

FRAMES = 4


def y4m(path: Path, frames: list[Any]) -> None:
    """Writes gray frames."""
    height, width = frames[0].shape
    header = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 Cmono\n".encode()
    path.write_bytes(header + b"".join(b"FRAME\n" + frame.astype(np.uint8).tobytes() for frame in frames))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: Any) -> Path:
    """A video, its depth as Y4M and as files, and a matte."""
    folder: Path = tmp_path_factory.mktemp("video")
    y, x = np.mgrid[0:48, 0:64]
    y4m(folder / "color.y4m", [16 + (x * 3 + y * 5 + 16 * frame) % 220 for frame in range(FRAMES)])
    y4m(folder / "depth.y4m", [np.roll(x * 4, frame, axis=1) for frame in range(FRAMES + 1)])
    y4m(folder / "matte.y4m", [np.where(x < 20 + frame, 255, 0) for frame in range(FRAMES)])
    (folder / "maps").mkdir()
    for frame in range(FRAMES):
        np.save(folder / "maps" / f"depth{frame + 7:04}.npy", (1 + np.roll(x, frame, axis=1) / 16).astype(np.float32))
    return folder


def streamed(folder: Path, output: Path, *arguments: str) -> bytes:
    command = [str(PROGRAM), "stream", "--color", "color.y4m", *arguments, "-o", output, "--quiet"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return output.read_bytes()


@needs_program
@pytest.mark.parametrize(
    ("depth", "options", "arguments"),
    [
        ("depth.y4m", {"filters": ["blur"], "focus": 0.2, "radius": 90, "smooth": True}, "--filter blur --focus 0.2 --radius 90 --smooth"),
        ("depth.y4m", {"filters": ["spotlight", "grayscale"], "mix": 0.5}, "--filter spotlight --filter grayscale --mix 0.5"),
        ("maps", {"filters": "stereo", "layout": "top-bottom", "max_shift": 0.05}, "--filter stereo --layout top-bottom --max-shift 0.05"),
        (
            "maps/depth%04d.npy",
            {"filters": ["blur"], "focus_pull": "1.2m@0s,3m@3f", "focus_curve": "smooth", "near": 1, "far": float("inf"), "radius": 60},
            "--filter blur --focus 1.2m@0s,3m@3f --focus-curve smooth --near 1 --far inf --radius 60",
        ),
        ("maps", {}, ""),
    ],
)
def test_the_frames_are_those_of_the_program(folder: Path, depth: str, options: dict[str, Any], arguments: str, tmp_path: Path) -> None:
    report = auxdepth.stream(folder / "color.y4m", folder / depth, tmp_path / "out.y4m", **options)
    program = streamed(folder, tmp_path / "program.y4m", "--depth", depth, *arguments.split())
    assert (tmp_path / "out.y4m").read_bytes() == program
    assert report["frames"] == FRAMES and report["width"] == 64
    assert report["height"] == (96 if options.get("layout") == "top-bottom" else 48)
    assert any("goes on after the 4 frames" in note for note in report["notes"]) == (depth == "depth.y4m")


@needs_program
def test_mattes(folder: Path, tmp_path: Path) -> None:
    auxdepth.stream(
        folder / "color.y4m", folder / "depth.y4m", tmp_path / "out.y4m", matte=folder / "matte.y4m", filters=["blur"], autofocus=True
    )
    program = streamed(
        folder, tmp_path / "program.y4m", "--depth", "depth.y4m", "--matte", "matte.y4m", "--filter", "blur", "--autofocus"
    )
    assert (tmp_path / "out.y4m").read_bytes() == program


def test_what_is_no_stream(folder: Path, tmp_path: Path) -> None:
    color, depth, output = folder / "color.y4m", folder / "depth.y4m", tmp_path / "out.y4m"
    with pytest.raises(auxdepth.DataError, match="ends after 4 frames"):
        auxdepth.stream(depth, color, output)
    with pytest.raises(auxdepth.InputMissingError):
        auxdepth.stream(tmp_path / "none.y4m", depth, output)
    with pytest.raises(auxdepth.UsageError, match="filters"):
        auxdepth.stream(color, depth, output, filters=["matte"])  # type: ignore[list-item]
    with pytest.raises(auxdepth.UsageError, match="focusPull"):
        auxdepth.stream(color, depth, output, focus_pull="0.2@0s", autofocus=True)
    with pytest.raises(auxdepth.UsageError, match="Y4M has nearness"):
        auxdepth.stream(color, depth, output, near=1, far=2)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.stream(color, depth, color, replace=True)
    assert not output.exists()
    auxdepth.stream(color, depth, output, sync=False)
    with pytest.raises(auxdepth.OutputExistsError):
        auxdepth.stream(color, depth, output)
    auxdepth.stream(color, depth, output, replace=True)
