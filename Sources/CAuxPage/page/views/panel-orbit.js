// The settings of Orbit.

const checkField = (name, label, isChecked, onChange) => el("label", { class: "check" },
  el("input", { type: "checkbox", name, checked: isChecked, onchange: (event) => onChange(event.target.checked) }), label);

// Two sliders of the depth; neither passes the other.
function clipFields(view, onChange) {
  const { orbit, map } = view;
  const text = (share) => lengthText(map, view.depthAt(share));
  const fields = {};
  const set = (name, other, limit) => (value) => {
    orbit[name] = limit(value, orbit[other]);
    fields[name].set(orbit[name]);
    onChange();
  };
  const field = (name, label, limit) => {
    fields[name] = slider({ name, label, min: 0, max: 1, step: 0.005, value: orbit[name], text,
      onInput: set(name, name === "near" ? "far" : "near", limit) });
  };
  field("near", "Nearest", (value, far) => Math.min(value, far - 0.005));
  field("far", "Farthest", (value, near) => Math.max(value, near + 0.005));
  return [fields.near, fields.far];
}

function orbitFacts(view) {
  const { mesh, camera, map, range, apart } = view;
  const fieldOfView = 2 * Math.atan(camera.width / 2 / camera.focal[0]) / degrees;
  const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return factTable([["Vertices", count(mesh.positions.length / 3)], ["Triangles", count(mesh.indices.length / 3)],
    ["Points", count(mesh.points.length / 3)],
    ["Depth", lengthRange(map, range.nearest, range.farthest)],
    ["Field of view", `${formatNumber(fieldOfView, 3)}°`], ["Camera", cameraOrigins[camera.origin]],
    ["Eyes apart", lengthText(map, apart)]], "Numbers of the scene");
}

// The parts of the side panel.
function orbitPanel(view) {
  const { orbit, file, controls } = view;
  const facts = el("div");
  const whole = el("p", { class: "muted", text: "What is written to a file is torn at outlines." });
  const refresh = () => {
    showCommand(orbitCommand(file, orbit, view.bounds));
    facts.replaceChildren(orbitFacts(view));
    whole.hidden = orbit.show === "points" || orbit.isTorn;
    torn.hidden = orbit.show === "points";
  };
  const change = () => {
    refresh();
    view.change();
  };
  const remake = () => {
    refresh();
    view.change();
    view.remake().then(() => view.isCurrent() && refresh(), (error) => stage.fail(error));
  };
  const set = (name, action) => (value) => {
    orbit[name] = value;
    action();
  };
  const outlines = () => {
    view.setOutlines();
    change();
  };
  const torn = checkField("torn", "Torn at outlines", orbit.isTorn, set("isTorn", remake));
  const places = [[0, "Camera"], [1, "Front"], [2, "Above"], [3, "Side"]].map(([key, text]) => el("button", { type: "button", text,
    "aria-keyshortcuts": String(key), onclick: () => { controls.goTo(controls.presets[key]()); view.change(true); } }));
  const isGuess = view.camera.origin === "fieldOfView";
  const parts = [
    panelPart("Orbit",
      isRelative(view.map) ? el("p", { class: "note", text: "Distances are relative: the scene may be stretched along the view." }) : null,
      isGuess ? el("p", { class: "note", text: "The file does not say the camera's field of view: the shape is a guess." }) : null,
      file.outlines?.failure ? el("p", { class: "note", text: `Outlines are those of the map: ${file.outlines.failure}.` }) : null,
      isGuess ? slider({ name: "fov", label: "Field of view", min: 15, max: 120, step: 1, value: orbit.fieldOfView,
        text: (value) => `${value}°`, onInput: set("fieldOfView", remake) }) : null,
      choice({ name: "show", label: "Show", value: orbit.show, options: [["surface", "Surface"], ["points", "Points"]],
        onChange: set("show", remake) }),
      torn, whole, ...clipFields(view, change)),
    panelPart("From where", el("div", { class: "row wrap" }, places),
      checkField("camera", "The camera and its picture", orbit.hasCamera, set("hasCamera", outlines)),
      checkField("eyes", "Both eyes", orbit.hasEyes, set("hasEyes", outlines)),
      el("p", { class: "muted", text: "Drag to turn, with Shift or two fingers to move, wheel or pinch to go closer; a double "
        + "click turns around what is there." })),
    panelPart("Numbers", facts),
  ];
  refresh();
  return parts;
}
