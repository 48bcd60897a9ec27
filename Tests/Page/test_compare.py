"""Two files beside each other, several on a contact sheet, and files that cannot be read."""

import re

import numpy as np
import pytest
from conftest import SCENE, auxdepth, sample
from PIL import Image
from space import pfm


@pytest.fixture
def pair(photos):
    return photos.page("compare", "small.heic", "blurred.heic", options=["--compare"])


@pytest.fixture
def sheet(photos):
    return photos.page("sheet", "scene.heic", "broken.heic", "small.heic", "blurred.heic", status=1)


def told(browser):
    """The numbers of the differences: a text for each name."""
    return browser.run("""
return Object.fromEntries([...document.querySelectorAll("#side .facts tr")].map((row) => [row.cells[0].textContent,
  row.cells[1].textContent]));""")


def number(text):
    return float(re.search(r"[−-]?[0-9][0-9.]*", text)[0].replace("−", "-"))


DIFFERENCES = "#content canvas.differences"


@pytest.fixture
def moved(photos):
    """The small scene, and the same whose left third is a tenth farther, and the rest a twentieth nearer."""
    path = photos.folder / "moved.heic"
    if not path.exists():
        depth = photos.folder / "moved.npy"
        auxdepth("extract", photos["small.heic"], "--type", "disparity", "--as", "fdis", "-o", depth, "--force")
        values = 1 / np.load(depth).astype(float)
        border = values.shape[1] // 3
        values[:, :border] *= 1.1
        values[:, border:] *= 0.95
        np.save(depth, values.astype("float32"))
        auxdepth("attach", photos.folder / "small.png", "--depth", depth, "-o", path, "--primary-quality", "100")
    return photos.page("moved", "small.heic", path, options=["--compare"])


def distances(photos, name):
    path = photos.folder / f"{name}.npy"
    auxdepth("extract", photos.folder / name, "--type", "disparity", "--as", "fdis", "-o", path, "--force")
    return 1 / np.load(path).astype(float)


def divided(browser):
    return float(browser.find(".grip").get_attribute("aria-valuenow")) / 100


def test_before_and_after(browser, pair):
    browser.open(pair)
    assert browser.find("#views-compare").get_attribute("aria-selected") == "true"
    browser.run("document.querySelector('.grip').focus();")
    browser.press("Home")
    assert "100%" in browser.run("return document.querySelector('.over').style.clipPath;") and divided(browser) == 0
    browser.press("End")
    assert divided(browser) == 1
    browser.point(0.5, 0.2)
    told = browser.readout()
    assert told["Before"].count(" ") == 2 and told["After"].count(" ") == 2


@pytest.mark.parametrize("is_touch", [False, True])
def test_divider_is_dragged_on_the_picture(browser, pair, is_touch):
    if is_touch:
        browser.phone()
    browser.open(pair)
    browser.drag_picture((0.5, 0.5), (0.4, 0.5), (0.2, 0.55), is_touch=is_touch)
    assert divided(browser) == pytest.approx(0.2, abs=0.02)
    assert float(browser.run("return document.querySelector('.over').style.clipPath;").split()[1].strip("%")) == pytest.approx(80, abs=2)
    browser.desktop()


def test_difference_of_photos(browser, pair):
    browser.open(pair)
    browser.choose("mode", "difference")
    browser.slide("amplification", 1)
    one = browser.canvas(DIFFERENCES)[:, :, :3].astype(int)
    browser.slide("amplification", 8)
    eight = browser.canvas(DIFFERENCES)[:, :, :3].astype(int)
    assert (eight == np.minimum(one * 8, 255)).all() and one.max() > 10
    numbers = told(browser)
    assert number(numbers["Greatest"]) == one.max()
    assert number(numbers["RMS"]) == pytest.approx(np.sqrt((one**2).mean()), rel=0.01)
    assert number(numbers["PSNR"]) == pytest.approx(10 * np.log10(255**2 / (one**2).mean()), rel=0.001)
    assert number(numbers["95 % within"]) == pytest.approx(np.percentile(one, 95), abs=1)


