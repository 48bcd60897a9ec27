// Nearness as effects take it: 0 the farthest and 1 the nearest sample, linear in disparity; NaN is a hole.

// Disparities of a depth or disparity map; what is not finite or negative is a hole.
function disparitiesOf(map, plane) {
  const result = new Float32Array(plane.width * plane.height);
  for (let index = 0; index < result.length; index++) {
    const value = valueOf(map, plane.codes[index * plane.components]);
    const disparity = map.unit === "m" ? 1 / value : value;
    result[index] = disparity >= 0 && disparity < Infinity ? disparity : NaN;
  }
  return result;
}

function normalise(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(low <= high)) throw new Error("the map has no sample with a usable value");
  const scale = high > low ? 1 / (high - low) : 0;
  const result = values.map((value) => Number.isNaN(value) ? NaN : scale ? clamp((value - low) * scale, 0, 1) : 0.5);
  return { values: result, low, high };
}

// Gives each hole the value of a sample nearby, going outwards from those that have one.
function fillHoles(values, width, height) {
  const filled = values.slice();
  let border = [];
  for (let index = 0; index < filled.length; index++) if (!Number.isNaN(filled[index])) border.push(index);
  if (border.length === filled.length) return filled;
  while (border.length) {
    const next = [];
    for (const index of border) {
      const column = index % width;
      const reach = (other) => {
        if (!Number.isNaN(filled[other])) return;
        filled[other] = filled[index];
        next.push(other);
      };
      if (column > 0) reach(index - 1);
      if (column < width - 1) reach(index + 1);
      if (index >= width) reach(index - width);
      if (index < width * (height - 1)) reach(index + width);
    }
    border = next;
  }
  return filled;
}

// What a sample of each of the different values may become: within half a code of it.
function terraceBounds(levels) {
  const gaps = levels.slice(1).map((level, index) => level - levels[index]);
  // Values that are farther apart are of different things.
  const greatest = (levels[levels.length - 1] - levels[0]) / 32;
  return new Map(levels.map((level, index) => {
    const around = gaps.slice(Math.max(index - 8, 0), Math.min(index + 8, gaps.length));
    const least = Math.min(...around);
    const step = least <= greatest ? least : 0;
    return [level, { low: index ? level - step * 0.49 : level, high: index < gaps.length ? level + step * 0.49 : level,
      step: step * 1.5 }];
  }));
}

// The value at another place of the line of a sample. Beyond a border are the values before it, mirrored in place and in value about
// the last one: a slope stays a slope.
function mirrored(source, index, place, other, stride, length) {
  const at = (to) => source[index + (to - place) * stride];
  if (other >= 0 && other < length) return at(other);
  const last = other < 0 ? 0 : length - 1;
  return 2 * at(last) - at(clamp(2 * last - other, 0, length - 1));
}

// Smooths the steps that 256 values or fewer make of a slope: means with samples 1, 2, 4, 8 and 16 away that differ by
// no more than about a code, and never more than half a code from what a sample was.
function smoothTerraces(values, width, height) {
  const found = new Set();
  for (const value of values) {
    if (!Number.isNaN(value)) found.add(value);
    if (found.size > 256) return values;
  }
  if (found.size < 3) return values;
  const levels = [...found].sort((one, two) => one - two);
  const [lows, highs, steps] = [0, 1, 2].map(() => new Float32Array(values.length));
  const bounds = terraceBounds(levels);
  for (let index = 0; index < values.length; index++) {
    const bound = bounds.get(values[index]);
    if (bound) [lows[index], highs[index], steps[index]] = [bound.low, bound.high, bound.step];
  }
  let source = values;
  for (const reach of [1, 2, 4, 8, 16]) {
    for (const isAcross of [true, false]) {
      const target = new Float32Array(source.length);
      const [stride, length] = isAcross ? [1, width] : [width, height];
      for (let index = 0; index < source.length; index++) {
        const place = isAcross ? index % width : Math.floor(index / width);
        const own = source[index];
        const isInside = place >= reach && place + reach < length;
        const one = isInside ? source[index - reach * stride] : mirrored(source, index, place, place - reach, stride, length);
        const two = isInside ? source[index + reach * stride] : mirrored(source, index, place, place + reach, stride, length);
        const mean = (own * 2 + (Math.abs(one - own) <= steps[index] ? one : own)
          + (Math.abs(two - own) <= steps[index] ? two : own)) / 4;
        target[index] = Number.isNaN(own) ? own : clamp(mean, lows[index], highs[index]);
      }
      source = target;
    }
  }
  return source;
}

// Means of what each sample of a smaller map covers, parts of samples included; a hole where more than half of that is holes.
function reduceMap(values, width, height, across, down) {
  const result = new Float32Array(across * down);
  const share = (place, start, end) => Math.min(place + 1, end) - Math.max(place, start);
  for (let row = 0; row < down; row++) {
    const [top, bottom] = [row * height / down, (row + 1) * height / down];
    for (let column = 0; column < across; column++) {
      const [left, right] = [column * width / across, (column + 1) * width / across];
      let [sum, weight] = [0, 0];
      for (let y = Math.floor(top); y < bottom; y++) {
        for (let x = Math.floor(left); x < right; x++) {
          const value = values[y * width + x];
          const covered = share(y, top, bottom) * share(x, left, right);
          if (!Number.isNaN(value)) { sum += value * covered; weight += covered; }
        }
      }
      // Sums of parts are a little off.
      const isKnown = weight > ((bottom - top) * (right - left)) * (0.5 - 1e-9);
      result[row * across + column] = isKnown ? sum / weight : NaN;
    }
  }
  return result;
}

// GDepth of its photo's own size is what a phone estimated and enlarged, about four times.
const enlargement = 4;
const isFullSize = (file, map) => formatSize(map) === formatSize(file.photo);
const isEnlarged = (file, map) => isFullSize(file, map) && (map.facts ?? []).some(([, value]) => value === "GDepth");

// More samples than that are not stretched along the photo's edges: it would take seconds.
const samplesAtMost = 1 << 22;

// The map for effects on a picture of a size. It has no more columns and rows than the photo; one of the photo's own size gets the
// picture's, and is not stretched.
function nearnessOf(file, map, plane, pictureWidth, pictureHeight) {
  const { values, low, high } = normalise(disparitiesOf(map, plane));
  let [width, height, samples] = [plane.width, plane.height, values];
  const reduce = (across, down) => {
    if (across >= width && down >= height) return;
    [across, down] = [Math.min(across, width), Math.min(down, height)];
    samples = reduceMap(samples, width, height, across, down);
    [width, height] = [across, down];
  };
  reduce(file.photo.width, file.photo.height);
  if (isEnlarged(file, map)) reduce(Math.max(Math.floor(width / enlargement), 1), Math.max(Math.floor(height / enlargement), 1));
  samples = smoothTerraces(samples, width, height);
  if (isFullSize(file, { width, height }) || width * height > samplesAtMost) reduce(pictureWidth, pictureHeight);
  return { width, height, values: samples, filled: fillHoles(samples, width, height), low, high };
}
