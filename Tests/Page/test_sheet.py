"""The contact sheet, and reports of validate, which are one."""

import base64
import io
import json
import re

import numpy as np
import pytest
from PIL import Image

from conftest import auxdepth, page_data

FILES = ["scene.heic", "broken.heic", "small.heic", "blurred.heic", "small-matte.heic"]


@pytest.fixture
def sheet(photos):
    return photos.page("sheet-all", *FILES, status=1)


def names(browser):
    return browser.run("return [...document.querySelectorAll('.card-name')].map((name) => name.textContent);")


def choose(browser, name, value):
    browser.run("""
const select = document.querySelector(`#filters [name="${arguments[0]}"]`);
select.value = arguments[1];
select.dispatchEvent(new Event(select.tagName === "SELECT" ? "change" : "input"));""", name, value)
    browser.settle()


def test_depth_is_beside_each_photo_and_both_are_whole(browser, sheet):
    browser.open(sheet)
    browser.settle()
    cards = browser.run("""
return [...document.querySelectorAll(".card")].map((card) => [...card.querySelectorAll(".thumb img")].map((image) => {
  const box = image.getBoundingClientRect();
  return { kind: image.className, ratio: box.width / box.height, own: image.naturalWidth / image.naturalHeight,
    shown: getComputedStyle(image).objectFit, src: image.src };
}));""")
    assert [[image["kind"] for image in card] for card in cards] == [["photo", "depth"], [], *[["photo", "depth"]] * 3]
    for image in sum(cards, []):
        assert image["shown"] == "contain" and abs(image["ratio"] / image["own"] - 1) < 0.02
    # The small map is that of the file: gray where nothing is known of colours, white nearest.
    data = base64.b64decode(cards[0][1]["src"].split(",")[1])
    small = np.asarray(Image.open(io.BytesIO(data)).convert("L"), float)
    assert small.max() > 245 and small.min() < 10
    # On the screen near is warm and far is cold.
    shot = np.asarray(browser.screenshot(900), float)
    box = browser.run("""
const box = document.querySelector(".card img.depth").getBoundingClientRect();
return [box.left, box.top, box.width, box.height];""")
    left, top, width, height = (int(round(part)) for part in box)
    shown = np.asarray(Image.fromarray(shot[top:top + height, left:left + width].astype(np.uint8)).resize(
        (small.shape[1], small.shape[0])), float)
    warmth = shown[..., 0] - shown[..., 2]
    assert warmth[small > 200].mean() > 60 > -20 > warmth[small < 60].mean()


def test_filters_and_order(browser, sheet):
    browser.open(sheet)
    assert names(browser) == FILES
    choose(browser, "kind", "depth")
    assert names(browser) == [name for name in FILES if name != "broken.heic"]
    assert browser.text("#sheet-count") == "4 of 5 files"
    choose(browser, "kind", "invalid")
    assert names(browser) == ["broken.heic"]
    choose(browser, "kind", "all")
    choose(browser, "order", "name")
    assert names(browser) == sorted(FILES)
    choose(browser, "order", "size")
    sizes = {file["name"]: file.get("bytes", 0) for file in page_data(sheet.read_text())["files"]}
    assert names(browser) == sorted(FILES, key=lambda name: -sizes[name])
    choose(browser, "order", "findings")
    assert names(browser)[0] == "broken.heic"
    choose(browser, "words", "matte")
    assert set(names(browser)) == {"small-matte.heic", "scene.heic"}
    choose(browser, "words", "no such thing")
    assert names(browser) == [] and browser.text("#no-cards") == "No file is like that."


def test_next_and_previous_follow_the_order(browser, sheet):
    browser.open(sheet)
    choose(browser, "order", "name")
    order = sorted(FILES)
    browser.find(f'.card a[href="#file={FILES.index(order[0])}"]').click()
    browser.settle()
    assert browser.text("#name") == order[0]
    assert not browser.find("#previous").is_enabled()
    for name in order[1:]:
        browser.press("]")
        browser.settle()
        assert browser.text("#name") == name
    assert not browser.find("#next").is_enabled()
    browser.find("#previous").click()
    browser.settle()
    assert browser.text("#name") == order[-2]
    browser.press("[")
    browser.settle()
    assert browser.text("#name") == order[-3]
    browser.find("#back").click()
    browser.settle()
    assert browser.run("return document.activeElement.getAttribute('href');") == f"#file={FILES.index(order[-3])}"


