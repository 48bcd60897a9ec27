// The HDR rendition of a photo with a gain map, at exposures at which its highlights are seen on any screen.

const gainMapOf = (file) => hasPicture(file) ? file.maps?.find((map) => map.gain && !map.failure) : undefined;

const renditionNames = { hdr: "HDR", sdr: "SDR" };

const exposureDefinitions = () => ({ clamp, lightOfCode, makeHiddenCanvas, sliceTime, DrawingServer,
  lightOf709, lightOfPQ, exactCode, gainChannel, markColour, ExposureServer });

// Runs in the worker.
function serveExposure() {
  const server = new ExposureServer((answer, items) => postMessage(answer, items ?? []));
  onmessage = (event) => server.receive(event.data);
}

const stopsText = (stops) => `${stops > 0.004 ? "+" : stops < -0.004 ? "−" : ""}${formatNumber(Math.abs(stops), 3)} stops`;

function gainRows(map, drawer) {
  const { gain } = map;
  const rows = [["Headroom", `${formatNumber(headroomOf(gain), 3)} stops, ${formatNumber(2 ** headroomOf(gain), 3)} × white`],
    ["Brightest", `${formatNumber(Math.max(drawer.brightest, 0), 3)} stops above white`],
    ["Beyond white", `${formatNumber(drawer.beyond * 100, 3)} % of the picture`],
    ["The photo is", gain.base === "hdr" ? "the HDR rendition" : "the SDR rendition"], ["Described by", gain.apple ? "Apple's headroom" : "ISO 21496-1 or Ultra HDR"], ["Gain map", `${formatSize(map)} samples`]];
  for (const [index, channel] of (gain.channels ?? []).entries()) {
    const name = gain.channels.length > 1 ? `${["Red", "Green", "Blue"][index]} gains` : "Gains";
    rows.push([name, `${formatNumber(channel.gainMin, 3)} to ${formatNumber(channel.gainMax, 3)} stops, gamma ${formatNumber(channel.gamma, 3)}`]);
  }
  return rows;
}

async function openExposure({ file, state, side, isCurrent, onClose }) {
  const map = gainMapOf(file);
  // The light of a photo that is HDR is in a picture of its own: the preview is tone mapped.
  const { light } = file;
  const [image, plane, base] = await Promise.all([imageOf(file.photo), planeOf(map), light && decodePicture(light.part, light.type)]);
  if (!isCurrent()) return;
  const headroom = headroomOf(map.gain);
  const settings = state.exposure ??= { stops: -Math.round(headroom * 5) / 10, rendition: "hdr", marks: false };
  const canvas = makeCanvas(file.photo.preview.width, file.photo.preview.height);
  canvas.dataset.state = "drawing";
  stage.show(el("div", { class: "stack" }, el("img", { src: image.src, alt: "", draggable: "false" }), canvas), file.photo, `${file.name}, exposure`);
  showCommand(["extract", pathWord(file), "--type", shellWord(map.type), "-o", outputWord(file, "gainmap.png")]);
  side.replaceChildren();
  const drawer = await RemoteDrawer.open(exposureDefinitions(), serveExposure, ExposureServer,
    { image: await createImageBitmap(base ?? image), map: { ...map, data: undefined }, plane, transfer: light?.transfer });
  if (!isCurrent()) return drawer.close();
  [canvas.width, canvas.height] = [drawer.width, drawer.height];
  const drawing = new Refining(drawer, canvas, () => ({ stops: settings.stops, isHDR: settings.rendition === "hdr", marks: settings.marks }),
    { onFail: (error) => stage.fail(error) });
  const change = (values) => { Object.assign(settings, values); drawing.change(); };
  side.replaceChildren(panelPart("Exposure",
    slider({ name: "stops", label: "Exposure", min: -Math.ceil(Math.max(headroom, drawer.brightest) * 10) / 10, max: 0, step: 0.05, value: settings.stops,
      text: stopsText, onInput: (stops) => change({ stops }) }),
    choice({ name: "rendition", label: "Rendition", value: settings.rendition, options: Object.entries(renditionNames),
      onChange: (rendition) => change({ rendition }) }),
    el("label", { class: "check" }, el("input", { type: "checkbox", name: "marks", checked: settings.marks,
      onchange: (event) => change({ marks: event.target.checked }) }), "Mark what is still beyond white"),
    el("p", { class: "muted", text: "At 0 stops white is as bright as in the photo, and what is brighter is clipped. Darker exposures "
      + "bring the highlights of the HDR rendition into view; the SDR rendition has only white there." })),
  panelPart("Numbers", factTable(gainRows(map, drawer), "Gain map")));
  probeExposure(drawer, settings, isCurrent);
  onClose(() => { drawing.close(); drawer.close(); });
  drawing.change();
}

// What is at the cursor: the gain and the light, where white is 1.
function probeExposure(drawer, settings, isCurrent) {
  const wait = [["Position", "…"]];
  let latest;
  const rowsOf = ({ column, row, hdr, sdr }) => {
    const [most, ground] = [Math.max(...hdr), Math.max(...sdr)];
    return [["Position", `${column}, ${row}`], ["Brightest of HDR", `${formatNumber(most, 4)} × white`, most],
      ["Of SDR", `${formatNumber(ground, 4)} × white`, ground],
      ["Gain", most > 0 && ground > 0 ? stopsText(Math.log2(most / ground)) : "none", Math.log2(most / ground)],
      ["HDR light", hdr.map((part) => formatNumber(part, 4)).join(" "), hdr.join(" ")]];
  };
  const ask = perFrame(async (column, row) => {
    const found = await drawer.ask("look", { column, row });
    if (!isCurrent() || latest?.column !== column || latest.row !== row) return;
    latest = { column, row, ...found };
    stage.write(rowsOf(latest));
    if (stage.isByKey) announce(`${column}, ${row}: ${formatNumber(Math.max(...found.hdr), 3)} times white`);
  });
  stage.setProbe({ width: drawer.width, height: drawer.height }, (column, row) => {
    if (latest?.column !== column || latest.row !== row) latest = { column, row };
    if (latest.hdr) return { rows: rowsOf(latest), text: `${column}, ${row}` };
    ask(column, row);
    return { rows: wait, text: `${column}, ${row}` };
  });
}
