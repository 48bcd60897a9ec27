// The photo as views show it: its preview, and over that the tiles of its own size that are in view.

// So many tiles stay decoded: those of a large screen, and some around.
const tilesKept = 80;
// From so many device pixels for each pixel of a picture, pixels are squares.
const squarePixels = 3;

class PhotoLayer {
  // Makes the element and follows the zoom until another view opens. `image` is the decoded preview.
  constructor(photo, image) {
    this.photo = photo;
    this.preview = el("img", { src: image.src, alt: "" });
    this.grid = el("div", { class: "tiles" });
    Object.assign(this.grid.style, { width: `${photo.width}px`, height: `${photo.height}px` });
    this.element = el("div", { class: "photo" }, this.preview, this.grid);
    // What is asked for, by its number; the last that were in view come last.
    this.tiles = new Map();
    stage.onZoom((seen) => this.update(seen));
  }

  // Device pixels for each pixel of the preview.
  get previewScale() { return this.photo.preview.height / this.photo.height; }

  update({ u0, v0, u1, v1, scale }) {
    const { photo } = this;
    const isLarger = scale > this.previewScale * 1.05;
    this.preview.classList.toggle("exact", scale >= squarePixels * this.previewScale);
    this.grid.classList.toggle("exact", scale >= squarePixels);
    const isSeen = this.element.checkVisibility({ visibilityProperty: true });
    zoom.note(isSeen && isLarger && !photo.tiles && this.previewScale < 1
      ? `A preview: the page has ${formatSize(photo.preview)} of the photo's ${formatSize(photo)} pixels.` : "");
    this.grid.hidden = !isLarger || !photo.tiles;
    if (this.grid.hidden) return;
    // In the photo's own pixels, so that at 100 % nothing is rounded.
    const { width, laidOut } = zoom.layout();
    this.grid.style.transform = `scale(${width / photo.width}, ${laidOut / photo.height})`;
    const { side, columns, rows } = photo.tiles;
    const range = (from, to, size, count) => [Math.floor(from * size / side), Math.min(Math.ceil(to * size / side), count)];
    const [left, right] = range(u0, u1, photo.width, columns);
    const [top, bottom] = range(v0, v1, photo.height, rows);
    for (let row = top; row < bottom; row++) for (let column = left; column < right; column++) this.want(column, row);
    this.forget((right - left) * (bottom - top));
  }

  // Decodes a tile that is not there yet, and puts it in its place.
  want(column, row) {
    const number = row * this.photo.tiles.columns + column;
    const known = this.tiles.get(number);
    this.tiles.delete(number);
    this.tiles.set(number, known ?? this.decode(column, row, number));
  }

  decode(column, row, number) {
    const { side } = this.photo.tiles;
    const tile = { image: undefined };
    tileOf(this.photo, column, row).then((image) => {
      // Meanwhile it may be out of view, and forgotten.
      if (this.tiles.get(number) !== tile) return;
      tile.image = image;
      Object.assign(image.style, { left: `${column * side}px`, top: `${row * side}px` });
      image.alt = "";
      this.grid.append(image);
    }, (error) => stage.fail(error));
    return tile;
  }

  // Gives up what was longest out of view, where more is kept than is of use.
  forget(seen) {
    for (const [number, tile] of this.tiles) {
      if (this.tiles.size <= Math.max(tilesKept, seen)) break;
      this.tiles.delete(number);
      decoded.delete(byId(`${this.photo.tiles.part}${number}`));
      tile.image?.remove();
      if (tile.image) URL.revokeObjectURL(tile.image.src);
    }
  }

  // Decodes the preview for `codesAt`.
  async prepare() { this.pixels = await pixelsBeside(this.photo); }

  // The codes of a pixel of the photo, of its tile where that is decoded, else of the preview; nothing before that is.
  codesAt(x, y) {
    const { photo } = this;
    const side = photo.tiles?.side;
    const tile = side && this.tiles.get(Math.floor(y / side) * photo.tiles.columns + Math.floor(x / side))?.image;
    if (tile?.isConnected) return pixelOf(tile, x % side, y % side);
    if (!this.pixels) return undefined;
    const { width, height } = photo.preview;
    const at = (place, size) => Math.min(Math.floor((place + 0.5) * this.previewScale), size - 1);
    const start = (at(y, height) * width + at(x, width)) * 4;
    return [...this.pixels.slice(start, start + 3)];
  }
}

// Red, green and blue of a pixel of an image.
function pixelOf(image, x, y) {
  const canvas = makeCanvas(1, 1);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

// The red, green, blue and alpha codes of a photo's preview, read in a worker: on the page that would take too long.
async function pixelsBeside(photo) {
  const bitmap = await bitmapOf(photo);
  const { width, height } = bitmap;
  return (await callApart([pictureCodes], { bitmap, width, height, components: 4 }, [bitmap])).codes;
}
