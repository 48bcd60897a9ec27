"""Extreme numbers, one at a time, in each field of good files and in each option, over every command that reads them."""
from __future__ import annotations

import json
import random
import re
import shlex
import shutil
import signal
import struct
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from auxtools import environment, inputs, pfm, png, y4m
from auxtools.containers import make_dng, make_google, make_jpeg
from auxtools.containers.write_tiff import LONG, RATIONAL, SHORT, Tiff

from .attack import MEGABYTE, Ended, Run
from .fields import TEXTS, Field, fields
from .measure import DOCUMENTED, ended

WIDTH, HEIGHT = 96, 72
MOST_MEMORY, MOST_SECONDS = 1024 * MEGABYTE, 20
# Without either a small file may ask for as much as its sizes say, up to 2^28 pixels.
_LIMITS = (["--max-pixels", "4194304"], ["--max-memory", "600"])
# Files larger than this are left out: what is done with their pixels takes too long.
_LARGEST = 1 << 17

# The commands of a file by its kind, those that begin alike in one line: IN is the file, KIND its extension, N a number of
# the command line, GRAY what a map of codes needs.
_PHOTO = """
info --json IN: | --structure
validate IN: --json --decode-photo | --profile photos-portrait --profile spatial | --fix --json
extract IN --directory out: | --format npy --stored | --format plist --xml | --format raw | --format exr --resize 50% |
    --eye both | --eye both --layout left-right
extract IN --dataset out:
extract IN --type depthmap --directory out --format: ply | glb | glb --stride 3 --mask portrait
extract IN --type depthmap: --as fdep -o out.pfm | --as fdis -o out.tiff --stored |
    --unit mm -o out.png --camera out.json --stored --resize 50% | -o out.png --camera out.txt --camera-format colmap |
    -o out.png --camera out.yml --camera-format opencv
attach IN --depth map.npy --stretch --replace -o out.KIND: --resize half | --resize apple | --camera exif
attach IN --stretch --replace: --disparity map.npy --stored --profile photos-portrait -o out.heic |
    --portrait matte.png -o out.avif | --gainmap matte.png --gainmap-headroom 4 -o out.KIND
attach: IN --right IN --baseline 60 --fov 60 -o out.heic | photo.jpg --right IN --baseline 60 --fov 60 -o out.heic |
    IN --gainmap-form iso -o out.KIND
edit IN -o out.KIND: --crop 8,8,32,24 | --crop 0,0,32,32 --lossless | --aspect 4:5 --lossless | --resize long=32 |
    --straighten 5 | --rotate 90 | --for web | --strip all
edit IN -o out.jpg: --aspect 4:5 --anchor subject | --flip h --upright | --gainmap-form iso
edit IN -o out.heic: --resize 50% | --colour srgb --bits 8 | --gainmap-form apple
edit IN --for archive -o out.avif:
copy --no-compare --replace: IN photo.jpg -o out.jpg | IN photo.jpg -o out.heic | photo.jpg IN -o out.KIND
remove IN -o out.KIND: --all | --type gainmap
compare IN photo.jpg --align affine -o out.png:
render blur IN: -o out.jpg | --autofocus --f-number 2 -o out.heic | --keep-aux -o out.avif | --aperture 10 --use-matte -o out.png
render: grayscale IN -o out.png | normals IN -o out.png | spotlight IN --focus-at 20,20 -o out.jpg |
    composite IN --background matte.png -o out.jpg | matte IN -o out.png | parallax IN --loop-seconds 0.2 --frame-rate 20 -o out.y4m
render stereo IN: -o out.png | --layout spatial -o out.heic | --layout mpo -o out.mpo
view IN -o out.html:
"""
_MAP = """
convert IN GRAY: -o out.pfm | -o out.npy --as fdis | -o out.png --as hdep | -o out.exr --resize 20x15 |
    --convention apple -o out.tiff
attach photo.jpg --stretch --replace -o out.jpg: --depth IN GRAY | --portrait IN | --gainmap IN --gainmap-headroom 3 |
    --depth IN --input-unit mm --radial --intrinsics 60,60,48,36
attach: photo.jpg --stretch --replace -o out.heic --depth IN GRAY --resize half --as fdep | IN --stretch --depth map.npy -o out.heic
render: blur photo.jpg --depth IN GRAY --stretch -o out.png | normals photo.jpg --depth IN GRAY --stretch -o out.png |
    rosy IN --depth map.npy --stretch -o out.png
compare: map.npy IN | IN map.npy --align affine
"""
_LINE = """
edit photo.jpg -o out.jpg: --crop N,N,N,N | --resize NxN | --resize N% | --resize long=N | --aspect N:N | --straighten N |
    --gainmap-form iso --gainmap-headroom N
edit photo.heic -o out.heic: --crop 8,8,N,24 | --crop N,0,32,32 --lossless | --quality N --aux-quality N | --bits N
info photo.jpg: --jobs N | --max-pixels N | --max-memory N
extract photo.jpg --type depthmap --directory out: --format ply --max-points N | --format glb --stride N | --resize N% |
    --format glb --tolerance N --texture-side N | --format ply --near N --far N | --format glb --fov N | --scale N | --resize NxN
attach photo.jpg --stretch --replace -o out.jpg: --depth gray.png --near N --far N | --gainmap matte.png --gainmap-headroom N
attach photo.jpg --depth map.npy --stretch --replace -o out.jpg: --input-scale N | --clip N | --resize NxN | --near N |
    --intrinsics N,N,N,N,N,N | --intrinsics N,N --radial | --camera focal=N,sensor=NxN | --camera focal35=N
attach photo.jpg --stretch --replace -o out.heic: --disparity gray.png --min N --max N |
    --depth map.npy --focus-region N,N,N,N --profile photos-portrait | --depth map.npy --aux-quality N --primary-quality N
attach: photo.jpg --right photo.jpg --baseline N --fov N --adjustment N -o out.heic |
    photo.dng --depth map.npy --dng-bits N --stretch --replace -o out.dng
convert -o out.npy: raw.raw --size NxN --pixel-format fdep | map.npy --resize NxN | map.npy --radial --intrinsics N,N,N,N,N,N |
    gray.png --near N --far N --linear-in disparity
compare map.npy map.npy: --min-depth N --max-depth N --picture-end N -o out.png | --max-rmse N --align scale
render blur photo.jpg -o out.png: --focus N --width N --slope N | --radius N | --front N --back N |
    --aperture N | --f-number N --fov N | --focus-at N,N | --mix N --jobs N --bits N
render: normals photo.jpg --fov N -o out.png |
    grayscale photo.jpg --offset N --range N -o out.png | stereo photo.jpg --max-shift N --convergence N -o out.png |
    stereo photo.jpg --layout spatial --baseline N --fov N -o out.heic |
    parallax photo.jpg --loop-seconds N --frame-rate N --longer-side N -o out.y4m
stream --color video.y4m --depth video.y4m -o out.y4m: --filter blur --focus-at N,N --radius N |
    --filter blur --focus N@Ns,0.8@Nf --focus-curve smooth | --filter grayscale --near N --far N --offset N --range N
"""


