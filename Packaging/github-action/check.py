#!/usr/bin/env python3
"""The step of the action: runs `auxdepth validate`, and reports to GitHub what it found.

Everything comes from environment variables: INPUT_... of action.yml, and GitHub's own. Nothing but Python's standard
library is needed, so that the step can be tried anywhere.
"""
from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
import tarfile
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

#: Exit statuses of `auxdepth validate` that come with a report: nothing found, something found.
REPORTED = (0, 1)
#: GitHub shows ten annotations of a kind for a step; the report has all.
MOST_ANNOTATIONS = 10
COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


class Refused(Exception):
    """Why there is nothing to report: for people."""


def given(name: str) -> str:
    """Returns an input of the action."""
    return os.environ.get(f"INPUT_{name}", "").strip()


def program() -> str:
    """Returns the program: the runner's, or that of an archive, which is unpacked."""
    archive, digest = given("ARCHIVE"), given("ARCHIVE_SHA256").lower()
    if not archive:
        return given("PROGRAM") or "auxdepth"
    if "://" in archive:
        if not digest:
            raise Refused("archive-sha256 is needed for an archive that is fetched")
        with urllib.request.urlopen(archive, timeout=60) as response:  # noqa: S310, the workflow names it
            data = response.read()
    else:
        data = Path(archive).read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if digest and found != digest:
        raise Refused(f"{archive} has the SHA-256 {found}, not {digest}")
    place = Path(os.environ.get("RUNNER_TEMP", "/tmp")) / f"auxdepth-{found[:16]}"
    place.mkdir(parents=True, exist_ok=True)
    packed = place / "archive"
    packed.write_bytes(data)
    with tarfile.open(packed) as unpacked:
        # Python 3.9 has no filters, nor has Debian 12; the digest says whose archive it is.
        unpacked.extractall(place, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    programs = sorted(place.glob("*/bin/auxdepth"))
    if not programs:
        raise Refused(f"{archive} has no */bin/auxdepth: it is no archive of `make dist`")
    return str(programs[0])


def command() -> list[str]:
    """Returns what is run."""
    paths = [line for line in (line.strip() for line in given("PATHS").splitlines()) if line]
    out = [program(), "validate", "--recursive", "--format", "sarif"]
    for option, name in (("--policy", "POLICY"), ("--baseline", "BASELINE")):
        if given(name):
            out += [option, given(name)]
    if given("FAIL_ON") == "warning":
        out.append("--strict")
    # A path may begin with a dash.
    return [*out, *shlex.split(given("ARGUMENTS")), "--", *(paths or ["."])]


def escaped(text: str, *, property: bool = False) -> str:
    """Returns a text as workflow commands take it."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if property else text


def place(result: dict[str, Any]) -> str:
    """Returns the file that a result is about."""
    for location in result.get("locations", []):
        uri = location.get("physicalLocation", {}).get("artifactLocation", {}).get("uri", "")
        if uri:
            return os.path.normpath(unquote(uri))
    return ""


def annotate(results: list[dict[str, Any]]) -> None:
    """Prints the annotations of pull requests: the first of each severity."""
    told: Counter[str] = Counter()
    for result in results:
        level = result.get("level", "warning")
        told[level] += 1
        if level in COMMANDS and told[level] <= MOST_ANNOTATIONS:
            title = escaped(result["ruleId"], property=True)
            file = escaped(place(result), property=True)
            print(f"::{COMMANDS[level]} file={file},title={title}::{escaped(result['message']['text'])}")
    for level, count in told.items():
        if count > MOST_ANNOTATIONS:
            print(f"{count - MOST_ANNOTATIONS} more findings of the level {level} are in the report")


def summary(results: list[dict[str, Any]]) -> str:
    """Returns a table in Markdown: of each rule how many photos have it."""
    if not results:
        return "### auxdepth\n\nNothing was found.\n"
    photos: dict[tuple[str, str], list[str]] = {}
    for result in results:
        files = photos.setdefault((result.get("level", "warning"), result["ruleId"]), [])
        if place(result) not in files:
            files.append(place(result))
    rows = ["### auxdepth", "", "| rule | severity | photos | first |", "| --- | --- | ---: | --- |"]
    order = {"error": 0, "warning": 1, "note": 2}
    for (level, rule), files in sorted(photos.items(), key=lambda item: (order.get(item[0][0], 3), item[0][1])):
        first = files[0].replace("|", "\\|").replace("`", "")
        rows.append(f"| {rule} | {level} | {len(files)} | `{first}` |")
    return "\n".join(rows) + "\n"


def tell(variable: str, text: str) -> None:
    """Appends to a file of GitHub's, where there is one."""
    if path := os.environ.get(variable):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def reason(output: bytes) -> str:
    """Returns why photos could not be judged, which is no fault of theirs."""
    try:
        runs = json.loads(output)["runs"]
        told = [each["message"]["text"] for run in runs for invocation in run.get("invocations", [])
                for each in invocation.get("toolExecutionNotifications", []) if each.get("level") == "error"]
    except (ValueError, KeyError):
        told = []
    return told[0] if told else "there is no report"


def check() -> int:
    """Runs the program, reports to GitHub, and returns the status of the step."""
    fail_on = given("FAIL_ON") or "error"
    if fail_on not in ("error", "warning", "never"):
        raise Refused(f"fail-on is {fail_on}; there are error, warning and never")
    done = subprocess.run(command(), cwd=os.environ.get("GITHUB_WORKSPACE") or None, stdout=subprocess.PIPE, check=False)
    tell("GITHUB_OUTPUT", f"status={done.returncode}\n")
    if done.returncode not in REPORTED or not done.stdout.strip():
        raise Refused(f"auxdepth validate ended with status {done.returncode}: {reason(done.stdout)}")
    log = json.loads(done.stdout)
    with_notes = given("NOTES").lower() == "true"
    for run in log["runs"]:
        run["results"] = [each for each in run["results"] if with_notes or each.get("level") != "note"]
    results = [result for run in log["runs"] for result in run["results"]]
    report = Path(os.environ.get("GITHUB_WORKSPACE", ".")) / (given("SARIF") or "auxdepth.sarif")
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps(log, ensure_ascii=False) + "\n", encoding="utf-8")
    annotate(results)
    counts = Counter(result.get("level", "warning") for result in results)
    tell("GITHUB_OUTPUT", f"sarif={report}\nerrors={counts['error']}\nwarnings={counts['warning']}\n")
    tell("GITHUB_STEP_SUMMARY", summary(results))
    print(f"auxdepth: {counts['error']} errors, {counts['warning']} warnings; the report is {report}")
    return 0 if fail_on == "never" else done.returncode


def main() -> None:
    try:
        sys.exit(check())
    except FileNotFoundError as missing:
        print(f"::error title=auxdepth::{escaped(f'{missing.filename} is not there: see the inputs program and archive')}")
    except (Refused, OSError, tarfile.TarError, ValueError) as failure:
        print(f"::error title=auxdepth::{escaped(str(failure))}")
    sys.exit(2)


if __name__ == "__main__":
    main()
