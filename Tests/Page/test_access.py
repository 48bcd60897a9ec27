"""What keyboards, screen readers and weak eyes need."""

import importlib.util
import json
from pathlib import Path

import pytest

from conftest import auxdepth

VIEWS = ["depth", "photo", "map", "orbit", "focus", "mattes", "exposure", "parallax", "anaglyph"]

# Contrast by WCAG 2.2, 1.4.3, of each text that is shown, against the nearest ground that is not clear.
CONTRAST = r"""
const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
const channel = (code) => code <= 10.31475 ? code / 255 / 12.92 : ((code / 255 + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const over = (front, back) => front.length < 4 ? front : [0, 1, 2].map((part) => front[part] * front[3] + back[part] * (1 - front[3]));
const groundOf = (element) => {
  if (!element) return parts(getComputedStyle(document.body).backgroundColor);
  const colour = parts(getComputedStyle(element).backgroundColor);
  return colour.length < 4 ? colour : colour[3] === 0 ? groundOf(element.parentElement) : over(colour, groundOf(element.parentElement));
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
  if (element.closest("script, style, noscript, .unseen, option")) continue;
  const ground = groundOf(element);
  const [one, two] = [luminance(over(parts(getComputedStyle(element).color), ground)), luminance(ground)];
  const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  if (contrast < 4.5) found.push(`${contrast.toFixed(2)}: ${walker.currentNode.textContent.trim().slice(0, 40)}`);
}
return found;
"""

STRUCTURE = r"""
const found = [];
const shown = (element) => element.checkVisibility();
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push(`two elements have the id ${id}`);
for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
  for (const element of document.querySelectorAll(`[${name}]`)) {
    for (const id of element.getAttribute(name).split(" ")) if (!document.getElementById(id)) found.push(`${name} has no ${id}`);
  }
}
const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter(shown).map((heading) => Number(heading.tagName[1]));
if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1) found.push("there is not one h1 at first");
levels.forEach((level, index) => { if (index && level > levels[index - 1] + 1) found.push(`a heading of the level ${level} follows one of ${levels[index - 1]}`); });
for (const table of [...document.querySelectorAll("table")].filter(shown)) {
  if (!table.caption?.textContent) found.push("a table has no caption");
  if (!table.querySelector("th")) found.push("a table has no header");
  for (const header of table.querySelectorAll("th")) if (!header.scope) found.push(`the header ${header.textContent} has no scope`);
}
for (const image of document.images) if (!image.hasAttribute("alt")) found.push("an image has no alternative text");
if (!document.documentElement.lang) found.push("the page has no language");
if (!document.title) found.push("the page has no title");
for (const role of ["header", "main", "footer"]) if (document.querySelectorAll(role).length !== 1) found.push(`there is not one ${role}`);
if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
for (const element of document.querySelectorAll("button, a, input, select")) {
  if (!shown(element) || element.closest(".unseen")) continue;
  const box = (element.type === "radio" ? element.nextElementSibling : element).getBoundingClientRect();
  // WCAG 2.2, 2.5.8; targets in a line of text, or in rows of a table, may be lower.
  if (box.height < 24 && element.type !== "checkbox" && !element.closest("p, td, th, a.back, .skip")) found.push(`${element.outerHTML.slice(0, 60)} is ${box.height} high`);
}
return found;
"""

CONTROLS = {"button", "link", "slider", "radio", "checkbox", "combobox", "tab", "application", "textbox", "tabpanel"}


def unnamed(browser):
    """Controls to which the browser gives no name to say."""
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    found = []
    for node in nodes:
        role = node.get("role", {}).get("value")
        if role in CONTROLS and not node.get("ignored") and not node.get("name", {}).get("value"):
            found.append(json.dumps(node.get("role")) + str(node.get("backendDOMNodeId")))
    return found


