"""Photos made of the bundled scene, their pages, and browsers."""

import base64
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from browser import CHROMEDRIVER, CHROMIUM, Browser
from parts import part_of, with_part

ROOT = Path(__file__).resolve().parents[2]
SCENE = ROOT / "Examples/scene"
PROGRAM = os.environ.get("AUXDEPTH") or str(ROOT / ".build/shipped/release/auxdepth")


def auxdepth(*words, status=0):
    result = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=300)
    assert result.returncode in ({status} if isinstance(status, int) else status), result.stderr
    return result.stdout


class Photos:
    """Photos and pages in a folder, each made once."""

    def __init__(self, folder):
        self.folder = folder

    def __getitem__(self, name):
        path = self.folder / name
        if not path.exists():
            getattr(self, "make_" + name.split(".")[0].replace("-", "_"))(path)
        return path

    def make_scene(self, path):
        auxdepth("attach", SCENE / "render.png", "--depth", SCENE / "depth.pfm", "--accuracy", "relative", "--portrait", SCENE / "matte.png",
                 "-o", path)

    def make_small(self, path):
        """The scene at 640 x 480, which a processor can blur in a bearable time in place of a graphics card."""
        picture = self.folder / "small.png"
        Image.open(SCENE / "render.png").resize((640, 480), Image.Resampling.BOX).save(picture)
        auxdepth("attach", picture, "--depth", SCENE / "depth.pfm", "--accuracy", "relative", "-o", path, "--primary-quality", 100)

    def make_small_matte(self, path):
        auxdepth("attach", self["small.heic"], "--portrait", SCENE / "matte.png", "-o", path)

    def make_blurred(self, path):
        auxdepth("render", "blur", self["small.heic"], "-o", path, "--keep-aux")

    def make_broken(self, path):
        path.write_bytes(self["scene.heic"].read_bytes()[:3000])

    def page(self, name, *photos, options=(), status=0):
        """The page of some photos."""
        path = self.folder / f"{name}.html"
        if not path.exists():
            auxdepth("view", *[self[photo] if isinstance(photo, str) else photo for photo in photos], "-o", path,
                     *options, status=status)
        return path

    def exact(self, name, page, picture, change=lambda file: None, of=lambda file: file["photo"]["preview"]):
        """A page with the exact pixels of a PNG in place of its first preview, or of another picture, changed otherwise."""
        part = {}

        def replace(data):
            preview = of(data["files"][0])
            part["id"], preview["type"] = preview["part"], "image/png"
            change(data["files"][0])
        path = self.changed(name, page, replace)
        path.write_text(with_part(path.read_text(), part["id"], Path(picture).read_bytes()))
        return path

    def lossless(self, name="lossless", change=lambda file: None):
        """The page of the small scene with the scene's own pixels."""
        return self.exact(name, self.page("small", "small.heic"), self.folder / "small.png", change)

    def uncalibrated(self):
        """The same as if nothing were known of the camera."""
        return self.lossless("uncalibrated", lambda file: file["effects"]["focus"].pop("lens"))

    def changed(self, name, page, change):
        """A page whose data `change` changed; the `data` of a map are its part in base64."""
        path = self.folder / f"{name}.html"
        text = page.read_text()
        data = page_data(text)
        samples = [map for file in data["files"] for map in file.get("maps", []) if "part" in map]
        for map in samples:
            map["data"] = base64.b64encode(part_of(text, map["part"])).decode()
        change(data)
        for map in samples:
            text = with_part(text, map["part"], base64.b64decode(map.pop("data", "")))
        files = iter(data.pop("files"))
        encode = lambda value: json.dumps(value).replace("<", "\\u003c")
        text = re.sub(DATA, lambda found: found[1] + encode(data) + found[3], text, count=1, flags=re.S)
        text = re.sub(FILE, lambda found: found[1] + encode(next(files)) + found[3], text, flags=re.S)
        path.write_text(text)
        return path


DATA = r'(<script type="application/json" id="auxdepth-data">)(.*?)(</script>)'
FILE = r'(<script type="application/json" data-file>)(.*?)(</script>)'


def page_data(text):
    """The data of a page, with its files."""
    data = json.loads(re.search(DATA, text, re.S)[2])
    data["files"] = [json.loads(found[2]) for found in re.finditer(FILE, text, re.S)]
    return data


@pytest.fixture(scope="session")
def photos(tmp_path_factory):
    return Photos(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def chromium():
    if not CHROMIUM or not CHROMEDRIVER:
        pytest.skip("Debian's chromium and chromium-driver are not installed")
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def browser(chromium):
    """A browser of a desktop; a test that uses it fails where the page complains or asks for something."""
    chromium.size(1280, 900)
    # Motion takes time in each test, and is wanted by those alone that ask for it.
    chromium.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    chromium.forget()
    chromium.complaints()
    chromium.requests()
    yield chromium
    assert chromium.complaints() == []
    assert chromium.requests() == []


@pytest.fixture
def reader(chromium):
    """A browser whose driver may say that reading pixels is slow, which no reader of a page does."""
    yield chromium
    chromium.complaints()


@pytest.fixture(scope="session")
def plain_browser():
    """A browser without WebGL."""
    if not CHROMIUM or not CHROMEDRIVER:
        pytest.skip("Debian's chromium and chromium-driver are not installed")
    browser = Browser(has_webgl=False)
    yield browser
    browser.close()


@pytest.fixture
def scene(photos):
    return photos.page("scene", "scene.heic")


@pytest.fixture
def small(photos):
    return photos.page("small", "small.heic")


def sample(name):
    """A photo of a camera, from the folders of AUXDEPTH_SAMPLES."""
    for folder in filter(None, os.environ.get("AUXDEPTH_SAMPLES", "").split(":")):
        if (Path(folder) / name).exists():
            return Path(folder) / name
    pytest.skip(f"{name} is not in the folders of AUXDEPTH_SAMPLES")
