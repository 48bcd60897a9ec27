"""Photos that are right and unusual: statuses, dependents, holes, and long trailers."""
from __future__ import annotations

from auxtools.containers import make_dng
from auxtools.containers.write_heif import started

from . import packets
from .attack import Ended, Made, Run, attack
from .jpeg import further, indexed
from .kit import Kit, photo as plain_photo

_STATUSES = "statuses"
_ALPHA = b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
_HOLES = "holes and trailers"


@attack(_STATUSES, 1)
def heif_with_alpha(kit: Kit, n: int) -> Made:
    """A photo in HEIF with an alpha plane, which other containers do not have."""
    return _with_alpha(kit, colour=False)


@attack(_STATUSES, 1)
def heif_with_alpha_in_colours(kit: Kit, n: int) -> Made:
    """A photo in HEIF with an alpha plane that is coded as colours, as encoders without monochrome do."""
    return _with_alpha(kit, colour=True)


def _with_alpha(kit: Kit, colour: bool) -> Made:
    heif = started(kit.coded(colour=True))
    heif.matte(kit.coded(colour=colour), _ALPHA)
    runs = [Run(["attach", "a.heic", "--sky", "matte.png", "-o", f"out.{suffix}"], 4096, endings=(0,),
                label=f"attach to {suffix}") for suffix in ("jpg", "dng", "heic")]
    runs += [Run(["remove", "a.heic", "--all", "-o", "out.heic"], endings=(0,)),
             Run(["copy", "a.heic", "good.jpg", "--no-compare", "-o", "out.jpg"], endings=(0, 65))]
    return Made({"a.heic": heif.bytes()}, runs)


@attack(_STATUSES, 1)
def heif_with_several_of_a_kind(kit: Kit, n: int) -> Made:
    """A photo in HEIF with three alpha planes and two images of a kind that nobody knows, each of another size."""
    heif = started(kit.coded(colour=True))
    for size, urn in ((64, _ALPHA), (128, _ALPHA), (256, _ALPHA), (64, b"urn:example:x"), (128, b"urn:example:x")):
        heif.matte(kit.coded(size, size), urn)
    runs = [Run(["attach", "a.heic", "--sky", "matte.png", "-o", f"out.{suffix}"], 4096, endings=(0,),
                label=f"attach to {suffix}") for suffix in ("jpg", "dng", "heic")]
    runs += [Run(["copy", "a.heic", f"good.{suffix}", "--no-compare", "-o", f"out.{suffix}"], 4096, endings=(0, 65),
                 label=f"copy to {suffix}") for suffix in ("jpg", "heic")]
    runs += [Run(["extract", "a.heic", "--directory", "out"], 1 << 16, endings=(0,))]
    return Made({"a.heic": heif.bytes()}, runs)


@attack(_STATUSES, 1)
def heif_matte_with_dependents(kit: Kit, n: int) -> Made:
    """A matte in HEIF with a thumbnail, an alpha plane and XMP of its own, and a depth map of the matte."""
    heif = started(kit.coded())
    coded = kit.coded()
    matte = heif.matte(coded)
    heif.refer("thmb", heif.picture(coded), matte)
    for urn in (_ALPHA, b"urn:mpeg:hevc:2015:auxid:2"):
        heif.refer("auxl", heif.picture(coded, more=[heif.auxiliary_type(urn)]), matte)
    heif.xmp(packets.packet(), matte)
    return Made({"a.heic": heif.bytes()}, _edits("a.heic"))


@attack(_STATUSES, 1)
def heif_matte_with_shared_dependents(kit: Kit, n: int) -> Made:
    """Two mattes in HEIF that share a thumbnail, XMP and a tile; the tile is the thumbnail of the photo."""
    heif = started(kit.coded())
    coded = kit.coded()
    mattes = [heif.matte(coded), heif.matte(coded, b"urn:com:apple:photo:2019:aux:semanticskinmatte")]
    thumbnail = heif.picture(coded)
    heif.refer("thmb", thumbnail, 1, *mattes)
    heif.xmp(packets.packet(), *mattes)
    return Made({"a.heic": heif.bytes()}, _edits("a.heic"))


def _edits(name: str) -> list[Run]:
    return [Run(["info", "--json", name], endings=(0,)),
            Run(["remove", name, "--all", "-o", "out.heic"], endings=(0,)),
            Run(["remove", name, "--type", "portrait", "-o", "out.heic"], endings=(0,), label="remove one"),
            Run(["attach", name, "--portrait", "matte.png", "--replace", "-o", "out.heic"], endings=(0,)),
            Run(["attach", name, "--sky", "matte.png", "-o", "out.heic"], endings=(0,), label="attach another"),
            Run(["attach", name, "--sky", "matte.png", "-o", "out.jpg"], endings=(0,), label="attach to jpg")]


@attack(_STATUSES, 1)
def photos_without_auxiliary_images(kit: Kit, n: int) -> Made:
    """Photos that are right and have no auxiliary image: there is nothing to extract, and nothing is wrong."""
    files = {"a.jpg": plain_photo(), "a.heic": kit.good_heic(), "a.dng": make_dng.dng()}

    def says(ended: Ended) -> str | None:
        return None if ended.stderr.strip() else "nothing says that there was nothing"

    runs = [Run(["extract", name, "--directory", "out"], endings=(0,), check=says, label=f"extract {name[2:]}")
            for name in files]
    runs += [Run(["extract", name, "--directory", "out", "--expect", "portrait"], endings=(1,),
                 label=f"expect {name[2:]}") for name in files]
    return Made(files, runs)


@attack(_STATUSES, 1)
def arguments_of_any_kind(kit: Kit, n: int) -> Made:
    """Numbers and words in options that no map has: usage, whatever the photo is."""
    base = ["attach", "good.jpg", "--depth", "matte.png", "-o", "out.jpg"]
    lines = {
        "size": ["convert", "matte.png", "--size", "99999999999x99999999999", "--pixel-format", "fdep", "-o", "o.pfm"],
        "near": [*base, "--near", "1e308", "--far", "-1e308"], "nan": [*base, "--near", "nan", "--far", "inf"],
        "resize": [*base, "--near", "1", "--far", "9", "--resize", "1000000x1000000"],
        "jobs": ["validate", "--jobs", "999999999", "good.jpg"], "scale": [*base, "--input-scale", "1e-320"],
        "intrinsics": [*base, "--near", "1", "--far", "9", "--intrinsics", ",".join(["9" * 400] * 4)],
        "crop": ["copy", "good.jpg", "good.jpg", "--crop", "-1,-1,9223372036854775807,1", "-o", "o.jpg"],
        "letters": ["info", "a" * 20_000],
    }
    return Made({}, [Run(line, endings=(0, 1, 64, 65, 66, 74), label=name) for name, line in lines.items()])


@attack(_HOLES, 1)
def trailer_of_holes(kit: Kit, n: int) -> Made:
    """A photo after which a hole of 2 GB follows: headers are looked at, and nothing else."""
    size = 2 << 30
    runs = [Run(["validate", "--headers-only", name], endings=(0, 1), label=f"validate {name[2:]}")
            for name in ("a.jpg", "a.heic", "a.dng")]
    runs += [Run(["info", name], endings=(0,), label=f"info {name[2:]}") for name in ("a.jpg", "a.heic", "a.dng")]
    image = further()
    files = {"a.jpg": indexed(image, [(0, len(image))]), "a.heic": kit.good_heic(), "a.dng": make_dng.dng(mask=True)}
    return Made(files, runs, {name: size for name in files})