def test_difference_of_maps(browser, photos, moved):
    before, after = distances(photos, "small.heic"), distances(photos, "moved.heic")
    away = after - before
    browser.open(moved)
    browser.choose("what", "disparity")
    browser.choose("mode", "difference")
    numbers = told(browser)
    assert number(numbers["Median"]) == pytest.approx(np.median(away), abs=0.02 * np.abs(away).mean())
    assert number(numbers["RMS"]) == pytest.approx(np.sqrt((away**2).mean()), rel=0.01)
    assert number(numbers["95 % within"]) == pytest.approx(np.percentile(np.abs(away), 95), rel=0.01)
    assert number(numbers["Greatest"]) == pytest.approx(np.abs(away).max(), rel=0.01)
    assert number(numbers["Median of the distance"]) == pytest.approx(100 * np.median(np.abs(away / before)), rel=0.02)
    browser.slide("threshold", 0.075)
    beyond = 100 * (np.abs(away / before) > 0.075).mean()
    assert 20 < beyond < 80
    assert number(browser.text("#side [role=status]").split(" of ")[0]) == pytest.approx(beyond, rel=0.01)
    browser.point(0.2, 0.5)
    assert float(browser.readout()["Difference"]) > 0 and float(browser.readout()["Of the distance"]) == pytest.approx(0.1, abs=0.02)
    browser.point(0.8, 0.5)
    assert float(browser.readout()["Difference"]) < 0


def test_colours_say_which_is_nearer(browser, moved):
    browser.open(moved)
    browser.choose("what", "disparity")
    browser.choose("mode", "difference")
    picture = browser.canvas(DIFFERENCES).astype(int)
    border = picture.shape[1] // 3
    left, right = picture[:, :border - 4], picture[:, border + 4:]
    # Red where the second is farther, blue where it is nearer.
    assert (left[:, :, 0] > left[:, :, 2]).mean() > 0.99 and (right[:, :, 2] > right[:, :, 0]).mean() > 0.99
    legend = browser.text(".legend")
    assert "Blue: after is nearer" in legend and "Red: after is farther" in legend
    assert "−" in legend and "+" in legend
    # A smaller range has stronger colours.
    browser.slide("range", -2)
    assert browser.canvas(DIFFERENCES)[:, :, 1].mean() < picture[:, :, 1].mean()


@pytest.fixture
def cropped(photos):
    path = photos.folder / "part.heic"
    if not path.exists():
        auxdepth("edit", photos["small.heic"], "--crop", "120,60,400,340", "-o", path, "--quality", "100")
    return photos.page("cropped", "small.heic", path, options=["--compare"])


def test_crop_is_registered(browser, photos, cropped):
    browser.open(cropped)
    places = browser.run("""
const frame = document.getElementById("content").getBoundingClientRect();
return [...document.querySelectorAll("#content .layer > img")].map((image) => {
  const box = image.getBoundingClientRect();
  return [(box.left - frame.left) / frame.width, (box.top - frame.top) / frame.height, box.width / frame.width, box.height / frame.height];
});""")
    part = np.array([120 / 640, 60 / 480, 400 / 640, 340 / 480])
    found = sorted(places, key=lambda place: place[2])
    assert np.abs(np.array(found[0]) - part).max() < 1.5 / 480
    assert np.abs(np.array(found[1]) - [0, 0, 1, 1]).max() < 1e-3
    assert "62.5 %" in browser.text("#side") and "alike" in browser.text("#side")
    # The photos are the same there, but for what coding changes.
    browser.choose("mode", "difference")
    assert number(told(browser)["RMS"]) < 8
    # So are the maps: the crop's distances are those of the same places.
    browser.choose("what", "disparity")
    numbers = told(browser)
    assert number(numbers["Median of the distance"]) < 1
    assert number(numbers["Compared"]) == pytest.approx(100 * part[2] * part[3], abs=1)
    # Without the crop's place it would be much more.
    whole, cut = distances(photos, "small.heic"), distances(photos, "part.heic")
    rows, columns = (np.arange(n) * m // n for n, m in zip(whole.shape, cut.shape))
    assert 100 * np.median(np.abs(cut[np.ix_(rows, columns)] / whole - 1)) > 2


# What makes of pixels those that an Exif orientation displays, by Pillow.
TURNS = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
         5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_90}
