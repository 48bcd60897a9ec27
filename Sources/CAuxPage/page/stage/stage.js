// Where the picture is shown, with a cursor that the pointer or arrow keys move over it.

const stage = {
  // What the cursor goes over: so many places across and down, and what is at one of them.
  grid: { width: 1, height: 1 },
  probe: undefined,
  place: undefined,
  isByKey: false,

  // A view begins: tool, overlay and what else the one before it set are gone; the zoom stays with a file.
  begin(photo) {
    this.setTool(undefined);
    this.overlay.replaceChildren();
    this.onTouch = undefined;
    byId("stage").classList.remove("fresh");
    zoom.begin(photo);
  },

  // Above the content and of its size, in the pixels of what is shown; strokes keep their width.
  get overlay() { return byId("overlay"); },

  // While there is a tool, a drag with one pointer goes to it: `{ name, down, move, up }`, each called with the place of
  // the picture, 0…1, and the event. `down` may return false to leave the drag to the zoom. `cancel` is called in place
  // of `up` where a second finger came. A press that a tool took is no click. Of a tool that `isAcross` a finger's way up or
  // down still scrolls the page.
  setTool(tool) { gestures.setTool(tool); },

  // Views with a camera of their own are not zoomed, and get the wheel and pinches themselves.
  setZoomable(isZoomable) {
    zoom.isOn = isZoomable;
    zoom.apply();
  },

  // Calls with `{ u0, v0, u1, v1, scale }`, the part of the picture in view and the device pixels for each pixel of the
  // photo, now and whenever it changes, until another view opens.
  onZoom(action) {
    zoom.actions.push(action);
    if (byId("stage").classList.contains("fresh")) action(zoom.visible());
  },

  // Shows an element as large as there is room for a picture of that size.
  show(element, size, label) {
    const content = byId("content");
    zoom.ports = undefined;
    content.replaceChildren(element);
    byId("stage").classList.add("fresh");
    content.style.setProperty("--across", size.width);
    content.style.setProperty("--down", size.height);
    this.overlay.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    byId("stage").setAttribute("aria-label", label);
    byId("trouble").hidden = true;
    this.size = { width: size.width, height: size.height };
    zoom.apply();
  },

  // Says what the cursor goes over. `probe(column, row)` returns names and values to show, and a sentence to say.
  setProbe(grid, probe, { onPlace, onClick } = {}) {
    Object.assign(this, { grid, probe, onPlace, onClick });
    if (this.place) this.moveTo(this.place.u, this.place.v);
    else this.write([["Position", "–"]]);
  },

  fail(error) {
    byId("trouble").textContent = error.message ?? String(error);
    byId("trouble").hidden = false;
  },

  clear() {
    byId("content").replaceChildren();
    byId("trouble").hidden = true;
    [this.probe, this.onPlace, this.onClick] = [];
    this.write([]);
  },

  // The column and the row of the place that the cursor is at.
  cell() {
    const { width, height } = this.grid;
    return [Math.min(Math.floor(this.place.u * width), width - 1), Math.min(Math.floor(this.place.v * height), height - 1)];
  },

  // Moves the cursor to a place of the picture, 0…1 across and down.
  moveTo(u, v) {
    this.place = { u: clamp(u, 0, 1), v: clamp(v, 0, 1) };
    if (this.isByKey) zoom.reveal(this.place.u, this.place.v);
    this.placeCursor();
    this.onPlace?.(this.place.u, this.place.v);
    const found = this.probe?.(...this.cell());
    if (!found) return;
    this.write(found.rows);
    if (this.isByKey) announce(found.text);
  },

  placeCursor() {
    const cursor = byId("cursor");
    cursor.hidden = !this.isByKey || !this.place || Boolean(zoom.ports);
    if (cursor.hidden) return;
    const [area, box] = [byId("stage").getBoundingClientRect(), byId("content").getBoundingClientRect()];
    const [column, row] = this.cell();
    cursor.style.left = `${box.left - area.left + (column + 0.5) / this.grid.width * box.width}px`;
    cursor.style.top = `${box.top - area.top + (row + 0.5) / this.grid.height * box.height}px`;
  },

  // Without a cursor what stood there goes, and views go back to where they rest.
  leave() {
    this.place = undefined;
    byId("cursor").hidden = true;
    if (this.probe) this.write([["Position", "–"]]);
    this.onPlace?.(0.5, 0.5, true);
  },

  write(rows) {
    byId("readout").replaceChildren(...rows.map(([name, text, value]) => el("div", {}, el("dt", { text: name }),
      el("dd", {}, value === undefined ? text : el("data", { value: String(value), text })))));
  },

  // The place of the picture under a pointer; outside of it less than 0 or more than 1.
  at(event) {
    const box = zoom.partAt(event)[1].getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  },
  clampedAt(event) { return this.at(event).map((part) => clamp(part, 0, 1)); },
  isInside([u, v]) { return u >= 0 && u <= 1 && v >= 0 && v <= 1; },

  follow(event) {
    const place = this.at(event);
    if (!this.isInside(place)) return;
    this.isByKey = false;
    this.moveTo(...place);
  },

  start() {
    gestures.start(byId("stage"));
    zoom.start();
    byId("stage").addEventListener("keydown", (event) => this.key(event));
  },

  key(event) {
    if (zoom.key(event)) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { width, height } = this.grid;
    const far = event.shiftKey ? 10 : 1;
    const [u, v] = this.place ? [this.place.u, this.place.v] : [zoom.isZoomed ? zoom.u : 0.5, zoom.isZoomed ? zoom.v : 0.5];
    const moves = {
      ArrowLeft: [u - far / width, v], ArrowRight: [u + far / width, v],
      ArrowUp: [u, v - far / height], ArrowDown: [u, v + far / height],
      Home: [0, v], End: [1, v], PageUp: [u, v - 0.1], PageDown: [u, v + 0.1],
    };
    if (event.key === "Escape") {
      this.isByKey = false;
      this.leave();
    } else if ((event.key === "Enter" || event.key === " ") && this.onClick && this.place) {
      event.preventDefault();
      this.onClick(u, v);
    } else if (event.key in moves && this.probe) {
      event.preventDefault();
      // From the middle of one place to the middle of another, so that no rounding leaves one out.
      const [x, y] = moves[event.key];
      const middle = (part, count) => (clamp(Math.floor(part * count + 1e-6), 0, count - 1) + 0.5) / count;
      this.isByKey = true;
      this.moveTo(middle(x, width), middle(y, height));
    }
  },
};

// Shows the command line that makes the same picture; without words there is none.
function showCommand(words) {
  byId("command-line").hidden = !words;
  byId("command").textContent = words ? ["auxdepth", ...words].join(" ") : "";
}

// The file's name without its extension, as a start of an output's name.
const stemOf = (file) => file.name.replace(/\.[^.]*$/, "") || file.name;
const outputWord = (file, ending) => shellWord(`${stemOf(file).replace(/^-/, "_-")}-${ending}`);
