"""Two files beside each other, several on a contact sheet, and files that cannot be read."""

import re

import numpy as np
import pytest
from conftest import auxdepth, sample


@pytest.fixture
def pair(photos):
    return photos.page("compare", "small.heic", "blurred.heic", options=["--compare"])


@pytest.fixture
def sheet(photos):
    return photos.page("sheet", "scene.heic", "broken.heic", "small.heic", "blurred.heic", status=1)


def test_before_and_after(browser, pair):
    browser.open(pair)
    assert browser.find("#views-compare").get_attribute("aria-selected") == "true"
    browser.slide("divide", 0.25)
    assert "75%" in browser.run("return document.querySelector('.over').style.clipPath;")
    browser.point(0.5, 0.2)
    told = browser.readout()
    assert told["Before"].count(" ") == 2 and told["After"].count(" ") == 2
    browser.point(0.6, 0.5, click=True)
    assert browser.run("return document.querySelector('input[name=divide]').valueAsNumber;") == pytest.approx(0.6, abs=0.01)


def test_difference_of_photos(browser, pair):
    browser.open(pair)
    browser.choose("mode", "difference")
    browser.slide("amplification", 1)
    one = browser.canvas("#content canvas:nth-of-type(3)")[:, :, :3].astype(int)
    browser.slide("amplification", 8)
    eight = browser.canvas("#content canvas:nth-of-type(3)")[:, :, :3].astype(int)
    assert (eight == np.minimum(one * 8, 255)).all() and one.max() > 10
    assert f"differ by {one.max()} at most" in browser.text("#side")


def test_difference_of_maps(browser, photos, pair):
    maps = []
    for photo in ["small.heic", "blurred.heic"]:
        path = photos.folder / f"{photo}.npy"
        auxdepth("extract", photos[photo], "--type", "disparity", "--as", "fdis", "--oriented", "-o", path, "--force")
        maps.append(np.load(path).astype(float))
    browser.open(pair)
    browser.choose("what", "disparity")
    browser.choose("mode", "difference")
    greatest = float(re.search(r"differ by (\S+) 1/m at most", browser.text("#side"))[1])
    # The program's floats came through halves.
    assert greatest == pytest.approx(np.abs(maps[1] - maps[0]).max(), abs=5e-4)


def test_contact_sheet(browser, sheet):
    browser.open(sheet)
    assert browser.text("h1") == "Contact sheet"
    assert "4 files" in browser.text("#summary")
    cards = browser.all(".card")
    assert len(cards) == 4
    assert "Disparity map" in cards[0].text and "valid" in cards[0].text
    assert "not read" in cards[1].text and "mdat" in cards[1].text
    cards[2].find_element("css selector", "a").click()
    browser.settle()
    assert browser.text("h1") == "small.heic" and "file=2" in browser.driver.current_url
    browser.find("#back").click()
    browser.settle()
    assert browser.text("h1") == "Contact sheet"
    assert browser.run("return document.activeElement.getAttribute('href');") == "#file=2"
    browser.driver.back()
    browser.settle()
    assert browser.text("h1") == "small.heic"


def test_link_to_a_view(browser, sheet):
    browser.open(sheet, "file=0&view=map&map=1")
    assert browser.text("h1") == "scene.heic"
    assert "Portrait effects matte" in browser.text("#side h3")


def test_file_that_cannot_be_read(browser, sheet):
    browser.open(sheet, "file=1")
    assert "could not be read" in browser.text("#failure")
    assert not browser.find("#work").is_displayed()
    assert "HEIF-BOX-SIZE" in browser.text("#detail")


def test_details(browser, scene):
    browser.open(scene)
    assert "XMP" in browser.text("#detail")
    browser.find("#detail-tabs-structure").click()
    rows = browser.all(".structure tbody tr")
    assert rows[0].text.startswith("ftyp 0 ")
    shown = len([row for row in rows if row.is_displayed()])
    browser.all(".fold")[0].click()
    folded = len([row for row in browser.all(".structure tbody tr") if row.is_displayed()])
    assert folded < shown
    browser.all(".fold")[0].click()
    assert len([row for row in browser.all(".structure tbody tr") if row.is_displayed()]) == shown
    browser.find("#detail-tabs-findings").click()
    assert "Nothing was found: the file is valid." in browser.text("#detail")


def test_findings(browser, photos):
    browser.open(photos.page("findings", sample("shu223_depth.jpg")))
    browser.find("#detail-tabs-findings").click()
    row = browser.text("#detail .findings tbody")
    assert "JPEG-MPF-PRIMARY-SIZE" in row
    assert "About this rule" in row


def test_both_eyes(browser, photos):
    page = photos.page("spatial", sample("pillow_visionpro_spatial.heic"))
    browser.open(page, "view=pair")
    assert "63.81 mm" in browser.text("#side")
    assert browser.run("const c = document.querySelector('#content canvas'); return c.width / c.height;") == 2
    browser.choose("layout", "wiggle")
    assert browser.find(".row button").get_attribute("aria-pressed") == "true"
    browser.find(".row button").click()
    assert browser.find(".row button").get_attribute("aria-pressed") == "false"
    browser.choose("layout", "anaglyph")
    assert "--eye both" in browser.command()
    browser.prefer(prefers_reduced_motion="reduce")
    browser.choose("layout", "wiggle")
    assert browser.find(".row button").get_attribute("aria-pressed") == "false"
