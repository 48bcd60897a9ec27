// What can be saved of a view, made in the page: maps as PNG of 16 bits, what is drawn, and the command line.

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

// A chunk of PNG (ISO/IEC 15948, 5.3).
function pngChunk(type, content) {
  const chunk = new Uint8Array(12 + content.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(content, 8);
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Samples as big-endian codes of 16 bits, each row less the one above it: codes of 8 bits fill the range, and so do floats
// between their extremes; a hole is 0.
function pngRows(plane, extremes) {
  const { width, height, components, codes } = plane;
  const across = width * components;
  const rows = new Uint8Array((across * 2 + 1) * height);
  const isFloat = codes instanceof Float32Array;
  const scale = isFloat ? 65535 / (extremes.high - extremes.low || 1) : codes.BYTES_PER_ELEMENT === 1 ? 257 : 1;
  const code = (index) => {
    const sample = codes[index];
    if (!isFloat) return sample * scale;
    return Number.isFinite(sample) ? Math.round(clamp((sample - extremes.low) * scale, 0, 65535)) : 0;
  };
  for (let row = 0, to = 0; row < height; row++) {
    rows[to++] = row ? 2 : 0;
    for (let column = 0; column < across; column++) {
      const own = code(row * across + column);
      const above = row ? code((row - 1) * across + column) : 0;
      rows[to++] = (own >> 8) - (above >> 8);
      rows[to++] = (own & 255) - (above & 255);
    }
  }
  return rows;
}

// What a code of the PNG means, for its text.
function codeMeaning(map, plane, extremes) {
  if (plane.codes instanceof Float32Array) {
    const { low, high } = extremes;
    return `sample = ${low} + ${(high - low) / 65535} * code; 0 without a value`;
  }
  if (!map.value) return "codes without a known meaning";
  const scale = map.value.scale / (plane.codes.BYTES_PER_ELEMENT === 1 ? 257 : 1);
  const sum = `${map.value.offset} + ${scale} * code`;
  return `${map.value.kind === "inverse" ? `1 / (${sum})` : sum}${map.unit ? ` ${map.unit}` : ""}`;
}

// The extremes of float samples.
function sampleExtremes(plane) {
  let [low, high] = [Infinity, -Infinity];
  for (const sample of plane.codes) {
    if (!Number.isFinite(sample)) continue;
    if (sample < low) low = sample;
    if (sample > high) high = sample;
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

// A map as a PNG of 16 bits, with what its codes mean as text.
async function mapPNG(map) {
  const plane = await planeOf(map);
  const extremes = plane.codes instanceof Float32Array ? sampleExtremes(plane) : undefined;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, plane.width);
  view.setUint32(4, plane.height);
  header.set([16, plane.components === 3 ? 2 : 0], 8);
  const text = `Description\0${map.type}: ${codeMeaning(map, plane, extremes)}`;
  return new Blob([Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), pngChunk("IHDR", header),
    pngChunk("tEXt", Uint8Array.from(text, (character) => character.charCodeAt(0) & 255)),
    pngChunk("IDAT", await deflated(pngRows(plane, extremes))), pngChunk("IEND", new Uint8Array())], { type: "image/png" });
}

// What the view draws, once it is drawn at its full size.
async function drawnPNG() {
  const canvases = [...document.querySelectorAll("#content canvas")].filter((canvas) => canvas.checkVisibility());
  const canvas = canvases.sort((one, two) => two.width * two.height - one.width * one.height)[0];
  if (!canvas) throw new Error("nothing is drawn");
  while (canvas.isConnected && /drawing|refining/.test(canvas.dataset.state)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  if (!blob) throw new Error("the browser cannot write this picture");
  return blob;
}

function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = el("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// What of a view can be saved: a title, a name of the file, and what makes it.
function downloadsOf(file, view, state) {
  const stem = stemOf(file);
  const items = [];
  const map = file.maps?.[state.map ?? file.effects?.map ?? 0];
  if (view === "map" && map && !map.failure) {
    items.push(["Map, PNG of 16 bits", `${stem}-${map.type.replace(/\W+/g, "-")}.png`, () => mapPNG(map)]);
  } else if (byId("content").querySelector("canvas")) {
    items.push(["Picture as drawn, PNG", `${stem}-${view}.png`, drawnPNG]);
  }
  if (["depth", "map", "orbit"].includes(view) && hasSpace(file) && (view === "orbit" || cameraOf(file))) {
    items.push(["Points, PLY", `${stem}-points.ply`, () => pointsPLY(file, state.orbit?.fieldOfView)]);
  }
  if (!byId("command-line").hidden) {
    items.push(["Command line, shell script", `${stem}-${view}.sh`,
      () => new Blob([`#!/bin/sh\n${byId("command").textContent}\n`], { type: "text/x-shellscript" })]);
  }
  return items;
}

// Shows what can be saved of the view that is open.
function showDownloads(file, view, state) {
  const items = downloadsOf(file, view, state);
  byId("save").hidden = !items.length;
  byId("save").open = false;
  byId("save-items").replaceChildren(...items.map(([title, name, make]) => el("li", {}, el("button", { type: "button", class: "link", text: title,
    onclick: async () => {
      byId("save").open = false;
      try {
        saveBlob(await make(), name);
        announce(`${title} saved`);
      } catch (error) {
        stage.fail(error);
      }
    } }))));
}
