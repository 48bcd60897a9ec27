"""Pages for frames, links that say what is shown, and photos at their own size."""

import base64
import io

import numpy as np
import pytest
from PIL import Image

from conftest import page_data
from parts import part_of


@pytest.fixture
def embedded(photos):
    return photos.page("embedded", "small.heic", options=["--embed"])


@pytest.mark.parametrize("size", [(800, 600), (360, 480), (1000, 300)])
def test_frame(browser, embedded, tmp_path, size):
    frame = tmp_path / "frame.html"
    frame.write_text(f'<!DOCTYPE html><html lang="en"><title>Frame</title><body style="margin:0;background:rgb(10,200,30)">'
                     f'<iframe title="Photo" src="{embedded.as_uri()}" style="border:0;width:{size[0]}px;height:{size[1]}px"></iframe>')
    browser.size(1100, 700)
    browser.driver.get(frame.as_uri())
    browser.driver.switch_to.frame(0)
    browser.settle()
    inside = browser.run("""
return { height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth,
  room: [innerWidth, innerHeight], picture: document.getElementById("content").getBoundingClientRect().toJSON(),
  tables: [...document.querySelectorAll("table")].filter((table) => table.checkVisibility()).length,
  ground: getComputedStyle(document.body).backgroundColor };""")
    browser.driver.switch_to.default_content()
    assert inside["room"] == list(size) and inside["height"] <= size[1] and inside["width"] <= size[0]
    assert inside["tables"] == 0 and inside["ground"] == "rgba(0, 0, 0, 0)"
    # The picture takes the frame, but for its controls, and keeps its shape.
    box = inside["picture"]
    assert box["width"] > size[0] * 0.95 or box["height"] > size[1] - 60
    assert box["bottom"] <= size[1] + 1 and box["right"] <= size[0] + 1
    assert abs(box["width"] / box["height"] - 4 / 3) < 0.02
    # Beside the picture the other page is seen.
    shot = np.asarray(browser.screenshot(size[1]))
    beside = [column for column in (2, size[0] - 3) if not box["left"] <= column <= box["right"]]
    for column in beside:
        assert tuple(shot[5, column]) == (10, 200, 30)


def test_query_says_what_is_shown(browser, photos):
    page = photos.page("query", "scene.heic", "small.heic")
    browser.driver.get(f"{page.as_uri()}?file=0&view=map&map=1")
    browser.settle()
    assert browser.find("#views-map").get_attribute("aria-selected") == "true"
    data = page_data(page.read_text())
    assert data["files"][0]["maps"][1]["title"] in browser.text("#side")
    # What is chosen then counts more.
    browser.tab("photo")
    assert browser.find("#views-photo").get_attribute("aria-selected") == "true"
    assert "view=photo" in browser.run("return location.hash;")


def test_full_photo_is_there_in_tiles(browser, photos, tmp_path):
    picture = tmp_path / "large.png"
    rng = np.random.default_rng(7)
    coarse = Image.fromarray(rng.integers(0, 256, (26, 40, 3), np.uint8)).resize((2600, 1700), Image.Resampling.BICUBIC)
    coarse.save(picture)
    page = photos.page("full", picture, options=["--full"])
    photo = page_data(page.read_text())["files"][0]["photo"]
    tiles = photo["tiles"]
    assert (tiles["columns"], tiles["rows"], tiles["side"]) == (6, 4, 512)
    tile = lambda number: base64.b64encode(part_of(page.read_text(), f"{tiles['part']}{number}")).decode()
    pictures = [f"data:{tiles['type']};base64,{tile(number)}" for number in range(24)]
    browser.open(page, "view=photo")
    uri = browser.run("""
const [tiles, done] = [arguments[0], arguments[1]];
const canvas = document.createElement("canvas");
[canvas.width, canvas.height] = [2600, 1700];
const context = canvas.getContext("2d");
return (async () => {
  for (let number = 0; number < tiles.columns * tiles.rows; number++) {
    const image = new Image();
    image.src = tiles.pictures[number];
    await image.decode();
    context.drawImage(image, number % tiles.columns * tiles.side, Math.floor(number / tiles.columns) * tiles.side);
  }
  return canvas.toDataURL();
})();""", tiles | {"pictures": pictures})
    shown = np.asarray(Image.open(io.BytesIO(base64.b64decode(uri.split(",")[1]))).convert("RGB"), float)
    error = np.mean((shown - np.asarray(coarse, float)) ** 2)
    assert 10 * np.log10(255 ** 2 / error) > 38
