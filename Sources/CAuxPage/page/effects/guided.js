// Stretching a map along the edges of its photo: fits of nearness by colour, which are then read at each pixel's colour.
//
// As the program does it (Specs/effects.md, "Size"): He and Sun, "Fast Guided Filter", arXiv:1505.00996.

const guidedRadius = 2;
const guidedRegularisation = 1e-4;
// The variance of a fit that counts as perfect.
const perfectFit = 1e-6;

// The photo at the map's size: the mean colour, 0…1, of the pixels of each sample; four numbers each, the last 0.
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

// Sums over square windows: `add(index, sign, columns, at)` adds a sample's terms to those of its column, and
// `take(sums, index)` gets the sums of each window.
function windowSums(width, height, terms, add, take) {
  const columns = new Float64Array(width * terms);
  const sums = new Float64Array(terms);
  const addRow = (row, sign) => {
    if (row < 0 || row >= height) return;
    for (let column = 0; column < width; column++) add(row * width + column, sign, columns, column * terms);
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
      take(sums, row * width + column);
    }
  }
}

// Writes a window's fit times its weight: slopes of red, green and blue, the constant, the weight, and 1.
function fitWindow(sum, fits, at) {
  const count = sum[0];
  if (count < 0.5) return;
  const [r, g, b, p] = [sum[1] / count, sum[2] / count, sum[3] / count, sum[4] / count];
  const rr = sum[5] / count - r * r + guidedRegularisation, rg = sum[6] / count - r * g, rb = sum[7] / count - r * b;
  const gg = sum[8] / count - g * g + guidedRegularisation, gb = sum[9] / count - g * b;
  const bb = sum[10] / count - b * b + guidedRegularisation;
  const rp = sum[11] / count - r * p, gp = sum[12] / count - g * p, bp = sum[13] / count - b * p;
  // The inverse of the symmetric matrix by its cofactors; the regularisation keeps it regular.
  const c00 = gg * bb - gb * gb, c01 = rb * gb - rg * bb, c02 = rg * gb - rb * gg;
  const c11 = rr * bb - rb * rb, c12 = rb * rg - rr * gb, c22 = rr * gg - rg * rg;
  const scale = 1 / (rr * c00 + rg * c01 + rb * c02);
  const red = (c00 * rp + c01 * gp + c02 * bp) * scale;
  const green = (c01 * rp + c11 * gp + c12 * bp) * scale;
  const blue = (c02 * rp + c12 * gp + c22 * bp) * scale;
  const residue = Math.max(sum[14] / count - p * p - red * rp - green * gp - blue * bp, 0);
  const weight = perfectFit / (residue + perfectFit) * count;
  fits[at] = red * weight;
  fits[at + 1] = green * weight;
  fits[at + 2] = blue * weight;
  fits[at + 3] = (p - red * r - green * g - blue * b) * weight;
  fits[at + 4] = weight;
  fits[at + 5] = 1;
}

// The fits around each sample, averaged: slopes of red, green and blue, and the constant.
function guidedFits(map, guide) {
  const { width, height, values, filled } = map;
  const fits = new Float32Array(values.length * 6);
  windowSums(width, height, 15, (index, sign, columns, at) => {
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
  }, (sums, index) => fitWindow(sums, fits, index * 6));
  const result = new Float32Array(values.length * 4);
  windowSums(width, height, 6, (index, sign, columns, at) => {
    for (let term = 0; term < 6; term++) columns[at + term] += sign * fits[index * 6 + term];
  }, (sums, index) => {
    const at = index * 4;
    if (sums[5] > 0.5) for (let term = 0; term < 4; term++) result[at + term] = sums[term] / sums[4];
    else result[at + 3] = filled[index];
  });
  return result;
}
