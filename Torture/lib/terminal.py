"""Text of files on terminals: names and URNs that would steer a terminal, or look like a message of the program."""
from __future__ import annotations

from auxtools.containers.write_heif import started
from auxtools.containers.write_tiff import Tiff

from . import packets
from .attack import Ended, Made, Run, attack
from .dng import mask, root
from .jpeg import further, indexed
from .kit import Kit, photo as plain_photo

_TEXT = "text of files on terminals"
# Clear the screen, set the title, ring; carriage return and line feed in front of a message that is forged; the
# second control set in UTF-8; a mark that turns the direction of writing.
_STEERING = b"urn:\x1b[2J\x1b]0;owned\x07\r\nauxdepth: forged\xc2\x9b31m\xe2\x80\xae"


def _plain(ended: Ended) -> str | None:
    for name, text in (("standard output", ended.stdout), ("standard error", ended.stderr)):
        for code, what in ((b"\x1b", "ESC"), (b"\x07", "BEL"), (b"\r", "CR"), (b"\xc2\x9b", "CSI"),
                           (b"\xe2\x80\xae", "U+202E")):
            if code in text:
                return f"{what} of the file is on {name}"
        if any(line.startswith(b"auxdepth: forged") for line in text.splitlines()):
            return f"a line of the file begins a line on {name}"
    if any(any(ord(letter) < 32 for letter in name) for name in ended.outputs):
        return "a name of a file that was written has control characters"
    return None


def _runs(name: str) -> list[Run]:
    suffix = name.rsplit(".", 1)[1]
    lines = [["info", name], ["info", "--json", name], ["validate", name], ["validate", "--json", name],
             ["validate", "--format", "sarif", name], ["extract", name, "--directory", "out"],
             ["extract", name, "--directory", "out2", "--json"],
             ["attach", name, "--sky", "matte.png", "--stretch", "-o", f"attached.{suffix}"],
             ["remove", name, "--all", "-o", f"removed.{suffix}"],
             ["copy", name, f"good.{suffix}", "--no-compare", "-o", f"copied.{suffix}"]]
    return [Run(line, check=_plain, label=" ".join(word for word in line if word in (
        line[0], "--json", "sarif")).replace("--json", "json")) for line in lines]


@attack(_TEXT, 1)
def heif_steering_urn(kit: Kit, n: int) -> Made:
    """A matte in HEIF whose URN steers terminals."""
    heif = started(kit.coded())
    heif.matte(kit.coded(), _STEERING)
    heif.item("mime", [heif.blob(b"a")], name=_STEERING, content_type=_STEERING)
    return Made({"a.heic": heif.bytes()}, _runs("a.heic"))


@attack(_TEXT, 1)
def heif_steering_errors(kit: Kit, n: int) -> Made:
    """Items in HEIF whose types, which messages name, are control characters."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    data = heif.bytes()
    at = data.rindex(b"infe") + 12
    return Made({"a.heic": data[:at] + b"\x1b[2J" + data[at + 4:]}, _runs("a.heic"))


@attack(_TEXT, 1)
def dng_steering_name(kit: Kit, n: int) -> Made:
    """A mask in DNG whose name steers terminals, twice."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(range(64)))
    name = tiff.entry(52526, 2, _STEERING + b"\0")
    return Made({"a.dng": tiff.bytes(root(tiff, [mask(tiff, pixels, name=name) for _ in range(2)]))}, _runs("a.dng"))


@attack(_TEXT, 1)
def jpeg_steering_properties(kit: Kit, n: int) -> Made:
    """A matte in JPEG whose XMP names a kind that steers terminals, as references to characters."""
    text = "urn:&#xd;&#xa;auxdepth: forged&#x9b;31m&#x202e;"
    packet = packets.packet().replace(b"urn:com:apple:photo:2018:aux:portraiteffectsmatte", text.encode())
    image = further(packet)
    broken = further(packets.packet(0, inner="<b:\x1b[2J\x07>"))
    places = [(0, len(image)), (len(image), len(broken))]
    files = {"a.jpg": indexed(image, places[:1]), "b.jpg": indexed(image + broken, places)}
    return Made(files, [*_runs("a.jpg"), Run(["info", "b.jpg"], check=_plain, label="info broken"),
                        Run(["validate", "b.jpg"], check=_plain, label="validate broken")])


@attack(_TEXT, 1)
def name_that_steers(kit: Kit, n: int) -> Made:
    """A photo whose own name steers terminals, and a list that names one that is missing."""
    name = "\x1b[2J\x07\rauxdepth: forged\n.jpg"
    missing = ("gone\x1b[2J\r" + "\n").encode()
    runs = [Run(["info", name], check=_plain), Run(["validate", name], check=_plain),
            Run(["validate", "--files-from", "list.txt"], check=_plain, endings=(0, 1, 65, 66), label="validate list"),
            Run(["attach", name, "--sky", "matte.png", "-o", "out.jpg"], check=_plain, endings=(0,)),
            Run(["info", "absent" + name], check=_plain, endings=(66,), label="info absent")]
    return Made({name: plain_photo(), "list.txt": missing}, runs)
