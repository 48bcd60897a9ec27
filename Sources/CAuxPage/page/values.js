// What codes mean: values in metres, 1/metres or without a unit, and how many there are of each.

const units = { m: "m", "1/m": "1/m" };
const unitNames = { m: "metres", "1/m": "1/metres", "": "" };

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

function valueText(map, value, unit) {
  if (Number.isNaN(value)) return "no value";
  const text = formatNumber(inUnit(map, value, unit), 5);
  return units[unit] && hasDistance(map) ? `${text} ${unit}` : text;
}

// Calls with each code and how often it occurs, where codes are integers.
function countCodes(plane) {
  const counts = new Uint32Array(plane.codes.BYTES_PER_ELEMENT === 1 ? 256 : 65536);
  for (const code of plane.codes) counts[code]++;
  return counts;
}

// The extremes of the values, how many samples have none, and how they are spread over `bins`.
function statistics(map, plane, bins = 128) {
  const result = { low: Infinity, high: -Infinity, holes: 0, infinite: 0, sum: 0, count: 0, codes: 0 };
  const isInteger = !(plane.codes instanceof Float32Array);
  const entries = isInteger ? [...countCodes(plane).entries()].filter(([, count]) => count) : undefined;
  const each = (action) => {
    if (entries) for (const [code, count] of entries) action(valueOf(map, code), count);
    else for (const code of plane.codes) action(valueOf(map, code), 1);
  };
  each((value, count) => {
    if (Number.isNaN(value)) result.holes += count;
    else if (!Number.isFinite(value)) result.infinite += count;
    else {
      if (value < result.low) result.low = value;
      if (value > result.high) result.high = value;
      result.sum += value * count;
      result.count += count;
    }
  });
  if (entries) result.codes = entries.length;
  if (!result.count) [result.low, result.high] = [0, 0];
  // Codes of 8 bits that are evenly apart have a bin each; else values in one bin beside the other would leave gaps.
  const steps = map.value && map.value.kind === "linear" ? Math.abs((result.high - result.low) / map.value.scale) : 0;
  const size = isInteger && steps >= 1 && steps < 2 * bins ? Math.round(steps) + 1 : bins;
  result.bins = new Float64Array(size);
  const scale = result.high > result.low ? (size - 1e-9) / (result.high - result.low) : 0;
  const even = size !== bins ? (size - 1) / (result.high - result.low) : 0;
  each((value, count) => {
    if (!Number.isFinite(value)) return;
    const place = even ? Math.round((value - result.low) * even) : Math.floor((value - result.low) * scale);
    result.bins[clamp(place, 0, size - 1)] += count;
  });
  return result;
}

// Round numbers between two, about so many.
function niceTicks(low, high, count) {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * 0.999);
  const ticks = [];
  for (let tick = Math.ceil(low / step - 1e-9); tick * step <= high + step * 1e-9; tick++) ticks.push(tick * step);
  return ticks;
}

// Places on a scale from the least to the greatest value, 0…1, and what stands there in a unit.
//
// In the other unit round numbers are not evenly apart: they are chosen for even places, and too close ones left out.
function scaleTicks(map, stats, unit, count = 5) {
  const { low, high } = stats;
  const span = high - low || 1;
  if (!hasDistance(map) || unit === map.unit) {
    return niceTicks(low, high, count).map((tick) => ({ place: (tick - low) / span, text: formatNumber(tick, 4) }));
  }
  const ticks = [];
  for (let index = 0; index <= count; index++) {
    const wanted = 1 / (low + span * index / count);
    if (!Number.isFinite(wanted)) continue;
    const power = 10 ** Math.floor(Math.log10(wanted));
    for (const digits of [1, 2]) {
      const unitStep = power / 10 ** (digits - 1);
      const rounded = Math.round(wanted / unitStep) * unitStep;
      const place = (1 / rounded - low) / span;
      if (Math.abs(place - index / count) > 0.5 / count || place < -1e-6 || place > 1 + 1e-6) continue;
      if (ticks.every((tick) => Math.abs(tick.place - place) > 0.6 / count)) {
        ticks.push({ place, text: formatNumber(rounded, 3) });
      }
      break;
    }
  }
  return ticks;
}
