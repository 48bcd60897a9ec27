// The data of the page: photos and the exact samples of maps, decoded when they are first needed.

const data = JSON.parse(byId("auxdepth-data").textContent);
data.files = [...document.querySelectorAll("script[data-file]")].map((element) => JSON.parse(element.textContent));
// What was found in all files, and the rules that found it.
Object.assign(data, JSON.parse(byId("auxdepth-rules").textContent));

const sampleArrays = { uint8: Uint8Array, uint16: Uint16Array, float32: Float32Array };

// The bytes of a part of the page, which is an element in base64 so that nothing reads it before it is needed.
function partBytes(id) {
  const element = byId(id);
  if (!element) throw new Error("a part of the page is missing");
  const text = atob(element.textContent);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

const inflate = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();

// What is read of a file only when it is opened: its tables and its structure.
const detailsOf = (file) => once(`details of ${file.details}`, async () => {
  if (!file.details) return {};
  try {
    return JSON.parse(new TextDecoder().decode(await inflate(partBytes(file.details))));
  } catch (error) {
    throw new Error(`the page's data of these tables are damaged (${error.message})`);
  }
});

// Adds to what is stored of each sample what its neighbours let expect; the array's type makes that modulo 2^n.
function undoMedian(plane, width) {
  for (let index = 0, column = 0; index < plane.length; index++, column = column + 1 === width ? 0 : column + 1) {
    const left = column ? plane[index - 1] : 0;
    const above = index >= width ? plane[index - width] : 0;
    const corner = column && index >= width ? plane[index - width - 1] : 0;
    const low = Math.min(left, above), high = Math.max(left, above);
    plane[index] += corner >= high ? low : corner <= low ? high : left + above - corner;
  }
}

async function decodePlane(map) {
  const { width, height } = map;
  if (map.coding === "preview") return decodePreview(map);
  const SampleArray = sampleArrays[map.sample];
  if (!SampleArray) throw new Error(`the page does not know samples of the type ${map.sample}`);
  return { width, height, components: 1, codes: await decodeCodes(map, width, height, SampleArray) };
}

// The exact samples of a part of the page, in the coding that it names.
async function decodeCodes({ part, coding }, width, height, SampleArray) {
  let buffer;
  try {
    buffer = await inflate(partBytes(part));
  } catch (error) {
    throw new Error(`the page's data of this map are damaged (${error.message})`);
  }
  if (buffer.byteLength !== width * height * SampleArray.BYTES_PER_ELEMENT) {
    throw new Error(`the page holds ${buffer.byteLength} bytes of this map, which is ${formatSize({ width, height })}`);
  }
  const codes = new SampleArray(buffer);
  if (coding === "median") undoMedian(codes, width);
  return codes;
}

// For a worker: the first components of a picture at a size: of gray, of colours, or with alpha.
function pictureCodes({ bitmap, width, height, components }) {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height).data;
  const codes = new Uint8Array(width * height * components);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let part = 0; part < components; part++) codes[pixel * components + part] = pixels[pixel * 4 + part];
  }
  return { codes };
}

// The codes of a map that is a preview in the page.
async function decodePreview(map) {
  const { width, height, components } = map;
  let bitmap;
  try {
    bitmap = await createImageBitmap(new Blob([partBytes(map.part)], { type: map.preview.type }));
  } catch {
    throw new Error("the browser cannot decode the picture of this map");
  }
  const { codes } = await callApart([pictureCodes], { bitmap, width, height, components }, [bitmap]);
  return { width, height, components, codes };
}

// Whether codes are nearly those of the file: a gain map is looked at, and not measured.
const isPreview = (map) => map.coding === "preview";

// The addresses of pictures that were decoded of parts, which are given up with them.
let addresses = [];

async function decodePicture(part, type) {
  const address = URL.createObjectURL(new Blob([partBytes(part)], { type }));
  addresses.push(address);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new Error("the browser cannot decode the picture of this photo");
  }
  return image;
}

async function decodePhoto(photo) {
  if (!photo?.preview) throw new Error(photo?.failure ?? "the file has no photo");
  return decodePicture(photo.preview.part, photo.preview.type);
}

// A tile of a photo at its own size, by its column and row.
const tileOf = (photo, column, row) => {
  const tiles = photo.tiles;
  const part = `${tiles.part}${row * tiles.columns + column}`;
  return once(byId(part), () => decodePicture(part, tiles.type));
};

// What was decoded, by what it was decoded of.
let decoded = new Map();

function once(key, decode) {
  if (!decoded.has(key)) decoded.set(key, decode(key));
  return decoded.get(key);
}

const planeOf = (map) => map.failure ? Promise.reject(new Error(map.failure)) : once(map, decodePlane);
// Whether the photo of a file can be shown.
const hasPicture = (file) => Boolean(file.photo?.preview);

const imageOf = (photo) => once(photo, decodePhoto);

// The photo as a bitmap of its bytes: unlike an image that is shown, it is decoded in another thread.
const bitmapOf = ({ preview }, options = {}) =>
  createImageBitmap(new Blob([partBytes(preview.part)], { type: preview.type }), options);

// Gives up what was decoded, when another file is shown.
function forgetDecoded() {
  decoded = new Map();
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = [];
}

// The pixels of an image, drawn at a size, as red, green, blue and alpha codes.
function pixelsOf(image, width = image.naturalWidth, height = image.naturalHeight) {
  const canvas = makeCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
