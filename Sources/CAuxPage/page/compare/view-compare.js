// Two files over each other: before and after, and what differs.

// A picture in a layer over the whole frame, at its place.
const layerOf = (picture, place) => el("div", { class: "layer" }, putAt(picture, place));

// What is told of differences, with a threshold or an amplification to choose.
function differencePart(compared, state, paint) {
  const legend = el("div");
  const beyond = el("p", { class: "muted", role: "status" });
  const { unit, pairs } = compared;
  if (compared.isAmplified) {
    return [slider({ name: "amplification", label: "Amplification", min: 1, max: 32, step: 1, value: state.amplification ?? 4,
      text: (factor) => `${factor} ×`, onInput: perFrame((factor) => paint(state.amplification = factor)) }),
    factTable(compared.rows, "Differences")];
  }
  const showRange = (range) => {
    paint(range);
    legend.replaceChildren(differenceLegend(range, unit));
  };
  const showBeyond = (threshold) => {
    const limit = unit.isDistance ? `${formatNumber(threshold * 100, 3)} % of the distance` : formatNumber(threshold, 3);
    const share = shareBeyond(pairs, threshold, unit.isDistance);
    beyond.textContent = Number.isNaN(share) ? "" : `${formatNumber(share * 100, 3)} % of the samples differ by more than ${limit}.`;
  };
  showRange(compared.range);
  showBeyond(state.threshold ?? 0.05);
  return [legend,
    slider({ name: "range", label: "Range of colours", min: -3, max: 2, step: 0.25, value: 0, text: (power) => {
      const range = niceAbove(compared.range * 2 ** power);
      return `± ${plainText(range, unit)}`;
    }, onInput: perFrame((power) => showRange(niceAbove(compared.range * 2 ** power))) }),
    factTable(compared.rows, "Differences"),
    slider({ name: "threshold", label: "Threshold", min: 0.005, max: 0.25, step: 0.005, value: state.threshold ?? 0.05,
      text: (share) => unit.isDistance ? `${formatNumber(share * 100, 3)} %` : formatNumber(share, 3),
      onInput: perFrame((threshold) => showBeyond(state.threshold = threshold)) }), beyond];
}

function comparedChoices({ file, other, others, kinds, what, state, goTo }) {
  return [el("p", {}, el("strong", { text: "Before: " }), file.name),
    others.length > 1
      ? selection({ name: "other", label: "After", value: data.files.indexOf(other), options: others,
        onChange: (index) => { state.other = Number(index); goTo({ view: "compare" }); } })
      : el("p", {}, el("strong", { text: "After: " }), other.name),
    kinds.length > 1 ? selection({ name: "what", label: "What", value: what, options: kinds,
      onChange: (kind) => { state.what = kind; goTo({ view: "compare" }); } }) : null];
}

async function openCompare({ file, state, side, goTo, isCurrent }) {
  const others = data.files.map((other, index) => [index, other.name]).filter(([index]) => hasPicture(data.files[index])
    && data.files[index] !== file);
  const first = data.compare ? data.compare.find((index) => data.files[index] !== file) : undefined;
  const other = data.files[state.other ?? first ?? others[0][0]] ?? data.files[others[0][0]];
  const kinds = comparable(file, other);
  const what = kinds.some(([kind]) => kind === state.what) ? state.what : "photo";
  showCommand(["view", pathWord(file), pathWord(other), "--compare", "-o", "page.html"]);
  side.replaceChildren();
  const registration = registrationOf(file, other);
  const compared = what === "photo" ? await comparedPhotos([file, other], registration)
    : await comparedMaps([file, other], what, registration);
  if (!isCurrent()) return;
  const { pictures, size } = compared;
  const difference = makeCanvas(size.width, size.height);
  difference.className = "differences";
  const [before, after, differs] = [layerOf(pictures[0], registration.places[0]), layerOf(pictures[1], registration.places[1]),
    layerOf(difference, compared.common)];
  before.classList.add("over");
  const divider = new Divider((share) => {
    state.divide = share;
    before.style.clipPath = `inset(0 ${(1 - share) * 100}% 0 0)`;
  }, { label: "Before and after", left: "before" });
  const frame = el("div", { class: "stack compare" }, after, before, differs, divider.line);
  const paint = (factor) => difference.getContext("2d").putImageData(compared.paint(factor), 0, 0);
  const numbers = el("div", { class: "part" });
  const hint = el("p", { class: "muted", text: "Drag on the picture to move the divider." });
  const setMode = (mode) => {
    state.mode = mode;
    const isDifference = mode === "difference";
    differs.hidden = numbers.hidden = !isDifference;
    divider.line.hidden = before.hidden = after.hidden = hint.hidden = isDifference;
    if (isDifference && !numbers.childElementCount) {
      if (compared.isAmplified) paint(state.amplification ?? compared.range);
      numbers.append(...differencePart(compared, state, paint));
    }
    stage.setTool(isDifference ? undefined : divider.tool);
  };
  side.replaceChildren(panelPart("Compare", comparedChoices({ file, other, others, kinds, what, state, goTo }),
    choice({ name: "mode", label: "Show", value: state.mode ?? "divide", options: [["divide", "Both"], ["difference", "Difference"]],
      onChange: setMode }), numbers,
    registration.note ? el("p", { class: registration.isKnown ? "muted" : "note", text: registration.note }) : null,
    hint));
  divider.set(state.divide ?? 0.5);
  stage.show(frame, registration.size, `${file.name} and ${other.name}`);
  // The grid of maps is that of the first one, which may be a part of the frame.
  const place = what === "photo" ? { x: 0, y: 0, width: 1, height: 1 } : registration.places[0];
  stage.setProbe(compared.grid, (column, row) => {
    const [u, v] = within(place, (column + 0.5) / compared.grid.width, (row + 0.5) / compared.grid.height);
    if (!isWithin([u, v])) return { rows: [["Position", "not in the photo before"]], text: "not in the photo before" };
    return compared.tell(Math.floor(u * compared.grid.width), Math.floor(v * compared.grid.height));
  });
  setMode(state.mode ?? "divide");
}
