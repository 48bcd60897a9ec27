// What codes mean: values in metres, 1/metres or without a unit, and how many there are of each.

const units = { m: "m", "1/m": "1/m" };

// Whether a value can be told in metres and in 1/metres.
const hasDistance = (map) => map.unit === "m" || map.unit === "1/m";

function isHole(map, code) {
  return Number.isNaN(code) || (map.hole !== undefined && code === map.hole);
}

// The value of a code in the map's own unit; NaN of a hole.
function valueOf(map, code) {
  if (isHole(map, code)) return NaN;
  if (!map.value) return code;
  const linear = map.value.offset + map.value.scale * code;
  return map.value.kind === "inverse" ? 1 / linear : linear;
}

// A value of the map in another unit: a distance is one over a disparity.
const inUnit = (map, value, unit) => hasDistance(map) && unit !== map.unit ? 1 / value : value;

function valueText(map, value, unit, digits = 5) {
  if (Number.isNaN(value)) return "no value";
  const text = formatNumber(inUnit(map, value, unit), digits);
  return units[unit] && hasDistance(map) ? `${text} ${unit}` : text;
}

// Calls with each code and how often it occurs, where codes are integers.
function countCodes(plane) {
  const counts = new Uint32Array(plane.codes.BYTES_PER_ELEMENT === 1 ? 256 : 65536);
  for (const code of plane.codes) counts[code]++;
  return counts;
}

// The extremes of the values, how many samples have none, and how they are spread over the scale in `bins`.
function statistics(map, plane, bins = 128) {
  const result = { low: Infinity, high: -Infinity, holes: 0, infinite: 0, unusable: 0, sum: 0, count: 0, codes: 0 };
  const isInteger = !(plane.codes instanceof Float32Array);
  const entries = isInteger ? [...countCodes(plane).entries()].filter(([, count]) => count) : undefined;
  const each = (action) => {
    if (entries) for (const [code, count] of entries) action(valueOf(map, code), count);
    else for (const code of plane.codes) action(valueOf(map, code), 1);
  };
  each((value, count) => {
    if (Number.isNaN(value)) result.holes += count;
    else if (!Number.isFinite(value)) result.infinite += count;
    else if (map.unit === "m" && value <= 0) result.unusable += count;
    else {
      if (value < result.low) result.low = value;
      if (value > result.high) result.high = value;
      result.sum += value * count;
      result.count += count;
    }
  });
  if (entries) result.codes = entries.length;
  if (!result.count) [result.low, result.high] = [0, 0];
  result.bins = binsOf(map, result, isInteger, bins, each);
  return result;
}

// How many samples stand at each part of the scale.
function binsOf(map, stats, isInteger, bins, each) {
  const { from, to, place } = scaleOf(map, stats);
  // Codes of 8 bits that are evenly apart have a bin each; else values in one bin beside the other would leave gaps.
  const isEven = isInteger && map.value?.kind === (map.unit === "m" ? "inverse" : "linear");
  const steps = isEven ? Math.abs((to - from) / map.value.scale) : 0;
  const size = steps >= 1 && steps < 2 * bins ? Math.round(steps) + 1 : bins;
  const result = new Float64Array(size);
  each((value, count) => {
    const at = Number.isFinite(value) ? place(value) : NaN;
    if (!Number.isNaN(at)) result[size === bins ? Math.min(Math.floor(at * size), size - 1) : Math.round(at * (size - 1))] += count;
  });
  return result;
}
