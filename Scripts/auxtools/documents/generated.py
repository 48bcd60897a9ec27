"""Pages of the site that are written from what the program and `auxdepth.h` state, and the viewer of the bundled scene."""
from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from auxtools.environment import ROOT, SCENE

HEADER = ROOT / "Sources/AuxDepthC/include/auxdepth.h"
# The pages of rules: their file names, as `helpUri` of SARIF has them, and their titles.
FAMILIES = {"file": "Files", "jpeg": "JPEG", "heif": "HEIF and AVIF", "gainmap": "Gain maps", "dng": "DNG and TIFF",
            "images": "Auxiliary images", "xmp": "XMP", "portrait": "Portraits for Photos", "spatial": "Spatial photos",
            "policy": "Policies"}

RULES = """# Rules

What `auxdepth validate` checks: {count} rules. `auxdepth help RULE` prints the page of one. `auxdepth validate --fix` makes the
repairs. Each repair is safe: no pixel changes, and the new file is read back before it replaces the old one.
[Validation](../../Specs/validation.md) says how rules are graded.
"""
CONVENTIONS = """# Conventions

The names that `--convention`, the option `convention` of C and Python, and `from_model()` take: what made a map, and so what its
samples mean. `auxdepth help conventions` prints the same. [Conversions](../Specs/conversions.md) has the rules.
"""
OPTIONS = """# Options of C and Python

Functions of `auxdepth.h` take options as the members of a JSON object. Functions of the Python package take them as keywords in
the spelling of Python: `whiteIsNear` is `white_is_near`. The option of the [command line](commands.md) does the same; there it
may have another name or unit. In parentheses: the type or the values, the unit, and the default.
"""


def run(program: Path, *arguments: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True, cwd=folder)
    return done.stdout


def documents(program: Path) -> dict[Path, str]:
    """Returns the generated Markdown files by the paths that they would have in the repository."""
    return {
        **rules(program),
        Path("docs/conventions.md"): conventions(run(program, "conventions")),
        Path("docs/options.md"): options(HEADER.read_text()),
    }


def rules(program: Path) -> dict[Path, str]:
    """Returns a page for each family of rules, and their list, from the rules of a SARIF log."""
    log = json.loads(run(program, "validate", "--format", "sarif", "--allow-empty", "--rule-pages", "."))
    families: dict[str, list[dict[str, Any]]] = {name: [] for name in FAMILIES}
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        families[Path(rule["helpUri"]).stem].append(rule)
    index = RULES.format(count=sum(map(len, families.values())))
    pages = {}
    for name, members in families.items():
        index += f"\n## {FAMILIES[name]}\n\n| rule | severity | what must hold |\n|---|---|---|\n"
        for rule in members:
            level = rule["defaultConfiguration"]["level"].replace("note", "info")
            index += f"| [{rule['id']}]({name}.md#{rule['id'].lower()}) | {level} | {rule['shortDescription']['text']} |\n"
        texts = [f"# Rules: {FAMILIES[name]}\n\n[All rules](README.md).\n", *(rule["help"]["markdown"] for rule in members)]
        pages[Path(f"docs/rules/{name}.md")] = "\n".join(texts)
    return {Path("docs/rules/README.md"): index, **pages}


def conventions(text: str) -> str:
    """Returns the page of the conventions, each of which the program prints as a title and indented lines."""
    page = CONVENTIONS
    for block in text.strip().split("\n\n"):
        (name, summary), *facts = block.split("\n")[0].split(": ", 1), *block.split("\n")[1:]
        escaped = [re.sub(r"([_*])", r"\\\1", line.strip()) for line in (f"{summary}.", *facts)]
        page += f"\n## {name}\n\n{escaped[0]}\n\n" + "".join(f"- {line}\n" for line in escaped[1:])
    return page


def options(header: str) -> str:
    """Returns the page of the options, which the header lists in the comment of each function."""
    page = OPTIONS
    for comment, name in re.findall(r"((?:^///.*\n)+)AUXDEPTH_API [^;(]*?(auxdepth_\w+)\(", header, re.M):
        text = re.sub("^/// ?", "", comment, flags=re.M)
        if found := re.search(r"Options\b.*:\n((?:(?:- |  ).*\n)+)", text):
            items = re.sub(r"(as of )(auxdepth_\w+)\(\)", r"\1[\2()](#\2)", found[1])
            page += f"\n## {name}\n\n{items}"
    return page


def write_scene_page(program: Path, page: Path) -> None:
    """Writes the viewer of a portrait of the bundled scene with its depth and matte."""
    with tempfile.TemporaryDirectory() as folder:
        run(program, "attach", SCENE / "render.png", "-o", "scene.heic", "--depth", SCENE / "depth.pfm", "--portrait",
            SCENE / "matte.png", "--intrinsics", "2100", "--accuracy", "absolute", folder=Path(folder))
        run(program, "view", "scene.heic", "-o", page.absolute(), "--quiet", "--title", "A rendered scene with its depth",
            folder=Path(folder))
