// Mattes over the photo, each in a colour of its own: what the file says is a person, hair, skin, sky …

// The colours, and the order in which they take a place: what is smaller comes first, the person last.
const matteColours = [
  [/teeth/i, [255, 214, 10]], [/glasses/i, [0, 229, 212]], [/hair/i, [214, 51, 255]], [/skin/i, [255, 122, 26]],
  [/sky/i, [64, 156, 255]], [/portrait/i, [45, 212, 96]],
];
const otherColours = [[255, 69, 110], [160, 220, 30], [130, 110, 255], [240, 160, 200]];

// No more samples than that are painted across or down.
const matteSide = 1280;

const isMatte = (map) => map.kind === "matte" && !map.failure;
const hasMattes = (file) => hasPicture(file) && file.maps?.some(isMatte);

// The name of a matte without what all of them are.
function matteName(map) {
  const name = map.title.replace(/\s*(effects |segmentation )?matte\b/i, "").replace(/^semantic\s*/i, "").replace(/segmentation\s*$/i, "").trim();
  return name ? name[0].toUpperCase() + name.slice(1) : map.title;
}

// The mattes of a file with their planes, colours and areas, in the order in which they take a place.
async function mattesOf(file) {
  const maps = file.maps.filter(isMatte);
  const planes = await Promise.all(maps.map(planeOf));
  const rank = (map) => {
    const found = matteColours.findIndex(([pattern]) => pattern.test(map.type));
    return found < 0 ? matteColours.length - 1.5 : found;
  };
  let others = 0;
  const mattes = maps.map((map, index) => {
    const known = matteColours.find(([pattern]) => pattern.test(map.type));
    const colour = known ? known[1] : otherColours[others++ % otherColours.length];
    // The shares of codes, 0…1.
    const shares = Float32Array.from({ length: planes[index].codes.BYTES_PER_ELEMENT === 2 ? 65536 : 256 },
      (_, code) => clamp(valueOf(map, code) || 0, 0, 1));
    return { map, plane: planes[index], colour, name: matteName(map), rank: rank(map), shares };
  }).sort((one, two) => one.rank - two.rank);
  for (const matte of mattes) {
    matte.area = matteArea(matte);
    await nextTask();
  }
  return mattes;
}

// The share of a place that a matte has, 0…1.
function matteAt({ plane, shares }, u, v) {
  const column = Math.min(Math.floor(u * plane.width), plane.width - 1);
  const row = Math.min(Math.floor(v * plane.height), plane.height - 1);
  return shares[plane.codes[(row * plane.width + column) * plane.components]];
}

// The part of the picture that a matte covers.
function matteArea({ plane, shares }) {
  const counts = countCodes(plane);
  return counts.reduce((sum, count, code) => sum + count * shares[code], 0) / plane.codes.length;
}

// The same in words; a few codes above 0 are nothing that is seen.
function areaText(area) {
  return area === 0 ? "empty" : area < 1e-4 ? "below 0.01 %" : `${formatNumber(area * 100, 3)} %`;
}

// Paints the mattes: each takes as much of a pixel as those before it leave free, so that none hides in another. For a worker.
function paintMattes({ mattes, width, height }) {
  const target = new Uint8ClampedArray(width * height * 4);
  const columns = mattes.map(({ plane }) => Int32Array.from({ length: width }, (_, x) => Math.floor((x + 0.5) * plane.width / width)));
  for (let row = 0; row < height; row++) {
    const starts = mattes.map(({ plane }) => Math.floor((row + 0.5) * plane.height / height) * plane.width);
    for (let column = 0; column < width; column++) {
      let [red, green, blue, free] = [0, 0, 0, 1];
      for (let index = 0; index < mattes.length && free > 0; index++) {
        const { plane, shares, colour } = mattes[index];
        const taken = Math.min(shares[plane.codes[(starts[index] + columns[index][column]) * plane.components]], free);
        red += taken * colour[0];
        green += taken * colour[1];
        blue += taken * colour[2];
        free -= taken;
      }
      if (free === 1) continue;
      const at = (row * width + column) * 4;
      const covered = 1 - free;
      target[at] = red / covered;
      target[at + 1] = green / covered;
      target[at + 2] = blue / covered;
      target[at + 3] = covered * 255;
    }
  }
  return { pixels: target };
}

function mattesCommand(file, mattes) {
  return ["extract", pathWord(file), ...mattes.flatMap(({ map }) => ["--type", shellWord(map.type)])];
}

