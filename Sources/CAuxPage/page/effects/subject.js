// What a photo is of: the nearness that is in focus at first, and a place of the picture that has it.

// What said where the focus is, as the program names it.
const focusSources = {
  focalDistance: "what the camera focused on", focusRegion: "the region in focus that the file marks",
  subjectArea: "the camera's subject area", matte: "the portrait matte", face: "the nearest face that the file marks",
  nearest: "the nearest thing as large as a face",
};

// More samples than that are not looked at one by one.
const subjectSamples = 1 << 18;
// How much nearness may differ at the place of the subject.
const subjectExtent = 0.04;

// The disparities of the map of effects as nearness, once for each file: { values, low, high, width, height }.
const nearnessMapOf = (file) => once(file.effects, async () => {
  const map = file.maps[file.effects.map];
  const { width, height, codes, components } = await planeOf(map);
  const found = await callApart(nearnessWork, { map: meaningOf(map), plane: { width, height, codes, components } });
  return { ...found, width, height };
});

// For a worker: the nearness of all samples.
const normalised = ({ map, plane }) => normalise(disparitiesOf(map, plane));
const nearnessWork = [clamp, isHole, valueOf, disparitiesOf, normalise, normalised];

// The value of a map at a place of the picture, 0…1 across and down.
function valueAt(values, { width, height }, u, v) {
  const column = clamp(Math.floor(u * width), 0, width - 1);
  return values[clamp(Math.floor(v * height), 0, height - 1) * width + column];
}

// The nearness there; NaN in a hole.
const nearnessAt = (map, u, v) => valueAt(map.values, map, u, v);

// The sample next to the middle of all those that `isOf(nearness, u, v)` says; nothing where it says none.
function middleOf(map, isOf) {
  const step = Math.max(1, Math.ceil(Math.sqrt(map.width * map.height / subjectSamples)));
  const each = (action) => {
    for (let row = step >> 1; row < map.height; row += step) {
      for (let column = step >> 1; column < map.width; column += step) {
        const u = (column + 0.5) / map.width, v = (row + 0.5) / map.height;
        if (isOf(map.values[row * map.width + column], u, v)) action(u, v);
      }
    }
  };
  let [count, sumU, sumV] = [0, 0, 0];
  each((u, v) => {
    count++;
    sumU += u;
    sumV += v;
  });
  if (!count) return undefined;
  const [meanU, meanV] = [sumU / count, sumV / count];
  let [best, place] = [Infinity, undefined];
  each((u, v) => {
    const away = (u - meanU) ** 2 + (v - meanV) ** 2;
    if (away < best) [best, place] = [away, { u, v }];
  });
  return place;
}

// The matte of the person that a photo is of.
const portraitMatte = (file) => (file.maps ?? []).find((map) => map.type === "portraitEffectsMatte" && !map.failure && map.sample === "uint8");

// Whether a place is in the file's portrait matte; without a matte all are.
async function portraitTest(file) {
  const matte = portraitMatte(file);
  if (!matte) return () => true;
  const plane = await planeOf(matte);
  return (u, v) => valueOf(matte, plane.codes[Math.floor(v * plane.height) * plane.width + Math.floor(u * plane.width)]) >= 0.5;
}

// The subject of a file with effects: { u, v, nearness, distance, source }; distance in metres, or undefined.
const subjectOf = (file) => once(file, async () => {
  const { nearness = 0.75, distance, source = "given", u, v } = file.effects?.focus ?? {};
  if (u !== undefined) return { u: clamp(u, 0, 1), v: clamp(v, 0, 1), nearness, distance, source };
  if (!hasEffects(file)) return { u: 0.5, v: 0.5, nearness, distance, source };
  const map = await nearnessMapOf(file);
  const isSubject = source === "matte" ? await portraitTest(file) : () => true;
  const place = middleOf(map, (near, across, down) => Math.abs(near - nearness) <= subjectExtent && isSubject(across, down));
  return { u: 0.5, v: 0.5, ...place, nearness, distance, source };
});