BACK = {6: 8, 8: 6}


@pytest.fixture
def turned(photos):
    """Makes a part of the small scene whose pixels and map are turned as by an orientation, without a tag that says it."""
    def make(turn, box=(96, 60, 544, 420)):
        path = photos.folder / f"turned-{turn}.heic"
        if not path.exists():
            photos["small.heic"]
            picture, depth = photos.folder / "turned.png", photos.folder / "turned.npy"
            Image.open(photos.folder / "small.png").crop(box).transpose(TURNS[turn]).save(picture)
            whole = pfm(SCENE / "depth.pfm")
            left, top, right, bottom = (round(side * whole.shape[1] / 640) for side in box)
            part = Image.fromarray(whole[top:bottom, left:right].copy())
            np.save(depth, np.asarray(part.transpose(TURNS[turn])))
            auxdepth("attach", picture, "--depth", depth, "-o", path, "--primary-quality", "100")
        return path, np.array(box) / [640, 480, 640, 480]
    return make


@pytest.mark.parametrize("turn", TURNS)
def test_turned_part_is_registered(browser, photos, turned, turn):
    path, (left, top, right, bottom) = turned(turn)
    # The part is the one file or the other.
    files = ["small.heic", path] if turn % 2 else [path, "small.heic"]
    browser.open(photos.page(f"turned-{turn}", *files, options=["--compare"]))
    assert ("mirrored" in browser.text("#side")) == (turn in (2, 4, 5, 7))
    boxes = browser.run("""
const frame = document.getElementById("content").getBoundingClientRect();
return [...document.querySelectorAll("#content .layer > :is(img, canvas):not(.differences)")].map((picture) => {
  const box = picture.getBoundingClientRect();
  return [(box.left - frame.left) / frame.width, (box.top - frame.top) / frame.height, (box.right - frame.left) / frame.width,
    (box.bottom - frame.top) / frame.height];
});""")
    part = min(boxes, key=lambda box: box[2] - box[0])
    assert np.abs(np.array(part) - [left, top, right, bottom]).max() < 1.5 / 480
    browser.choose("mode", "difference")
    assert number(told(browser)["RMS"]) < 8
    browser.choose("what", "disparity")
    numbers = told(browser)
    assert number(numbers["Median of the distance"]) < 1
    share = (right - left) * (bottom - top)
    assert number(numbers["Compared"]) == pytest.approx(100 * (share if turn % 2 else 1), abs=1)


@pytest.mark.parametrize("turn", TURNS)
def test_photo_that_its_tag_turns_is_registered(browser, photos, turn):
    """Pixels that are stored turned, with the tag that displays them upright, are the same photo."""
    exif = Image.Exif()
    exif[274] = turn
    paths = [photos.folder / "untagged.jpg", photos.folder / f"tagged-{turn}.jpg"]
    picture = Image.open(SCENE / "render.png").convert("RGB").resize((640, 480), Image.Resampling.BOX)
    picture.save(paths[0], quality=95)
    picture.transpose(TURNS[BACK.get(turn, turn)]).save(paths[1], quality=95, exif=exif)
    browser.open(photos.page(f"tagged-{turn}", *paths, options=["--compare"]))
    assert "not registered" not in browser.text("#side") and "shown" not in browser.text("#side")
    browser.choose("mode", "difference")
    assert number(told(browser)["RMS"]) < 8


def test_photos_that_are_not_the_same(browser, photos):
    """What shows something else is told, and nothing is stretched."""
    browser.open(photos.page("others", "small.heic", sample("pillow_pug.heic"), options=["--compare"]))
    assert "not registered" in browser.text("#side .note")
    shapes = browser.run("""
return [...document.querySelectorAll("#content .layer > img")].map((image) => {
  const box = image.getBoundingClientRect();
  return box.width / box.height / (image.naturalWidth / image.naturalHeight);
});""")
    assert shapes == pytest.approx([1, 1], abs=0.01)


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
    browser.prefer(prefers_reduced_motion="no-preference")
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
