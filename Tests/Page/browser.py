"""A headless Chromium, and what tests do with a page in it."""

import base64
import io
import json
import os
import shutil
import time
from pathlib import Path

import numpy as np
from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
CHROMEDRIVER = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")

KEYS = {
    "Tab": Keys.TAB, "ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT, "ArrowUp": Keys.ARROW_UP,
    "ArrowDown": Keys.ARROW_DOWN, "Home": Keys.HOME, "End": Keys.END, "Escape": Keys.ESCAPE, "Enter": Keys.ENTER,
    " ": Keys.SPACE, "Delete": Keys.DELETE,
}

# Whether all is drawn, in three frames one after another: what a script or an event began shows in the frame after it.
SETTLED = """
const [milliseconds, done] = arguments;
const end = performance.now() + milliseconds;
const isDone = () => {
  const canvas = document.querySelector("#content canvas");
  const stage = document.getElementById("stage");
  return document.readyState === "complete" && !stage.hasAttribute("aria-busy") && !("gliding" in stage.dataset)
    && canvas?.dataset.state !== "drawing";
};
let frames = 0;
const look = () => {
  frames = isDone() ? frames + 1 : 0;
  if (frames > 3) done(true);
  else if (performance.now() > end) done(false);
  else requestAnimationFrame(() => setTimeout(look));
};
look();
"""

HOLDS = """
const [condition, milliseconds, done] = arguments;
const end = performance.now() + milliseconds;
const holds = new Function(condition);
const look = () => {
  if (holds()) done(true);
  else if (performance.now() > end) done(false);
  else requestAnimationFrame(() => setTimeout(look));
};
look();
"""


def longest_allowed():
    """100 ms for a task, and more where other processes wait for the processors, too: each gets its turn meanwhile."""
    return 100 * max(1, os.getloadavg()[0] / os.cpu_count())


class Browser:
    """A browser with or without WebGL2, which by SwiftShader needs no graphics card."""

    def __init__(self, has_webgl=True):
        options = Options()
        options.binary_location = CHROMIUM
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-color-profile=srgb", "--disable-background-networking"]
        arguments += (["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if has_webgl
                      else ["--disable-gpu", "--disable-3d-apis", "--disable-software-rasterizer"])
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
        self.driver.set_script_timeout(300)
        self.size(1280, 900)
        self.features = {}

    def close(self):
        self.driver.quit()

    # What the reader's system says.

    def size(self, width, height, scale=1):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def prefer(self, **features):
        self.features = {name.replace("_", "-"): value for name, value in features.items()}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name, "value": value} for name, value in self.features.items()]})

    def forget(self):
        """Forgets what pages of tests before remembered."""
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "local_storage"})

    # Pages.

    def open(self, page, place=""):
        """Opens a page anew, at a place that its address ends with, and waits until all is drawn."""
        self.driver.get("about:blank")
        self.driver.get(f"file://{Path(page).resolve()}" + (f"#{place}" if place else ""))
        self.run("addEventListener('scroll', () => { window.scrolledAt = performance.now(); }, { capture: true, passive: true });")
        self.settle()

    def go(self, place):
        """Goes to another place of the page that is open."""
        self.run("location.hash = arguments[0];", place)
        self.settle()

    def settle(self, seconds=90):
        assert self.driver.execute_async_script(SETTLED, seconds * 1000), "the page is not drawn"

    def wait(self, condition, seconds=20):
        """Waits until a script returns something that is true."""
        assert self.driver.execute_async_script(HOLDS, condition, seconds * 1000), f"{condition} does not hold"

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    # What is logged.

    def complaints(self):
        """Messages of the console since the last call: errors, warnings and all else."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses requested since the last call, except for the page and what is embedded in it."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return [url for url in found if not url.startswith(("file:", "data:", "blob:", "about:", "chrome:"))]

    # Doing things as people do.

    def tab(self, name):
        self.find(f"#views-{name}").click()
        self.settle()

    def choose(self, name, value):
        """Chooses one of some side by side, or of a list."""
        self.run("""
const [name, value] = arguments;
const radio = document.querySelector(`input[data-name="${name}"][value="${value}"]`);
if (radio) document.querySelector(`label[for="${radio.id}"]`).click();
else {
  const select = document.querySelector(`select[name="${name}"]`);
  select.value = value;
  select.dispatchEvent(new Event("change"));
}""", name, value)
        self.settle()

    def slide(self, name, value):
        self.run("""
const input = document.querySelector(`input[name="${arguments[0]}"]`);
input.value = arguments[1];
input.dispatchEvent(new Event("input"));""", name, value)
        self.settle()

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(KEYS.get(key, key)).perform()

    def press_with_control(self, key):
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(KEYS.get(key, key)).key_up(Keys.CONTROL).perform()

    def point(self, u, v, click=False):
        """Moves the pointer to a place of the picture, 0...1 across and down."""
        box = self.run("""
