"""What is held against a goal: each row is one piece of work, beside a peer's, and what it has to reach."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Callable

from auxtools.environment import ROOT

from .goal_inputs import HEIC_QUALITY, GoalInputs
from .programs import AUXDEPTH, has_option

Commands = Callable[[GoalInputs], "list[list]"]
# How far our PSNR may be below the peer's and still be the same, in decibels.
SAME_PSNR = 0.05


@dataclass(frozen=True)
class Goal:
    """What the medians have to reach; what is None is not asked."""

    # Of the ratio of the pairs, ours to theirs.
    ratio: float | None = None
    milliseconds: float | None = None
    mebibytes: float | None = None
    # Files a second.
    rate: float | None = None
    # Whether that holds only where our PSNR is not below the peer's.
    same_psnr: bool = False

    def __str__(self) -> str:
        asked = [
            form.format(value) for form, value in [
                ("≤ {:g}", self.ratio), ("≤ {:g} ms", self.milliseconds), ("≤ {:g} MiB", self.mebibytes),
                ("≥ {:,} files/s", self.rate)] if value is not None]
        return ", ".join(asked) + (" at the same PSNR" if self.same_psnr else "")


@dataclass(frozen=True)
class Row:
    """One piece of work of ours and of a peer."""

    name: str
    work: str
    peer: str
    ours: Commands
    theirs: Commands
    goal: Goal | None = None
    # The programs and the Python modules that the peer needs.
    programs: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    # What takes long is measured less often; what is cheap is part of a quick run, too.
    most_runs: int = 15
    quick: bool = True
    # How many files ours and theirs work on, and that in a quick run, where it is not one.
    files: tuple[int, int] = (1, 1)
    quick_files: tuple[int, int] = (1, 1)
    # Whether files are read and written on the disk, since the work is to have them there.
    on_disk: bool = False
    # What has to be said of the results, as text: looked at once, after the times.
    look: Callable[[GoalInputs], str] | None = None
    # Our PSNR and theirs.
    psnr: Callable[[GoalInputs], "tuple[float, float]"] | None = None


def _attach(photo, option, depth, output, *options):
    return [AUXDEPTH, "attach", photo, option, depth, "--force", "-o", output, *options]


def _unsynced(f):
    return ["--no-sync"] if has_option("attach", "--no-sync") else []


def _render(effect, ending):
    return lambda f: [[AUXDEPTH, "render", effect, f.jpeg_with_map, "--force",
                       "-o", (f.ours if ending == "png" else f.theirs) / f"{effect}.{ending}"]]


def _script(name, *arguments):
    return [sys.executable, ROOT / "Benchmarks/peers" / name, *arguments]


def _info(name, photo, *peer):
    return Row(
        f"info-{name}-{peer[0]}", f"`info --json`, {name.upper()}", " ".join(peer),
        lambda f: [[AUXDEPTH, "info", "--json", photo(f)]], lambda f: [[*peer, photo(f)]],
        Goal(ratio=0.045) if peer[0] == "exiftool" else None, programs=peer[:1])


def _attach_jpeg(name, words, sync, goal):
    return Row(
        name, f"`attach` 768x576 to 12 MP JPEG{words}", "cp + cjpeg" + (" + sync FILE" if sync else ""),
        lambda f: [_attach(f.jpeg, "--depth", f.map, f.ours / "photo.jpg", *([] if sync else _unsynced(f)))],
        lambda f: [
            ["cp", f.jpeg, f.theirs / "photo.jpg"],
            ["cjpeg", "-grayscale", "-quality", "100", "-outfile", f.theirs / "plane.jpg", f.plane],
            *([["sync", f.theirs / "photo.jpg"]] if sync else [])],
        goal, programs=("cjpeg",), on_disk=sync,
        look=None if sync else lambda f: "--no-sync" if _unsynced(f) else "with sync: there is no --no-sync")


def _attach_heic(name, words, options, peer, ratio):
    return Row(
        name, f"`attach` 768x576 to 12 MP HEIC{words}", "cp + heif-enc " + " ".join(peer) + " of the plane",
        lambda f: [_attach(f.heic, "--depth", f.map, f.ours / "photo.heic", *options, *_unsynced(f))],
        lambda f: [
            ["cp", f.heic, f.theirs / "photo.heic"], ["heif-enc", *peer, "-o", f.theirs / "plane.heic", f.plane_png]],
        Goal(ratio=ratio), programs=("heif-enc",))


def _primary(name, photo, runs):
    return Row(
        f"primary-{name}", f"12 MP {name.upper()} to HEIC primary, with a 768x576 map",
        f"heif-enc -q {HEIC_QUALITY}",
        lambda f: [_attach(photo(f), "--depth", f.map, f.ours / "photo.heic",
                           "--primary-quality", f.matched_quality)],
        lambda f: [["heif-enc", "-q", HEIC_QUALITY, "-o", f.theirs / "photo.heic", photo(f)]],
        Goal(ratio=0.3, same_psnr=True), programs=("heif-enc",), modules=("pillow_heif",), most_runs=runs,
        quick=False, look=lambda f: f"--primary-quality {f.matched_quality}",
        psnr=lambda f: (f.psnr(f.ours / "photo.heic", photo(f)), f.psnr(f.theirs / "photo.heic", photo(f))))


def _render_row(effect, quick=False):
    return Row(
        f"render-{effect}", f"`render {effect}` to PNG, 12 MP", "the same to JPEG", _render(effect, "png"),
        _render(effect, "jpg"), Goal(ratio=1.3), most_runs=7, quick=quick)


def _dataset(ending, rate):
    return Row(
        f"dataset-{ending}", f"`extract --dataset` of {{:,}} photos of 1000x750, {ending.upper()}",
        "pillow-heif and Pillow script of {:,}",
        lambda f: [["rm", "-rf", f.ours / "set"],
                   [AUXDEPTH, "extract", "--recursive", f.portraits(ending, f.files[0]), "--dataset", f.ours / "set",
                    "--quiet"]],
        lambda f: [_script("write_dataset.py", f.portraits(ending, f.files[0]), f.files[1], f.theirs / "set")],
        Goal(rate=rate), modules=("pillow_heif",), most_runs=5, quick=False, files=(200, 50))


def _cameras(name, work, peer, words, theirs, rate, kind="all", files=(1_000, 1_000), **needs):
    """Returns a row of many photos of cameras, which AUXDEPTH_SAMPLES has."""
    return Row(
        f"cameras-{name}", f"{work} of {{:,}} photos of cameras", f"{peer} of {{:,}}",
        lambda f: [["rm", "-rf", f.ours / "set"],
                   [AUXDEPTH, *words(f), "--quiet", "--recursive", f.cameras(kind, f.files[0])]],
        lambda f: [theirs(f, f.cameras(kind, f.files[1]))], Goal(rate=rate), most_runs=5, quick=False, files=files,
        **needs)


def _auxiliary_batch(kind):
    return lambda f, photos: _script("auxiliary_batch.py", kind, photos, f.files[1], f.theirs)


ROWS = [
    Row("version", "`auxdepth --version`", "true", lambda f: [[AUXDEPTH, "--version"]], lambda f: [["true"]],
        Goal(milliseconds=5, mebibytes=12), programs=("true",)),
    _info("heic", lambda f: f.heic_with_map, "exiftool", "-j", "-ee"),
    _info("jpeg", lambda f: f.jpeg_with_map, "exiftool", "-j", "-ee"),
    _info("heic", lambda f: f.heic_with_map, "heif-info"),
    Row("extract-pillow-heif", "`extract` disparity of a 12 MP HEIC", "pillow-heif script",
        lambda f: [[AUXDEPTH, "extract", f.heic_with_map, "--type", "disparity", "--force",
                    "-o", f.ours / "map.png"]],
        lambda f: [_script("extract_disparity.py", f.heic_with_map, f.theirs / "map.png")],
        Goal(ratio=0.2), modules=("pillow_heif",)),
    Row("extract-heif-convert", "`extract` disparity of a 12 MP HEIC", "heif-convert --with-aux",
        lambda f: [[AUXDEPTH, "extract", f.heic_with_map, "--type", "disparity", "--force",
                    "-o", f.ours / "map.png"]],
        lambda f: [["heif-convert", "--with-aux", "--no-colons", f.heic_with_map, f.theirs / "photo.png"]],
        programs=("heif-convert",), most_runs=5, quick=False),
    _attach_jpeg("attach-jpeg", "", False, Goal(ratio=1.5)),
    _attach_jpeg("attach-jpeg-sync", ", on disk, with sync", True, None),
    _attach_heic("attach-heic", "", [], ["-q", "95"], 0.6),
    _attach_heic("attach-heic-lossless", ", `--lossless`", ["--lossless"], ["-L"], 1.1),
    Row("attach-heic-large", "`attach` a 12 MP map to 12 MP HEIC", "heif-enc -q 95 of the plane",
        lambda f: [_attach(f.heic, "--depth", f.large_map, f.ours / "photo.heic", *_unsynced(f))],
        lambda f: [["heif-enc", "-q", "95", "-o", f.theirs / "plane.heic", f.large_plane_png]],
        Goal(ratio=0.3), programs=("heif-enc",), modules=("numpy",), most_runs=5, quick=False),
    _primary("png", lambda f: f.picture, 5),
    _primary("jpeg", lambda f: f.jpeg, 3),
    Row("convert", "`convert` 12 MP npy to hdis npy", "numpy script",
        lambda f: [[AUXDEPTH, "convert", f.large_map, "--as", "hdis", "--from", "depth", "--force",
                    "-o", f.ours / "map.npy"]],
        lambda f: [_script("convert_depth.py", f.large_map, f.theirs / "map.npy")],
        Goal(ratio=0.5, mebibytes=80), modules=("numpy",), look=lambda f: f.same_arrays("map.npy")),
    _render_row("blur"),
    _render_row("highlight", quick=True),
    _render_row("rosy"),
    _render_row("stereo"),
    _dataset("heic", 40),
    _dataset("jpg", 40),
    Row("validate", "`validate --headers-only` of {:,} links", "exiftool -validate of {:,}",
        lambda f: [[AUXDEPTH, "validate", "--headers-only", "--quiet", "--recursive", f.links(f.files[0])]],
        lambda f: [["exiftool", "-validate", f.links(f.files[1])]],
        Goal(rate=2000), programs=("exiftool",), most_runs=3, files=(10_000, 20), quick_files=(1_000, 4)),
    _cameras("info", "`info --json`", "exiftool -j -ee", lambda f: ["info", "--json"],
             lambda f, photos: ["exiftool", "-j", "-ee", photos], 1500, files=(1_000, 50), programs=("exiftool",)),
    _cameras("headers", "`validate --headers-only`", "exiftool -validate", lambda f: ["validate", "--headers-only"],
             lambda f, photos: ["exiftool", "-validate", photos], 1500, files=(1_000, 50), programs=("exiftool",)),
    _cameras("validate", "`validate`", "pillow-heif script in 2 processes", lambda f: ["validate"],
             _auxiliary_batch("all"), 150, files=(1_000, 200), modules=("pillow_heif",)),
    _cameras("extract", "`extract --type disparity`", "pillow-heif script in 2 processes",
             lambda f: ["extract", "--type", "disparity", "--directory", f.ours / "set"],
             _auxiliary_batch("depth"), 250, kind="disparity", files=(1_000, 200), modules=("pillow_heif",)),
]
