// Lengths between points of the picture, how far off a step of their codes makes them, and areas that a matte covers.

// Whether all samples of a plane of floats are halves, as files of half precision have them.
function areHalves(codes) {
  const bits = new Uint32Array(codes.buffer, codes.byteOffset, codes.length);
  // Eleven of 24 bits of precision, and exponents of 5 bits; what is smaller, or no number, says nothing.
  return bits.every((word) => (word & 0x1fff) === 0 || ((word >> 23) & 0xff) < 113 || ((word >> 23) & 0xff) === 255);
}

// The codes next to a code: of integers one less and one more, of floats the numbers before and after in their precision.
function codesBeside(plane, code) {
  const { codes } = plane;
  if (!(codes instanceof Float32Array)) {
    const most = codes.BYTES_PER_ELEMENT === 1 ? 255 : 65535;
    return [code - 1, code + 1].filter((other) => other >= 0 && other <= most);
  }
  plane.precision ??= areHalves(codes) ? 10 : 23;
  const step = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(code))), -14) - plane.precision);
  return [code - step, code + step];
}

// The sample at a place of the picture: its depth, the depths of the codes next to its own, and its direction, if a camera is
// known. A hole has no depth.
function sampleAt(map, plane, camera, u, v) {
  const [column, row] = [clamp(Math.floor(u * plane.width), 0, plane.width - 1), clamp(Math.floor(v * plane.height), 0, plane.height - 1)];
  const code = plane.codes[(row * plane.width + column) * plane.components];
  const isKept = (depth) => depth > 0 && depth < Infinity;
  const depth = isHole(map, code) ? NaN : depthOfCode(map, code);
  const beside = isKept(depth) ? codesBeside(plane, code).map((other) => depthOfCode(map, other)) : [];
  const ray = camera ? raysOf(camera, plane.width, plane.height)(column + 0.5, row + 0.5) : undefined;
  return { column, row, code, depth: isKept(depth) ? depth : NaN, beside: beside.filter(isKept),
    // A code beyond which there is no distance bounds nothing.
    isOpen: beside.some((other) => !isKept(other)), direction: ray ? [ray[0], ray[1], 1] : undefined };
}

const spaceApart = (one, oneDepth, two, twoDepth) => Math.hypot(...one.map((part, axis) => part * oneDepth - two[axis] * twoDepth));

// What is between two samples: the `length` and the `angle` in degrees, if a camera is known, the difference in depth, and how
// far a code more or less at either end makes them differ at most.
function measureBetween(one, two) {
  const result = { depthDifference: two.depth - one.depth, isOpen: one.isOpen || two.isOpen };
  const ends = [one, two].map((sample) => [sample.depth, ...sample.beside]);
  const farthestOff = (measure) => {
    const own = measure(one.depth, two.depth);
    return Math.max(...ends[0].flatMap((first) => ends[1].map((second) => Math.abs(measure(first, second) - own))));
  };
  result.depthStep = farthestOff((first, second) => second - first);
  if (!one.direction || !two.direction) return result;
  const [a, b] = [one.direction, two.direction];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const product = a.reduce((sum, part, axis) => sum + part * b[axis], 0);
  result.angle = Math.atan2(Math.hypot(...cross), product) / degrees;
  result.length = spaceApart(a, one.depth, b, two.depth);
  result.lengthStep = farthestOff((first, second) => spaceApart(a, first, b, second));
  return result;
}

// The depths along the straight line of the picture between two samples, of each column or row that it crosses; NaN in holes.
function depthProfile(map, plane, one, two) {
  const count = Math.max(Math.abs(two.column - one.column), Math.abs(two.row - one.row));
  return Float32Array.from({ length: count + 1 }, (_, step) => {
    const part = count ? step / count : 0;
    const [column, row] = [one.column + (two.column - one.column) * part, one.row + (two.row - one.row) * part].map(Math.round);
    const code = plane.codes[(row * plane.width + column) * plane.components];
    const depth = isHole(map, code) ? NaN : depthOfCode(map, code);
    return depth > 0 && depth < Infinity ? depth : NaN;
  });
}

