// Stretching a map along the edges of its photo: fits of nearness by colour, which are then read at each pixel's colour.
//
// As the program does it (Specs/effects.md, "Size"): He and Sun, "Fast Guided Filter", arXiv:1505.00996.

const guidedRadius = 2;
const guidedRegularisation = 1e-4;
// The variance of a fit that counts as perfect.
const perfectFit = 1e-6;

// The variance up to which it may be noise: that of steps of 0.05.
const noiseVariance = 6.25e-4;
// The share of a window's variance that is not a plane's, up to which colours do not count, and by how much more they do.
const [planarShare, planarRange] = [0.01, 0.05];
// The difference of nearness across a window from which on a slope may be an edge's ramp, and by how much more it is one.
const [steepSlope, steepRange] = [0.06, 0.1];

// The photo at the map's size: the mean colour, 0…1, of the pixels of each sample; four numbers each, the last for the share
// by which colours count there.
function guideOf(pixels, width, height) {
  const guide = new Float32Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const top = Math.floor(row * pixels.height / height);
    const bottom = Math.max(Math.floor((row + 1) * pixels.height / height), top + 1);
    for (let column = 0; column < width; column++) {
      const left = Math.floor(column * pixels.width / width);
      const right = Math.max(Math.floor((column + 1) * pixels.width / width), left + 1);
      let [red, green, blue] = [0, 0, 0];
      for (let y = top; y < bottom; y++) {
        for (let at = (y * pixels.width + left) * 4; at < (y * pixels.width + right) * 4; at += 4) {
          red += pixels.data[at];
          green += pixels.data[at + 1];
          blue += pixels.data[at + 2];
        }
      }
      const scale = 1 / (255 * (bottom - top) * (right - left));
      guide.set([red * scale, green * scale, blue * scale], (row * width + column) * 4);
    }
  }
  return guide;
}

// Sums over square windows: `add(index, sign, columns, at, column, row)` adds a sample's terms to those of its column, and
// `take(sums, index, column, row)` gets the sums of each window.
function windowSums(width, height, terms, add, take) {
  const columns = new Float64Array(width * terms);
  const sums = new Float64Array(terms);
  const addRow = (row, sign) => {
    if (row < 0 || row >= height) return;
    for (let column = 0; column < width; column++) add(row * width + column, sign, columns, column * terms, column, row);
  };
  const addColumn = (column, sign) => {
    if (column < 0 || column >= width) return;
    for (let term = 0; term < terms; term++) sums[term] += sign * columns[column * terms + term];
  };
  for (let row = 0; row < guidedRadius; row++) addRow(row, 1);
  for (let row = 0; row < height; row++) {
    addRow(row + guidedRadius, 1);
    addRow(row - guidedRadius - 1, -1);
    sums.fill(0);
    for (let column = 0; column < guidedRadius; column++) addColumn(column, 1);
    for (let column = 0; column < width; column++) {
      addColumn(column + guidedRadius, 1);
      addColumn(column - guidedRadius - 1, -1);
      take(sums, row * width + column, column, row);
    }
  }
}

// How much colours count in a window around a sample, 0…1: not at all where a plane explains its nearness, as on a slope. What a
// surface's texture has in common with its slope is chance; steep slopes may be the ramps of edges.
function colourShare(sum, column, row) {
  const side = 2 * guidedRadius + 1, count = sum[0];
  if (count <= side * side - 0.5) return 1;
  const variance = Math.max(sum[14] / count - (sum[4] / count) ** 2, 0);
  const spread = guidedRadius * (guidedRadius + 1) / 3;
  const across = (sum[15] - column * sum[4]) / (count * spread);
  const down = (sum[16] - row * sum[4]) / (count * spread);
  const rest = variance - (across * across + down * down) * spread;
  const steepness = (Math.abs(across) + Math.abs(down)) * (side - 1);
  const unlikePlane = (rest / Math.max(variance, 1e-12) - planarShare) / planarRange;
  return clamp(Math.max(unlikePlane, (steepness - steepSlope) / steepRange), 0, 1);
}

// How much of what colours explain of a variance is more than three random ones would (James and Stein 1961); 1 where the
// variance is that of a step, which is no noise.
function significance(explained, variance, count) {
  if (count <= 4.5) return 1;
  const rest = Math.max(variance - explained, 0);
  const step = (variance - noiseVariance) / (3 * noiseVariance);
  return clamp(Math.max(1 - 3 / (count - 4) * rest / Math.max(explained, 1e-12), step), 0, 1);
}

