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

// The area of the surface that is seen, each part as much as a matte of 0…1 has there; for a worker.
//
// Each square of four samples is two triangles, as in a mesh that is torn where depth steps.
function seenArea({ codes, components, width, height, map, moves, camera, step, matte }) {
  const depths = keptDepths(codes, components, map);
  const surface = smoothedDisparities(depths.map((depth) => 1 / depth), width, height);
  const grid = { width: Math.ceil(width / step), height: Math.ceil(height / step), codeStep: surface.codeStep,
    disparities: thinned(movedDisparities(surface.disparities, moves, width), width, height, step) };
  const joins = joinsOf(grid, true);
  const directions = directionsOf(camera, width, height, step);
  const point = (index) => {
    const depth = 1 / grid.disparities[index];
    return [directions[2 * index] * depth, directions[2 * index + 1] * depth, depth];
  };
  const triangle = (corner, one, two) => {
    const [a, b] = [one, two].map((end) => end.map((part, axis) => part - corner[axis]));
    return Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]) / 2;
  };
  let [covered, whole] = [0, 0];
  for (let row = 0; row + 1 < grid.height; row++) {
    for (let column = 0; column + 1 < grid.width; column++) {
      const index = row * grid.width + column;
      const [right, below] = [index + 1, index + grid.width];
      let area = 0;
      if (joins[index] === 3) area += triangle(point(index), point(right), point(below));
      if (joins[right] & 2 && joins[below] & 1) area += triangle(point(below + 1), point(right), point(below));
      if (!area) continue;
      const [u, v] = [(column + 1) * step / width, (row + 1) * step / height];
      const place = Math.min(Math.floor(v * matte.height), matte.height - 1) * matte.width + Math.min(Math.floor(u * matte.width), matte.width - 1);
      whole += area;
      covered += area * (matte.offset + matte.scale * matte.codes[place * matte.components]);
    }
  }
  return { covered, whole };
}

// The area that a matte covers in the map's unit squared, and that of all that is seen.
async function matteArea(file, matte, camera) {
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

function areaText(map, area) {
  if (isRelative(map)) return `${formatNumber(area, 3)} units²`;
  return area < 0.1 ? `${formatNumber(area * 1e4, 3)} cm²` : `${formatNumber(area, 3)} m²`;
}
