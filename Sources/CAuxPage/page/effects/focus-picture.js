// What goes with the picture of the focus: the mark on it, what is at the cursor, keys, and the photo as it is.

// Shows for a moment where the focus is.
function showMark(mark, u, v) {
  mark.hidden = false;
  mark.style.left = `${u * 100}%`;
  mark.style.top = `${v * 100}%`;
  // Begins the fading anew.
  mark.style.animation = "none";
  void mark.offsetWidth;
  mark.style.animation = "";
}

function focusMask(nearness, { focus, width, slope }) {
  const half = 1 / slope + width / 2;
  return clamp(Math.min(slope * (nearness - focus + half), slope * (focus + half - nearness)), 0, 1);
}

// What is at the cursor: the distance, and how far it is out of focus; `matte` is that of the person, if any.
function focusProbe(map, focus, camera, scale, photo, matte) {
  return (column, row) => {
    const nearness = map.values[row * map.width + column];
    const share = focus.usesMatte && matte ? valueAt(matte.codes, matte, (column + 0.5) / map.width, (row + 0.5) / map.height) / 255 : 0;
    const mask = Number.isNaN(nearness) ? NaN : Math.max(focusMask(nearness, maskOf(focus)), share);
    const radius = share >= 0.5 ? 0 : greatestOf(focus, camera, photo) * (1 - focusMask(nearness, maskOf(focus)));
    const distance = scale.distance(nearness);
    const isBlur = focus.show === "blur";
    return { rows: [["Position", `${column}, ${row}`], ["Distance", scale.text(nearness), distance],
      ["Nearness", formatNumber(nearness, 4), nearness], ["In focus", scale.text(focus.focus), scale.distance(focus.focus)],
      ...(isBlur ? [["Blur radius", Number.isNaN(mask) ? "no value" : `${formatNumber(radius, 3)} px`, radius]] : []),
      ...(isBlur && camera ? [] : [["Mask", formatNumber(mask, 3), mask]])],
    text: `${column}, ${row}: ${scale.text(nearness).replace(/ m$/, " metres")}, `
      + (isBlur ? `blurred by ${formatNumber(radius, 2)} pixels` : `mask ${formatNumber(mask, 2)}`) };
  };
}

// Keys of the picture: brackets for the distance, comma and full stop for the aperture. Returns what takes them away.
function focusKeys(focus, controls, change) {
  const element = byId("stage");
  const onKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const nearer = { "[": -0.01, "]": 0.01 }[event.key];
    const stops = { ",": -1, ".": 1 }[event.key];
    if (nearer) change({ focus: clamp(Math.round((focus.focus + nearer) * 1000) / 1000, 0, 1), isAuto: false, u: undefined });
    else if (stops) controls.step(stops);
    else return;
    event.preventDefault();
  };
  element.addEventListener("keydown", onKey);
  return () => element.removeEventListener("keydown", onKey);
}

// A button that shows the photo without the effect while it is pressed in.
function originalButton(stack) {
  const button = el("button", { type: "button", "aria-pressed": "false", text: "Original", onclick: () => {
    const isOriginal = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOriginal));
    stack.classList.toggle("original", isOriginal);
  } });
  return button;
}
