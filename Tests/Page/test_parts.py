"""The samples of maps, as a browser reads them."""

import base64
import json
import os
from pathlib import Path

import numpy as np
import pytest

from browser import longest_allowed
from conftest import ROOT, auxdepth, page_data, sample

MODULES = ROOT / "Sources/CAuxPage/page/base"
# The page's own readers, which nothing of the page gives to others.
READERS = "".join((MODULES / name).read_text() for name in ("dom.js", "data.js"))
BASE64 = """
const inBase64 = (bytes) => new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(",")[1]);
  reader.readAsDataURL(new Blob([bytes]));
});"""


def read(browser, expression, *arguments):
    """The bytes that an expression of the page's functions gives, or the text of the error."""
    found = browser.run(f"""
const given = [...arguments];
return (async () => {{
  {READERS}
  {BASE64}
  try {{
    return [await inBase64(await ({expression}))];
  }} catch (error) {{
    return error.message;
  }}
}})();""", *arguments)
    return base64.b64decode(found[0]) if isinstance(found, list) else found


def samples():
    folders = filter(None, os.environ.get("AUXDEPTH_SAMPLES", "").split(":"))
    kinds = {".heic", ".jpg", ".avif", ".dng"}
    return sorted(path for folder in folders for path in Path(folder).rglob("*") if path.suffix in kinds and "hostile" not in str(path))


def wanted_codes(photo, map, written):
    """The codes of a map by what `extract` writes: values of depth and disparity, samples of others."""
    is_distance = map["kind"] in ("depth", "disparity")
    kind = ["--as", "fdep" if map["unit"] == "m" else "fdis"] if is_distance else []
    auxdepth("extract", photo, "--type", map["type"], *kind, "-o", written)
    values = np.load(written)
    if is_distance:
        value = map["value"]
        values = 1 / values.astype(float) if value["kind"] == "inverse" else values.astype(float)
        values = np.rint((values - value["offset"]) / value["scale"])
    return values.astype({"uint8": "u1", "uint16": "<u2"}[map["sample"]])


@pytest.mark.parametrize("photo", samples(), ids=lambda path: path.stem)
def test_codes_of_cameras(browser, tmp_path, photo):
    """What the page's reader makes of each map are the samples that `extract` writes."""
    page = tmp_path / "page.html"
    auxdepth("view", photo, "-o", page, status={0, 1})
    file = page_data(page.read_text())["files"][0]
    maps = [map for map in file.get("maps", []) if map.get("coding") == "median"]
    # Two of one type cannot be named one by one, and a map without a range has no values.
    types = [map["type"] for map in maps]
    maps = [map for map in maps if types.count(map["type"]) == 1 and ("value" in map or map["kind"] not in ("depth", "disparity"))]
    browser.open(page, "view=map")
    for map in maps:
        wanted = wanted_codes(photo, map, tmp_path / f"{map['part']}.npy")
        assert wanted.shape == (map["height"], map["width"])
        found = read(browser, "decodePlane(given[0]).then((plane) => plane.codes)", map)
        assert found == wanted.tobytes(), f"{map['type']} {map['coding']}"


def test_decoding_keeps_nothing_waiting(browser, tmp_path):
    """A matte of three million samples is decoded in tasks of less than 100 ms."""
    page = tmp_path / "page.html"
    auxdepth("view", sample("shu223_depth_matte.jpg"), "-o", page)
    maps = page_data(page.read_text())["files"][0]["maps"]
    matte = next(map for map in maps if map["width"] * map["height"] > 3_000_000)
    browser.open(page, "view=photo")
    assert browser.longest_task(f"{READERS}\nawait decodePlane({json.dumps(matte)});") < longest_allowed()
