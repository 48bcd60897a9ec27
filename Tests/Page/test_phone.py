"""Narrow windows and fingers."""


import pytest

VIEWS = ["depth", "photo", "map", "focus", "parallax", "anaglyph"]

# Controls that are pressed and less than 44 CSS pixels wide or high; those in running text are excepted (WCAG 2.2, 2.5.5).
SMALL = """
const found = [];
for (const element of document.querySelectorAll("button, a, input, select, summary, [role=slider]")) {
  if (!element.checkVisibility() || element.closest(".unseen, .skip")) continue;
  const target = element.type === "radio" ? element.nextElementSibling : element.type === "checkbox" ? element.closest("label") : element;
  const box = target.getBoundingClientRect();
  if (box.height < 43.9 || (box.width < 43.9)) found.push(`${element.outerHTML.slice(0, 70)}: ${box.width} x ${box.height}`);
}
return found;
"""

WIDE = """
const found = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5
  && element.checkVisibility() && !element.closest(".unseen, .tabs, .wide, #stage, code, .command"));
return [document.documentElement.scrollWidth > innerWidth, ...found.slice(0, 3).map((element) => element.outerHTML.slice(0, 80))];
"""


@pytest.fixture
def phone(browser):
    browser.phone()
    yield browser
    browser.desktop()


@pytest.fixture(params=[360, 320])
def narrow(browser, request):
    browser.phone(request.param, 700)
    yield browser
    browser.desktop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_targets_are_large_and_nothing_is_wide(narrow, small, scheme):
    narrow.prefer(prefers_color_scheme=scheme)
    narrow.open(small)
    assert narrow.run("return matchMedia('(pointer: coarse)').matches;")
    for view in VIEWS:
        narrow.go(f"view={view}")
        assert narrow.run(SMALL) == [], view
        assert narrow.run(WIDE) == [False], view
    for detail in ["structure", "findings", "metadata"]:
        narrow.run(f"document.getElementById('detail-tabs-{detail}').click();")
        assert narrow.run(SMALL) == [], detail
        assert narrow.run(WIDE) == [False], detail


def test_long_texts_are_broken(narrow, photos, scene):
    """Errors, names and paths without a space do not make the page wide."""
    long = "/folder" + "x" * 300

    def change(data):
        file = data["files"][0]
        file.update(name=long + ".heic", path=long + ".heic")
        file["photo"]["failure"] = long
        file["maps"][1].update(failure=f"{long}: the coded image is cut off", title="M" * 80)
        file["maps"][1].pop("data", None)
        file["findings"] = [{"severity": "error", "rule": "R" * 60, "message": long, "where": long}]
    page = photos.changed("long", scene, change)
    narrow.open(page)
    for view in VIEWS[:3]:
        narrow.go(f"view={view}")
        assert narrow.run(WIDE) == [False], view
    narrow.go("view=map&map=1")
    assert narrow.find("#trouble").is_displayed()
    assert narrow.run(WIDE) == [False]

    def fail(data):
        data["files"][0] = {"name": long, "path": long, "failure": long, "valid": False, "findings": []}
        data["files"].append(dict(data["files"][0]))
    page = photos.changed("long-failure", scene, fail)
    for place in ["", "file=0"]:
        narrow.open(page, place)
        assert narrow.run(WIDE) == [False], place


def top(browser, selector):
    return browser.run("return document.querySelector(arguments[0]).getBoundingClientRect().top;", selector)


def test_picture_stays_while_controls_go_by(phone, small):
    phone.open(small, "view=focus")
    phone.run("document.querySelector('.side input[type=range]').scrollIntoView({ block: 'center' });")
    assert phone.run("return scrollY;") > 100
    assert top(phone, "#stage") == pytest.approx(0, abs=1)
    bottom = phone.run("return document.getElementById('stage').getBoundingClientRect().bottom;")
    assert bottom < 0.5 * phone.run("return innerHeight;")
    # What the keyboard goes to is not under it.
    phone.run("scrollTo(0, document.body.scrollHeight); document.querySelector('.side input').focus();")
    phone.settle()
    assert top(phone, ".side input[type=range]") >= bottom - 1
    # The tables below scroll it away.
    phone.run("document.getElementById('detail').scrollIntoView({ block: 'end' }); scrollTo(0, document.body.scrollHeight);")
    assert top(phone, "#stage") < -50
    # On its side a phone has no room for that.
    phone.phone(700, 360)
    phone.open(small, "view=focus")
    phone.run("scrollTo(0, 500);")
    assert top(phone, "#stage") < 0


def test_one_finger_scrolls_the_page_over_the_picture(phone, small):
    for view in ["photo", "depth", "map"]:
        phone.open(small, f"view={view}")
        x, y = phone.place(0.3, 0.8)
        phone.touch([(x, y), (x, y - 200)], steps=16)
        assert phone.run("return scrollY;") > 100, view
    # Across, it moves the divider, and the page stays.
    phone.open(small, "view=depth")
    x, y = phone.place(0.5, 0.5)
    phone.touch([(x, y), (x + 90, y)])
    assert int(phone.find(".grip").get_attribute("aria-valuenow")) > 65
    assert phone.run("return scrollY;") == 0


def test_a_finger_shows_values(phone, scene):
    phone.open(scene, "view=map")
    x, y = phone.place(0.25, 0.5)
    phone.touch([(x, y), (x, y)])
    assert phone.readout()["Position"].split(", ")[0] == str(int(0.25 * 768))


def test_tabs_show_that_there_are_more(phone, small):
    phone.open(small)
    tabs = phone.find("#views")
    assert tabs.get_attribute("data-more") == "right"
    phone.run("document.getElementById('views').scrollLeft = 60;")
    phone.settle()
    assert tabs.get_attribute("data-more") == "both"
    phone.go("view=anaglyph")
    phone.settle()
    assert tabs.get_attribute("data-more") == "left"
    # The chosen one is in view, and not where the list fades.
    phone.go("view=orbit")
    edges = phone.run("const [tab, list] = [document.getElementById('views-orbit'), document.getElementById('views')]"
                      ".map((item) => item.getBoundingClientRect()); return [tab.left - list.left, list.right - tab.right];")
    assert tabs.get_attribute("data-more") == "both" and min(edges) >= 47
    phone.go("view=anaglyph")
    box = phone.run("const box = document.getElementById('views-anaglyph').getBoundingClientRect(); return [box.left, box.right];")
    assert 0 <= box[0] and box[1] <= 360
    phone.desktop()
    phone.open(small)
    assert not phone.find("#views").get_attribute("data-more")
