"""What a page opens with: the photo and its depth, and a sway that anything stops."""

import time

import numpy as np
import pytest
from browser import longest_allowed
from conftest import SCENE, auxdepth, sample
from PIL import Image

SWAY = "return document.querySelectorAll('#content canvas').length;"


def shown(browser):
    """The picture on the screen: red, green and blue of the content's part of the window."""
    browser.run("document.getElementById('content').scrollIntoView({ block: 'center' });")
    scroll = browser.run("return scrollY;")
    (left, top), (right, bottom) = browser.place(0, 0), browser.place(1, 1)
    top, bottom = top + scroll, bottom + scroll
    shot = browser.screenshot(scroll + browser.run("return innerHeight;"))
    return np.asarray(shot.crop((round(left), round(top), round(right), round(bottom)))).astype(float)


def still(browser, page, place=""):
    browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    browser.open(page, place)


def upright(photos):
    """A page of an upright photo with depth."""
    path = photos.folder / "upright.heic"
    if not path.exists():
        picture, depth = photos.folder / "upright.png", photos.folder / "upright.tiff"
        Image.open(SCENE / "render.png").crop((600, 0, 1600, 1500)).save(picture)
        Image.open(SCENE / "depth.pfm").crop((230, 0, 614, 576)).save(depth)
        auxdepth("attach", picture, "--depth", depth, "-o", path)
    return photos.page("upright", path)


def test_opens_on_depth(browser, scene, photos):
    """The photo on the left of the divider and the colours of its map on the right, as numpy has them."""
    still(browser, scene)
    assert browser.find("#views-depth").get_attribute("aria-selected") == "true"
    picture = shown(browser)
    height, width = picture.shape[:2]
    photo = np.asarray(Image.open(SCENE / "render.png").convert("RGB").resize((width, height), Image.Resampling.BOX)).astype(float)
    half = width // 2 - 30
    assert np.abs(picture[:, :half] - photo[:, :half]).mean() < 4
    near = 1 / np.asarray(Image.open(SCENE / "depth.pfm").resize((width, height), Image.Resampling.NEAREST)).astype(float)
    near = (near - near.min()) / (near.max() - near.min())
    right = picture[:, half + 60:]
    expected = near[:, half + 60:]
    # Far is dark blue and near is warm.
    warm, cold = right[expected > 0.8], right[(expected < 0.2) & (expected > 0.05)]
    for pixels, isWarm in [(warm, True), (cold, False)]:
        if len(pixels) > 100:
            assert ((pixels[:, 0] > pixels[:, 2]) == isWarm).mean() > 0.98
    assert len(warm) > 100 or len(cold) > 100


def test_divider_is_dragged_and_moved_by_keys(browser, scene):
    still(browser, scene)
    grip = browser.find(".grip")
    assert grip.get_attribute("aria-valuenow") == "50" and grip.get_attribute("aria-label")
    browser.drag(browser.place(0.5, 0.5), browser.place(0.8, 0.3))
    assert int(grip.get_attribute("aria-valuenow")) == pytest.approx(80, abs=1)
    # A drag from anywhere brings it there; a click does not.
    browser.drag(browser.place(0.2, 0.7), browser.place(0.3, 0.7))
    assert int(grip.get_attribute("aria-valuenow")) == pytest.approx(30, abs=1)
    browser.point(0.9, 0.5, click=True)
    assert int(grip.get_attribute("aria-valuenow")) == pytest.approx(30, abs=1)
    browser.run("document.querySelector('.grip').focus();")
    browser.press("End")
    assert grip.get_attribute("aria-valuenow") == "100"
    whole = shown(browser)
    browser.press("Home")
    assert np.abs(shown(browser) - whole).mean() > 30
    browser.press("ArrowRight", "ArrowRight")
    assert grip.get_attribute("aria-valuenow") == "4" and grip.get_attribute("aria-valuetext") == "4 % photo"
    # Zoomed, a drag beside it moves the picture, and one at it moves the divider.
    browser.press("Home")
    browser.drag(browser.place(0.02, 0.5), browser.place(0.5, 0.5))
    browser.find("#stage").send_keys("+", "+")
    x, y = browser.place(0.5, 0.5)
    browser.drag((x + 150, y), (x + 100, y))
    assert int(grip.get_attribute("aria-valuenow")) == pytest.approx(50, abs=1)
    assert browser.place(0.5, 0.5)[0] == pytest.approx(x - 50, abs=6)
    browser.drag((x - 50, y), (x + 50, y))
    assert int(grip.get_attribute("aria-valuenow")) > 50


