// Points in space: the photo's camera, its rays, and the depth of samples, as `extract` has them.
//
// x is to the right, y down and z away from the camera, in metres, or in units where a map is relative.

// What says the focal length.
const cameraOrigins = { calibration: "Calibration of the map", stereoPair: "Stereo pair", exif: "Exif", fieldOfView: "Guess" };

// The horizontal field of view of 28 mm on 35 mm film, which most phones are close to, in degrees.
function usualFieldOfView({ width, height }) {
  const focal = 28 / 43.27 * Math.hypot(width, height);
  return Math.round(2 * Math.atan(width / 2 / focal) * 180 / Math.PI);
}

// The camera of a file's upright photo; where the file does not say it, one of a field of view, or undefined without that.
function cameraOf(file, fieldOfView) {
  const camera = file.effects?.camera;
  if (camera?.focal) return camera;
  if (!camera || !fieldOfView) return undefined;
  const { width, height } = file.photo;
  const focal = 0.5 / Math.tan(fieldOfView * Math.PI / 360) * width;
  return { map: camera.map, origin: "fieldOfView", width, height, focal: [focal, focal], center: [width / 2, height / 2] };
}

// The map that points are made of.
const spaceMapOf = (file) => file.maps?.[file.effects?.camera?.map];

// Returns what gives the direction, x and y at z = 1, of a point of a map, in samples from its top left corner.
function raysOf(camera, width, height) {
  const [across, down] = [camera.width / width, camera.height / height];
  const [[focalX, focalY], [centerX, centerY], skew] = [camera.focal, camera.center, camera.skew ?? 0];
  const { distortion } = camera;
  const shareAt = (radius) => {
    const { table, largest } = distortion;
    const position = radius / largest * (table.length - 1);
    if (!(position < table.length - 1)) return table[table.length - 1];
    const index = Math.floor(position);
    return table[index] + (table[index + 1] - table[index]) * (position - index);
  };
  const factorAt = (radius) => {
    if (!(radius > 0)) return 1;
    if (distortion.isInverse) return 1 + shareAt(radius);
    // The radius whose distorted one this is: each step takes away what the one before was off by.
    let found = radius;
    for (let turn = 0; turn < 30; turn++) {
      const off = found * (1 + shareAt(found)) - radius;
      found -= off;
      if (Math.abs(off) < 1e-9 * radius) break;
    }
    return found / radius;
  };
  return (x, y) => {
    let [u, v] = [x * across, y * down];
    if (distortion) {
      const [left, up] = [u - distortion.center[0], v - distortion.center[1]];
      const factor = factorAt(Math.sqrt(left * left + up * up));
      [u, v] = [distortion.center[0] + left * factor, distortion.center[1] + up * factor];
    }
    const vertical = (v - centerY) / focalY;
    return [(u - centerX - skew * vertical) / focalX, vertical];
  };
}

// The directions of each `step`-th sample across and down, x and y of each.
function directionsOf(camera, width, height, step) {
  const ray = raysOf(camera, width, height);
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const directions = new Float32Array(2 * columns * rows);
  for (let row = 0, place = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, place += 2) {
      const [x, y] = ray(column * step + 0.5, row * step + 0.5);
      directions[place] = x;
      directions[place + 1] = y;
    }
  }
  return directions;
}

// The depth of a code, in floats of 32 bits as the library computes it; `value` and `unit` are those of the map.
function depthOfCode({ value, unit }, code) {
  const line = Math.fround(value.offset + value.scale * code);
  if ((unit === "m") === (value.kind === "linear")) return line;
  return line === 0 ? Infinity : Math.fround(1 / line);
}

// The unit in which a length is written, and what metres are multiplied by: relative distances have units of their own.
function lengthUnit(map, length) {
  if (isRelative(map)) return [1, "units"];
  return length < 0.1 ? [1000, "mm"] : length < 1 ? [100, "cm"] : [1, "m"];
}

// Two lengths as text, with their unit once where it is that of both.
function lengthRange(map, low, high) {
  const [least, most] = [low, high].map((length) => lengthText(map, length).split(" "));
  return `${(least[1] === most[1] ? least.slice(0, 1) : least).join(" ")} to ${most.join(" ")}`;
}

// A length as text; with how far it may be off it has as many decimals as that.
function lengthText(map, length, digits = 3, off = undefined) {
  const [factor, unit] = lengthUnit(map, Math.abs(length));
  if (!(off > 0)) return `${formatNumber(length * factor, digits)} ${unit}`;
  const decimals = clamp(1 - Math.floor(Math.log10(off * factor)), 0, 9);
  return `${(length * factor).toFixed(decimals)} ± ${(off * factor).toFixed(decimals)} ${unit}`;
}
