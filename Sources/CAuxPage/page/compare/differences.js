// Differences of two maps, the second less the first: numbers that mean something, and colours with a sign.

// What differs, in words and as a unit: distances in metres where both maps have them, else the maps' own values.
function differenceUnit(maps) {
  if (!maps.every(hasDistance)) return { unit: "", isDistance: false, isRelative: false };
  return { unit: "m", isDistance: true, isRelative: maps.some(isRelative) };
}

// A difference with its sign and its unit.
function signedText(value, { isDistance, isRelative }) {
  if (!Number.isFinite(value)) return "no value";
  const text = `${value > 0 ? "+" : value < 0 ? "−" : ""}${formatNumber(Math.abs(value), 3)}`;
  return !isDistance ? text : isRelative ? `${text} (relative)` : `${text} m`;
}

const plainText = (value, unit) => signedText(value, unit).replace(/^\+/, "");

// The samples of two maps on the places of the first's grid that both show: { differences, firsts }, NaN in holes.
function pairedDifferences(width, height, valueAt) {
  const differences = new Float32Array(width * height);
  const firsts = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = row * width + column;
      const [one, two] = [valueAt(0, column, row), valueAt(1, column, row)];
      firsts[index] = one;
      differences[index] = Number.isFinite(one) && Number.isFinite(two) ? two - one : NaN;
    }
  }
  return { width, height, differences, firsts };
}

// Sorted values: `at(part)` gives the one that the share `part` of them is below. They are no more than 2^18, evenly spread.
function ranked(values) {
  const step = Math.max(1, Math.ceil(values.length / (1 << 18)));
  const sorted = step === 1 ? values.slice().sort() : values.filter((_, index) => index % step === 0).sort();
  return (part) => sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)];
}

// Median with its sign, RMS, the bound of 95 %, the greatest, and relative to the first map's values.
function differenceStatistics({ differences, firsts }) {
  const known = differences.filter((value) => !Number.isNaN(value));
  if (!known.length) return { count: 0, total: differences.length };
  let [squares, greatest] = [0, 0];
  for (const value of known) {
    squares += value * value;
    greatest = Math.max(greatest, Math.abs(value));
  }
  const shares = new Float32Array(known.length);
  let index = 0;
  differences.forEach((value, place) => {
    if (!Number.isNaN(value)) shares[index++] = Math.abs(value / firsts[place]);
  });
  const usable = shares.filter(Number.isFinite);
  return { count: known.length, total: differences.length, greatest, median: ranked(known)(0.5),
    rms: Math.sqrt(squares / known.length), bound: ranked(known.map(Math.abs))(0.95),
    relative: usable.length ? ranked(usable)(0.5) : NaN };
}

// The part of the samples that differ by more than a threshold: a share of the distance, or a number.
function shareBeyond({ differences, firsts }, threshold, isShare) {
  let [count, beyond] = [0, 0];
  for (let index = 0; index < differences.length; index++) {
    if (Number.isNaN(differences[index])) continue;
    count++;
    if (Math.abs(differences[index]) > (isShare ? threshold * Math.abs(firsts[index]) : threshold)) beyond++;
  }
  return count ? beyond / count : NaN;
}

function differenceRows(statistics, unit) {
  const percent = (share) => `${formatNumber(share * 100, 3)} %`;
  if (!statistics.count) return [["Compared", "no sample has a value in both"]];
  return [["Median", signedText(statistics.median, unit)], ["RMS", plainText(statistics.rms, unit)],
    ["95 % within", `± ${plainText(statistics.bound, unit)}`], ["Greatest", plainText(statistics.greatest, unit)],
    ...(unit.isDistance ? [["Median of the distance", percent(statistics.relative)]] : []),
    ["Compared", `${percent(statistics.count / statistics.total)} of the samples`]];
}

// Colours of differences: blue below, red above, pale in between (C. Brewer's RdBu at its ends and its middle).
const differenceEnds = [[33, 102, 172], [247, 247, 247], [178, 24, 43]];

// The colour of a difference in parts of the range, −1…1.
function differenceColour(part) {
  const place = clamp(part, -1, 1);
  const end = differenceEnds[place < 0 ? 0 : 2];
  // The root makes small differences visible.
  const away = Math.sqrt(Math.abs(place));
  return differenceEnds[1].map((code, index) => code + (end[index] - code) * away);
}

// The picture of differences; what one of both has no value for is clear.
function differencePixels({ width, height, differences }, range) {
  const image = new ImageData(width, height);
  const table = Uint8ClampedArray.from({ length: 513 * 3 }, (_, index) => differenceColour(Math.floor(index / 3) / 256 - 1)[index % 3]);
  for (let index = 0; index < differences.length; index++) {
    const value = differences[index];
    if (Number.isNaN(value)) continue;
    const at = Math.round((clamp(value / range, -1, 1) + 1) * 256) * 3;
    image.data.set([table[at], table[at + 1], table[at + 2], 255], index * 4);
  }
  return image;
}

// The legend: what blue and red mean, with the range at both ends.
function differenceLegend(range, unit) {
  const canvas = makeCanvas(257, 1);
  canvas.className = "scale";
  const image = new ImageData(257, 1);
  for (let index = 0; index < 257; index++) image.data.set([...differenceColour(index / 128 - 1), 255], index * 4);
  canvas.getContext("2d").putImageData(image, 0, 0);
  const tick = (place, text, name) => {
    const label = el("span", { text, class: name });
    label.style.left = `${place}%`;
    return label;
  };
  const [less, more] = unit.isDistance ? ["after is nearer", "after is farther"] : ["after is less", "after is more"];
  return el("figure", { class: "legend" }, canvas, el("div", { class: "ticks", "aria-hidden": "true" },
    tick(0, signedText(-range, unit), "first"), tick(50, "0"), tick(100, signedText(range, unit), "last")),
  el("figcaption", { class: "ends" }, el("span", { text: `Blue: ${less}` }), el("span", { text: `Red: ${more}` })));
}

// A round number that is not less, of two digits at most.
function niceAbove(value) {
  if (!(value > 0)) return 1e-6;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((candidate) => candidate >= value * 0.999);
}
