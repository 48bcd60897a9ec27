// Two files beside each other: before and after, and what differs.

// Samples of a map as a gray picture of a size, by a scale that both files share.
function grayMap(map, plane, stats) {
  const canvas = makeCanvas(plane.width, plane.height);
  canvas.getContext("2d").putImageData(colouredPixels(map, plane, stats, "turbo"), 0, 0);
  return canvas;
}

// What of both files can be compared: the photos, and maps of one type.
function comparable(one, two) {
  const kinds = [["photo", "Photo"]];
  for (const map of one.maps ?? []) {
    const isIn = (two.maps ?? []).some((other) => other.type === map.type && !other.failure);
    if (!map.failure && isIn && !kinds.some(([kind]) => kind === map.type)) kinds.push([map.type, map.title]);
  }
  return kinds;
}

// The pictures of both, and what is told of a place.
async function comparedPhotos(files) {
  const images = await Promise.all(files.map((file) => imageOf(file.photo)));
  const size = { width: Math.max(...images.map((image) => image.naturalWidth)),
    height: Math.max(...images.map((image) => image.naturalHeight)) };
  const pixels = images.map((image) => pixelsOf(image, size.width, size.height));
  const tell = (column, row) => {
    const texts = pixels.map(({ data: codes }) => [...codes.slice((row * size.width + column) * 4, (row * size.width + column) * 4 + 3)].join(" "));
    return { rows: [["Position", `${column}, ${row}`], ["Before", texts[0]], ["After", texts[1]]],
      text: `${column}, ${row}: ${texts.join("; after ")}` };
  };
  return { size, pictures: pixels.map((item) => {
    const canvas = makeCanvas(size.width, size.height);
    canvas.getContext("2d").putImageData(item, 0, 0);
    return canvas;
  }), tell, difference: (amplification) => differenceOfPhotos(...pixels, amplification) };
}

function differenceOfPhotos(one, two, amplification) {
  const image = new ImageData(one.width, one.height);
  let greatest = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    for (let part = 0; part < 3; part++) {
      const away = Math.abs(one.data[at + part] - two.data[at + part]);
      if (away > greatest) greatest = away;
      image.data[at + part] = away * amplification;
    }
    image.data[at + 3] = 255;
  }
  return { image, text: greatest ? `The codes differ by ${greatest} at most.` : "The photos are the same, pixel by pixel." };
}

async function comparedMaps(files, type) {
  const maps = files.map((file) => file.maps.find((map) => map.type === type && !map.failure));
  const planes = await Promise.all(maps.map(planeOf));
  const all = maps.map((map, index) => statistics(map, planes[index]));
  const stats = { low: Math.min(...all.map((item) => item.low)), high: Math.max(...all.map((item) => item.high)) };
  const [size, isSame] = [planes[0], formatSize(planes[0]) === formatSize(planes[1])];
  const value = (index, column, row) => {
    const { width, height, components, codes } = planes[index];
    const [x, y] = [Math.floor((column + 0.5) * width / size.width), Math.floor((row + 0.5) * height / size.height)];
    return valueOf(maps[index], codes[(y * width + x) * components]);
  };
  const tell = (column, row) => {
    const values = [0, 1].map((index) => value(index, column, row));
    const texts = values.map((number, index) => valueText(maps[index], number, maps[index].unit));
    return { rows: [["Position", `${column}, ${row}`], ["Before", texts[0], values[0]], ["After", texts[1], values[1]],
      ["Difference", formatNumber(values[1] - values[0], 4), values[1] - values[0]]],
    text: `${column}, ${row}: ${texts.join("; after ")}` };
  };
  const difference = (amplification) => {
    const image = new ImageData(size.width, size.height);
    const scale = 255 * amplification / (stats.high - stats.low || 1);
    let greatest = 0;
    for (let pixel = 0; pixel < size.width * size.height; pixel++) {
      const [column, row] = [pixel % size.width, Math.floor(pixel / size.width)];
      const away = value(1, column, row) - value(0, column, row);
      if (Math.abs(away) > greatest) greatest = Math.abs(away);
      // Nearer, or more, is red; farther, or less, is blue; a hole in one of both is white.
      const code = Number.isNaN(away) ? 255 : Math.min(Math.abs(away) * scale, 255);
      image.data.set(Number.isNaN(away) ? [255, 255, 255, 255] : away > 0 ? [code, code / 3, 0, 255] : [0, code / 3, code, 255], pixel * 4);
    }
    const unit = maps[0].unit ? ` ${maps[0].unit}` : "";
    return { image, text: (greatest ? `Values differ by ${formatNumber(greatest, 4)}${unit} at most.` : "The values are the same.")
      + (isSame ? "" : ` The maps are ${formatSize(planes[0])} and ${formatSize(planes[1])}.`) };
  };
  return { size, pictures: maps.map((map, index) => grayMap(map, planes[index], stats)), tell, difference };
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
  const compared = what === "photo" ? await comparedPhotos([file, other]) : await comparedMaps([file, other], what);
  if (!isCurrent()) return;
  const { size, pictures } = compared;
  const difference = makeCanvas(size.width, size.height);
  const line = el("div", { class: "divider" });
  const stack = el("div", { class: "stack compare" }, pictures[1], pictures[0], difference, line);
  pictures[0].classList.add("over");
  const told = el("p", { class: "muted", role: "status" });
  const divide = (share) => {
    state.divide = share;
    pictures[0].style.clipPath = `inset(0 ${(1 - share) * 100}% 0 0)`;
    line.style.left = `${share * 100}%`;
  };
  const amplify = (factor) => {
    state.amplification = factor;
    const { image, text } = compared.difference(factor);
    difference.getContext("2d").putImageData(image, 0, 0);
    told.textContent = text;
  };
  const divider = slider({ name: "divide", label: "Before and after", min: 0, max: 1, step: 0.01, value: state.divide ?? 0.5,
    text: (share) => `${Math.round(share * 100)} %`, onInput: divide });
  const amplifier = slider({ name: "amplification", label: "Amplification", min: 1, max: 32, step: 1, value: state.amplification ?? 4,
    text: (factor) => `${factor} ×`, onInput: perFrame(amplify) });
  const setMode = (mode) => {
    state.mode = mode;
    const isDifference = mode === "difference";
    difference.hidden = amplifier.hidden = told.hidden = !isDifference;
    divider.hidden = line.hidden = isDifference;
    if (isDifference) amplify(state.amplification ?? 4);
  };
  side.replaceChildren(panelPart("Compare",
    el("p", {}, el("strong", { text: "Before: " }), file.name),
    others.length > 1
      ? selection({ name: "other", label: "After", value: data.files.indexOf(other), options: others,
        onChange: (index) => { state.other = Number(index); goTo({ view: "compare" }); } })
      : el("p", {}, el("strong", { text: "After: " }), other.name),
    kinds.length > 1 ? selection({ name: "what", label: "What", value: what, options: kinds,
      onChange: (kind) => { state.what = kind; goTo({ view: "compare" }); } }) : null,
    choice({ name: "mode", label: "Show", value: state.mode ?? "divide", options: [["divide", "Both"], ["difference", "Difference"]],
      onChange: setMode }), divider, amplifier, told));
  divide(state.divide ?? 0.5);
  setMode(state.mode ?? "divide");
  stage.show(stack, size, `${file.name} and ${other.name}`);
  stage.setProbe(size, compared.tell, { onClick: (u) => {
    if (state.mode === "difference") return;
    divider.set(u);
    divide(u);
  } });
}
