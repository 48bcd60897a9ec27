"""Screenshots against small references.

The references are made by `Scripts/test-page --references`; look at them before they are committed. Those of photos of
cameras have no photo in them: the layout of the page around it is compared.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from conftest import sample
from PIL import Image, ImageFilter

REFERENCES = Path(__file__).parent / "References"
# Of a desktop's page, and of a phone's.
WIDTHS = {1280: 400, 360: 240}
# It has the path of a folder that is another each time.
HIDE_COMMAND = "#command { visibility: hidden; }"
HIDE_PICTURES = "#content > *, .thumb > * { visibility: hidden !important; }"


def style(browser, rules):
    browser.run(
        "document.head.append(Object.assign(document.createElement('style'), { textContent: arguments[0] }));", rules)


def compare(browser, name, height):
    """Compares what is seen with a reference, both made small, so that fonts may differ by a little."""
    style(browser, HIDE_COMMAND)
    shot = browser.screenshot(height)
    side = WIDTHS[shot.width]
    small = shot.resize((side, round(shot.height * side / shot.width)), Image.Resampling.BOX)
    path = REFERENCES / f"{name}.png"
    if os.environ.get("AUXDEPTH_REFERENCES"):
        small.quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
    reference = Image.open(path).convert("RGB")
    assert small.size == reference.size
    one, two = (np.asarray(item.filter(ImageFilter.BoxBlur(2))).astype(float) for item in (small, reference))
    difference = np.abs(one - two)
    # Few pixels may differ much, as where a line of text is broken otherwise.
    assert difference.mean() < 3 and np.percentile(difference, 99) < 40, f"{name}: {difference.mean():.2f}"


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)])
@pytest.mark.parametrize("view", ["photo", "map"])
def test_scene(browser, scene, scheme, width, view):
    browser.size(width, 900)
    browser.prefer(prefers_color_scheme=scheme)
    browser.open(scene, f"view={view}")
    compare(browser, f"scene-{view}-{scheme}-{width}", 900)


def test_focus(browser, small):
    browser.open(small, "view=focus")
    browser.draw_whole()
    compare(browser, "small-focus", 900)


@pytest.mark.parametrize("photo, place", [
    ("fidmaa_depth_allmattes_gainmap.heic", "view=map&map=1"),
    ("synthetic_dng/u16.dng", "view=map"),
    ("pillow_visionpro_spatial.heic", "view=pair"),
])
def test_photo_of_a_camera(browser, photos, photo, place):
    path = sample(photo)
    name = path.stem
    page = photos.page(name, path, status={0, 1})
    browser.prefer(prefers_color_scheme="dark")
    browser.open(page, place)
    # All auxiliary images are there, and the one that is shown is not empty.
    assert browser.canvas()[:, :, :3].std() > 1
    style(browser, HIDE_PICTURES)
    compare(browser, f"layout-{name}", 900)
