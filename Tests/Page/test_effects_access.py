"""What keyboards, screen readers and weak eyes need in the views of mattes, exposure and differences."""

import pytest
from conftest import auxdepth
from test_access import CONTRAST, STRUCTURE, axe, unnamed


def assert_accessible(browser, name):
    assert browser.run(CONTRAST) == [], name
    assert browser.run(STRUCTURE) == [], name
    assert unnamed(browser) == [], name
    assert axe(browser) == [], name


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_views(browser, photos, scheme, width):
    path = photos.folder / "gainful.heic"
    if not path.exists():
        matte = photos.folder / "gainful.png"
        auxdepth("render", "grayscale", photos["small.heic"], "-o", matte)
        auxdepth("attach", photos["small.heic"], "--portrait", matte, "--hair", matte, "--gainmap", matte, "--gainmap-headroom", "4",
                 "-o", path)
    browser.size(width, 800)
    browser.prefer(prefers_color_scheme=scheme)
    browser.open(photos.page("gainful", path))
    for view in ["focus", "mattes", "exposure"]:
        browser.tab(view)
        assert_accessible(browser, view)


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 360)])
def test_differences(browser, photos, scheme, width):
    browser.size(width, 800)
    browser.prefer(prefers_color_scheme=scheme)
    browser.open(photos.page("compare", "small.heic", "blurred.heic", options=["--compare"]))
    assert_accessible(browser, "divider")
    browser.choose("mode", "difference")
    assert_accessible(browser, "photos")
    browser.choose("what", "disparity")
    assert_accessible(browser, "maps")
