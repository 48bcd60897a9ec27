// The mesh of a photo and the points of its map: those of `extract --format glb` and `--format ply`.

// More samples than that are taken in fewer columns and rows.
const spaceSamplesAtMost = 1 << 20;

const spaceStride = ({ width, height }) => Math.max(Math.ceil(Math.sqrt(width * height / spaceSamplesAtMost)), 1);

// Every `step`-th of the samples of a map across and down.
function thinned(samples, width, height, step) {
  if (step === 1) return samples;
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const taken = new samples.constructor(columns * rows);
  for (let row = 0, index = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, index++) taken[index] = samples[row * step * width + column * step];
  }
  return taken;
}

// Samples as points with their place in the photo: x, y, z and across, down for each number of `which`.
function pointsOf(which, depthAt, directions, columns, step, width, height) {
  const [positions, places] = [new Float32Array(3 * which.length), new Float32Array(2 * which.length)];
  which.forEach((index, number) => {
    const depth = depthAt(index);
    positions[3 * number] = directions[2 * index] * depth;
    positions[3 * number + 1] = directions[2 * index + 1] * depth;
    positions[3 * number + 2] = depth;
    places[2 * number] = Math.fround(index % columns * step + 0.5) / width;
    places[2 * number + 1] = Math.fround(Math.floor(index / columns) * step + 0.5) / height;
  });
  return { positions, places };
}

// The depth of each sample, as floats of 32 bits; NaN of a hole.
function keptDepths(codes, components, map) {
  const depths = new Float32Array(codes.length / components);
  const depthOf = (code) => {
    const depth = depthOfCode(map, code);
    return depth > 0 && depth < Infinity ? depth : NaN;
  };
  const known = codes.BYTES_PER_ELEMENT === 1 ? Float32Array.from({ length: 256 }, (_, code) => depthOf(code)) : undefined;
  for (let index = 0; index < depths.length; index++) {
    const code = codes[index * components];
    depths[index] = known ? known[code] : depthOf(code);
  }
  return depths;
}

// The least and the greatest depth of points; and the box that most of them are in, as the middle and the sizes of its sides.
function rangeOf(points) {
  const step = Math.max(Math.floor(points.length / 3 / 50000), 1) * 3;
  const [low, middle, high] = [[], [], []];
  let [nearest, farthest] = [Infinity, 0];
  for (let at = 2; at < points.length; at += 3) {
    if (points[at] < nearest) nearest = points[at];
    if (points[at] > farthest) farthest = points[at];
  }
  for (const axis of [0, 1, 2]) {
    const parts = Float32Array.from({ length: Math.floor(points.length / step) }, (_, index) => points[index * step + axis]).sort();
    const at = (share) => parts[Math.floor(share * (parts.length - 1))];
    low.push(at(0.03));
    middle.push(at(0.4));
    high.push(at(0.95));
  }
  return { nearest, farthest, low, middle, high };
}

// Makes a mesh, and the samples of surfaces as points; for a worker.
function makeMesh({ codes, components, width, height, map, moves, camera, step, isTorn }) {
  const depths = keptDepths(codes, components, map);
  const surface = smoothedDisparities(depths.map((depth) => 1 / depth), width, height);
  const grid = { width: Math.ceil(width / step), height: Math.ceil(height / step), codeStep: surface.codeStep,
    maxStep: isTorn ? 2 : Infinity,
    disparities: thinned(movedDisparities(surface.disparities, moves, width), width, height, step) };
  const directions = directionsOf(camera, width, height, step);
  const corners = cornersOf(grid, joinsOf(grid, isTorn));
  if (!corners.length) throw new Error("no two neighbours of the map are on one surface");
  const numbers = new Uint32Array(grid.disparities.length);
  const used = new Uint32Array(grid.disparities.length);
  let count = 0;
  const indices = corners.map((sample) => {
    if (!numbers[sample]) {
      used[count] = sample;
      numbers[sample] = ++count;
    }
    return numbers[sample] - 1;
  });
  const vertices = pointsOf(used.subarray(0, count), (index) => Math.fround(1 / grid.disparities[index]), directions,
    grid.width, step, width, height);
  const taken = thinned(depths, width, height, step);
  const inAir = thinned(samplesInAir(surface, width, height), width, height, step);
  const points = pointsOf(Uint32Array.from(taken.keys()).filter((index) => taken[index] > 0 && !inAir[index]),
    (index) => taken[index], directions, grid.width, step, width, height);
  return { positions: vertices.positions, textureCoordinates: vertices.places, indices,
    points: points.positions, pointPlaces: points.places, range: rangeOf(points.positions) };
}

const meshWork = [...surfaceWork, ...triangleWork, raysOf, directionsOf, depthOfCode, thinned, pointsOf, keptDepths, rangeOf, makeMesh];

// The moves of outlines to those of the photo; undefined where no sample moves, or the data say why they are not known.
async function outlineMoves(file, map) {
  return file.outlines?.part ? decodeCodes(file.outlines, map.width, map.height, Uint8Array) : undefined;
}

// The mesh of a file in the axes of space.js: `positions` and `textureCoordinates` of its vertices, the `indices` of its
// triangles; `points` with `pointPlaces`, the samples of surfaces at their depth, and their `range`.
//
// Unless `isTorn` it is whole where depth steps. `fieldOfView` in degrees is for a file that says no camera.
function meshOf(file, { isTorn = true, fieldOfView } = {}) {
  const map = spaceMapOf(file);
  const camera = cameraOf(file, fieldOfView);
  if (!map) return Promise.reject(new Error("the file has no map of distances of its photo"));
  if (!camera) return Promise.reject(new Error(file.effects.camera.failure));
  return once(`mesh of ${file.path} ${isTorn} ${camera.focal}`, async () => {
    const [plane, moves] = await Promise.all([planeOf(map), outlineMoves(file, map)]);
    const { codes, components, width, height } = plane;
    const { value, unit } = map;
    return callApart(meshWork, { codes, components, width, height, map: { value, unit }, moves, camera,
      step: spaceStride(map), isTorn });
  });
}
