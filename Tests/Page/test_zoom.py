"""Zoom and pan: wheel, pinch, double click, keys and drags, the same in each view."""


import numpy as np
import pytest
from browser import longest_allowed
from conftest import SCENE
from PIL import Image


def level(browser):
    """Device pixels for each pixel of the photo, in percent, as the page says."""
    return float(browser.text("#zoom-level").split()[0])


def box(browser, selector="#content"):
    return browser.run("""
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return { left: box.left, top: box.top, width: box.width, height: box.height };""", selector)


def under(browser, x, y):
    """The place of the picture under a point of the window."""
    found = box(browser)
    return (x - found["left"]) / found["width"], (y - found["top"]) / found["height"]


def make_chart(path, width, height, block):
    blocks = np.random.default_rng(3).integers(0, 2, (height // block, width // block)).repeat(block, 0).repeat(block, 1)
    picture = (blocks * 200).astype(np.uint8)
    Image.fromarray(picture).convert("RGB").save(path)
    return picture


def test_wheel_keeps_what_is_under_the_pointer(browser, scene):
    browser.open(scene, "view=photo")
    assert browser.find("#zoom-out").get_attribute("disabled")
    fit = level(browser)
    assert fit == pytest.approx(100 * box(browser)["width"] / 2000, rel=0.01)
    x, y = browser.place(0.3, 0.6)
    for turns in [-2, -2, -3]:
        browser.wheel(x, y, turns)
        assert under(browser, x, y) == pytest.approx((0.3, 0.6), abs=0.002)
    assert level(browser) == pytest.approx(100 * box(browser)["width"] / 2000, rel=0.01)
    assert level(browser) > fit * 5
    # The picture fills the stage and never leaves a gap at an edge.
    browser.wheel(x, y, 3)
    content, stage = box(browser), box(browser, "#stage")
    assert content["left"] <= stage["left"] and content["left"] + content["width"] >= stage["left"] + stage["width"]
    browser.wheel(x, y, 6)
    assert level(browser) == fit and browser.run("return document.getElementById('content').style.transform;") == ""


def test_eight_pixels_for_each_are_the_most(browser, scene):
    browser.open(scene, "view=photo")
    browser.wheel(*browser.place(0.5, 0.5), -25)
    assert level(browser) == 800
    assert browser.find("#zoom-in").get_attribute("disabled")


def test_wheel_goes_on_down_the_page(browser, scene):
    """Out of the whole picture there is only the page to scroll, and a page that scrolls goes on scrolling."""
    browser.size(1280, 600)
    browser.open(scene, "view=photo")
    x, y = browser.place(0.5, 0.3)
    fit = level(browser)
    browser.wheel(x, y, 1)
    assert browser.run("return scrollY;") > 0 and level(browser) == fit
    turn = """
if (arguments[2]) window.dispatchEvent(new Event("scroll"));
const wheel = new WheelEvent("wheel", { deltaY: -120, clientX: arguments[0], clientY: arguments[1], bubbles: true, cancelable: true });
return !document.getElementById("stage").dispatchEvent(wheel);"""
    assert not browser.run(turn, x, y, True) and level(browser) == fit
    browser.rest()
    assert browser.run(turn, x, y, False) and level(browser) > fit


def test_what_is_seen_is_the_photo_at_that_place(browser, photos):
    """At 100 % the screen has the preview's pixels, and at 800 % squares of eight."""
    size = 1600
    path = photos.folder / "chart.png"
    blocks = make_chart(path, size, size, 16)
    page = photos.page("chart", path, status={0, 1})
    browser.open(page, "view=photo")
    browser.find("#stage").send_keys("1")
    assert level(browser) == 100
    shot = np.asarray(browser.screenshot(900)).astype(int)
    content, stage = box(browser), box(browser, "#stage")
    # Not at the stage's round corners, and the outline of the focus.
    left, top = (max(content[side], stage[side]) + 12 for side in ("left", "top"))
    right = min(content["left"] + size, stage["left"] + stage["width"]) - 12
    bottom = min(content["top"] + size, stage["top"] + stage["height"], 900) - 12
    x0, y0, x1, y1 = (round(value) for value in (left, top, right, bottom))
    seen = shot[y0:y1, x0:x1, 0]
    column, row = round(left - content["left"]), round(top - content["top"])
    expected = blocks[row:row + y1 - y0, column:column + x1 - x0]
    # But for rounding by the codec it is the chart, to the pixel.
    assert (np.abs(seen - expected) < 12).mean() > 0.995
    browser.find("#stage").send_keys("0")
    browser.wheel(*browser.place(0.5, 0.5), -25)
    assert level(browser) == 800
    shot = np.asarray(browser.screenshot(900)).astype(int)
    stage = box(browser, "#stage")
    rows = shot[round(stage["top"]) + 40:round(stage["top"]) + 360, round(stage["left"]) + 40:round(stage["left"]) + 360, 0]
    # Squares of eight pixels have one colour: within one nothing changes.
    changes = np.flatnonzero(np.abs(np.diff(rows, axis=1)).max(axis=0))
    assert len(set(changes % 8)) <= 2


def test_double_click_buttons_and_keys(browser, scene):
    browser.open(scene, "view=photo")
    fit = level(browser)
    x, y = browser.place(0.7, 0.4)
    for _ in range(2):
        for kind, count in [("mousePressed", 1), ("mouseReleased", 1), ("mousePressed", 2), ("mouseReleased", 2)]:
            browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "left", "clickCount": count})
        browser.settle()
        if level(browser) == 100:
            assert under(browser, x, y) == pytest.approx((0.7, 0.4), abs=0.002)
        else:
            assert level(browser) == fit
    for _ in range(2):
        browser.find("#zoom-in").click()
    assert level(browser) > fit * 2
    browser.find("#zoom-level").click()
    browser.settle()
    assert level(browser) == fit
    stage = browser.find("#stage")
    stage.send_keys("1")
    assert level(browser) == 100
    stage.send_keys("+")
    assert level(browser) == 150
    # A step over 100 % ends there.
    stage.send_keys("-", "-", "+")
    assert level(browser) == 100
    before = box(browser)
    browser.press_with_control("ArrowRight")
    browser.press_with_control("ArrowDown")
    after = box(browser)
    assert after["left"] < before["left"] and after["top"] < before["top"]
    stage.send_keys("0")
    assert level(browser) == fit