def lines(table: str) -> list[str]:
    """Returns the commands of a table."""
    return [f"{first} {more.strip()}" for first, rest in
            (line.split(":", 1) for line in re.sub(r"\n {4}", " ", table).strip().split("\n")) for more in rest.split("|")]


_COMMANDS = {
    "photo": lines(_PHOTO), "map": lines(_MAP), "line": lines(_LINE),
    "camera": lines("attach photo.jpg --depth map.npy --stretch --replace: --camera IN -o out.jpg | "
                     "--calibration IN --as fdep -o out.heic | --radial --calibration IN -o out.jpg"),
    "gainmap": lines("attach photo.jpg --gainmap matte.png --stretch --replace --gainmap-metadata IN -o: out.jpg | out.heic"),
    "plist": lines("attach photo.jpg --dictionary IN --stretch --replace -o: out.jpg | out.heic"),
    "policy": ["validate photo.jpg --policy IN"],
    "video": lines("stream -o out.y4m: --color IN --depth IN --filter blur | --color IN --depth video.y4m | "
                    "--color video.y4m --depth IN --smooth --filter stereo")}
_KIND_OF = {".pfm": "map", ".npy": "map", ".exr": "map", ".png": "map", ".tiff": "map", ".plist": "plist", ".y4m": "video",
            ".json": "camera", "policy.json": "policy", "gainmap.json": "gainmap"}
