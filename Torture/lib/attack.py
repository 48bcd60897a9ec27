"""What an attack is: hostile files, the commands that read them, and what each may cost."""
from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterator, Sequence

from .kit import Kit

MEGABYTE = 1 << 20
# What a hostile file may end with: all done, some failed, malformed, a codec is missing. It is no usage error (64),
# nothing is missing (66) and no output is in the way (73), the machine is whole (74, 75), and 70 is never right.
ENDINGS = (0, 1, 65, 69)


@dataclass(frozen=True)
class Cost:
    """What a kind of command may cost for each pixel that was asked for, and for each byte that it was given."""

    memory_per_pixel: int
    seconds_per_megapixel: float
    output_per_pixel: float
    output_per_byte: float


# Listings repeat a type, a size and a place for each image of some twenty bytes; photos are not made larger than what
# went in; maps have up to four bytes a pixel, and a record of what the photo said. The samples of a PNG in a photo, which are
# decoded beside the program, come back to it in a file in memory, also for validate. A page has every map as codes, and
# the tables of info and validate.
COSTS = {
    "info": Cost(0, 0, 0, 16), "validate": Cost(4, 0.08, 1, 24), "extract": Cost(16, 0.12, 8, 8),
    # On the slowest processor that this ran on, `view` takes 0.7 s; work that grows out of proportion takes many times that.
    "view": Cost(16, 1, 4, 64),
    "convert": Cost(16, 0.12, 8, 2), "attach": Cost(16, 0.5, 2, 2), "copy": Cost(16, 0.5, 2, 2),
    "remove": Cost(0, 0, 0, 1), "render": Cost(24, 0.4, 6, 2), "stream": Cost(24, 0.4, 6, 2),
}


@dataclass(frozen=True)
class Ended:
    """A command that has ended, and what it left."""

    status: int
    stdout: bytes
    stderr: bytes
    folder: Path
    seconds: float
    memory: int
    written: int
    outputs: dict[str, int]

    @property
    def output(self) -> int:
        """The bytes of standard output and of all new files."""
        return len(self.stdout) + len(self.stderr) + sum(self.outputs.values())


Check = Callable[[Ended], "str | None"]


@dataclass(frozen=True)
class Run:
    """One command, what it is asked for, and how it may end."""

    arguments: Sequence[str]
    # The pixels of the largest picture that the command has to hold, and of all that it has to make.
    pixels: int = 0
    all_pixels: int | None = None
    # What the system's codec holds by itself, beside what the program does; it is stated here, not hidden.
    codec_memory: int = 0
    endings: Sequence[int] = ENDINGS
    check: Check | None = None
    label: str = ""
    # The bytes of address space that the command gets, where it is less than others do.
    address_space: int | None = None
    # What the program itself may hold for each pixel, where it is not what such commands do.
    memory_per_pixel: int | None = None
    # How often the command reads and judges the file.
    readings: int = 1
    # Files that the command changes, which are made anew for each run, and what each is a copy of.
    copies: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.label or self.arguments[0]

    @property
    def cost(self) -> Cost:
        return COSTS[self.arguments[0]]

    def seconds(self, given: int) -> float:
        """Returns the seconds of work that are right for so many bytes."""
        asked = self.pixels if self.all_pixels is None else self.all_pixels
        return self.readings * (1 + 0.05 * given / MEGABYTE) + self.cost.seconds_per_megapixel * asked / 1e6

    def memory(self, given: int) -> int:
        """Returns the bytes of memory that are right for so many bytes of input."""
        each = self.cost.memory_per_pixel if self.memory_per_pixel is None else self.memory_per_pixel
        return 64 * MEGABYTE + 4 * given + each * self.pixels + self.codec_memory

    def output(self, given: int) -> int:
        """Returns the bytes of output that are right for so many bytes of input."""
        asked = self.pixels if self.all_pixels is None else self.all_pixels
        # SARIF has the pages of all rules, whatever the file is; pages have their own code, which is 340 KB, and those of the
        # rules that found something.
        table = 1 << 19 if {"sarif", "html", "view"} & set(self.arguments) else 0
        return int(65536 + table + self.cost.output_per_byte * given + self.cost.output_per_pixel * asked)