def test_drag_pans_and_is_no_click(browser, small):
    browser.open(small, "view=photo")
    browser.find("#stage").send_keys("+", "+", "+")
    browser.run("document.getElementById('stage').scrollIntoView({ block: 'center' });")
    found = box(browser, "#stage")
    x, y = found["left"] + found["width"] / 2, found["top"] + found["height"] / 2
    for button in ["left", "middle"]:
        place = under(browser, x, y)
        browser.drag((x, y), (x - 60, y - 40), button=button)
        assert under(browser, x - 60, y - 40) == pytest.approx(place, abs=0.002), button
    # It goes no further than the edge of the picture.
    browser.drag((x, y), (x + 900, y + 900), (x + 1800, y + 1800))
    content, stage = box(browser), box(browser, "#stage")
    assert content["left"] == pytest.approx(stage["left"], abs=0.6) and content["top"] == pytest.approx(stage["top"], abs=0.6)


def test_zoom_is_linked_between_photo_and_map(browser, scene):
    browser.open(scene, "view=photo")
    browser.wheel(*browser.place(0.4, 0.55), -4)
    photo = box(browser)
    browser.tab("map")
    assert box(browser) == pytest.approx(photo, abs=2)
    # The sample under a point is the same as without the zoom.
    x, y = box(browser, "#stage")["left"] + 200, box(browser, "#stage")["top"] + 200
    u, v = under(browser, x, y)
    browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    browser.settle()
    assert browser.readout()["Position"] == f"{int(u * 768)}, {int(v * 576)}"
    browser.tab("focus")
    assert level(browser) == pytest.approx(100 * box(browser)["width"] / 2000, rel=0.01)
    assert box(browser) == pytest.approx(photo, abs=2)
    browser.tab("depth")
    assert level(browser) > 100 * photo["width"] / 2000 * 0.9
    browser.find("#stage").send_keys("0")
    browser.tab("photo")
    assert box(browser)["width"] < photo["width"] / 2


def test_keyboard_cursor_stays_in_view(browser, scene):
    browser.open(scene, "view=map")
    browser.find("#stage").send_keys("+", "+", "+", "+")
    browser.press("End")
    cursor, stage = box(browser, "#cursor"), box(browser, "#stage")
    assert stage["left"] <= cursor["left"] <= stage["left"] + stage["width"]
    browser.press("Home")
    cursor = box(browser, "#cursor")
    assert stage["left"] - 13 <= cursor["left"] <= stage["left"] + stage["width"]
    assert browser.readout()["Position"].startswith("0, ")