const content = document.getElementById("content");
content.scrollIntoView({ block: "center" });
const box = content.getBoundingClientRect();
return [box.left, box.top, box.width, box.height];""")
        place = {"x": box[0] + u * box[2], "y": box[1] + v * box[3]}
        send = self.driver.execute_cdp_cmd
        send("Input.dispatchMouseEvent", {"type": "mouseMoved", **place})
        if click:
            for kind in ("mousePressed", "mouseReleased"):
                send("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **place})
        self.settle()

    def place(self, u, v, selector="#content"):
        """Where a place of the picture is in the window, as CSS pixels."""
        left, top, width, height = self.run("""
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [box.left, box.top, box.width, box.height];""", selector)
        return left + u * width, top + v * height

    def rest(self):
        """Waits until a wheel does not go on scrolling the page, as it does soon after that was scrolled."""
        self.wait("return performance.now() - (window.scrolledAt ?? -1000) > 450;")

    def wheel(self, x, y, turns, control=False):
        """Turns the wheel at a point of the window: up is less than 0."""
        self.rest()
        for _ in range(abs(turns)):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 120 if turns > 0 else -120,
                "modifiers": 2 if control else 0})
        self.settle()

    def drag(self, *points, button="left", steps=8):
        """Drags the mouse along points of the window."""
        send = self.driver.execute_cdp_cmd
        mouse = {"button": button, "clickCount": 1}

        def go(kind, point, buttons):
            send("Input.dispatchMouseEvent", {"type": kind, "x": point[0], "y": point[1], "buttons": buttons, **mouse})
        pressed = {"left": 1, "middle": 4}[button]
        go("mouseMoved", points[0], 0)
        go("mousePressed", points[0], pressed)
        for start, end in zip(points, points[1:]):
            for step in range(1, steps + 1):
                go("mouseMoved", [one + (two - one) * step / steps for one, two in zip(start, end)], pressed)
        go("mouseReleased", points[-1], 0)
        self.settle()

    def touch(self, *paths, steps=8):
        """Moves fingers, each along its way: a list of points of the window of the same length."""
        send = self.driver.execute_cdp_cmd

        def go(kind, points):
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
                {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})
        go("touchStart", [path[0] for path in paths])
        for leg in range(len(paths[0]) - 1):
            for step in range(1, steps + 1):
                go("touchMove", [[one + (two - one) * step / steps for one, two in zip(path[leg], path[leg + 1])]
                                 for path in paths])
        go("touchEnd", [])
        self.settle()

    def phone(self, width=360, height=740):
        """Makes the browser one of a phone: with fingers in place of a mouse."""
        send = self.driver.execute_cdp_cmd
        send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True})
        send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})

    def desktop(self):
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.size(1280, 900)

    def long_tasks(self, action):
        """The milliseconds of the tasks of more than 50 that run while something is done."""
        self.run("""
window.longTasks = [];
window.taskWatch?.disconnect();
window.taskWatch = new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((task) => task.duration)));
window.taskWatch.observe({ entryTypes: ["longtask"] });""")
        action()
        time.sleep(0.3)
        return self.run("return window.longTasks;")

    def readout(self):
        """The values at the cursor: the text of each name, or its exact number, if any."""
        return self.run("""
return Object.fromEntries([...document.querySelectorAll("#readout div")].map((part) => [part.querySelector("dt").textContent,
  part.querySelector("data")?.value ?? part.querySelector("dd").textContent]));""")

    def command(self):
        return self.run("return document.getElementById('command').textContent;")

    def longest_task(self, script):
        """Runs an asynchronous script, and returns the longest of the page's long tasks meanwhile, in milliseconds.

        What else runs on the machine makes tasks longer, never shorter: the best of several times counts.
        """
        return min(max(self.tasks(script), default=0) for _ in range(3))

    def tasks(self, script):
        return self.driver.execute_async_script("""
const done = arguments[arguments.length - 1];
const found = [];
const observer = new PerformanceObserver((list) => found.push(...list.getEntries().map((entry) => entry.duration)));
observer.observe({ type: "longtask" });
(async () => { %s })().then(() => setTimeout(() => { observer.disconnect(); done(found); }, 300));""" % script)

    def drag_picture(self, *places, is_touch=False):
        """Drags over places of the picture, 0...1 across and down, by the mouse or by a finger."""
        self.run("document.getElementById('content').scrollIntoView({ block: 'center' });")
        points = [self.place(u, v) for u, v in places]
        if is_touch:
            self.touch(points)
        else:
            self.drag(*points)
        self.settle()

    # Pictures.

    def canvas(self, selector="#content canvas"):
        """The pixels of a canvas: red, green, blue and alpha."""
        uri = self.run("return document.querySelector(arguments[0]).toDataURL();", selector)
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(uri.split(",")[1]))).convert("RGBA"))

    def canvas_of_image(self, selector="#content img"):
        """The pixels of an image, as large as it is."""
        uri = self.run("""
const image = document.querySelector(arguments[0]);
const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0);
return canvas.toDataURL();""", selector)
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(uri.split(",")[1]))).convert("RGBA"))

    def draw_whole(self):
        """Waits for the picture at full size."""
        end = time.monotonic() + 240
        while self.run("return document.querySelector('#content canvas').dataset.state?.match('drawing|refining');"):
            assert time.monotonic() < end, "the picture is not drawn at full size"
            time.sleep(0.2)

    def screenshot(self, height=1000):
        width = self.run("return innerWidth;")
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})
        return Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB")
