"""Runs the blocks of documents, each in a folder of its own that has the files it names."""
from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .blocks import Block
from .fixtures import RECIPES, TOP, Fixtures, sample

# The program around a block of C that is only a part of one.
C_FRAME = "#include <auxdepth.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n%s  return 0;\n}\n"
LIBRARY = Path(os.environ.get("LIBRARY", TOP / ".build/shipped/library/lib/libauxdepth.so.0")).absolute()
TIMEOUT = 120


@dataclass
class Outcome:
    block: Block
    state: str  # "ran", "compiled", "elsewhere", "skipped" or "failed"
    text: str = ""
    seconds: float = 0


class Runner:
    def __init__(self, folder: Path, program: str, python: str) -> None:
        self.folder = folder
        self.python = python
        self.environment = {
            **os.environ, "PATH": f"{Path(program).parent}:{os.environ['PATH']}", "COLUMNS": "100", "LC_ALL": "C.UTF-8",
            "PYTHONPATH": str(TOP / "Python/src"), "PYTHONDONTWRITEBYTECODE": "1",
            "AUXDEPTH_LIBRARY": str(LIBRARY), "LD_LIBRARY_PATH": str(LIBRARY.parent),
        }
        self.fixtures = Fixtures(folder / "fixtures", self.environment, python)
        self.has_library = LIBRARY.exists()
        self.targets = set(re.findall(r"^([a-z][a-z-]*)(?:[ a-z-]*):", (TOP / "Makefile").read_text(), re.M))

    def document(self, blocks: list[Block], name: str) -> list[Outcome]:
        """The outcomes of the blocks of one document."""
        outcomes = []
        files: dict[str, str] = {}
        place = self.folder / name
        for index, block in enumerate(blocks):
            if not block.note("continues") and "continues" not in block.notes:
                place = self.folder / name / str(index)
            start = time.monotonic()
            outcome = self.outcome(block, place, files)
            outcome.seconds = time.monotonic() - start
            outcomes.append(outcome)
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return outcomes

    def outcome(self, block: Block, place: Path, files: dict[str, str]) -> Outcome:
        if file := block.note("file"):
            files[file] = block.text
            return Outcome(block, "elsewhere", f"is {file}, which a block after it uses")
        if why := block.note("elsewhere"):
            return Outcome(block, "elsewhere", why)
        if missing := self.missing(block):
            return Outcome(block, "skipped", missing)
        if block.language == "sh":
            return self.commands(block, place, files)
        if block.language == "c":
            return self.c(block, place)
        if block.language == "python":
            return self.of_python(block, place)
        if block.language == "swift":
            return Outcome(block, "elsewhere", "make examples compiles it")
        return Outcome(block, "failed", f"nobody tests a block of language '{block.language}'")

    def missing(self, block: Block) -> str:
        """What a block needs and is not there."""
        for need in ",".join(block.notes.get("needs", [])).split(","):
            kind, _, rest = need.strip().partition(" ")
            if kind == "sample":
                pattern = rest.split(" as ")[0]
                if not sample(pattern):
                    return f"AUXDEPTH_SAMPLES has no {pattern}"
            elif kind == "command":
                command, *options = shlex.split(rest)
                help = self.run(["auxdepth", "help", command], self.folder)
                if help.returncode or not all(f"{option} " in help.stdout for option in options):
                    return f"this program has no {rest}"
            elif kind == "program":
                if not shutil.which(rest, path=self.environment["PATH"]):
                    return f"{rest} is not installed"
        return ""

    def furnish(self, block: Block, place: Path, files: dict[str, str]) -> None:
        """Puts the files into the folder that the block names and does not make."""
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (place / name).write_text(text)
        for need in ",".join(block.notes.get("needs", [])).split(","):
            if found := re.fullmatch(r"sample (\S+) as (\S+)", need.strip()):
                shutil.copyfile(sample(found[1]) or "", place / found[2])
        text = re.sub(r"^#.*|\s#.*", "", block.text, flags=re.M)
        for name in RECIPES:
            uses = list(re.finditer(rf"(?<![\w./-]){re.escape(name)}(?![\w.-])", text))
            if not uses or (place / name).exists():
                continue
            before = text[: uses[0].start()].rstrip("'\"")
            if not re.search(r"(-o|--output|--directory|>|mkdir|save\()\s*['\"]?$", before):
                self.fixtures.copy(name, place)

    def run(self, command: list[str], place: Path) -> subprocess.CompletedProcess[str]:
        """Runs a command, and ends it with all that it started where it takes too long."""
        process = subprocess.Popen(
            command, cwd=place, env=self.environment, text=True, errors="replace", start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            shown, _ = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            shown = f"{process.communicate()[0]}ended after {TIMEOUT} s\n"
        return subprocess.CompletedProcess(command, process.returncode, shown)

    def commands(self, block: Block, place: Path, files: dict[str, str]) -> Outcome:
        if name := block.note("tested"):
            scripts = [path for path in sorted((TOP / "Packaging").glob("*-*")) if path.is_file()]
            if not any(f"instructions {name})" in script.read_text() for script in scripts):
                return Outcome(block, "failed", f"no script of Packaging runs the block {name}")
            return Outcome(block, "elsewhere", f"make test-packages runs it ({name})")
        lines = [line.strip() for line in block.text.splitlines() if line.strip() and not line.startswith("#")]
        if all(line.startswith("make ") for line in lines):
            wrong = [line for line in lines if not set(target(line)) <= self.targets]
            return Outcome(block, "failed" if wrong else "elsewhere", f"no such target: {wrong}" if wrong else "has targets that are there")
        self.furnish(block, place, files)
        script = block.text + "".join(f"{check}\n" for check in block.notes.get("check", []))
        if block.output is None:
            done = self.run(["bash", "-euo", "pipefail", "-c", script], place)
            shown = done.stdout
        else:
            done = self.run(["bash", "-euo", "pipefail", "-c", block.text], place)
            shown = done.stdout
            if done.returncode == 0 and not matches(shown, block.output):
                return Outcome(block, "failed", f"prints something else:\n{shown}")
            for check in block.notes.get("check", []) if done.returncode == 0 else []:
                done = self.run(["bash", "-euo", "pipefail", "-c", check], place)
                if done.returncode:
                    return Outcome(block, "failed", f"{check}\n{done.stdout}")
        if done.returncode:
            return Outcome(block, "failed", f"status {done.returncode}\n{shown}")
        return Outcome(block, "ran")

    def c(self, block: Block, place: Path) -> Outcome:
        self.furnish(block, place, {})
        whole = "#include" in block.text
        (place / "block.c").write_text(block.text if whole else C_FRAME % block.text)
        flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{TOP}/Sources/AuxDepthC/include"]
        if not self.has_library:
            done = self.run(["cc", *flags, "-fsyntax-only", "block.c"], place)
            return Outcome(block, "failed" if done.returncode else "compiled", done.stdout or "not run: make library builds what it needs")
        done = self.run(["cc", *flags, "block.c", str(LIBRARY), "-lm", "-o", "block"], place)
        if done.returncode == 0:
            done = self.run(["./block"], place)
        return self.checked(block, place, done)

    def of_python(self, block: Block, place: Path) -> Outcome:
        if not self.has_library:
            compile(block.text, block.place, "exec")
            return Outcome(block, "skipped", "the library is not built: make library")
        self.furnish(block, place, {})
        # What a network would give.
        frame = "import numpy\nprediction = 40 / numpy.linspace(4, 1, 192 * 256, dtype='f4').reshape(192, 256)\n"
        (place / "block.py").write_text((frame if "prediction" in block.text else "") + block.text)
        return self.checked(block, place, self.run([self.python, "block.py"], place))

    def checked(self, block: Block, place: Path, done: subprocess.CompletedProcess[str]) -> Outcome:
        for check in block.notes.get("check", []) if done.returncode == 0 else []:
            done = self.run(["bash", "-euo", "pipefail", "-c", check], place)
        return Outcome(block, "failed" if done.returncode else "ran", done.stdout)


def target(line: str) -> list[str]:
    """The targets that a command line of make names."""
    words = shlex.split(line, comments=True)[1:]
    return [word for word in words if "=" not in word and not word.startswith("-")]


def matches(shown: str, expected: str) -> bool:
    """Whether an output is what the document shows: … matches anything, and what codecs decide for about itself.

    These are numbers with a decimal point and counts of bytes: other versions of a codec may give others, within a quarter.
    """
    number = r"\d+\.\d+|\d+(?= bytes)"
    parts = re.split(f"(…|{number})", expected.strip())
    stated = [float(part) for part in parts[1::2] if part != "…"]
    pattern = "".join(
        re.escape(part) if index % 2 == 0 else ".*" if part == "…" else r"(\d+(?:\.\d+)?)" for index, part in enumerate(parts))
    found = re.fullmatch(pattern, shown.strip(), re.S)
    return found is not None and all(abs(float(one) - other) <= other / 4 for one, other in zip(found.groups(), stated))
