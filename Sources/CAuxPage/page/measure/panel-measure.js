// Measuring in the side panel: the button, the numbers and the chart.

// Why distances between points are not known; nothing where they are.
function measureHindrance(file, map) {
  if (cameraOf(file)) return undefined;
  return file.effects?.camera?.failure ?? "the map is of another view than the photo";
}

// The numbers between two samples: names, texts and exact values.
function measureRows(map, one, two, found) {
  const length = (value, step) => `${lengthText(map, value, 4, step)}${found.isOpen ? " or more" : ""}`;
  const depth = (sample) => Number.isNaN(sample.depth) ? "no value" : lengthText(map, sample.depth, 4);
  const rows = [];
  if (found.length !== undefined && !Number.isNaN(found.length)) rows.push(["Distance", length(found.length, found.lengthStep), found.length]);
  if (found.angle !== undefined) rows.push(["Angle", `${formatNumber(found.angle, 4)}°`, found.angle]);
  rows.push(["Depth at A", depth(one), one.depth], ["Depth at B", depth(two), two.depth]);
  if (!Number.isNaN(found.depthDifference)) {
    rows.push(["Difference", length(Math.abs(found.depthDifference), found.depthStep), found.depthDifference]);
  }
  return rows;
}

const spokenLength = (text) => text.replaceAll("±", "plus or minus").replace(/(\d) m\b/g, "$1 metres").replace(/(\d) cm\b/g, "$1 centimetres")
  .replace(/(\d) mm\b/g, "$1 millimetres");

// The part of the tool in a view of a map of distances, whose samples are there already; `onBegin` makes the view ready. Its
// `end()` ends measuring.
function measurePart({ file, state, onClose }, map, plane, onBegin = () => {}) {
  const measure = state.measure ??= { isOn: false, points: [] };
  const camera = cameraOf(file);
  const hindrance = measureHindrance(file, map);
  const result = el("div", { class: "measured" });
  const hint = el("p", { class: "muted", text: "Press on two points, or drag from one to the other; Enter sets them at the cursor." });
  const button = el("button", { type: "button", "aria-pressed": "false", "aria-keyshortcuts": "m", text: "Measure", onclick: () => toggle() });
  const clear = el("button", { type: "button", text: "Remove points", onclick: () => tool?.clear() });
  let [tool, label, isClosed] = [undefined, "", false];
  const change = (points, isDone) => {
    measure.points = points;
    clear.hidden = !points.length;
    hint.hidden = points.length === 2;
    label = "";
    if (points.length < 2) return result.replaceChildren();
    const [one, two] = points.map(({ u, v }) => sampleAt(map, plane, camera, u, v));
    const found = measureBetween(one, two);
    const rows = measureRows(map, one, two, found);
    label = rows[0][0] === "Distance" ? lengthText(map, found.length) : "";
    result.replaceChildren(
      el("table", { class: "facts" }, el("caption", { class: "unseen", text: "Between both points" }), el("tbody", {},
        rows.map(([name, text, value]) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", {}, el("data", { value: String(value), text })))))),
      profileChart(map, depthProfile(map, plane, one, two), (part) => tool?.mark(part)));
    if (isDone) announce(rows.map(([name, text]) => `${name} ${spokenLength(text)}`).join("; "));
  };
  const toggle = () => {
    measure.isOn = !measure.isOn;
    if (measure.isOn) begin();
    else end();
    announce(measure.isOn ? "Measuring: set two points" : "Measuring ended");
  };
  const begin = () => {
    onBegin();
    tool = new MeasureTool({ points: measure.points, onChange: change, text: () => label });
    change(tool.points, false);
    tool.draw();
    button.setAttribute("aria-pressed", "true");
    body.hidden = false;
  };
  const end = () => {
    tool?.close();
    tool = undefined;
    button.setAttribute("aria-pressed", "false");
    body.hidden = true;
  };
  const body = el("div", { class: "measure-body", hidden: true },
    isRelative(map) ? el("p", { class: "note", text: "Distances are relative: lengths are in units of their own, not in metres." }) : null,
    hindrance ? el("p", { class: "note", text: `Lengths between points are not known, but differences in depth: ${hindrance}.` }) : null,
    hint, result, el("div", { class: "row" }, clear));
  const key = (event) => {
    const isWriting = event.target.matches?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
    if (event.key !== "m" || event.ctrlKey || event.altKey || event.metaKey || isWriting) return;
    event.preventDefault();
    toggle();
  };
  addEventListener("keydown", key);
  onClose(() => {
    isClosed = true;
    removeEventListener("keydown", key);
    tool?.close();
  });
  // The picture is shown first.
  if (measure.isOn) setTimeout(() => { if (measure.isOn && !isClosed) begin(); });
  const part = panelPart(null, button, body);
  part.end = () => { if (measure.isOn) toggle(); };
  return part;
}

// What a matte covers.
function areaPart({ file, isCurrent }, matte, plane) {
  const map = spaceMapOf(file);
  const share = matteShare(matte, plane);
  const rows = [["Of the picture", `${formatNumber(share * 100, 4)} %`, share]];
  const body = el("tbody");
  const show = () => body.replaceChildren(...rows.map(([name, text, value]) => el("tr", {}, el("th", { scope: "row", text: name }),
    el("td", {}, el("data", { value: String(value), text })))));
  const note = el("p", { class: "muted" });
  const camera = cameraOf(file);
  show();
  if (map && camera) {
    note.textContent = "The visible surface; what is hidden behind it does not count.";
    matteSurface(file, matte, camera).then(({ covered }) => {
      if (!isCurrent()) return;
      rows.push(["Surface", surfaceText(map, covered), covered]);
      show();
    }, (error) => { note.textContent = `The area of the surface is not known: ${error.message}.`; });
  } else if (map) note.textContent = `The area of the surface is not known: ${file.effects.camera.failure}.`;
  return panelPart("Covers", el("table", { class: "facts area" }, el("caption", { class: "unseen", text: "What the matte covers" }), body), note);
}
