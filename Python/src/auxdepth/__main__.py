"""The command `auxdepth`, also as `python -m auxdepth`: runs the program of the wheel in place of Python."""

from __future__ import annotations

import os
import sys

from ._library import NATIVE


def main() -> int:
    """Replaces this process by the program; returns 69 where the package has none."""
    program = NATIVE / "auxdepth"
    if not program.exists():
        print(f"auxdepth: this package was installed without the program, which a wheel has as {program}", file=sys.stderr)
        return 69
    os.execv(program, ["auxdepth", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