// The legend: a switch for each matte, with its colour and the part of the picture that it covers.
function matteLegend(mattes, choice, onChange) {
  const rows = mattes.map((matte) => el("li", {}, el("label", { class: "check matte" },
    el("input", { type: "checkbox", name: "matte", value: matte.map.type, checked: choice.has(matte.map.type), onchange: (event) => {
      if (event.target.checked) choice.add(matte.map.type);
      else choice.delete(matte.map.type);
      onChange();
    } }),
    swatch(matte.colour), el("span", { text: matte.name }),
    el("span", { class: "muted", text: areaText(matte.area) }))));
  const list = el("ul", { class: "mattes", "aria-label": "Mattes" }, rows);
  list.mark = (isHere) => rows.forEach((row, index) => row.classList.toggle("here", isHere(mattes[index])));
  return list;
}

function swatch(colour) {
  const box = el("span", { class: "swatch" });
  box.style.background = `rgb(${colour.join(" ")})`;
  return box;
}

const groundNames = { colour: "In colour", gray: "Gray", none: "Black" };

async function openMattes({ file, state, side, isCurrent }) {
  const [image, mattes] = await Promise.all([imageOf(file.photo), mattesOf(file)]);
  if (!isCurrent()) return;
  const settings = state.mattes ??= { opacity: 0.6, ground: "colour",
    chosen: new Set(mattes.filter(({ area }) => area >= 1e-4).map(({ map }) => map.type)) };
  const largest = mattes.map(({ plane }) => plane).reduce((one, two) => two.width > one.width ? two : one);
  const share = Math.min(1, matteSide / Math.max(largest.width, largest.height));
  const canvas = makeCanvas(Math.round(largest.width * share), Math.round(largest.height * share));
  const photo = el("img", { src: image.src, alt: "", draggable: "false" });
  const stack = el("div", { class: "stack mattes-over" }, photo, canvas);
  const shownMattes = () => mattes.filter(({ map }) => settings.chosen.has(map.type));
  const { width, height } = canvas;
  let lastPaint = 0;
  const paintChosen = async () => {
    const turn = ++lastPaint;
    const chosen = shownMattes().map(({ plane, shares, colour }) => ({ plane, shares, colour }));
    const { pixels } = await callApart([paintMattes], { mattes: chosen, width, height });
    if (turn !== lastPaint) return;
    canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    canvas.dataset.state = "done";
  };
  const paint = perFrame(() => paintChosen().catch((error) => { if (isCurrent()) stage.fail(error); }));
  const change = () => {
    showCommand(shownMattes().length ? mattesCommand(file, shownMattes()) : undefined);
    canvas.dataset.state = "drawing";
    paint();
  };
  const setOpacity = (opacity) => { canvas.style.opacity = settings.opacity = opacity; };
  const setGround = (ground) => {
    settings.ground = ground;
    photo.style.filter = { gray: "grayscale(1)", none: "brightness(0)" }[ground] ?? "";
  };
  const legend = matteLegend(mattes, settings.chosen, change);
  const failed = file.maps.filter((map) => map.kind === "matte" && map.failure);
  side.replaceChildren(panelPart("Mattes", legend,
    slider({ name: "opacity", label: "Opacity", min: 0, max: 1, step: 0.05, value: settings.opacity,
      text: (opacity) => `${Math.round(opacity * 100)} %`, onInput: setOpacity }),
    choice({ name: "ground", label: "Photo", value: settings.ground, options: Object.entries(groundNames), onChange: setGround }),
    failed.map((map) => el("p", { class: "note", text: `${matteName(map)} could not be decoded: ${map.failure}` })),
    el("p", { class: "muted", text: "Percentages are of the picture. Where several mattes cover a place, the smaller thing takes it." })));
  stage.show(stack, file.photo, `${file.name}, mattes`);
  setOpacity(settings.opacity);
  setGround(settings.ground);
  change();
  stage.setProbe(largest, (column, row) => {
    const [u, v] = [(column + 0.5) / largest.width, (row + 0.5) / largest.height];
    const here = mattes.map((matte) => ({ matte, part: matteAt(matte, u, v) })).filter(({ part }) => part > 0.004);
    legend.mark((matte) => here.some((found) => found.matte === matte && found.part >= 0.5));
    const text = here.map(({ matte, part }) => `${matte.name} ${formatNumber(part * 100, 3)} %`).join(", ") || "no matte";
    return { rows: [["Position", `${column}, ${row}`], ["Here", text]], text: `${column}, ${row}: ${text}` };
  });
}