def test_upright_photos_have_their_map_beside_them(browser, photos):
    page = upright(photos)
    still(browser, page)
    assert browser.run("return document.querySelectorAll('.port').length;") == 2
    picture = shown(browser)
    half = picture.shape[1] // 2
    photo = np.asarray(Image.open(photos.folder / "upright.png").convert("RGB").resize((half, picture.shape[0]), Image.Resampling.BOX))
    assert np.abs(picture[:, :half] - photo).mean() < 5
    # The same place is zoomed in both, and marked in both.
    x, y = browser.place(0.25, 0.4)
    browser.wheel(x, y, -3)
    boxes = browser.run("""
return [...document.querySelectorAll('.port > .stack')].map((part) => {
  const [box, port] = [part.getBoundingClientRect(), part.parentElement.getBoundingClientRect()];
  return [box.left - port.left, box.top - port.top, box.width, box.height, port.left];
});""")
    assert boxes[0][:4] == pytest.approx(boxes[1][:4], abs=0.6) and boxes[0][2] > half * 1.5
    for port in (0, 1):
        across = boxes[port][4] + boxes[port][0] + 0.5 * boxes[port][2]
        browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": across, "y": y})
        browser.settle()
        assert browser.readout()["Position"].startswith("192, ")
    spots = browser.run("return [...document.querySelectorAll('.spot')].map((spot) => spot.style.left);")
    assert spots[0] == spots[1] and float(spots[0][:-1]) == pytest.approx(50, abs=0.5)
    # Narrow windows have the divider.
    browser.size(700, 900)
    still(browser, page)
    assert browser.find(".grip").is_displayed()
    # What was chosen is remembered.
    browser.choose("layout", "pair")
    browser.open(page)
    assert browser.run("return document.querySelectorAll('.port').length;") == 2
    browser.run("localStorage.removeItem('auxdepth-depth-layout');")


def wait(browser, script, expected, seconds=15):
    end = time.monotonic() + seconds
    while browser.run(script) != expected:
        assert time.monotonic() < end, script
        time.sleep(0.1)


def swaying(browser, page):
    browser.prefer(prefers_color_scheme="light")
    browser.open(page)
    wait(browser, SWAY, 2)
    assert browser.text(".side button") == "Stop the sway"


SWAYING = "#content canvas:not(.exact)"


def frame(browser):
    return browser.canvas(SWAYING)[:, :, :3].astype(float)


