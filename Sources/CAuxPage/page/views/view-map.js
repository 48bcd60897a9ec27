// An auxiliary image under a colour map, with its legend and what is at the cursor.

// What a probe says of a sample of a map: its value, and the photo's pixel in its middle where the photo has others.
function sampleReport(map, plane, column, row, unit, photo) {
  const start = (row * plane.width + column) * plane.components;
  const codes = [...plane.codes.slice(start, start + plane.components)];
  const value = valueOf(map, codes[0]);
  const rows = [["Position", `${column}, ${row}`]];
  const texts = codes.map((code) => valueText(map, valueOf(map, code), unit));
  if (map.value || isHole(map, codes[0])) rows.push(["Value", texts.join(" "), inUnit(map, value, unit)]);
  if (hasDistance(map) && !Number.isNaN(value)) {
    const other = unit === "m" ? "1/m" : "m";
    rows.push([other === "m" ? "Distance" : "Disparity", valueText(map, value, other), inUnit(map, value, other)]);
  }
  rows.push([plane.components > 1 ? "Codes" : "Code", codes.map((code) => formatNumber(code, 9)).join(" "), codes.join(" ")]);
  if (photo && formatSize(photo) !== formatSize(plane)) {
    const pixel = [(column + 0.5) * photo.width / plane.width, (row + 0.5) * photo.height / plane.height];
    rows.push(["Pixel of the photo", pixel.map(Math.floor).join(", ")]);
  }
  const spoken = map.value ? texts.join(" ").replace("1/m", "per metre").replace(/ m$/, " metres") : "";
  return { rows, value, text: `${column}, ${row}: ${[spoken, `code ${codes.join(" ")}`].filter(Boolean).join(", ")}` };
}

// The command line of a map's picture: the map as effects take it, a matte, or the samples themselves.
function mapCommand(file, map, index) {
  const path = pathWord(file);
  if (hasDistance(map) && file.effects?.map === index) return ["render", "grayscale", path, "-o", outputWord(file, "map.png")];
  if (map.kind === "matte" && /Matte$/.test(map.type)) {
    return ["render", "matte", path, "--matte-type", shellWord(map.type), "-o", outputWord(file, "matte.png")];
  }
  return ["extract", path, "--type", shellWord(map.type), "-o", outputWord(file, `${map.type.replace(/\W+/g, "-")}.png`)];
}

async function openMap(page) {
  const { file, state, side, goTo, isCurrent } = page;
  const index = clamp(state.map ?? firstMap(file), 0, file.maps.length - 1);
  const map = file.maps[index];
  // What is a share of something looks as it does elsewhere, white for all of it.
  const colours = () => state.colours ?? (hasDistance(map) ? "turbo" : "gray");
  state.unit ??= "m";
  const unit = hasDistance(map) ? state.unit : map.unit ?? "";
  const parts = [];
  if (file.maps.length > 1) {
    parts.push(panelPart(null, selection({ name: "map", label: "Auxiliary image", value: index,
      options: mapOrder(file).map((place) => [place, mapName(file.maps[place])]),
      onChange: (place) => goTo({ view: "map", map: Number(place) }) })));
  }
  side.replaceChildren(...parts);
  showCommand(mapCommand(file, map, index));
  const plane = await planeOf(map);
  const image = await imageOf(file.photo).catch(() => undefined);
  if (!isCurrent()) return;
  const { stats, picture } = await surveyOf(map, plane, colours());
  if (!isCurrent()) return;
  const canvas = makeCanvas(plane.width, plane.height);
  canvas.classList.add("exact");
  const put = (pixels) => canvas.getContext("2d").putImageData(pixels, 0, 0);
  const paint = async (name) => {
    canvas.dataset.state = "drawing";
    const painted = await surveyOf(map, plane, name);
    if (colours() !== name) return;
    put(painted.picture);
    canvas.dataset.state = "done";
  };
  put(picture);
  const stack = el("div", { class: "stack checks" }, image ? new PhotoLayer(file.photo, image).element : null, canvas);
  const setOpacity = (share) => {
    canvas.style.opacity = share;
    stack.classList.toggle("seen-through", share < 1);
  };
  setOpacity(state.opacity ?? 1);
  stage.show(stack, plane, `${map.title} of ${file.name}`);
  const key = el("div");
  const numbers = el("div");
  let shownLegend;
  const drawLegend = () => {
    const shown = hasDistance(map) ? state.unit : unit;
    shownLegend = legend(map, stats, colours(), shown);
    key.replaceChildren(shownLegend);
    numbers.replaceChildren(factTable([...statisticRows(map, plane, stats, shown), ["Size", `${formatSize(map)} samples`],
      ...(map.facts ?? []).filter(([name]) => name !== "Width" && name !== "Height")], `Numbers of ${map.title}`));
  };
  const probe = () => stage.setProbe(plane, (column, row) => {
    const report = sampleReport(map, plane, column, row, hasDistance(map) ? state.unit : unit, image && file.photo);
    shownLegend?.mark(report.value);
    return report;
  });
  const isColour = plane.components === 3;
  side.append(...[panelPart(map.title,
    hasDistance(map) && isRelative(map)
      ? el("p", { class: "note", text: relativeText }) : null,
    isPreview(map) ? el("p", { class: "muted", text: "A preview: its codes are nearly those of the file." }) : null,
    isColour ? null : key,
    hasDistance(map) ? choice({ name: "unit", label: "Unit", value: state.unit, options: [["m", "metres"], ["1/m", "1/metres"]],
      onChange: (value) => { state.unit = value; drawLegend(); probe(); } }) : null,
    isColour ? null : choice({ name: "colours", label: "Colours", value: colours(),
      options: Object.keys(colourMaps).map((name) => [name, name]),
      onChange: (name) => { state.colours = name; paint(name).catch((error) => stage.fail(error)); drawLegend(); } }),
    image ? slider({ name: "opacity", label: "Over the photo", min: 0, max: 1, step: 0.05, value: state.opacity ?? 1,
      text: (share) => `${Math.round(share * 100)} %`,
      onInput: (share) => { state.opacity = share; setOpacity(share); } }) : null),
  hasDistance(map) && map.value ? measurePart(page, map, plane) : null,
  map.kind === "matte" ? areaPart(page, map, plane) : null,
  panelPart("Numbers", numbers)].filter(Boolean));
  drawLegend();
  probe();
}
