"""The programs that are measured: where they are, how they are built and how cases are sent to them."""

import functools
import os
import shutil
import subprocess
from pathlib import Path

from auxtools.environment import ROOT

from .measure import Unavailable

AUXDEPTH = Path(os.environ.get("AUXDEPTH", ROOT / ".build/shipped/release/auxdepth")).resolve()
KERNELS = ROOT / ".build/release/KernelBenchmark"
EFFECTS = ROOT / ".build/release/EffectsBenchmark"


@functools.cache
def has_option(command, option):
    """Returns whether a command of the program has an option, by its help."""
    shown = subprocess.run([AUXDEPTH, command, "--help"], capture_output=True, text=True, check=False)
    return option in shown.stdout.split()


def build(program):
    """Builds one of the Swift programs that only benchmarks need."""
    if not shutil.which("swift"):
        raise Unavailable("swift is not in the path")
    built = subprocess.run(
        ["swift", "build", "-c", "release", "--product", program.name], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "AUXDEPTH_TOOLS": "1"}, check=False)
    if built.returncode != 0:
        last = (built.stdout + built.stderr).strip().splitlines()[-1:]
        raise Unavailable(f"{program.name} cannot be built: {' '.join(last)}")


class CaseProgram:
    """A Swift program that times one case for each line it is sent."""

    def __init__(self, program, *arguments):
        if not program.exists():
            raise Unavailable(f"{program.name} is not built")
        self.name = program.name
        self.process = subprocess.Popen(
            [program, *(str(argument) for argument in arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def time(self, case):
        """Returns the seconds of a case and the sum of its result."""
        try:
            self.process.stdin.write(case + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().split()
        except BrokenPipeError:
            answer = []
        if len(answer) != 2:
            raise Unavailable(f"{self.name} gave no answer for {case}")
        return int(answer[0]) / 1e9, int(answer[1])
