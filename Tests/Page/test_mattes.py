"""Mattes in colours over the photo."""

import numpy as np
import pytest
from conftest import auxdepth
from PIL import Image

# The colours of the page, from what takes a place first to what takes it last.
COLOURS = {"hair": (214, 51, 255), "sky": (64, 156, 255), "portrait": (45, 212, 96)}
TYPES = {"hair": "semanticSegmentationHairMatte", "sky": "semanticSegmentationSkyMatte", "portrait": "portraitEffectsMatte"}


def masks():
    """Mattes of 320 x 240 with soft edges; two overlap."""
    rows, columns = np.mgrid[0:240, 0:320]
    disc = np.clip((70 - np.hypot(columns - 160, rows - 120)) * 12, 0, 255)
    return {"portrait": disc, "hair": np.where(rows < 100, disc * 0.8, 0), "sky": np.clip((60 - rows) * 10.0, 0, 255)}


@pytest.fixture
def page(photos):
    path = photos.folder / "mattes.heic"
    if not path.exists():
        options = []
        for name, mask in masks().items():
            picture = photos.folder / f"matte-{name}.png"
            Image.fromarray(mask.astype("uint8")).save(picture)
            options += [f"--{name}", picture]
        auxdepth("attach", photos["small.heic"], *options, "-o", path)
    return photos.page("mattes", path)


def codes(photos, name):
    """The codes of the file's matte, as the program extracts them."""
    path = photos.folder / f"extracted-{name}.png"
    auxdepth("extract", photos.folder / "mattes.heic", "--type", TYPES[name], "-o", path, "--force")
    return np.asarray(Image.open(path)).astype(float) / 255


def painted(photos, names):
    """Red, green, blue and coverage as numpy paints them."""
    free = np.ones((240, 320))
    light = np.zeros((240, 320, 3))
    for name in [name for name in COLOURS if name in names]:
        taken = np.minimum(codes(photos, name), free)
        light += taken[:, :, None] * COLOURS[name]
        free -= taken
    covered = 1 - free
    return light / np.maximum(covered, 1e-9)[:, :, None], covered


def assert_painted(browser, photos, names):
    canvas = browser.canvas().astype(float)
    colour, covered = painted(photos, names)
    assert np.abs(canvas[:, :, 3] - 255 * covered).max() <= 1
    # A canvas keeps its colours multiplied by the coverage, so that faint ones lose digits.
    strong = covered > 0.25
    assert strong.sum() > 3000
    assert np.abs(canvas[:, :, :3] - colour)[strong].max() <= 4


def switch(browser, name):
    browser.find(f"input[name=matte][value={TYPES[name]}]").click()
    browser.settle()


def test_colours_are_numpy_s(browser, photos, page):
    browser.open(page, "view=mattes")
    assert_painted(browser, photos, ["hair", "sky", "portrait"])
    switch(browser, "hair")
    assert_painted(browser, photos, ["sky", "portrait"])
    switch(browser, "portrait")
    assert_painted(browser, photos, ["sky"])
    assert TYPES["sky"] in browser.command() and TYPES["hair"] not in browser.command()


def test_command_writes_the_mattes(browser, photos, page, tmp_path):
    browser.open(page, "view=mattes")
    auxdepth(*browser.command().split()[1:], "--directory", tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_opacity_mixes_with_the_photo(browser, page):
    """What the screen shows is the photo's code and the colour, mixed."""
    browser.open(page, "view=mattes")
    for name in ("hair", "portrait"):
        switch(browser, name)
    box = browser.run("const b = document.getElementById('content').getBoundingClientRect(); return [b.left, b.top, b.width, b.height];")

    def seen(u, v):
        shot = np.asarray(browser.screenshot()).astype(float)
        x, y = round(box[0] + u * box[2]), round(box[1] + v * box[3])
        return shot[y - 2:y + 3, x - 2:x + 3].mean(axis=(0, 1))

    browser.slide("opacity", 0)
    photo = seen(0.5, 0.1)
    browser.slide("opacity", 1)
    assert np.abs(seen(0.5, 0.1) - COLOURS["sky"]).max() <= 2
    browser.slide("opacity", 0.4)
    assert np.abs(seen(0.5, 0.1) - (0.6 * photo + 0.4 * np.array(COLOURS["sky"]))).max() <= 3
    ground = seen(0.5, 0.9)
    browser.choose("ground", "gray")
    gray = seen(0.5, 0.9)
    assert np.ptp(ground) > 3 and np.ptp(gray) <= 1
    browser.choose("ground", "none")
    assert seen(0.5, 0.9).max() == 0


def test_hover_names_what_is_there(browser, page):
    browser.open(page, "view=mattes")
    browser.point(0.5, 0.35)
    here = browser.readout()["Here"]
    assert "Hair 80" in here and "Portrait 100 %" in here and "Sky" not in here
    marked = [row.text.split("\n")[0].split(" ")[0] for row in browser.all(".mattes li.here")]
    assert marked == ["Hair", "Portrait"]
    browser.point(0.1, 0.9)
    assert browser.readout()["Here"] == "no matte"


def test_legend_has_the_areas(browser, photos, page):
    browser.open(page, "view=mattes")
    rows = {row.text.split("\n")[0].split(" ")[0]: row.text for row in browser.all(".mattes li")}
    for name in COLOURS:
        text = rows[name.capitalize()]
        assert float(text.split()[-2]) == pytest.approx(100 * codes(photos, name).mean(), rel=0.01)


def test_keyboard_and_phone(browser, photos, page):
    browser.size(360, 740)
    browser.prefer(prefers_color_scheme="dark")
    browser.open(page, "view=mattes")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth;")
    browser.run("document.querySelector('input[name=matte]').focus();")
    browser.press(" ")
    browser.settle()
    assert_painted(browser, photos, ["sky", "portrait"])