// Writes a window's fit times its weight: slopes of red, green and blue, the constant, the weight, 1, and the share of colours.
function fitWindow(sum, column, row, fits, at) {
  const count = sum[0];
  if (count < 0.5) return;
  // Arrays would take most of the time.
  const r = sum[1] / count, g = sum[2] / count, b = sum[3] / count, p = sum[4] / count;
  const rr = sum[5] / count - r * r + guidedRegularisation, rg = sum[6] / count - r * g, rb = sum[7] / count - r * b;
  const gg = sum[8] / count - g * g + guidedRegularisation, gb = sum[9] / count - g * b;
  const bb = sum[10] / count - b * b + guidedRegularisation;
  const rp = sum[11] / count - r * p, gp = sum[12] / count - g * p, bp = sum[13] / count - b * p;
  const variance = sum[14] / count - p * p;
  // The inverse of the symmetric matrix by its cofactors; the regularisation keeps it regular.
  const c00 = gg * bb - gb * gb, c01 = rb * gb - rg * bb, c02 = rg * gb - rb * gg;
  const c11 = rr * bb - rb * rb, c12 = rb * rg - rr * gb, c22 = rr * gg - rg * rg;
  const scale = 1 / (rr * c00 + rg * c01 + rb * c02);
  const redSlope = (c00 * rp + c01 * gp + c02 * bp) * scale;
  const greenSlope = (c01 * rp + c11 * gp + c12 * bp) * scale;
  const blueSlope = (c02 * rp + c12 * gp + c22 * bp) * scale;
  const explained = redSlope * rp + greenSlope * gp + blueSlope * bp;
  const share = colourShare(sum, column, row) * significance(explained, variance, count);
  const red = redSlope * share, green = greenSlope * share, blue = blueSlope * share;
  const residue = Math.max(variance - red * rp - green * gp - blue * bp, 0);
  const weight = perfectFit / (residue + perfectFit) * count;
  fits[at] = red * weight;
  fits[at + 1] = green * weight;
  fits[at + 2] = blue * weight;
  fits[at + 3] = (p - red * r - green * g - blue * b) * weight;
  fits[at + 4] = weight;
  fits[at + 5] = 1;
  fits[at + 6] = share;
}

// The terms of a window's fit.
const fitTerms = 7;

// The fits around each sample, averaged: slopes of red, green and blue, and the constant. How much colours count there is
// written into the guide.
function guidedFits(map, guide) {
  const { width, height, values, filled } = map;
  const fits = new Float32Array(values.length * fitTerms);
  windowSums(width, height, 17, (index, sign, columns, at, column, row) => {
    const p = values[index];
    if (Number.isNaN(p)) return;
    const r = guide[index * 4], g = guide[index * 4 + 1], b = guide[index * 4 + 2];
    columns[at] += sign;
    columns[at + 1] += sign * r;
    columns[at + 2] += sign * g;
    columns[at + 3] += sign * b;
    columns[at + 4] += sign * p;
    columns[at + 5] += sign * r * r;
    columns[at + 6] += sign * r * g;
    columns[at + 7] += sign * r * b;
    columns[at + 8] += sign * g * g;
    columns[at + 9] += sign * g * b;
    columns[at + 10] += sign * b * b;
    columns[at + 11] += sign * r * p;
    columns[at + 12] += sign * g * p;
    columns[at + 13] += sign * b * p;
    columns[at + 14] += sign * p * p;
    columns[at + 15] += sign * p * column;
    columns[at + 16] += sign * p * row;
  }, (sums, index, column, row) => fitWindow(sums, column, row, fits, index * fitTerms));
  const result = new Float32Array(values.length * 4);
  windowSums(width, height, fitTerms, (index, sign, columns, at) => {
    for (let term = 0; term < fitTerms; term++) columns[at + term] += sign * fits[index * fitTerms + term];
  }, (sums, index) => {
    const at = index * 4;
    // A sample is near an edge if half of the windows that cover it have one.
    guide[at + 3] = Math.min(2 * sums[6] / Math.max(sums[5], 1), 1);
    if (sums[5] > 0.5) for (let term = 0; term < 4; term++) result[at + term] = sums[term] / sums[4];
    else result[at + 3] = filled[index];
  });
  return result;
}

// The least and the greatest sample of the window around each, beyond which no colour takes a pixel; four numbers each, the last
// two 0.
function windowBounds({ width, height, filled }) {
  const across = new Float32Array(filled.length * 2), result = new Float32Array(filled.length * 4);
  for (let row = 0; row < height; row++) {
    const start = row * width;
    for (let column = 0; column < width; column++) {
      const last = start + Math.min(column + guidedRadius, width - 1);
      let low = filled[last], high = low;
      for (let at = start + Math.max(column - guidedRadius, 0); at < last; at++) {
        if (filled[at] < low) low = filled[at];
        if (filled[at] > high) high = filled[at];
      }
      across[(start + column) * 2] = low;
      across[(start + column) * 2 + 1] = high;
    }
  }
  for (let row = 0; row < height; row++) {
    const [first, last] = [Math.max(row - guidedRadius, 0), Math.min(row + guidedRadius, height - 1)];
    for (let column = 0; column < width; column++) {
      let low = Infinity, high = -Infinity;
      for (let line = first; line <= last; line++) {
        const at = (line * width + column) * 2;
        if (across[at] < low) low = across[at];
        if (across[at + 1] > high) high = across[at + 1];
      }
      result[(row * width + column) * 4] = low;
      result[(row * width + column) * 4 + 1] = high;
    }
  }
  return result;
}

const guidedWork = [{ guidedRadius, guidedRegularisation, perfectFit, noiseVariance, planarShare, planarRange, steepSlope, steepRange,
  fitTerms }, guideOf, windowSums, colourShare, significance, fitWindow, guidedFits, windowBounds];
