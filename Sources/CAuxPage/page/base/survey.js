// What a view shows of all samples of a map, computed in a worker: a map may have as many samples as the photo has pixels.

// What a worker needs of a map to know what its codes mean.
const meaningOf = ({ kind, unit, value, hole }) => ({ kind, unit, value, hole });

// The statistics of a map, and its pixels by a table of colours.
function surveyed({ map, plane, table }) {
  const stats = statistics(map, plane);
  return { stats, pixels: paintedCodes(map, plane, stats, table) };
}

const valueWork = [clamp, hasDistance, isHole, valueOf];
const surveyWork = [...valueWork, isShare, nearOf, scaleOf, countCodes, binsOf, statistics, paintedCodes, surveyed];

// The statistics of a map, and its picture under a colour map.
async function surveyOf(map, plane, colours) {
  const { stats, pixels } = await callApart(surveyWork, { map: meaningOf(map), plane, table: colourTable(colours) });
  return { stats, picture: new ImageData(pixels, plane.width, plane.height) };
}
