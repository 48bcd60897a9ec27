// The surface that a mesh has: terraces of 8-bit codes smoothed, outlines moved to those of the photo.
//
// These functions are for a worker, and call each other alone. They compute in floats of 32 bits, step by step as
// AuxEffects' SpaceSurface does: what is rounded otherwise is another mesh.

// The different values of a map in their order; undefined where they are more than codes of 8 bits.
function levelsOf(values) {
  const found = new Set();
  let last = NaN;
  for (const value of values) {
    if (value === last || value !== value) continue;
    last = value;
    found.add(value);
    if (found.size > 256) return undefined;
  }
  return found.size > 2 ? Float32Array.from(found).sort() : undefined;
}

// How far a sample of each level may move down and up, and the greatest difference of those that it moves to.
function levelBounds(levels) {
  const { fround } = Math;
  const [half, last] = [fround(0.49), levels.length - 1];
  const gaps = levels.slice(1).map((level, index) => level - levels[index]);
  const greatest = fround(fround(levels[last] - levels[0]) / 32);
  const [lows, highs, steps] = [0, 1, 2].map(() => new Float32Array(levels.length));
  levels.forEach((level, index) => {
    // Codes that no sample has leave gaps: of those around a level the least is one code.
    const least = Math.min(...gaps.subarray(Math.max(index - 8, 0), Math.min(index + 8, gaps.length)));
    const step = least <= greatest ? least : 0;
    lows[index] = level - (index > 0 ? fround(step * half) : 0);
    highs[index] = level + (index < gaps.length ? fround(step * half) : 0);
    steps[index] = step * 1.5;
  });
  return { lows, highs, steps };
}

// Means with the samples so far away on both sides of a line, as far as bounds allow; a line beyond its ends is mirrored.
function smoothAlong(source, target, codes, { lows, highs, steps }, width, height, reach, isAcross) {
  const { fround } = Math;
  const [count, stride] = isAcross ? [width, 1] : [height, width];
  const beyond = (index, place, other) => {
    const end = other < 0 ? 0 : count - 1;
    const turned = Math.min(Math.max(2 * end - other, 0), count - 1);
    return fround(2 * source[index + (end - place) * stride] - source[index + (turned - place) * stride]);
  };
  for (let index = 0; index < source.length; index++) {
    const own = source[index];
    if (own !== own) { target[index] = own; continue; }
    const place = isAcross ? index % width : Math.floor(index / width);
    const code = codes[index];
    const before = place >= reach ? source[index - reach * stride] : beyond(index, place, place - reach);
    const after = place + reach < count ? source[index + reach * stride] : beyond(index, place, place + reach);
    const one = Math.abs(fround(before - own)) <= steps[code] ? before : own;
    const two = Math.abs(fround(after - own)) <= steps[code] ? after : own;
    const mean = fround(fround(own * 2 + one) + two) / 4;
    target[index] = Math.max(lows[code], Math.min(highs[code], mean));
  }
}

// Smooths the terraces of disparities; `codeStep` is the distance of two codes, 0 of a map of more than 256 values.
function smoothedDisparities(raw, width, height) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of raw) {
    if (value < low) low = value;
    if (value > high && value < Infinity) high = value;
  }
  const scale = 1 / (high - low);
  const values = low < high ? raw.map((value) => value < Infinity ? (value - low) * scale : NaN) : raw;
  const levels = low < high ? levelsOf(values) : undefined;
  if (!levels) return { disparities: raw, codeStep: 0 };
  const numbers = new Map([...levels].map((level, index) => [level, index]));
  const codes = Uint8Array.from(values, (value) => numbers.get(value) ?? 0);
  const bounds = levelBounds(levels);
  let [source, target] = [values, new Float32Array(values.length)];
  for (const reach of [1, 2, 4, 8, 16]) {
    for (const isAcross of [true, false]) {
      smoothAlong(source, target, codes, bounds, width, height, reach, isAcross);
      [source, target] = [target, source];
    }
  }
  const extent = Math.fround(high - low);
  for (let index = 0; index < source.length; index++) target[index] = low + Math.fround(source[index] * extent);
  return { disparities: target, codeStep: Math.fround(extent / 255) };
}

// Gives samples between two surfaces the disparity of one that `moves` names: 1 more than its place in the 7 x 7 around.
function movedDisparities(disparities, moves, width) {
  if (!moves) return disparities;
  const moved = disparities.slice();
  for (let index = 0; index < moves.length; index++) {
    if (!moves[index]) continue;
    const place = moves[index] - 1;
    moved[index] = disparities[index + (Math.floor(place / 7) - 3) * width + place % 7 - 3];
  }
  return moved;
}

// Which samples hang in the air between two surfaces of which one is more than twice as near as the other: 1 for each, as
// DepthOutlines of AuxEffects finds them.
function samplesInAir({ disparities, codeStep }, width, height) {
  const { fround } = Math;
  const [reach, side, sides, slope] = [3, fround(0.2), fround(0.6), fround(fround(1.05) - 1)];
  const isBusy = (index, column, row) => {
    const own = disparities[index];
    const least = Math.max(fround(fround(own * slope) / (2 * reach)), codeStep);
    const differs = (other) => Math.abs(fround(disparities[other] - own)) > least;
    return column > 0 && differs(index - 1) || column + 1 < width && differs(index + 1)
      || row > 0 && differs(index - width) || row + 1 < height && differs(index + width);
  };
  const isInAir = (own, column, row) => {
    const [left, right] = [Math.max(column - reach, 0), Math.min(column + reach, width - 1)];
    const [top, bottom] = [Math.max(row - reach, 0), Math.min(row + reach, height - 1)];
    let [low, high] = [own, own];
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const value = disparities[y * width + x];
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    const extent = fround(high - low);
    if (!(high > 2 * low && extent > fround(4 * codeStep))) return false;
    const [farEnd, nearEnd] = [fround(low + fround(side * extent)), fround(high - fround(side * extent))];
    if (!(own > farEnd && own < nearEnd)) return false;
    let [far, near, known] = [0, 0, 0];
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const value = disparities[y * width + x];
        if (value !== value) continue;
        known++;
        if (value <= farEnd) far++;
        if (value >= nearEnd) near++;
      }
    }
    return Math.min(far, near) >= 3 && far + near >= fround(sides * known);
  };
  const found = new Uint8Array(disparities.length);
  for (let row = 0, index = 0; row < height; row++) {
    for (let column = 0; column < width; column++, index++) {
      if (isBusy(index, column, row) && isInAir(disparities[index], column, row)) found[index] = 1;
    }
  }
  return found;
}

const surfaceWork = [levelsOf, levelBounds, smoothAlong, smoothedDisparities, movedDisparities, samplesInAir];