def test_sways_about_the_subject(browser, small):
    """Frames differ, of the photo and of its map."""
    swaying(browser, small)
    # A machine that is busy draws frames of several sizes.
    sizes, frames, end = {}, [], time.monotonic() + 60
    while len(frames) < 8:
        assert time.monotonic() < end, f"frames of {list(sizes)}"
        found = frame(browser)
        frames = sizes.setdefault(found.shape, [])
        frames.append(found)
        time.sleep(0.4)
    away = np.max([np.abs(one - frames[-1]) for one in frames], axis=0).max(axis=2)
    width = away.shape[1]
    assert away.mean() > 1
    left, right = away[:, :width // 2], away[:, width // 2:]
    assert left.mean() > 0.5 and right.mean() > 0.5


@pytest.mark.parametrize("stop", ["button", "key", "press", "wheel", "divider", "divider by keys"])
def test_anything_stops_the_sway(browser, small, stop):
    swaying(browser, small)
    if stop == "button":
        browser.find(".side button").click()
    elif stop == "key":
        browser.press("Tab")
        time.sleep(0.5)
        # Going from one control to the next is no wish to stop it.
        assert browser.run(SWAY) == 2
        browser.press("a")
    elif stop == "press":
        browser.point(0.2, 0.2, click=True)
    elif stop == "wheel":
        browser.wheel(*browser.place(0.3, 0.3), -1)
    elif stop == "divider":
        browser.drag(browser.place(0.5, 0.5), browser.place(0.6, 0.5))
    else:
        browser.run("document.querySelector('.grip').focus();")
        browser.press("ArrowLeft")
    wait(browser, SWAY, 1, 5)
    time.sleep(0.6)
    assert browser.run(SWAY) == 1
    assert browser.text(".side button") == "Sway"
    if stop == "wheel":
        browser.find("#stage").send_keys("0")
    browser.find(".side button").click()
    wait(browser, SWAY, 2, 5)
    browser.tab("photo")
    assert browser.run("return document.querySelectorAll('canvas').length;") == 0


def test_stillness_is_kept(browser, small):
    still(browser, small)
    first = shown(browser)
    time.sleep(2.5)
    assert browser.run(SWAY) == 1 and np.abs(shown(browser) - first).max() == 0
    # It can be asked for.
    assert browser.text(".side button") == "Sway"


def test_without_webgl_nothing_sways(plain_browser, small):
    plain_browser.prefer(prefers_color_scheme="light")
    plain_browser.open(small)
    plain_browser.wait("return document.getElementById('side').textContent.includes('no WebGL2');")
    assert plain_browser.run(SWAY) == 1
    plain_browser.complaints()


def test_frames_are_under_100_ms_or_it_stops(browser, scene):
    """On a photo of three megapixels, drawn by the processor: what is too slow stops by itself and says so."""
    browser.prefer(prefers_color_scheme="light")
    browser.open(scene)
    wait(browser, "return /Stop the sway|too slowly/.test(document.getElementById('side').innerText);", True)

    def look():
        for step in range(30):
            browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": "mouseMoved", **dict(zip("xy", browser.place(0.2 + step / 50, 0.4)))})
            time.sleep(0.1)
    assert max(browser.long_tasks(look), default=0) < longest_allowed()
    assert browser.run(SWAY) == (1 if "too slowly" in browser.text("#side") else 2)


def test_photo_is_there_at_once(browser, scene):
    """The photo is on the screen before its map is decoded."""
    browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    browser.driver.get("about:blank")
    script = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
addEventListener("DOMContentLoaded", () => {
  window.seen = {};
  const look = () => {
    const image = document.querySelector("#content img");
    const canvas = document.querySelector("#content canvas");
    if (image?.complete && image.getBoundingClientRect().width) window.seen.photo ??= performance.now();
    if (canvas && document.querySelector("#side .legend")) window.seen.map ??= performance.now();
    if (!window.seen.map) requestAnimationFrame(look);
  };
  look();
});"""})["identifier"]
    try:
        browser.open(scene)
        seen = browser.run("return window.seen;")
        assert seen["photo"] <= seen["map"]
        assert seen["photo"] < 1500
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


def test_files_without_depth_open_on_the_photo(browser, photos):
    browser.open(photos.page("plain", SCENE / "render.png", status={0, 1}))
    assert browser.find("#views-photo").get_attribute("aria-selected") == "true"
    assert not browser.all("#views-depth")


def test_photo_stays_where_the_map_is_damaged(browser, photos, scene):
    def change(data):
        data["files"][0]["maps"][0]["data"] = data["files"][0]["maps"][0]["data"][:4000]
    still(browser, photos.changed("damaged-depth", scene, change))
    assert "damaged" in browser.text("#trouble")
    browser.run("document.getElementById('trouble').hidden = true;")
    picture = shown(browser)
    photo = Image.open(SCENE / "render.png").convert("RGB").resize(picture.shape[1::-1], Image.Resampling.BOX)
    assert np.abs(picture[:, :-40] - np.asarray(photo)[:, :-40]).mean() < 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_of_a_phone(browser, photos, scheme):
    """A portrait of a phone opens on its depth, not on the first matte of the file."""
    page = photos.page("phone", sample("fidmaa_depth_allmattes_gainmap.heic"), status={0, 1})
    browser.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    browser.open(page)
    picture = shown(browser)
    right = picture[:, picture.shape[1] // 2 + 4:]
    # The chest is the nearest, and warm; the wall is the farthest, and blue.
    rows, columns = right.shape[:2]
    assert (right[rows * 9 // 10:, :, 0] > right[rows * 9 // 10:, :, 2]).mean() > 0.9
    assert (right[rows // 20:rows // 4, :columns // 2, 2] > right[rows // 20:rows // 4, :columns // 2, 0]).mean() > 0.9
    assert "The subject is" in browser.text("#side") and "m away" in browser.text("#side")


def test_dragging_takes_no_long_task(browser, photos):
    """On a photo of twelve megapixels, swaying or not, zoomed or not, no task takes over 100 ms."""
    path = photos.folder / "twelve.heic"
    if not path.exists():
        picture = photos.folder / "twelve-depth.png"
        Image.open(SCENE / "render.png").resize((4032, 3024)).save(picture)
        auxdepth("attach", picture, "--depth", SCENE / "depth.pfm", "-o", path)
    browser.prefer(prefers_color_scheme="light")
    for layout in ["divider", "pair"]:
        browser.open(photos.page("twelve-depth", path))
        browser.choose("layout", layout)
        wait(browser, "return /Stop the sway|too slowly/.test(document.getElementById('side').innerText);", True)

        def move():
            browser.drag(browser.place(0.5, 0.5), browser.place(0.2, 0.4), browser.place(0.7, 0.6), steps=20)
            x, y = browser.place(0.3, 0.4)
            browser.wheel(x, y, -4)
            browser.drag((x, y), (x + 100, y + 50), (x - 100, y - 50), steps=20)
            browser.wheel(x, y, 4)
        assert max(browser.long_tasks(move), default=0) < longest_allowed(), layout
    browser.run("localStorage.removeItem('auxdepth-depth-layout');")


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString", "hasOwnProperty", "nothing", ""])
def test_unknown_view_opens_the_first(browser, photos, name):
    browser.open(photos.page("unknown", photos["scene.heic"]), f"view={name}")
    assert browser.find("#views-depth").get_attribute("aria-selected") == "true"
    assert browser.complaints() == []
