"""Pages of the Markdown files: README.md, what is linked from it, and what is generated, in the folders of the repository."""
from __future__ import annotations

import html
import os
import re
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from .links import is_external, slug

# A folder: DocC takes the address of a page for its name, so that index.html would be none.
REFERENCE = "reference/documentation/"
SCENE_PAGE = "docs/scene.html"
# The contents beside each page, in this order: a heading, and what is below it: documents, patterns of them, and other pages.
MENU: list[tuple[str, list[str]]] = [
    ("Start", ["README.md", "docs/install.md", "docs/commands.md", "docs/depth.md", "docs/containers.md", "docs/guarantees.md",
               "docs/privacy.md", "docs/apple.md", SCENE_PAGE]),
    ("Recipes", ["docs/recipes/*.md"]),
    ("Rules", ["docs/rules/README.md"]),
    ("Libraries", ["docs/library.md", REFERENCE, "Examples/Library/README.md", "Python/README.md", "docs/options.md",
                   "docs/conventions.md", "docs/c-interface.md", "Examples/C/README.md"]),
    ("Background", ["Specs/README.md", "Benchmarks/RESULTS.md", "CONTRIBUTING.md", "CHANGELOG.md"]),
]
# What is called otherwise there than on its page.
NAMES = {"README.md": "Overview", "docs/library.md": "Swift", "Examples/Library/README.md": "Swift by example",
         "Python/README.md": "Python", "Examples/C/README.md": "C", REFERENCE: "Swift, reference",
         SCENE_PAGE: "A viewer, of the bundled scene"}
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'">
<title>{title}</title>
<link rel="stylesheet" href="{root}style.css">
</head>
<body>
<header><a class="skip" href="#content">To the text</a><a class="home" href="{root}index.html">auxdepth</a><a class="all" href="#all-pages">All pages</a></header>
<main id="content">
{body}</main>
<nav id="all-pages" aria-label="Pages">
{menu}</nav>
<footer>auxdepth {version}, under the Apache License 2.0. This page is made of {source}.</footer>
</body>
</html>
"""


class Renderer(RendererHTML):
    """As Markdown's own, but tables scroll by themselves, blocks say their language, and comments stay behind."""

    def table_open(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        return '<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n'

    def table_close(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        return "</table></div>\n"

    def fence(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        token = tokens[index]
        language = html.escape(token.info.strip() or "text")
        return f'<pre class="{language}" tabindex="0"><code>{html.escape(token.content)}</code></pre>\n'

    def html_block(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        return re.sub(r"<!--.*?-->\n?", "", tokens[index].content, flags=re.S)


def page_of(path: Path) -> Path:
    """Where the page of a file of the repository is."""
    if path.name == "README.md":
        return path.with_name("index.html")
    return path.with_suffix(".html") if path.suffix == ".md" else Path(f"{path}.html")


class Site:
    """The pages in the folder `out`: of files below `top`, and of `generated` documents by their paths there."""

    def __init__(self, top: Path, out: Path, version: str, generated: dict[Path, str], has_reference: bool) -> None:
        self.top, self.out, self.version, self.generated = top, out, version, generated
        self.markdown = MarkdownIt("commonmark", {"html": True}, renderer_cls=Renderer).enable("table")
        self.menu_names = [
            (heading, [each for name in names for each in self.matches(name) if has_reference or each != REFERENCE])
            for heading, names in MENU
        ]
        self.titles = {name: NAMES.get(name) or self.title(Path(name)) for _, names in self.menu_names for name in names}
        self.made: set[Path] = set()

    def make(self) -> int:
        """Makes the pages of the menu, and of all that they lead to; returns their number."""
        waiting = [Path(name) for _, names in self.menu_names for name in names if name.endswith(".md")]
        while waiting:
            path = waiting.pop(0)
            if path in self.made:
                continue
            self.made.add(path)
            waiting += self.document(path) if path.suffix == ".md" else self.source(path)
        shutil.copyfile(Path(__file__).with_name("style.css"), self.out / "style.css")
        return len(self.made)

    def matches(self, pattern: str) -> list[str]:
        return sorted(str(path.relative_to(self.top)) for path in self.top.glob(pattern)) if "*" in pattern else [pattern]

    def text(self, path: Path) -> str:
        return self.generated[path] if path in self.generated else (self.top / path).read_text()

    def title(self, path: Path) -> str:
        heading = re.search(r"^# (.*)$", self.text(path), re.M)
        return re.sub(r"[`*]", "", heading[1]) if heading else path.name

    def document(self, path: Path) -> list[Path]:
        """Makes the page of a Markdown file; returns the files that it leads to."""
        tokens = self.markdown.parse(self.text(path))
        self.name_headings(tokens)
        others: list[Path] = []
        for token in [child for token in tokens for child in [token, *(token.children or [])]]:
            for name in ("href", "src"):
                target = token.attrGet(name)
                if isinstance(target, str) and not is_external(target) and not target.startswith("#"):
                    token.attrSet(name, self.target(path, target, others))
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        self.write(path, self.title(path), body)
        return others

    def name_headings(self, tokens: list[Token]) -> None:
        """Gives headings the anchors that GitHub gives them, and a link to themselves."""
        counts: dict[str, int] = {}
        for token, inline in zip(tokens, tokens[1:]):
            if token.type != "heading_open":
                continue
            name = slug(inline.content)
            count = counts.get(name, 0)
            counts[name] = count + 1
            name = f"{name}-{count}" if count else name
            token.attrSet("id", name)
            if token.tag in ("h2", "h3"):
                link = Token("html_inline", "", 0)
                link.content = f'<a class="here" href="#{name}" aria-label="Link to this section">#</a>'
                inline.children = [*(inline.children or []), link]

    def target(self, path: Path, target: str, others: list[Path]) -> str:
        """Where a link of a document leads on the site; the target is noted."""
        parts = urlsplit(target)
        file = Path(os.path.normpath(path.parent / unquote(parts.path)))
        if (self.top / file).is_dir():
            file = file / "README.md"
        if file.suffix.lower() in (".png", ".jpg", ".webp", ".svg"):
            self.copy(file)
            return target
        others.append(file)
        place = os.path.relpath(page_of(file), page_of(path).parent)
        return f"{place}#{parts.fragment}" if parts.fragment else place

    def copy(self, file: Path) -> None:
        place = self.out / os.path.normpath(file)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.top / file, place)

    def source(self, path: Path) -> list[Path]:
        """Makes the page of a file that is no Markdown: its text."""
        text = html.escape((self.top / path).read_text())
        self.write(path, str(path), f'<h1>{html.escape(str(path))}</h1>\n<pre tabindex="0"><code>{text}</code></pre>\n')
        return []

    def write(self, path: Path, title: str, body: str) -> None:
        place = self.out / page_of(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * len(page_of(path).parent.parts)
        title = title if title == "auxdepth" else f"{title} – auxdepth"
        source = "what the program and auxdepth.h state" if path in self.generated else html.escape(str(path))
        place.write_text(PAGE.format(
            title=html.escape(title), root=root, menu=self.menu(path, root), body=body, version=self.version, source=source))

    def menu(self, current: Path, root: str) -> str:
        parts = []
        for heading, names in self.menu_names:
            items = "".join(
                f'<li><a href="{root}{page_of(Path(name)) if name.endswith(".md") else name}"'
                f'{" aria-current=page" if Path(name) == current else ""}>{html.escape(self.titles[name])}</a></li>\n'
                for name in names)
            parts.append(f"<h2>{heading}</h2>\n<ul>\n{items}</ul>\n")
        return "".join(parts)