_CAMERA = {"intrinsicMatrix": [300, 0, 0, 0, 305, 0, 155, 123, 1], "intrinsicMatrixReferenceDimensions": [320, 240],
           "pixelSize": 0.0096, "lensDistortionCenter": [158, 119],
           "lensDistortionCoefficients": [0.0001, -0.358, -1.356, 1.443, -0.582, 0.125, -0.0157, 0.000886],
           "inverseLensDistortionCoefficients": [-0.0004, 0.368, 1.2, -1.1, 0.4, -0.08, 0.01, -0.0005]}
_GAIN_MAP = {"forms": ["iso"], "direction": "sdrToHDR", "headroom": 4, "baseHeadroom": 0, "alternateHeadroom": 2,
             "usesBaseColourSpace": True, "channels": [{"gainMin": 0, "gainMax": 2, "gamma": 1, "baseOffset": 0,
                                                        "alternateOffset": 0}]}
_POLICY = {"minSize": {"disparity": "32x24"}, "minShare": {"disparity": 0.18}, "maxHoles": 0,
           "range": {"nearest": 0.1, "farthest": 100, "minCodes": 16}}


# What is drawn more often than a table of codes, and which commands work with it, which get it most of the time.
_WEIGHTS = ((re.compile(r" (type|offset|count|size|length)$|DHT|DQT|colr|hdlr|infe$|JFIF"), 0.3),
            (re.compile(r"XMP |ispe|grid|clap|SOF0|tmap|hvcC|av1C|auxC|uuid|cm[ie]|SEI|APP2$"), 6))
_RELEVANT = tuple((re.compile(name), re.compile(line)) for name, line in (
    (r"ntrinsic|ensDist|ixelSize|xtrinsic|XMP \w*[Dd]epth|uuid",
     r"ply|glb|normals|camera|dataset|straight|crop|spatial|--right|view"),
    (r"hdrgm|HDRGain|GainMap|tmap|APP2$|MakerNote|toneMap", r"edit|--gainmap|info|validate|view|copy|keep-aux"),
    (r"GDepth|DepthMap|Near|Far|FloatM", r"extract|render|compare|view|edit|copy|dataset"),
    (r"Exif .*34665/(3|4)", r"normals|ply|glb|f-number|aperture|camera|spatial|crop|resize|straight|autofocus|--right"),
    (r"ispe|grid|clap|SOF0|irot|imir|pixi", r"half|apple|crop|aspect|resize|straight|lossless|right|dataset|render|validate")))


@dataclass(frozen=True)
class Fault:
    """A run that ended as none may, and how to see it again."""

    index: int
    what: str
    changes: str
    command: str