// The area of the surface that is seen, each sample as much as a matte of 0…1 has there; for a worker.
//
// The disparity of a plane is linear in the direction of sight: a x + b y + c, where a X + b Y + c Z = 1 is the plane. A part
// of the picture dx dy at the depth Z shows Z³ √(a² + b² + c²) dx dy of it. Slopes are those over four samples to either side, as
// far as the surface goes on, so that codes of 8 bits do not roughen it.
function seenArea({ codes, components, width, height, map, moves, camera, step, matte }) {
  const surface = smoothedDisparities(keptDepths(codes, components, map).map((depth) => 1 / depth), width, height);
  const grid = { width: Math.ceil(width / step), height: Math.ceil(height / step), codeStep: surface.codeStep,
    disparities: thinned(movedDisparities(surface.disparities, moves, width), width, height, step) };
  const { disparities } = grid;
  const joins = joinsOf(grid, true);
  const directions = directionsOf(camera, width, height, step);
  // What changes along a line of samples: the disparity and both parts of the direction, for each sample.
  const along = (index, stride, place, count, join) => {
    let [before, after] = [0, 0];
    while (before < 4 && place - before > 0 && joins[index - (before + 1) * stride] & join) before++;
    while (after < 4 && place + after + 1 < count && joins[index + after * stride] & join) after++;
    const [first, last] = [index - before * stride, index + after * stride];
    const [one, two] = [index - (place > 0 ? stride : 0), index + (place + 1 < count ? stride : 0)];
    const part = (axis) => (directions[2 * two + axis] - directions[2 * one + axis]) / Math.max((two - one) / stride, 1);
    return [before + after ? (disparities[last] - disparities[first]) / (before + after) : 0, part(0), part(1)];
  };
  let covered = 0;
  for (let row = 0, index = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++, index++) {
      const disparity = disparities[index];
      if (!(disparity > 0)) continue;
      const [u, v] = [(column * step + 0.5) / width, (row * step + 0.5) / height];
      const place = Math.min(Math.floor(v * matte.height), matte.height - 1) * matte.width + Math.min(Math.floor(u * matte.width), matte.width - 1);
      const share = matte.offset + matte.scale * matte.codes[place * matte.components];
      if (!(share > 0)) continue;
      const [slopeAcross, xAcross, yAcross] = along(index, 1, column, grid.width, 1);
      const [slopeDown, xDown, yDown] = along(index, grid.width, row, grid.height, 2);
      const extent = xAcross * yDown - xDown * yAcross;
      const a = (slopeAcross * yDown - slopeDown * yAcross) / extent;
      const b = (slopeDown * xAcross - slopeAcross * xDown) / extent;
      const c = disparity - a * directions[2 * index] - b * directions[2 * index + 1];
      covered += share * Math.abs(extent) * Math.hypot(a, b, c) / disparity ** 3;
    }
  }
  return { covered };
}

// The area that a matte covers in the map's unit squared.
async function matteSurface(file, matte, camera) {
  const map = spaceMapOf(file);
  const [plane, cover, moves] = await Promise.all([planeOf(map), planeOf(matte), outlineMoves(file, map)]);
  const { codes, components, width, height } = plane;
  const { value, unit } = map;
  return callApart([...meshWork, seenArea], { codes, components, width, height, map: { value, unit }, moves, camera,
    step: spaceStride(map), matte: { ...cover, offset: matte.value.offset, scale: matte.value.scale } });
}

// The share of the picture that a matte covers.
function matteShare(matte, plane) {
  let sum = 0;
  for (let index = 0; index < plane.codes.length; index += plane.components) sum += valueOf(matte, plane.codes[index]);
  return sum / (plane.codes.length / plane.components);
}

function surfaceText(map, area) {
  if (isRelative(map)) return `${formatNumber(area, 3)} units²`;
  return area < 0.1 ? `${formatNumber(area * 1e4, 3)} cm²` : `${formatNumber(area, 3)} m²`;
}
