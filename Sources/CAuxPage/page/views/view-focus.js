// The focus: the photo as a lens sees it that is focused on its subject, and the mask of what is in focus.

const focusDefaults = { width: 0.1, slope: 4, radius: 15, show: "blur", usesMatte: false };
const focusEffects = { blur: "Blur", mask: "Mask", spotlight: "Spotlight" };

// The greatest radius in pixels of a picture of that size; that of the option is of 12 megapixels.
const radiusIn = (radius, { width, height }) => radius * Math.sqrt(width * height / (4032 * 3024));

function focusCommand(file, focus) {
  const words = ["render", focus.show, pathWord(file)];
  if (focus.isAuto) words.push("--autofocus");
  else words.push("--focus", formatNumber(focus.focus, 4));
  if (focus.show === "blur" && focus.fNumber) words.push("--f-number", formatNumber(focus.fNumber, 4));
  else {
    for (const name of ["width", "slope"]) {
      if (focus[name] !== focusDefaults[name]) words.push(`--${name}`, formatNumber(focus[name], 4));
    }
    if (focus.show === "blur" && focus.radius !== focusDefaults.radius) words.push("--radius", formatNumber(focus.radius, 4));
  }
  if (focus.usesMatte) words.push("--use-matte");
  return [...words, "-o", outputWord(file, `${focus.show}.png`)];
}

// The mask that an effect is made by: that of a lens falls by 1 over the whole range of disparities.
function maskOf({ focus, width, slope, show, fNumber, usesMatte }) {
  return show === "blur" && fNumber ? { focus, width: 0, slope: 1, usesMatte } : { focus, width, slope, usesMatte };
}

// The radius of the blur in pixels of a picture, of what is farthest out of focus.
function greatestOf(focus, camera, size) {
  return focus.fNumber ? lensRadius(camera, focus.fNumber, size) : radiusIn(focus.radius, size);
}

// What the lens draws.
function focusEffect(focus, camera, lens) {
  const mask = JSON.stringify(maskOf(focus));
  if (lens.mask !== mask) lens.setFocus(maskOf(focus));
  lens.mask = mask;
  const kind = Object.keys(focusEffects).indexOf(focus.show);
  return kind === 0 ? lens.blur.effect(greatestOf(focus, camera, lens)) : lens.masked(kind);
}

// The sliders and choices of the view; `change(values)` takes what was chosen.
function focusControls(focus, camera, scale, change) {
  const stops = camera ? stopsOf(camera) : [];
  const at = (stop) => stops.reduce((best, item, index) => Math.abs(item - stop) < Math.abs(stops[best] - stop) ? index : best, 0);
  const fields = {
    focus: slider({ name: "focus", label: "Distance in focus", min: 0, max: 1, step: 0.001, value: focus.focus,
      text: (nearness) => scale.text(nearness), onInput: (value) => change({ focus: value, isAuto: false, u: undefined }) }),
    fNumber: camera ? slider({ name: "stop", label: "Aperture", min: 0, max: stops.length - 1, step: 1, value: at(focus.fNumber),
      text: (index) => `f/${stops[index]}`, onInput: (index) => change({ fNumber: stops[index] }) }) : undefined,
    radius: camera ? undefined : slider({ name: "radius", label: "Radius at 12 MP", min: 0, max: 60, step: 1, value: focus.radius,
      text: (radius) => `${radius} px`, onInput: (radius) => change({ radius }) }),
    width: slider({ name: "width", label: "Width in focus", min: 0, max: 1, step: 0.01, value: focus.width,
      onInput: (width) => change({ width }) }),
    slope: slider({ name: "slope", label: "Slope", min: 0.5, max: 20, step: 0.5, value: focus.slope,
      onInput: (slope) => change({ slope }) }),
  };
  return {
    parts: Object.values(fields).filter(Boolean),
    step(by) {
      const index = clamp(at(focus.fNumber) + by, 0, stops.length - 1);
      if (camera) change({ fNumber: stops[index] });
    },
    // Shows what is chosen, and only what matters.
    update() {
      fields.focus.set(focus.focus);
      fields.fNumber?.set(at(focus.fNumber));
      fields.radius?.set(focus.radius);
      fields.width.set(focus.width);
      fields.slope.set(focus.slope);
      const isBlur = focus.show === "blur";
      for (const name of ["fNumber", "radius"]) if (fields[name]) fields[name].hidden = !isBlur;
      for (const name of ["width", "slope"]) fields[name].hidden = isBlur && Boolean(camera);
    },
  };
}

