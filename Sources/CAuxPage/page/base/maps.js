// The auxiliary images of a file as they are listed: the data keep the order of the file.

// What people look for first: distances, then the mattes of a portrait from the whole to the details, and the gain map.
const mapRanks = [
  (map, file) => file.maps[file.effects?.map] === map,
  (map) => map.kind === "depth" || map.kind === "disparity",
  ...["portraitEffects", "Hair", "Skin", "Teeth", "Glasses", "Sky"].map((part) => (map) => map.kind === "matte" && map.type.includes(part)),
  (map) => map.kind === "matte",
  (map) => map.kind === "gain",
  () => true,
];

// The numbers of a file's maps in that order; within a kind what cannot be shown comes last.
function mapOrder(file) {
  const ranks = (file.maps ?? []).map((map) => mapRanks.findIndex((isOf) => isOf(map, file)) + (map.failure ? 0.5 : 0));
  return ranks.map((_, index) => index).sort((one, two) => ranks[one] - ranks[two] || one - two);
}

// The map that is shown when none is asked for: the first in that order that can be.
function firstMap(file) {
  const order = mapOrder(file);
  return order.find((index) => !file.maps[index].failure) ?? order[0] ?? 0;
}

const mapName = (map) => map.failure ? `${map.title} (not decoded)` : map.title;

// Whether the file says that its distances are in no unit.
const isRelative = (map) => (map.facts ?? []).some(([name, value]) => /accuracy/i.test(name) && /relative/i.test(value));
const relativeText = "Relative: which of two places is nearer is known, metres are a guess.";