def test_opened_photos_have_their_full_preview(browser, photos):
    page = photos.page("many", *["scene.heic"] * 14)
    file = page_data(page.read_text())["files"][13]
    width, height = (file["photo"][side] for side in ("width", "height"))
    assert max(file["photo"]["preview"]["width"], file["photo"]["preview"]["height"]) == min(2048, max(width, height))
    # Nothing large is in what is read at once.
    assert len(json.dumps(file)) < 60_000
    browser.open(page, "file=13&view=photo")
    assert browser.run("return document.querySelector('#content img').naturalWidth;") == file["photo"]["preview"]["width"]


@pytest.mark.parametrize("width", [1280, 360])
def test_report(browser, photos, width, tmp_path):
    browser.size(width, 900)
    broken, scene = photos["broken.heic"], photos["scene.heic"]
    damaged = tmp_path / "damaged <b>.jpg"
    damaged.write_bytes(photos["scene.jpg"].read_bytes()[:-300])
    (tmp_path / "notes.txt").write_text("no photo")
    for photo in (broken, scene):
        (tmp_path / photo.name).write_bytes(photo.read_bytes())
    page = tmp_path / "report.html"
    page.write_text(auxdepth("validate", "-r", tmp_path, "--format", "html", status=(0, 1)))
    reports = [json.loads(line) for line in auxdepth("validate", "-r", tmp_path, "--format", "json", status=(0, 1)).splitlines()]
    found = [report for report in reports if report["findings"]]
    browser.open(page)
    assert browser.run("return document.documentElement.scrollWidth;") <= width
    assert browser.text("#name") == "Validation of photos" and "invalid" in browser.text("#summary")
    files = browser.all(".report-file")
    assert len(files) == len(found) >= 2
    for report in found:
        row = next(row for row in files if report["path"] in row.text)
        for finding in report["findings"]:
            assert finding["message"] in row.text and finding["rule"] in row.text
    rules = {finding["rule"] for report in found for finding in report["findings"]}
    assert set(browser.run("return [...document.querySelectorAll('.rules th a')].map((link) => link.textContent);")) == rules
    assert "passed over" in browser.text(".passed-over") and "not decoded" in browser.text("#report-summary")
    browser.find(".rules th a").click()
    browser.settle()
    assert browser.run("return document.activeElement.id;").startswith("rule-")
    # The summary comes before the files.
    assert browser.run("""
return document.querySelector(".rules").compareDocumentPosition(document.querySelector(".report-file")) & 4;""") == 4


def test_downloads_of_maps(browser, photos, scene, tmp_path):
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    browser.open(scene, "view=map&map=0")
    browser.find("#save summary").click()
    browser.all("#save-items button")[0].click()
    for _ in range(50):
        saved = list(tmp_path.glob("*.png"))
        if saved:
            break
        browser.settle()
        browser.run("return new Promise((resolve) => setTimeout(resolve, 100));")
    shown = np.asarray(Image.open(saved[0]))
    codes = tmp_path / "codes.png"
    map = page_data(scene.read_text())["files"][0]["maps"][0]
    auxdepth("extract", photos["scene.heic"], "--type", map["type"], "-o", tmp_path / "codes.npy", "--as", "fdis")
    values = np.load(tmp_path / "codes.npy")
    stated = Image.open(saved[0]).text["Description"]
    offset, scale = (float(number) for number in re.search(r": (\S+) \+ (\S+) \* code", stated).groups())
    assert shown.dtype == np.int32 or shown.dtype == np.uint16
    assert np.abs(offset + scale * shown.astype(float) - values).max() < 1e-3


def test_heading(browser, photos):
    page = photos.page("titled", "small.heic", options=["--title", "Holiday <2026>"])
    browser.open(page)
    assert browser.text("#name") == "Holiday <2026>" and "small.heic" in browser.text("#summary")
    browser.open(photos.page("titled-sheet", "small.heic", "scene.heic", options=["--title", "Holiday"]))
    assert browser.text("#name") == "Holiday"