@dataclass
class Numbers:
    """The good files, their fields, and the runs, each of which its index and the seed decide alone."""

    program: Path
    folder: Path
    seed: int
    keep: Path

    def __post_init__(self) -> None:
        self._make()
        self._fields: dict[str, dict[str, list[Field]]] = {}
        for path in sorted(self.folder.iterdir()):
            if path.suffix == ".raw" or path.stat().st_size > _LARGEST:
                continue
            by_name: dict[str, list[Field]] = {}
            for field in _known(path):
                by_name.setdefault(field.name.split("+")[0], []).append(field)
            if by_name:
                self._fields[path.name] = by_name

    def faults(self, count: int, jobs: int, first: int = 0) -> Iterator[Fault]:
        """Makes so many runs; yields what is wrong, in the order of the runs."""
        with ThreadPoolExecutor(jobs) as pool:
            yield from (fault for fault in pool.map(self._fault, range(first, first + count)) if fault)

    def _fault(self, index: int) -> Fault | None:
        chance = random.Random(f"{self.seed} {index}")
        names = [*self._fields, "line"]
        name = chance.choices(names, [10 + len(self._fields.get(name, range(200))) for name in names])[0]
        line, data, changes = self._options(chance) if name == "line" else self._changed(chance, name)
        words = shlex.split(line)
        with tempfile.TemporaryDirectory(prefix="torture-numbers-") as place:
            folder = Path(place)
            for path in self.folder.iterdir():
                (folder / path.name).symlink_to(path)
            given = f"in-{self.seed}-{index}{Path(name).suffix}"
            if data is not None:
                (folder / given).write_bytes(data)
            arguments = [word.replace("IN", given) for word in words]
            what = _wrong(ended(self.program, Run(arguments), folder, MOST_SECONDS))
        if what is None:
            return None
        # The command can be repeated in that folder.
        shutil.copytree(self.folder, self.keep, dirs_exist_ok=True)
        if data is not None:
            (self.keep / given).write_bytes(data)
        return Fault(index, what, changes, f"cd {shlex.quote(str(self.keep))} && {shlex.join(['auxdepth', *arguments])}")

    def _options(self, chance: random.Random) -> tuple[str, None, str]:
        line = chance.choice(_COMMANDS["line"])
        # The parts of one option mostly get one value, and the others a usual one.
        number, parts = chance.choice(TEXTS) or "0", line.split("N")
        every = chance.random() < 0.5
        chosen = chance.randrange(1, len(parts))
        line = parts[0] + "".join((number if every or at == chosen else "2") + part
                                  for at, part in enumerate(parts[1:], 1))
        return line if "--max-" in line else f"{line} {_limits(line, chance)}", None, f"N = {number[:24]}"

    def _changed(self, chance: random.Random, name: str) -> tuple[str, bytes, str]:
        """Returns a command, the file with one number changed, or two of the same part, and what was changed."""
        data = (self.folder / name).read_bytes()
        suffix = Path(name).suffix
        kind = _KIND_OF.get(name, _KIND_OF.get(suffix, "photo"))
        by_name = self._fields[name]
        said: list[str] = []
        part = chance.choices(list(by_name), [_weight(part) for part in by_name])[0]
        usable = _COMMANDS[kind]
        if chance.random() < 0.75:
            usable = [line for line in usable if _is_relevant(part, line)] or usable
        line = chance.choice(usable)
        for field in chance.sample(by_name[part], min(len(by_name[part]), chance.choice((1, 1, 2)))):
            # A text moves those after it.
            if said and field.kind == "text":
                continue
            value = chance.choice(field.values)
            try:
                data = field.changed(data, value)
            except OverflowError:
                # A box that reaches to the end of the file has no size that could grow.
                continue
            said.append(f"{field.name} at byte {field.place.offset} ({field.kind} of {field.place.size}) = {str(value)[:24]}")
        gray = "--near 1 --far 9" if suffix in (".png", ".tiff") else ""
        line = line.replace("KIND", suffix[1:]).replace("GRAY", gray)
        return f"{line} {_limits(line, chance)}", data, f"{name}: {', '.join(said)}"

    def _make(self) -> None:
        """Makes the good files: of each container, with all that can be in it."""
        shape = inputs.shape(WIDTH // 2, HEIGHT // 2)
        depth = struct.pack(f"<{len(shape)}f", *(1 + 4 * value for value in shape))
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({HEIGHT // 2}, {WIDTH // 2}), }}".encode()
        codes = [int(255 * value) for value in shape]
        dictionary = {"Near": "1", "Far": "9", "Format": "RangeLinear", "Mime": "image/png", "ImageWidth": "96",
                      "ImageHeight": "72", "Units": "m", "FocalDistance": "2", "BlurAtInfinity": "0.02"}
        gray = png.gray8(WIDTH // 2, HEIGHT // 2, codes)
        files = {
            "plain.jpg": make_jpeg.jpeg(WIDTH, HEIGHT, segments=_exif()), "matte.png": gray, "gray.png": gray,
            "map.npy": b"\x93NUMPY\1\0" + struct.pack("<H", 118) + header.ljust(117) + b"\n" + depth,
            "map.pfm": pfm.encode(WIDTH // 2, HEIGHT // 2, depth), "raw.raw": depth,
            "photo.png": png.picture(WIDTH, HEIGHT), "camera.json": json.dumps(_CAMERA).encode(),
            "policy.json": json.dumps(_POLICY).encode(),
            "gainmap.json": json.dumps(_GAIN_MAP).encode(),
            # A lens that does not distort: one number alone then says how far points move.
            "exact.json": json.dumps({key: [0] * 8 if "Coefficients" in key else value
                                      for key, value in _CAMERA.items()}).encode(),
            "gdepth.jpg": make_google.gdepth(WIDTH, HEIGHT, gray, dictionary, confidence=gray),
            "dynamic.jpg": make_google.dynamic_depth(WIDTH, HEIGHT, gray, dictionary, 8, gray),
            "photo.dng": make_dng.dng(depth_bits=16, mask=True),
            "video.y4m": b"".join(y4m.encode(WIDTH, HEIGHT, "25:1", "Cmono",
                                             [bytes(x % 256 for x in range(WIDTH * HEIGHT))] * 3))}
        for name, data in files.items():
            (self.folder / name).write_bytes(data)
        maps = "--depth map.npy --portrait matte.png --calibration camera.json --accuracy absolute"
        for line in (f"attach plain.jpg --stored {maps} --gainmap matte.png --gainmap-headroom 4 -o photo.jpg",
                     f"attach plain.jpg --stored {maps} --gainmap matte.png --gainmap-headroom 4 --also gdepth -o also.jpg",
                     "attach plain.jpg --stored --depth map.npy --calibration exact.json --accuracy absolute -o exact.jpg",
                     "edit photo.jpg --gainmap-form ultrahdr -o ultra.jpg", "edit photo.jpg -o photo.heic",
                     "edit photo.jpg -o photo.avif",
                     "attach plain.jpg --right plain.jpg --baseline 60 --fov 60 --depth map.npy --stretch -o spatial.heic",
                     "edit photo.jpg --gainmap-form apple -o apple.heic", "edit photo.jpg --resize long=520 -o grid.heic",
                     "convert map.npy -o map.exr", "convert map.npy -o map.tiff",
                     "extract photo.jpg --type depthmap --xml -o map.plist",
                     "extract photo.jpg --type gainmap --xml -o gain.plist",
                     "render stereo gdepth.jpg --layout mpo -o pair.mpo"):
            done = subprocess.run([self.program, *line.split()], cwd=self.folder, capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"auxdepth {line} exits {done.returncode}: {done.stderr.strip()}")
        (self.folder / "pair.mpo").rename(self.folder / "pair.jpg")
        for path in environment.samples(".jpg", ".jpeg", ".heic", ".avif", ".dng"):
            if path.stat().st_size <= _LARGEST:
                (self.folder / f"sample-{path.name}").write_bytes(path.read_bytes())


def _known(path: Path) -> list[Field]:
    """Returns the fields of a file; none of a sample that is too unusual for the walkers."""
    try:
        return fields(path.read_bytes())
    except (ValueError, LookupError, struct.error):
        return []


def _weight(part: str) -> float:
    return next((weight for pattern, weight in _WEIGHTS if pattern.search(part)), 1)


def _is_relevant(part: str, line: str) -> bool:
    return all(lines.search(line) for names, lines in _RELEVANT if names.search(part))


def _limits(line: str, chance: random.Random) -> str:
    words = list(chance.choice(_LIMITS))
    return shlex.join(words if line.startswith("info") else [*words, "--no-sync"])


def _exif() -> bytes:
    """Returns an APP1 segment with the numbers of a camera."""
    tiff = Tiff(">")
    camera = tiff.directory([
        tiff.entry(33437, RATIONAL, (18, 10)), tiff.entry(37386, RATIONAL, (4, 1)), tiff.entry(37396, SHORT, 48, 36, 20, 20),
        tiff.entry(40962, LONG, WIDTH), tiff.entry(40963, LONG, HEIGHT), tiff.entry(41486, RATIONAL, (2000, 1)),
        tiff.entry(41487, RATIONAL, (2000, 1)), tiff.entry(41488, SHORT, 3), tiff.entry(41492, SHORT, 48, 36),
        tiff.entry(41988, RATIONAL, (1, 1)), tiff.entry(41989, SHORT, 28)])
    thumbnail = make_jpeg.jpeg(16, 12)
    second = tiff.directory([tiff.entry(259, SHORT, 6), tiff.entry(513, LONG, tiff.blob(thumbnail)),
                             tiff.entry(514, LONG, len(thumbnail))])
    first = tiff.directory([tiff.entry(256, LONG, WIDTH), tiff.entry(257, LONG, HEIGHT), tiff.entry(274, SHORT, 6),
                            tiff.entry(282, RATIONAL, (72, 1)), tiff.entry(34665, LONG, camera)], second)
    return make_jpeg.segment(0xE1, b"Exif\0\0" + tiff.bytes(first))


def _wrong(found: Ended) -> str | None:
    """Returns what is wrong with how a command ended."""
    said = [line[-240:] for line in found.stderr.decode("utf-8", "replace").splitlines() if line.strip()] or ["(no message)"]
    if found.status in (-signal.SIGXCPU, -signal.SIGKILL) or found.seconds > MOST_SECONDS:
        return f"{found.seconds:.0f} s of work"
    if found.status < 0:
        return f"signal {signal.Signals(-found.status).name}: {said[0]}"
    if found.status == 74 or found.status not in DOCUMENTED:
        return f"status {found.status}: {said[-1]}"
    if found.memory > MOST_MEMORY:
        return f"{found.memory // MEGABYTE} MB"
    return None
