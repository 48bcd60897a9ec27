"""The licences of what is bundled: a text of each package, and one expression of all."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

#: What the Debian packages of bundled libraries are under, as SPDX has it. One that is not here is not shipped: somebody has
#: to look at it first.
OF_PACKAGES = {
    "libaom3": "BSD-2-Clause",
    "libbrotli1": "MIT",
    "libdav1d6": "BSD-2-Clause",
    "libde265-0": "LGPL-3.0-or-later",
    "libdeflate0": "MIT",
    "libexiv2-27": "GPL-2.0-or-later",
    "libexpat1": "MIT",
    "libheif1": "LGPL-3.0-or-later",
    "libhwy1": "Apache-2.0",
    "libimath-3-1-29": "BSD-3-Clause",
    "libisal2": "BSD-3-Clause",
    "libjbig0": "GPL-2.0-or-later",
    "libjpeg62-turbo": "BSD-3-Clause AND IJG AND Zlib",
    "libjxl0.7": "BSD-3-Clause",
    "liblcms2-2": "MIT",
    "liblerc4": "Apache-2.0",
    "liblzma5": "LicenseRef-Public-Domain",
    "libnuma1": "LGPL-2.1-only",
    "libopenexr-3-1-30": "BSD-3-Clause",
    "libpng16-16": "libpng-2.0",
    "libtiff6": "libtiff",
    "libwebp7": "BSD-3-Clause",
    "libx265-199": "GPL-2.0-or-later",
    "libzstd1": "BSD-3-Clause",
    "zlib1g": "Zlib",
}
#: What is linked into the library and the program: the runtimes of Swift and GCC, both with exceptions for that.
LINKED = {"swift": "Apache-2.0", "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1"}
OWN = "Apache-2.0"
COMMON = Path("/usr/share/common-licenses")

HEAD = """\
What is in this beside auxdepth itself, which is under the Apache License 2.0.

The files in {folder} are libraries of Debian as its packages have them; only their names were changed, to keep them apart
from others in the same process: `aux` takes the place of `lib`. The licence of each package is in the file of its name, with
the texts that Debian keeps in one place beside them. x265, Exiv2 and JBIG-KIT are under the GNU General Public License,
version 2 or later: all of it together can be given away under version 3 of it. Their sources are the source packages of
Debian 12 of the versions below.

The library and the program have the runtimes of Swift and of GCC in them, whose licences except what is compiled with them.

"""


def package_of(path: Path) -> str:
    """Returns the Debian package that a file is of."""
    for name in (str(path), str(path).removeprefix("/usr"), "/usr" + str(path)):
        result = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if result.returncode == 0:
            return result.stdout.split(":")[0]
    raise SystemExit(f"licences: {path} is of no package")


def version_of(package: str) -> str:
    query = ["dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", package]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout.splitlines()[0]


def swift_licence() -> Path:
    """Returns the licence of the toolchain that the runtime is of."""
    swift = shutil.which("swift")
    text = Path(swift).resolve().parent.parent / "share/swift/LICENSE.txt" if swift else None
    if text is None or not text.exists():
        raise SystemExit("licences: the licence of the toolchain of Swift is not beside it")
    return text


def collect(libraries: dict[str, Path], folder: Path, place: str) -> str:
    """Copies the licences of libraries, which are in the folder `place`, and of what is linked; returns the expression of all."""
    folder.mkdir()
    files: dict[str, list[str]] = {}
    for name, path in libraries.items():
        files.setdefault(package_of(path), []).append(name)
    lines, texts = [], []
    for package in sorted(files):
        if package not in OF_PACKAGES:
            raise SystemExit(f"licences: nobody wrote down what {package} is under")
        target = folder / f"{package}.txt"
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", target)
        texts.append(target.read_text(errors="replace"))
        lines.append(f"{package} ({version_of(package)}): {', '.join(files[package])}: {OF_PACKAGES[package]}")
    shutil.copyfile("/usr/share/doc/gcc-12-base/copyright", folder / "gcc.txt")
    texts.append((folder / "gcc.txt").read_text(errors="replace"))
    shutil.copyfile(swift_licence(), folder / "swift.txt")
    for name in sorted(set(re.findall(r"/usr/share/common-licenses/([\w.-]*[\w])", "\n".join(texts)))):
        if (COMMON / name).exists():
            shutil.copyfile(COMMON / name, folder / f"common-{name}.txt")
    (folder / "README.txt").write_text(HEAD.format(folder=place) + "\n".join(lines) + "\n")
    parts = {part for value in [*(OF_PACKAGES[name] for name in files), *LINKED.values()] for part in value.split(" AND ")}
    return " AND ".join([OWN, *sorted(parts - {OWN})])


def state(project: Path, expression: str) -> None:
    """Puts the expression into the metadata of the package."""
    text = project.read_text()
    changed = text.replace(f'license = "{OWN}"', f'license = "{expression}"')
    if changed == text:
        raise SystemExit(f"licences: {project} does not say that it is under {OWN}")
    project.write_text(changed)