def axe(browser):
    """What axe-core finds in the page as it is: the rule, and the elements."""
    package = importlib.util.find_spec("axe_playwright_python")
    if package is None:
        pytest.skip("axe-playwright-python, which has axe-core, is not installed")
    browser.run((Path(package.origin).parent / "axe.min.js").read_text())
    found = browser.run("return axe.run(document, { resultTypes: ['violations'] });")["violations"]
    return [(violation["id"], [node["html"][:120] for node in violation["nodes"]][:4]) for violation in found]


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(browser, photos, scheme, width):
    browser.size(width, 800)
    browser.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    page = photos.page("sheet", "scene.heic", "broken.heic", "small.heic", "blurred.heic", status=1)
    browser.open(page)
    assert axe(browser) == [], "sheet"
    browser.open(page, "file=1")
    assert axe(browser) == [], "broken"
    browser.open(page, "file=2")
    for view in [tab.get_attribute("data-id") for tab in browser.all("#views button")]:
        browser.tab(view)
        assert axe(browser) == [], view
    for detail in ["structure", "findings"]:
        browser.find(f"#detail-tabs-{detail}").click()
        assert axe(browser) == [], detail
    browser.open(photos.page("embedded", "small.heic", options=["--embed"]))
    assert axe(browser) == [], "embedded"
    report = photos.folder / "report.html"
    if not report.exists():
        report.write_text(auxdepth("validate", photos["broken.heic"], photos["scene.heic"], "--format", "html", status=(0, 1)))
    browser.open(report)
    assert axe(browser) == [], "report"


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 360)])
def test_each_view(browser, small, scheme, width):
    browser.size(width, 800)
    browser.prefer(prefers_color_scheme=scheme)
    browser.open(small)
    for view in VIEWS:
        if not browser.all(f"#views-{view}"):
            continue
        browser.tab(view)
        assert browser.run(CONTRAST) == [], view
        assert browser.run(STRUCTURE) == [], view
        assert unnamed(browser) == [], view
    for detail in ["structure", "findings"]:
        browser.find(f"#detail-tabs-{detail}").click()
        assert browser.run(CONTRAST) == [], detail
        assert browser.run(STRUCTURE) == [], detail


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sheet_and_comparison(browser, photos, scheme):
    browser.prefer(prefers_color_scheme=scheme)
    sheet = photos.page("sheet", "scene.heic", "broken.heic", "small.heic", "blurred.heic", status=1)
    for place in ["", "file=1", "file=2&view=compare"]:
        browser.size(360 if place else 1280, 800)
        browser.open(sheet, place)
        assert browser.run(CONTRAST) == [], place
        assert browser.run(STRUCTURE) == [], place
        assert unnamed(browser) == [], place


def test_appearance_can_be_chosen(browser, small):
    browser.open(small)
    ground = "return getComputedStyle(document.body).backgroundColor;"
    light = browser.run(ground)
    browser.choose("theme", "dark")
    assert browser.run(ground) != light
    assert browser.run(CONTRAST) == []
    browser.choose("theme", "auto")
    assert browser.run(ground) == light


def focused(browser):
    return browser.run("return document.activeElement.name || document.activeElement.id || document.activeElement.className;")


def test_keyboard_alone(browser, scene):
    browser.open(scene)
    browser.press("Tab")
    assert focused(browser) == "skip"
    browser.press("Enter")
    assert focused(browser) == "stage"
    browser.open(scene)
    for _ in range(3):
        browser.press("Tab")
    # The link over all, the appearance, and then the tabs: one stop each.
    assert focused(browser) == "views-depth"
    browser.press("ArrowRight", "ArrowRight")
    browser.settle()
    assert focused(browser) == "views-map"
    assert browser.find("#views-map").get_attribute("aria-selected") == "true"
    assert browser.find("#view").get_attribute("aria-labelledby") == "views-map"
    browser.press("End")
    browser.settle()
    assert focused(browser) == "views-anaglyph"
    browser.press("ArrowRight", "ArrowRight", "ArrowRight")
    browser.settle()
    browser.press("Tab")
    assert focused(browser) == "stage"
    outline = browser.run("return getComputedStyle(document.activeElement).outlineStyle;")
    assert outline == "solid"
    # From the middle one sample to the right, and one down.
    browser.press("ArrowRight", "ArrowDown")
    assert browser.readout()["Position"] == "385, 289"
    assert browser.find("#cursor").is_displayed()
    browser.wait("return document.getElementById('live').textContent.startsWith('385, 289');")
    told = browser.run("return document.getElementById('live').textContent;")
    assert told.startswith("385, 289: ") and "metres" in told and "code" in told
    browser.press("Home")
    assert browser.readout()["Position"] == "0, 289"
    browser.press("Escape")
    assert not browser.find("#cursor").is_displayed()
    # On through all that can be reached, without a trap, to the end and round.
    seen = []
    for _ in range(40):
        browser.press("Tab")
        seen.append(focused(browser))
        if seen[-1] == "skip":
            break
    assert "map" in seen and "opacity" in seen and "copy" in seen and seen[-1] == "skip"