@dataclass(frozen=True)
class Made:
    """The files of an attack by their names, and the commands that are run on them, one after the other."""

    files: dict[str, bytes]
    runs: list[Run]
    # Files of holes: their names and sizes.
    holes: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Attack:
    """A generator: its name is its mechanism, and its parameter n how much of it there is."""

    name: str
    point: str
    mechanism: str
    sizes: tuple[int, ...]
    make: Callable[[Kit, int], Made]
    slow: bool


ATTACKS: dict[str, Attack] = {}


def attack(point: str, *sizes: int, slow: bool = False) -> Callable[[Callable[[Kit, int], Made]], Callable]:
    """Registers a generator of a point; of three sizes n, 2n and 4n the growth is looked at.

    `slow` leaves it out of quick runs. The first line of its description says what it does.
    """
    def register(function: Callable[[Kit, int], Made]) -> Callable[[Kit, int], Made]:
        name = function.__name__.replace("_", "-")
        mechanism = (inspect.getdoc(function) or "").splitlines()[0]
        assert name not in ATTACKS, name
        ATTACKS[name] = Attack(name, point, mechanism, sizes, function, slow)
        return function
    return register


def selected(only: Sequence[str], quick: bool) -> Iterator[Attack]:
    """Yields the attacks whose names have one of these texts."""
    for found in ATTACKS.values():
        if (not only and not (quick and found.slow)) or any(text in found.name for text in only):
            yield found


def photo(name: str, *, pixels: int = 0, all_pixels: int | None = None, codec_memory: int = 0,
          without: Sequence[str] = (), **endings: Sequence[int]) -> list[Run]:
    """Returns every command that a user runs on a photo; `endings` says by the label of a row how it has to end."""
    suffix = name.rsplit(".", 1)[1]
    other = "heic" if suffix == "jpg" else "jpg"
    lines = {
        "info": ["info", "--json", name],
        "structure": ["info", "--structure", "--json", name],
        "validate": ["validate", "--json", name],
        "junit": ["validate", "--format", "junit", name],
        "html": ["validate", "--format", "html", name],
        "fix": ["validate", "--fix", "--no-sync", "--json", f"fixed.{suffix}"],
        "extract": ["extract", name, "--no-sync", "--directory", "out"],
        "eye": ["extract", name, "--no-sync", "--eye", "both", "--directory", "eyes"],
        "view": ["view", name, "--no-sync", "--jobs", "2", "-o", "page.html"],
        "remove": ["remove", name, "--all", "-o", f"removed.{suffix}"],
        "attach": ["attach", name, "--sky", "matte.png", "--stretch", "-o", f"attached.{suffix}"],
        "keep-aux": ["render", "rosy", name, "--disparity", "matte.png", "--min", "0.1", "--max", "1", "--stretch",
                     "--keep-aux", "-o", f"kept.{other}"],
        "copy": ["copy", name, f"good.{suffix}", "--no-compare", "-o", f"copied.{suffix}"],
    }
    # What stays in the file, or goes over as it is, is not decoded: all of it is by these alone.
    every = ("validate", "junit", "html", "fix", "extract", "view", "keep-aux")
    # Who mends judges what is named, what is mended, and the new file, each of which may be another.
    return [Run(line, 0 if key in ("info", "structure", "remove") else pixels, all_pixels if key in every else None,
                codec_memory, endings.get(key.replace("-", "_"), ENDINGS), label=key, readings=3 if key == "fix" else 1,
                copies={f"fixed.{suffix}": name} if key == "fix" else {})
            for key, line in lines.items() if key not in without]
