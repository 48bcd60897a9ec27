// The HDR rendition of a photo with a gain map, at exposures at which its highlights are seen on any screen.

const gainMapOf = (file) => hasPicture(file) ? file.maps?.find((map) => map.gain && !map.failure) : undefined;

const renditionNames = { hdr: "HDR", sdr: "SDR" };

const stopsText = (stops) => `${stops > 0.004 ? "+" : stops < -0.004 ? "−" : ""}${formatNumber(Math.abs(stops), 3)} stops`;

function gainRows(map, exposure) {
  const { gain } = map;
  const rows = [["Headroom", `${formatNumber(headroomOf(gain), 3)} stops, ${formatNumber(2 ** headroomOf(gain), 3)} × white`],
    ["Brightest", `${formatNumber(Math.max(exposure.brightest, 0), 3)} stops above white`],
    ["Beyond white", `${formatNumber(exposure.beyond * 100, 3)} % of the picture`],
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
  const stack = el("div", { class: "stack" }, el("img", { src: image.src, alt: "", draggable: "false" }));
  stage.show(stack, file.photo, `${file.name}, exposure`);
  showCommand(["extract", pathWord(file), "--type", shellWord(map.type), "-o", outputWord(file, "gainmap.png")]);
  side.replaceChildren();
  const exposure = await Exposure.open(await createImageBitmap(base ?? image), map, plane, light?.transfer);
  onClose(() => exposure.close());
  if (!isCurrent()) return;
  const drawing = new Drawing(exposure.graphics, exposure, () => exposure.effect(settings));
  onClose(() => drawing.close());
  stack.append(exposure.canvas);
  const change = (values) => { Object.assign(settings, values); drawing.change(); };
  side.replaceChildren(panelPart("Exposure",
    slider({ name: "stops", label: "Exposure", min: -Math.ceil(Math.max(headroom, exposure.brightest) * 10) / 10, max: 0, step: 0.05, value: settings.stops,
      text: stopsText, onInput: (stops) => change({ stops }) }),
    choice({ name: "rendition", label: "Rendition", value: settings.rendition, options: Object.entries(renditionNames),
      onChange: (rendition) => change({ rendition }) }),
    el("label", { class: "check" }, el("input", { type: "checkbox", name: "marks", checked: settings.marks,
      onchange: (event) => change({ marks: event.target.checked }) }), "Mark what is still beyond white"),
    el("p", { class: "muted", text: "At 0 stops white is as bright as in the photo, and what is brighter is clipped. Darker exposures "
      + "bring the highlights of the HDR rendition into view; the SDR rendition has only white there." })),
  panelPart("Numbers", factTable(gainRows(map, exposure), "Gain map")));
  stage.setProbe(exposure, (column, row) => exposureProbe(exposure, column, row));
  drawing.change();
}

// What is at the cursor: the gain and the light, where white is 1.
function exposureProbe(exposure, column, row) {
  const [hdr, sdr] = [exposure.at("hdr", column, row), exposure.at("sdr", column, row)];
  const [most, ground] = [Math.max(...hdr), Math.max(...sdr)];
  return { rows: [["Position", `${column}, ${row}`], ["Brightest of HDR", `${formatNumber(most, 4)} × white`, most],
    ["Of SDR", `${formatNumber(ground, 4)} × white`, ground],
    ["Gain", most > 0 && ground > 0 ? stopsText(Math.log2(most / ground)) : "none", Math.log2(most / ground)],
    ["HDR light", hdr.map((part) => formatNumber(part, 4)).join(" "), hdr.join(" ")]],
  text: `${column}, ${row}: ${formatNumber(most, 3)} times white` };
}
