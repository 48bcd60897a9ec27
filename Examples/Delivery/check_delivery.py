#!/usr/bin/env python3
"""Checks that `auxdepth validate` finds each fault of a delivery, and nothing else.

    Examples/Delivery/check_delivery.py [DELIVERY]

makes the delivery in a temporary folder where none is given.
"""
from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))

from auxtools import environment


def found(delivery: Path) -> tuple[dict[str, set[str]], int, int]:
    """Returns the rules of severity error or warning of each photo that has any, the number of photos, and the status."""
    command = [str(environment.program()), "validate", "--recursive", "--json", "--policy", "auxdepth-policy.json", "."]
    done = subprocess.run(command, cwd=delivery, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    reports = [line for line in lines if not line.get("passedOver")]
    if not reports:
        sys.exit(f"check_delivery: {done.stderr.strip()}")
    rules: dict[str, set[str]] = {}
    for report in reports:
        path = str(Path(report["path"]))
        for finding in report["findings"]:
            if finding["severity"] != "info":
                rules.setdefault(path, set()).add(finding["rule"])
    return rules, len(reports), done.returncode


def differences(delivery: Path) -> list[str]:
    """Returns what is not as `expected.json` says."""
    expected: dict[str, str] = json.loads((delivery / "expected.json").read_text())
    rules, count, status = found(delivery)
    wrong = [f"{path}: expected {expected.get(path, 'nothing')}, found {', '.join(sorted(rules.get(path, {'nothing'})))}"
             for path in sorted(rules.keys() | expected.keys())
             if rules.get(path, set()) != ({expected[path]} if path in expected else set())]
    if status != 1:
        wrong.append(f"the status is {status}, not 1")
    print(f"check_delivery: {count} photos, {len(expected)} with a fault of {len(set(expected.values()))} kinds, "
          f"{len(wrong)} not as expected")
    return wrong


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        delivery = Path(sys.argv[1] if len(sys.argv) > 1 else folder)
        if len(sys.argv) < 2:
            maker = Path(__file__).with_name("make_delivery.py")
            subprocess.run([sys.executable, str(maker), folder], check=True)
        wrong = differences(delivery)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
