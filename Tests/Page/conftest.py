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
        auxdepth("attach", SCENE / "render.png", "--depth", SCENE / "depth.pfm", "--portrait", SCENE / "matte.png",
                 "-o", path)

    def make_small(self, path):
        """The scene at 640 x 480, which a processor can blur in a bearable time in place of a graphics card."""
        picture = self.folder / "small.png"
        Image.open(SCENE / "render.png").resize((640, 480), Image.Resampling.BOX).save(picture)
        auxdepth("attach", picture, "--depth", SCENE / "depth.pfm", "-o", path, "--primary-quality", 100)

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

    def lossless(self, name="lossless", change=lambda file: None):
        """The page of the small scene with its exact pixels in place of a preview of fewer colours, changed otherwise."""
        def replace(data):
            picture = base64.b64encode((self.folder / "small.png").read_bytes()).decode()
            data["files"][0]["photo"]["preview"]["uri"] = f"data:image/png;base64,{picture}"
            change(data["files"][0])
        return self.changed(name, self.page("small", "small.heic"), replace)

    def uncalibrated(self):
        """The same as if nothing were known of the camera."""
        return self.lossless("uncalibrated", lambda file: file["effects"]["focus"].pop("lens"))

    def changed(self, name, page, change):
        """A page whose data `change` changed."""
        path = self.folder / f"{name}.html"
        text = page.read_text()
        found = re.search(r'(<script type="application/json" id="auxdepth-data">)(.*?)(</script>)', text, re.S)
        data = json.loads(found[2])
        change(data)
        path.write_text(text[:found.start(2)] + json.dumps(data).replace("<", "\\u003c") + text[found.end(2):])
        return path


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
    chromium.prefer(prefers_color_scheme="light")
    chromium.complaints()
    chromium.requests()
    yield chromium
    assert chromium.complaints() == []
    assert chromium.requests() == []


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
