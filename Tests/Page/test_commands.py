"""The command lines that the page shows are those of the program."""

import base64
import shlex
import shutil
import subprocess

import pytest
from conftest import auxdepth, sample

PLACES = ["view=photo", "view=map&map=0", "view=map&map=1", "view=focus", "view=parallax", "view=anaglyph"]


def run(command, folder, photo):
    """Runs a command in a folder of its own, and returns the names of the files that it wrote."""
    words = shlex.split(command)
    assert words[0] == "auxdepth" and str(photo) in words
    if "-o" in words:
        words[words.index("-o") + 1] = str(folder / words[words.index("-o") + 1])
    elif words[1] == "extract":
        words += ["--directory", str(folder)]
    auxdepth(*words[1:])
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("place", PLACES)
def test_each_view(browser, photos, tmp_path, place):
    # A name that a shell takes apart, unless it is quoted.
    photo = photos.folder / "a photo's $name.heic"
    shutil.copy(photos["small-matte.heic"], photo)
    browser.open(photos.page("quoted", photo), place)
    written = run(browser.command(), tmp_path, photo)
    assert len(written) == (0 if place == "view=photo" else 1)
    assert all(name.startswith("a photo's $name-") for name in written)


def test_name_that_is_no_text(browser, photos, scene):
    def change(data):
        data["files"][0]["pathBytes"] = base64.b64encode(b"caf\xe9 a.heic").decode()

    browser.open(photos.changed("bytes", scene, change), "view=photo")
    words = subprocess.run(["bash", "-c", f"printf '%s' {browser.command().split(' info ')[1]}"], capture_output=True).stdout
    assert words == b"caf\xe9 a.heic"


def test_types_without_a_name_of_their_own(browser, photos, tmp_path):
    photo = sample("gainmapjs_01_hdrgm.jpg")
    browser.open(photos.page("gains", photo), "view=map")
    assert run(browser.command(), tmp_path, photo) == ["gainmapjs_01_hdrgm-urn-com-photo-aux-hdrgainmap.png"]


def test_both_eyes(browser, photos, tmp_path):
    photo = sample("pillow_visionpro_spatial.heic")
    browser.open(photos.page("spatial", photo), "view=pair")
    assert len(run(browser.command(), tmp_path, photo)) == 2


def test_comparison(browser, photos, tmp_path):
    page = photos.page("compare", "small.heic", "blurred.heic", options=["--compare"])
    browser.open(page)
    assert run(browser.command(), tmp_path, photos["small.heic"]) == ["page.html"]
