// The lens of the focus: f-numbers, distances, and what of both is in a link or a command line.

// The f-numbers of cameras in thirds of stops.
const fNumbers = [1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.5, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9, 10, 11, 13, 14, 16];
// Wider ones, for relative maps, whose blur has no scale of its own.
const widerNumbers = [0.5, 0.56, 0.63, 0.7, 0.8, 0.9, 1, 1.1, 1.2];
// The diagonal of 35 mm film in metres, by which f-numbers are understood.
const filmDiagonal = 0.0432666;
// The least radius of the farthest point, in diagonals, with which a blur is seen; and with which it is seen well.
const [seenRadius, clearRadius] = [0.007, 0.009];

// The greatest radius in pixels of a picture, of a point that differs in disparity by the map's whole range.
function lensRadius(camera, fNumber, { width, height }) {
  const aperture = camera.focalLength * filmDiagonal / fNumber;
  return aperture / 2 * camera.focalLength * Math.hypot(width, height) * (camera.near - camera.far);
}

// The f-numbers to choose from for a camera.
function stopsOf(camera) {
  const stops = [...(camera.basis === "metres" ? [] : widerNumbers), ...fNumbers];
  if (camera.fNumber && !stops.includes(camera.fNumber)) stops.push(camera.fNumber);
  return stops.sort((one, two) => one - two);
}

// The f-number at first: the one that the photo's maker simulates, or the next wider one whose blur is seen.
function firstStop(camera, nearness) {
  const most = Math.max(nearness, 1 - nearness);
  const least = camera.fNumber ? seenRadius : clearRadius;
  const isSeen = (stop) => stop <= (camera.fNumber ?? Infinity) && lensRadius(camera, stop, { width: 3, height: 4 }) / 5 * most >= least;
  const stops = stopsOf(camera);
  return stops.findLast(isSeen) ?? stops[0];
}

// What is known of the distances of a file's map: texts and numbers of a nearness.
class FocusScale {
  constructor({ low, high }, focus) {
    Object.assign(this, { low, high, isRelative: focus?.accuracy === "relative" });
  }

  // The distance in metres, or in the map's own unit where distances are relative.
  distance(nearness) { return 1 / (this.low + nearness * (this.high - this.low)); }

  nearness(distance) { return clamp((1 / distance - this.low) / (this.high - this.low || 1), 0, 1); }

  text(nearness) {
    if (Number.isNaN(nearness)) return "no value";
    const distance = this.distance(nearness);
    return this.isRelative ? `${formatNumber(distance, 3)} (relative)` : `${formatNumber(distance, 3)} m`;
  }
}

// What a link says of the focus: a distance such as 0.3m, or a nearness such as 0.62; and an f-number.
function readFocusPlace(place) {
  const [focus, stop] = [place.get("focus"), Number(place.get("f"))];
  const found = /^(\d*\.?\d+)(m?)$/.exec(focus ?? "");
  const read = {};
  if (found) read[found[2] ? "metres" : "nearness"] = Number(found[1]);
  if (stop > 0 && Number.isFinite(stop)) read.fNumber = stop;
  return Object.keys(read).length ? read : undefined;
}

// The words of that.
function focusPlace(focus, scale) {
  const place = { focus: scale.isRelative ? formatNumber(focus.focus, 4) : `${formatNumber(scale.distance(focus.focus), 4)}m` };
  if (focus.fNumber) place.f = String(focus.fNumber);
  return place;
}

// The state of the view at first, as the file and a link say.
function firstFocus(file, subject) {
  const camera = file.effects.focus?.lens;
  return { ...focusDefaults, focus: subject.nearness, isAuto: true, u: subject.u, v: subject.v,
    fNumber: camera ? firstStop(camera, subject.nearness) : undefined };
}

function applyFocusPlace(focus, read, scale, camera) {
  const nearness = read.metres === undefined ? read.nearness : scale.nearness(read.metres);
  if (nearness !== undefined) Object.assign(focus, { focus: clamp(nearness, 0, 1), isAuto: false, u: undefined });
  if (read.fNumber && camera) focus.fNumber = read.fNumber;
}