// What is known of the focus and the lens, in words.
function focusNotes(file) {
  const { source, lens } = file.effects.focus ?? {};
  return [
    source ? `At first the focus is on ${focusSources[source] ?? source}.` : "",
    lens?.fNumber ? `The camera simulates f/${formatNumber(lens.fNumber, 3)}.` : "",
    lens?.assumed ? "The field of view is assumed: that of 26 mm on 35 mm film." : "",
    lens && lens.basis !== "metres" ? "Distances are relative, so the f-number is, too." : "",
  ].filter(Boolean).join(" ");
}

async function openFocus({ file, state, side, isCurrent, onClose }) {
  const person = portraitMatte(file);
  const [map, subject, image, matte] = await Promise.all([nearnessMapOf(file), subjectOf(file), imageOf(file.photo), person && planeOf(person)]);
  if (!isCurrent()) return;
  const camera = file.effects.focus?.lens;
  const scale = new FocusScale(map, file.effects.focus);
  const first = () => firstFocus(file, subject);
  const focus = state.focus ??= first();
  if (state.focusPlace) applyFocusPlace(focus, state.focusPlace, scale, camera);
  state.focusPlace = undefined;
  const mark = el("div", { class: "focus-mark", hidden: true });
  const stack = el("div", { class: "stack" }, el("img", { src: image.src, alt: "", draggable: "false" }), mark);
  let drawing;
  const link = perFrame(() => replacePlace({ view: "focus", ...focusPlace(focus, scale) }));
  const change = (values) => {
    Object.assign(focus, values);
    controls.update();
    showCommand(focusCommand(file, focus));
    if (stage.place) stage.moveTo(stage.place.u, stage.place.v);
    drawing?.change();
    if (!focus.isAuto) link();
  };
  const controls = focusControls(focus, camera, scale, change);
  // Says nothing, since false would leave a drag to the zoom.
  const focusAt = (u, v) => {
    const nearness = nearnessAt(map, u, v);
    if (Number.isNaN(nearness)) return;
    showMark(mark, u, v);
    change({ focus: Math.round(nearness * 1000) / 1000, isAuto: false, u, v });
  };
  side.replaceChildren(panelPart("Focus",
    choice({ name: "show", label: "Show", value: focus.show, options: Object.entries(focusEffects), onChange: (show) => change({ show }) }),
    controls.parts,
    matte ? el("label", { class: "check" }, el("input", { type: "checkbox", name: "matte", checked: focus.usesMatte,
      onchange: (event) => change({ usesMatte: event.target.checked }) }), "Keep the person in focus") : undefined,
    el("p", { class: "muted", text: `Drag on the picture to move the focus. ${focusNotes(file)}` }),
    el("div", { class: "row" }, originalButton(stack), el("button", { type: "button", text: "As at first",
      onclick: () => { change({ ...first(), show: focus.show, usesMatte: focus.usesMatte }); } }))));
  stage.show(stack, file.photo, `${file.name}, focus`);
  const tellFocus = () => announce(`Focus ${scale.text(focus.focus)}`);
  stage.setProbe(map, focusProbe(map, focus, camera, scale, file.photo, matte), { onClick: (u, v) => {
    focusAt(u, v);
    tellFocus();
  } });
  const drag = perFrame(focusAt);
  stage.setTool({ name: "Focus", down: focusAt, move: drag, up: (u, v) => {
    drag.cancel();
    focusAt(u, v);
    tellFocus();
  } });
  onClose(() => { drawing?.close(); drag.cancel(); link.cancel(); });
  onClose(focusKeys(focus, controls, change));
  change({});
  const lens = await lensOf(file);
  await lens.ready(focusShaders);
  if (!isCurrent()) return;
  drawing = new Drawing(lens.graphics, lens, () => focusEffect(focus, camera, lens));
  mark.before(lens.canvas);
  if (focus.u !== undefined) showMark(mark, focus.u, focus.v);
  drawing.change();
}
