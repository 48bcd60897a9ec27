// How much of the picture is in view: from all of it to eight pixels of the screen for each pixel of the photo.
//
// The state outlives a view: the photo, its maps and comparisons are seen at the same place and size.

const glideTime = 180;

const zoom = {
  // Times the size at which all of the picture is in view, and the place of the picture in the middle of the stage.
  factor: 1,
  u: 0.5,
  v: 0.5,
  // Device pixels for each of the photo's pixels, at most.
  most: 8,
  // Of a view with a camera of its own nothing is zoomed.
  isOn: true,
  photo: undefined,
  // The transform that is on the content: CSS pixels, and the factor across and down.
  applied: { x: 0, y: 0, factor: 1, down: 1 },
  actions: [],
  // Of pictures side by side, each in an area of its own and zoomed alike: pairs of the area and what is moved in it.
  ports: undefined,

  // A view begins: what the one before asked for ends, and with another file the zoom.
  begin(photo) {
    if (this.photo !== photo) [this.factor, this.u, this.v] = [1, 0.5, 0.5];
    [this.photo, this.isOn, this.actions, this.ports] = [photo, true, [], undefined];
    this.endGlide();
    this.note("");
  },

  get isZoomed() { return this.isOn && this.factor > 1; },

  // The areas with what is moved in them; all are of one size.
  get parts() { return this.ports ?? [[byId("stage"), byId("content")]]; },

  // The area under a pointer with what is in it, else the first.
  partAt(event) {
    const isIn = ([area]) => { const box = area.getBoundingClientRect(); return event.clientX >= box.left && event.clientX <= box.right; };
    return this.parts.find(isIn) ?? this.parts[0];
  },

  // Where a pointer is in its area, in CSS pixels.
  local(event) {
    const area = this.partAt(event)[0].getBoundingClientRect();
    return [event.clientX - area.left, event.clientY - area.top];
  },

  // Where the content would be without a transform, in CSS pixels from the corner of its area, and the area's size.
  layout() {
    const [area, box] = this.parts[0].map((element) => element.getBoundingClientRect());
    const { x, y, factor, down } = this.applied;
    const [width, laidOut] = [box.width / factor, box.height / down];
    // Heights are laid out in 64ths of a pixel, which zoomed would be seen.
    const height = stage.size ? width * this.parts.length * stage.size.height / stage.size.width : laidOut;
    return { left: box.left - area.left - x, top: box.top - area.top - y, width, height, laidOut, roomAcross: area.width,
      roomDown: area.height };
  },

  // Device pixels for each pixel of the photo when all of the picture is in view. Views may show two pictures side by
  // side, so that the height counts.
  fitScale(layout = this.layout()) {
    return layout.height * devicePixelRatio / (this.photo?.height ?? stage.size?.height ?? 1);
  },
  get scale() { return this.factor * this.fitScale(); },

  // The factors between which the zoom moves.
  limit(factor, layout) { return clamp(factor, 1, Math.max(this.most / this.fitScale(layout), 4)); },

  // Zooms to a factor; the place at x and y, in CSS pixels from the area's corner, stays where it is.
  to(factor, x, y) {
    if (!this.isOn) return;
    this.endGlide();
    const layout = this.layout();
    const { left, top, width, height, roomAcross, roomDown } = layout;
    const next = this.limit(factor, layout);
    const along = (at, start, size, room) => {
      const place = (at - start) / (size * this.applied.factor);
      return (room / 2 - at) / (size * next) + clamp(place, 0, 1);
    };
    this.u = along(x ?? roomAcross / 2, left + this.applied.x, width, roomAcross);
    this.v = along(y ?? roomDown / 2, top + this.applied.y, height, roomDown);
    // What is nearly all is all.
    this.factor = next < 1.02 ? 1 : next;
    this.apply();
  },

  // Shows pictures side by side in areas of their own.
  split(ports) {
    byId("content").style.transform = "";
    this.applied = { x: 0, y: 0, factor: 1, down: 1 };
    this.ports = ports;
    this.apply();
  },

  // Zooms to so many device pixels for each pixel of the photo.
  toScale(scale, x, y) { this.to(scale / this.fitScale(), x, y); },

  // One step in or out; a step over 100 % ends there.
  step(direction, x, y) {
    const [from, to] = [this.scale, this.scale * (direction > 0 ? 1.5 : 1 / 1.5)];
    const isOver = (from - 1) * (to - 1) < 0 && Math.abs(from - 1) > 0.01;
    this.toScale(isOver ? 1 : to, x, y);
  },

  // To all of the picture, or else to 100 %: twice the size where all of it is larger than that.
  toggle(x, y) {
    const from = [this.factor, this.u, this.v];
    if (this.factor > 1) this.to(1);
    else this.to(Math.max(1 / this.fitScale(), 2), x, y);
    this.glide(from);
  },

  // Goes from a state to the present one within a moment, so that the eye can follow.
  glide(from) {
    const to = [this.factor, this.u, this.v];
    if (stillWanted.matches || !this.isOn || from[0] === to[0]) return;
    const start = performance.now();
    const step = (time) => {
      const part = clamp((time - start) / glideTime, 0, 1);
      // What was changed meanwhile holds.
      if (this.gliding !== step) return;
      const factor = from[0] * (to[0] / from[0]) ** part;
      // Linear in the size of a pixel: what is under the pointer stays there.
      const share = (1 / factor - 1 / from[0]) / (1 / to[0] - 1 / from[0]);
      this.show(part < 1 ? [factor, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share] : to);
      if (part < 1) requestAnimationFrame(step);
      else this.endGlide();
    };
    this.gliding = step;
    byId("stage").dataset.gliding = "";
    step(start);
  },

  endGlide() {
    this.gliding = undefined;
    delete byId("stage").dataset.gliding;
  },

  show([factor, u, v]) {
    Object.assign(this, { factor, u, v });
    this.apply();
  },

  panBy(x, y) {
    if (!this.isZoomed) return;
    this.endGlide();
    const { width, height } = this.layout();
    this.u -= x / (width * this.factor);
    this.v -= y / (height * this.factor);
    this.apply();
  },

  // Brings a place of the picture into view, where it is not.
  reveal(u, v) {
    if (!this.isZoomed) return;
    const { u0, v0, u1, v1 } = this.visible();
    const along = (at, from, to) => {
      const margin = (to - from) * 0.1;
      return at < from + margin ? at - from - margin : at > to - margin ? at - to + margin : 0;
    };
    const [across, down] = [along(u, u0, u1), along(v, v0, v1)];
    if (!across && !down) return;
    this.u += across;
    this.v += down;
    this.apply();
  },

  // The part of the picture that is in view, and the device pixels for each of the photo's pixels.
  visible() {
    const layout = this.layout();
    const along = (start, size, room) => [clamp(-start / size, 0, 1), clamp((room - start) / size, 0, 1)];
    const { x, y, factor } = this.applied;
    const [u0, u1] = along(layout.left + x, layout.width * factor, layout.roomAcross);
    const [v0, v1] = along(layout.top + y, layout.height * factor, layout.roomDown);
    return { u0, v0, u1, v1, scale: factor * this.fitScale(layout) };
  },

  // Puts the content, and the overlay on it, where the state says, within what is left of the stage.
  apply() {
    const layout = this.layout();
    if (!layout.width || !layout.height) return;
    const factor = this.isOn ? this.factor : 1;
    const along = (start, size, room, middle, edge) => {
      const shown = size * factor;
      if (factor === 1) return [start, 0.5];
      const from = shown <= room ? (room - shown) / 2 : clamp(room / 2 - middle * shown, room - shown, 0);
      return [this.onScreen(from, edge), shown <= room ? 0.5 : (room / 2 - from) / shown];
    };
    const area = this.parts[0][0].getBoundingClientRect();
    const [left, u] = along(layout.left, layout.width, layout.roomAcross, this.u, area.left);
    const [top, v] = along(layout.top, layout.height, layout.roomDown, this.v, area.top);
    if (this.isOn) [this.u, this.v] = [u, v];
    // Browsers draw what is transformed from the pixel next to where it is laid out.
    const start = [this.onScreen(layout.left, area.left), this.onScreen(layout.top, area.top)];
    this.applied = factor === 1 ? { x: 0, y: 0, factor, down: 1 }
      : { x: left - start[0], y: top - start[1], factor, down: factor * layout.height / layout.laidOut };
    this.place(left, top, layout);
    byId("stage").classList.toggle("zoomed", this.isZoomed);
    stage.placeCursor();
    this.tell();
    const seen = this.visible();
    for (const action of this.actions) action(seen);
  },

  // A place in an area moved to the next edge between pixels of the screen: between two, all would be blurred.
  onScreen(start, edge) { return Math.round((start + edge) * devicePixelRatio) / devicePixelRatio - edge; },

  place(left, top, { width, height }) {
    const { x, y, factor, down } = this.applied;
    for (const [, content] of this.parts) {
      content.style.transform = factor === 1 ? "" : `translate(${x}px, ${y}px) scale(${factor}, ${down})`;
      // What keeps its size on the screen is scaled by one over that.
      content.style.setProperty("--zoom", factor);
    }
    const [area, whole] = [this.parts[0][0], byId("stage")].map((element) => element.getBoundingClientRect());
    Object.assign(byId("overlay").style, { left: `${left + area.left - whole.left}px`, top: `${top + area.top - whole.top}px`,
      width: `${width * factor}px`, height: `${height * factor}px` });
  },

  tell() {
    byId("zoom").hidden = !this.isOn;
    const percent = `${formatNumber(this.scale * 100, this.scale < 0.1 ? 2 : 3)} %`;
    const level = byId("zoom-level");
    level.textContent = percent;
    level.setAttribute("aria-label", this.factor > 1 ? `${percent}, show the whole picture` : `${percent}, zoom to 100 %`);
    byId("zoom-out").disabled = this.factor <= 1;
    byId("zoom-in").disabled = this.factor >= this.limit(Infinity);
  },

  // Says beside the zoom what is to be known of it.
  note(text) {
    byId("zoom-note").hidden = !text;
    byId("zoom-note").textContent = text;
  },

  // For who listens: the whole picture again, or how large it is.
  announce() { announce(this.factor > 1 ? `Zoom ${byId("zoom-level").textContent}` : "The whole picture"); },

  start() {
    const press = (id, action) => byId(id).addEventListener("click", () => { action(); this.announce(); });
    press("zoom-in", () => this.step(1));
    press("zoom-out", () => this.step(-1));
    press("zoom-level", () => this.toggle());
    new ResizeObserver(perFrame(() => this.apply())).observe(byId("stage"));
  },

  // Keys of the picture: + and -, 0 for all of it, 1 for 100 %, and arrows with Control or Command to move it.
  key(event) {
    const pans = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const isPan = event.key in pans && (event.ctrlKey || event.metaKey || !stage.probe);
    if (!this.isOn || event.altKey || (!isPan && (event.ctrlKey || event.metaKey))) return false;
    if (isPan) {
      const { roomAcross, roomDown } = this.layout();
      this.panBy(pans[event.key][0] * roomAcross / 8, pans[event.key][1] * roomDown / 8);
      return this.isZoomed;
    }
    const at = this.keyPlace();
    const steps = { "+": () => this.step(1, ...at), "=": () => this.step(1, ...at), "-": () => this.step(-1, ...at),
      0: () => this.to(1), 1: () => this.toScale(1, ...at) };
    if (!steps[event.key]) return false;
    steps[event.key]();
    this.announce();
    return true;
  },

  // Keys zoom about the cursor that keys move, if it is there, else about the middle.
  keyPlace() {
    if (!stage.isByKey || !stage.place) return [];
    const { left, top, width, height } = this.layout();
    const { x, y, factor } = this.applied;
    return [left + x + stage.place.u * width * factor, top + y + stage.place.v * height * factor];
  },
};
