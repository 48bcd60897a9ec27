// The focus: its mask, and the photo blurred outside of it, as `render` makes them.

const focusDefaults = { focus: 0.75, width: 0.1, slope: 4, radius: 15, show: "blur" };
const focusEffects = { blur: "Blur", mask: "Mask", spotlight: "Spotlight" };

// The greatest radius in pixels of a picture of that size; that of the option is of 12 megapixels.
const radiusIn = (radius, { width, height }) => radius * Math.sqrt(width * height / (4032 * 3024));

function focusCommand(file, focus) {
  const words = ["render", focus.show, pathWord(file), "--focus", formatNumber(focus.focus, 3)];
  for (const name of ["width", "slope"]) {
    if (focus[name] !== focusDefaults[name]) words.push(`--${name}`, formatNumber(focus[name], 4));
  }
  if (focus.show === "blur" && focus.radius !== focusDefaults.radius) words.push("--radius", formatNumber(focus.radius, 4));
  return [...words, "-o", outputWord(file, `${focus.show}.png`)];
}

async function openFocus({ file, state, side, isCurrent, onClose }) {
  const focus = state.focus ??= { ...focusDefaults };
  showCommand(focusCommand(file, focus));
  const lens = await lensOf(file);
  if (!isCurrent()) return;
  const map = file.maps[file.effects.map];
  const plane = await planeOf(map);
  const drawing = new Drawing(lens, (share, isFinal) => {
    lens.setFocus(focus);
    if (focus.show === "blur") lens.drawBlur(radiusIn(focus.radius, lens), isFinal ? 24 : 10, share);
    else lens.drawMasked(focus.show === "mask" ? 1 : 2, share);
  });
  const change = () => {
    showCommand(focusCommand(file, focus));
    drawing.change();
  };
  const set = (name) => (value) => { focus[name] = value; change(); };
  const fields = {
    focus: slider({ name: "focus", label: "Focus", min: 0, max: 1, step: 0.005, value: focus.focus, onInput: set("focus") }),
    width: slider({ name: "width", label: "Width in focus", min: 0, max: 1, step: 0.01, value: focus.width, onInput: set("width") }),
    slope: slider({ name: "slope", label: "Slope", min: 0.5, max: 20, step: 0.5, value: focus.slope, onInput: set("slope") }),
    radius: slider({ name: "radius", label: "Radius at 12 MP", min: 0, max: 60, step: 1, value: focus.radius,
      text: (radius) => `${radius} px`, onInput: set("radius") }),
  };
  fields.radius.hidden = focus.show !== "blur";
  side.replaceChildren(panelPart("Focus",
    choice({ name: "show", label: "Show", value: focus.show, options: Object.entries(focusEffects),
      onChange: (value) => { fields.radius.hidden = value !== "blur"; set("show")(value); } }),
    ...Object.values(fields),
    el("p", { class: "muted", text: "0 is the farthest, 1 the nearest. A click on the picture, or Enter, focuses on what is there." }),
    drawing.note,
    el("button", { type: "button", text: "As at first", onclick: () => {
      Object.assign(focus, focusDefaults, { show: focus.show });
      for (const [name, field] of Object.entries(fields)) field.set(focus[name]);
      change();
    } })));
  lens.canvas.setAttribute("aria-hidden", "true");
  stage.show(lens.canvas, lens, `${file.name}, focus`);
  const { values, low, high } = normalise(disparitiesOf(map, plane));
  const at = (column, row) => values[row * plane.width + column];
  stage.setProbe(plane, (column, row) => {
    const nearness = at(column, row);
    const metres = 1 / (low + nearness * (high - low));
    const mask = Number.isNaN(nearness) ? NaN : focusMask(nearness, focus);
    return { rows: [["Position", `${column}, ${row}`], ["Nearness", formatNumber(nearness, 4), nearness],
      ["Mask", formatNumber(mask, 3), mask], ["Distance", valueText({ unit: "m" }, metres, "m"), metres]],
    text: `${column}, ${row}: nearness ${formatNumber(nearness, 3)}, mask ${formatNumber(mask, 2)}` };
  }, { onClick: (u, v) => {
    const nearness = at(Math.min(Math.floor(u * plane.width), plane.width - 1), Math.min(Math.floor(v * plane.height), plane.height - 1));
    if (Number.isNaN(nearness)) return;
    focus.focus = Math.round(nearness * 200) / 200;
    fields.focus.set(focus.focus);
    announce(`Focus ${formatNumber(focus.focus, 3)}`);
    change();
  } });
  onClose(() => drawing.close());
  change();
}