def test_a_preview_says_that_it_is_one(browser, photos):
    path = photos.folder / "large-photo.png"
    Image.open(SCENE / "render.png").resize((4000, 3000)).save(path)
    browser.open(photos.page("large-photo", path, status={0, 1}), "view=photo")
    assert not browser.find("#zoom-note").is_displayed()
    browser.find("#stage").send_keys("1")
    assert level(browser) == 100
    assert "2048 × 1536 of the photo's 4000 × 3000" in browser.text("#zoom-note")
    browser.find("#stage").send_keys("0")
    assert not browser.find("#zoom-note").is_displayed()
    # The readout names the photo's own pixels.
    browser.point(2500.5 / 4000, 1500.5 / 3000)
    assert browser.readout()["Position"] == "2500, 1500"


def test_pinch_zooms_the_picture_and_not_the_page(browser, scene):
    try:
        browser.phone()
        browser.open(scene, "view=photo")
        fit = level(browser)
        found = box(browser)
        x, y = found["left"] + found["width"] / 2, found["top"] + found["height"] / 2
        browser.touch([(x - 20, y), (x - 80, y)], [(x + 20, y), (x + 80, y)])
        assert level(browser) == pytest.approx(4 * fit, rel=0.1)
        assert browser.run("return visualViewport.scale;") == 1
        assert under(browser, x, y) == pytest.approx((0.5, 0.5), abs=0.02)
        # One finger moves what is zoomed, and the page stays.
        place = under(browser, x, y)
        browser.touch([(x, y), (x - 50, y - 60)])
        assert under(browser, x - 50, y - 60) == pytest.approx(place, abs=0.01)
        assert browser.run("return scrollY;") == 0
    finally:
        browser.desktop()


def test_dragging_takes_no_long_task(browser, photos):
    path = photos.folder / "twelve.png"
    if not path.exists():
        Image.open(SCENE / "render.png").resize((4032, 3024)).save(path)
    browser.open(photos.page("twelve", path, status={0, 1}), "view=photo")
    browser.find("#stage").send_keys("1")
    found = box(browser, "#stage")
    x, y = found["left"] + found["width"] / 2, found["top"] + found["height"] / 2

    def move():
        browser.drag((x, y), (x - 200, y - 100), (x + 150, y + 100), (x, y), steps=20)
        browser.wheel(x, y, 4)
        browser.wheel(x, y, -4)
    assert min(max(browser.long_tasks(move), default=0) for _ in range(3)) < longest_allowed()


@pytest.fixture
def full(photos):
    """A page with the tiles of a photo of 39 megapixels, and the photo."""
    path = photos.folder / "tiles.png"
    picture = make_chart(path, 7200, 5440, 16)
    return photos.page("tiles", path, options=("--full",), status={0, 1}), picture


def test_tiles_have_the_photo_s_own_pixels(browser, full):
    page, picture = full
    browser.open(page, "view=photo")
    assert browser.all(".tiles img") == []
    browser.find("#stage").send_keys("1")
    assert level(browser) == 100
    browser.settle()
    stage = box(browser, "#stage")

    def compare():
        browser.run("return Promise.all([...document.querySelectorAll('.tiles img')].map((tile) => tile.decode()));")
        content = box(browser)
        shot = np.asarray(browser.screenshot(900)).astype(int)[:, :, 0]
        x0, x1 = round(stage["left"]) + 12, round(stage["left"] + stage["width"]) - 12
        y0, y1 = round(stage["top"]) + 12, min(round(stage["top"] + stage["height"]), 900) - 12
        column, row = round(x0 - content["left"]), round(y0 - content["top"])
        seen = shot[y0:y1, x0:x1]
        away = np.abs(seen - picture[row:row + y1 - y0, column:column + x1 - x0])
        # But for rounding by the codec it is the chart.
        assert (away < 12).mean() > 0.995
    compare()
    assert not browser.find("#zoom-note").is_displayed()
    few = len(browser.all(".tiles img"))
    assert 4 <= few <= 12
    # All of the photo goes by: no more than a bound of it stays decoded.
    x, y = stage["left"] + stage["width"] / 2, stage["top"] + stage["height"] / 2
    for turn in range(8):
        for _ in range(9):
            browser.drag((x + 400, y), (x - 400, y), steps=1) if turn % 2 else browser.drag((x - 400, y), (x + 400, y), steps=1)
        browser.drag((x, y + 300), (x, y - 300), steps=1)
    assert few < len(browser.all(".tiles img")) <= 80
    browser.settle()
    compare()
    # The codes under the pointer are the tile's.
    u, v = under(browser, x, y)
    browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    browser.settle()
    column, row = (int(part) for part in browser.readout()["Position"].split(", "))
    assert (column, row) == (int(u * 7200), int(v * 5440))
    assert int(browser.readout()["Red, green, blue"].split()[0]) == pytest.approx(picture[row, column], abs=30)
    # Without the zoom none is needed.
    browser.find("#stage").send_keys("0")
    assert browser.run("return document.querySelector('.tiles').hidden;")
