// Where the photos of two files are in one frame: as the program found it, else fitted into each other.

// The places are { x, y, width, height } in parts of the frame, whose aspect ratio is that of the one photo; the turns are the
// Exif orientations by which both are shown.
function registrationOf(one, two) {
  const found = data.registration;
  const indices = [one, two].map((file) => data.files.indexOf(file));
  const isOfBoth = data.compare && indices.every((index) => data.compare.includes(index));
  const all = { x: 0, y: 0, width: 1, height: 1 };
  if (isOfBoth && found?.width) {
    const part = { x: found.x, y: found.y, width: found.width, height: found.height };
    const isPart = (index) => data.compare[found.part] === index;
    const places = indices.map((index) => isPart(index) ? part : all);
    const whole = isPart(indices[0]) ? two : one;
    const isAll = part.width > 0.998 && part.height > 0.998;
    const facts = [isAll ? "" : `is ${formatNumber(found.width * 100, 3)} % × ${formatNumber(found.height * 100, 3)} % of the other photo`,
      found.turn > 1 ? `is shown ${turnTexts[found.turn - 1]}` : ""].filter(Boolean);
    return { places, turns: indices.map((index) => isPart(index) ? found.turn : 1), size: sizeOf(whole), isKnown: true,
      note: facts.length ? `${isPart(indices[0]) ? "Before" : "After"} ${facts.join(" and ")}, `
        + `found by comparing both (${Math.floor(found.likeness * 100)} % alike).` : "" };
  }
  const sizes = [one, two].map(sizeOf);
  const [first, second] = sizes.map((size) => size.width / size.height);
  const isSame = Math.abs(first / second - 1) < 0.01;
  // The second within the first, as large as fits.
  const [width, height] = second > first ? [1, first / second] : [second / first, 1];
  const note = isOfBoth && found?.reason ? `The photos are not registered: ${found.reason}.`
    : isSame ? "" : "The photos have different shapes; each is shown whole.";
  return { places: [all, isSame ? all : { x: (1 - width) / 2, y: (1 - height) / 2, width, height }],
    turns: [1, 1], size: sizes[0], isKnown: false, note };
}

const sizeOf = (file) => ({ width: file.photo.width, height: file.photo.height });

// A place of the frame as one of a photo; outside of it less than 0 or 1 or more.
const within = ({ x, y, width, height }, u, v) => [(u - x) / width, (v - y) / height];

const isWithin = ([u, v]) => u >= 0 && u < 1 && v >= 0 && v < 1;

// The part of the frame that both photos show.
function commonPart([one, two]) {
  const [x, y] = [Math.max(one.x, two.x), Math.max(one.y, two.y)];
  return { x, y, width: Math.min(one.x + one.width, two.x + two.width) - x, height: Math.min(one.y + one.height, two.y + two.height) - y };
}

// Puts an element at a place of the frame.
function putAt(element, { x, y, width, height }) {
  Object.assign(element.style, { inset: "auto", left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
  return element;
}
