"""Links of Markdown files and of the site's pages: what they point at, and whether it is there."""
from __future__ import annotations

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

CODE = re.compile(r"^( {0,3})(`{3,}|~{3,}).*?^ {0,3}\2\s*$|<!--.*?-->", re.M | re.S)
SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.S)
INLINE = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\))?)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$", re.M)
ATTRIBUTE = re.compile(r"<[a-z][^>]*?\s(?:href|src|srcset)=\"([^\"\s]+)[^\"]*\"", re.S)
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$", re.M)


def documents(top: Path) -> list[Path]:
    """The Markdown files of a repository, without those that DocC compiles, which looks after their links itself."""
    if (top / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=top, check=True, capture_output=True, text=True
        ).stdout.splitlines()
    else:
        listed = [str(path.relative_to(top)) for path in top.rglob("*.md") if not any(part.startswith(".") for part in path.relative_to(top).parts)]
    return [Path(name) for name in sorted(listed) if not name.startswith("Sources/") and (top / name).exists()]


def slug(heading: str) -> str:
    """The anchor of a heading as GitHub makes it, of its text without marks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[`*]|(?<!\w)_|_(?!\w)", "", text).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """The anchors of a Markdown file; of like headings the later ones have numbers."""
    found: dict[str, int] = {}
    names = set(re.findall(r"<[a-z][^>]*\s(?:id|name)=\"([^\"]+)\"", text))
    for heading in HEADING.findall(CODE.sub("", text)):
        name = slug(heading)
        count = found.get(name, 0)
        found[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def links(text: str) -> list[tuple[int, str]]:
    """What a Markdown file links to, with lines."""
    blank = lambda found: re.sub(r"[^\n]", " ", found[0])  # noqa: E731, lines stay what they are
    text = SPAN.sub(blank, CODE.sub(blank, text))
    found = [(match.start(1), match[1]) for pattern in (INLINE, REFERENCE, ATTRIBUTE) for match in pattern.finditer(text)]
    return sorted((text.count("\n", 0, start) + 1, target) for start, target in found)


def is_external(target: str) -> bool:
    return bool(urlsplit(target).scheme or target.startswith("//"))


def faults_of_documents(top: Path) -> tuple[list[str], dict[str, list[str]], int]:
    """The dead links of the Markdown files, the external ones by their places, and how many lead into the repository."""
    faults: list[str] = []
    external: dict[str, list[str]] = {}
    count = 0
    for document in documents(top):
        text = (top / document).read_text()
        for line, target in links(text):
            if is_external(target):
                external.setdefault(target, []).append(f"{document}:{line}")
                continue
            count += 1
            parts = urlsplit(target)
            path = (top / document).parent / unquote(parts.path) if parts.path else top / document
            if not path.exists():
                faults.append(f"{document}:{line}: there is no {target}")
            elif not path.resolve().is_relative_to(top.resolve()):
                faults.append(f"{document}:{line}: {target} leads out of the repository")
            elif path.is_dir() and not (path / "README.md").exists():
                faults.append(f"{document}:{line}: the folder {target} has no README.md to show")
            elif parts.fragment and path.suffix == ".md" and unquote(parts.fragment) not in anchors(path.read_text()):
                faults.append(f"{document}:{line}: {parts.path or document} has no heading #{parts.fragment}")
    return faults, external, count


def faults_of_guarantees(top: Path) -> list[str]:
    """The names in the table of guarantees that no test has, and the guarantees without a row."""
    table = Path("Specs/guarantees.md")
    rows = re.findall(r"^\|([^|]*)\|[^|]*\|([^|]*)\|$", (top / table).read_text(), re.M)[1:]
    names = {name for _, tests in rows for name in re.findall(r"`([^`]+)`", tests)}
    swift = "\n".join(path.read_text() for path in (top / "Tests").rglob("*.swift"))
    faults = [
        f"{table}: there is no test {name}"
        for name in sorted(names)
        if not (re.search(rf"func {re.escape(name)}\(", swift) or (top / name).exists() or (top / "Conformance/Cases" / name).is_dir())
    ]
    titles = re.findall(r"^- \*\*(.+?)\*\*", (top / "docs/guarantees.md").read_text(), re.M)
    held = {title.strip() for title, _ in rows}
    return faults + [f"{table}: nothing holds “{each}”" for each in (title.rstrip(".") for title in titles) if each not in held]


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name == "srcset" and value:
                self.targets += [each.split()[0] for each in value.split(",")]
            elif name == "id" and value:
                if value in self.names:
                    self.names.add(f"twice: {value}")
                self.names.add(value)


def faults_of_site(site: Path, made_elsewhere: str) -> tuple[list[str], int]:
    """The dead links of a site's pages; pages below the folder `made_elsewhere` are looked for, not into."""
    pages = {
        path: Page(path.read_text()) for path in sorted(site.rglob("*.html")) if path.relative_to(site).parts[0] != made_elsewhere
    }
    faults: list[str] = []
    count = 0
    for path, page in pages.items():
        name = path.relative_to(site)
        faults += [f"{name}: two elements have the id {each[7:]}" for each in page.names if each.startswith("twice: ")]
        for target in page.targets:
            if is_external(target):
                continue
            count += 1
            parts = urlsplit(target)
            file = path.parent / unquote(parts.path) if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            if target.startswith("/") or not file.is_file():
                faults.append(f"{name}: there is no {target}")
            elif parts.fragment and (other := pages.get(file.resolve())) and parts.fragment not in other.names:
                faults.append(f"{name}: {target}: there is no such heading")
    return faults, count
