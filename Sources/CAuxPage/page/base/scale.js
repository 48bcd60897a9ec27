// The scale that a map's colours and legend share: the place of each value, from 0 to 1.
//
// For distances the scale is linear in 1/metres, from 0 for the farthest to 1 for the nearest, so that a depth map and a
// disparity map of one scene have the same colours. For mattes and gain maps it goes from 0 to 1, whatever values they have.

// Whether a map's values are shares of something; a table of gains has values beyond 1.
const isShare = (map, { low, high }) => Boolean(map.value) && (map.kind === "matte" || map.kind === "gain")
  && low >= 0 && high <= 1 + 1e-6;

// How near a value in the map's own unit is, in 1/metres; NaN where that is no distance.
const nearOf = (map, value) => map.unit !== "m" ? value : value > 0 ? 1 / value : NaN;

// The scale between the least and the greatest value: its ends, and `place(value)`, which is NaN without a value.
function scaleOf(map, { low, high, infinite = 0 }) {
  let [from, to] = [low, high];
  if (map.unit === "m") [from, to] = [infinite ? 0 : nearOf(map, high), nearOf(map, low)];
  else if (isShare(map, { low, high })) [from, to] = [0, 1];
  const near = hasDistance(map) ? (value) => nearOf(map, value) : (value) => value;
  // Of one value alone nothing is near or far.
  const place = (value) => to > from ? clamp((near(value) - from) / (to - from), 0, 1) : Number.isNaN(near(value)) ? NaN : 0.5;
  return { from, to, place };
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

// Places on a map's scale, 0…1, and their labels in a unit.
function scaleTicks(map, stats, unit, count = 5) {
  const { from, to } = scaleOf(map, stats);
  const span = to - from || 1;
  if (hasDistance(map) && unit === "m") return distanceTicks(from, span, count);
  return niceTicks(from, to, count).map((tick) => ({ place: (tick - from) / span, text: formatNumber(tick, 4) }));
}

// Round metres on a scale in 1/metres are not evenly apart: they are chosen for even places, and too close ones left out.
function distanceTicks(from, span, count) {
  const ticks = [];
  for (let index = 0; index <= count; index++) {
    const wanted = 1 / (from + span * index / count);
    if (!Number.isFinite(wanted)) continue;
    const power = 10 ** Math.floor(Math.log10(wanted));
    for (const digits of [1, 2]) {
      const unitStep = power / 10 ** (digits - 1);
      const rounded = Math.round(wanted / unitStep) * unitStep;
      const place = (1 / rounded - from) / span;
      if (Math.abs(place - index / count) > 0.5 / count || place < -1e-6 || place > 1 + 1e-6) continue;
      if (ticks.every((tick) => Math.abs(tick.place - place) > 0.6 / count)) {
        ticks.push({ place, text: formatNumber(rounded, 3) });
      }
      break;
    }
  }
  return ticks;
}
