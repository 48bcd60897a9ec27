// Where the picture is shown, with a cursor that the pointer or arrow keys move over it.

const stage = {
  // What the cursor goes over: so many places across and down, and what is at one of them.
  grid: { width: 1, height: 1 },
  probe: undefined,
  place: undefined,
  isByKey: false,

  // Shows an element as large as there is room for a picture of that size.
  show(element, size, label) {
    const content = byId("content");
    content.replaceChildren(element);
    content.style.setProperty("--across", size.width);
    content.style.setProperty("--down", size.height);
    byId("stage").setAttribute("aria-label", label);
    byId("trouble").hidden = true;
    this.size = size;
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

  // Moves the cursor to a place of the picture, 0…1 across and down.
  moveTo(u, v) {
    this.place = { u: clamp(u, 0, 1), v: clamp(v, 0, 1) };
    const { width, height } = this.grid;
    const column = Math.min(Math.floor(this.place.u * width), width - 1);
    const row = Math.min(Math.floor(this.place.v * height), height - 1);
    const cursor = byId("cursor");
    cursor.hidden = !this.isByKey;
    const content = byId("content");
    cursor.style.left = `${content.offsetLeft + (column + 0.5) / width * content.offsetWidth}px`;
    cursor.style.top = `${content.offsetTop + (row + 0.5) / height * content.offsetHeight}px`;
    this.onPlace?.(this.place.u, this.place.v);
    const found = this.probe?.(column, row);
    if (!found) return;
    this.write(found.rows);
    if (this.isByKey) announce(found.text);
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

  start() {
    const element = byId("stage");
    const content = byId("content");
    const at = (event) => {
      const box = content.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    };
    const isInside = ([u, v]) => u >= 0 && u <= 1 && v >= 0 && v <= 1;
    const follow = (event) => {
      const place = at(event);
      if (!isInside(place)) return;
      this.isByKey = false;
      this.moveTo(...place);
    };
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerdown", follow);
    element.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && !this.isByKey) this.leave(); });
    element.addEventListener("click", (event) => { if (isInside(at(event))) this.onClick?.(...at(event)); });
    element.addEventListener("keydown", (event) => this.key(event));
  },

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { width, height } = this.grid;
    const far = event.shiftKey ? 10 : 1;
    const [u, v] = this.place ? [this.place.u, this.place.v] : [0.5, 0.5];
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
