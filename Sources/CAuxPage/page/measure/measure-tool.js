// The tool that measures: two points on the picture, dragged or set by keys, and what is between them.

// How near to a handle a press takes it, in CSS pixels, by mouse and by finger.
const handleReach = { mouse: 16, pen: 20, touch: 30 };

class MeasureTool {
  // `points` are two places of the picture, or fewer; `onChange(points, isDone)` is called when they change.
  constructor({ points, onChange, text }) {
    Object.assign(this, { name: "measure", points, onChange, text, listening: new AbortController() });
    byId("stage").addEventListener("keydown", (event) => this.key(event), { signal: this.listening.signal });
    // What the view had, such as a divider, comes back.
    this.before = gestures.tool;
    stage.setTool(this);
    // Handles and the text keep their size on the screen.
    stage.onZoom(() => this.isOpen && this.draw());
    this.isOpen = true;
    this.draw();
  }

  // The handle near a place, by its number.
  handleAt(u, v, event) {
    const box = stage.overlay.getBoundingClientRect();
    const reach = handleReach[event.pointerType] ?? handleReach.mouse;
    const away = (point) => Math.hypot((point.u - u) * box.width, (point.v - v) * box.height);
    const near = this.points.map(away).map((distance, index) => [distance, index]).filter(([distance]) => distance <= reach);
    return near.sort(([one], [two]) => one - two)[0]?.[1];
  }

  down(u, v, event) {
    this.held = this.handleAt(u, v, event);
    if (this.held !== undefined) return true;
    // With both points set, another press begins anew.
    this.points = this.points.length === 1 ? [this.points[0], { u, v }] : [{ u, v }];
    this.held = this.points.length - 1;
    this.from = { u, v };
    this.change(false);
    return true;
  }

  move(u, v, event) {
    if (this.held === undefined) return;
    // A drag from the first point draws the line to the second.
    if (this.points.length === 1) {
      const box = stage.overlay.getBoundingClientRect();
      if (Math.hypot((u - this.points[0].u) * box.width, (v - this.points[0].v) * box.height) <= dragDistance) return;
      this.points = [this.points[0], { u, v }];
      this.held = 1;
    } else this.points[this.held] = { u, v };
    this.change(false);
  }

  up() {
    this.held = undefined;
    this.change(true);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.key === "Enter" || event.key === " ") && stage.place) {
      this.points = this.points.length === 1 ? [this.points[0], { ...stage.place }] : [{ ...stage.place }];
      this.change(true);
    } else if ((event.key === "Delete" || event.key === "Backspace") && this.points.length) this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  clear() {
    this.points = [];
    this.change(true);
    announce("Points removed");
  }

  change(isDone) {
    this.onChange(this.points, isDone);
    this.draw();
  }

  // A point on the line that a chart shows, 0…1 from A to B.
  mark(part) {
    this.marked = part;
    this.draw();
  }

  draw() {
    const { overlay, size } = stage;
    if (!size) return;
    const pixel = size.width / Math.max(overlay.getBoundingClientRect().width, 1);
    const at = ({ u, v }) => [u * size.width, v * size.height];
    const shapes = [];
    if (this.points.length === 2) {
      const [[x1, y1], [x2, y2]] = this.points.map(at);
      for (const name of ["measure-casing", "measure-line"]) shapes.push(svgElement("line", { class: name, x1, y1, x2, y2 }));
      if (this.marked !== undefined) {
        shapes.push(svgElement("circle", { class: "measure-mark", cx: x1 + (x2 - x1) * this.marked, cy: y1 + (y2 - y1) * this.marked, r: 4 * pixel }));
      }
      const text = this.text();
      if (text) shapes.push(this.label(text, (x1 + x2) / 2, (y1 + y2) / 2 - 14 * pixel, pixel));
    }
    this.points.map(at).forEach(([cx, cy], index) => {
      shapes.push(svgElement("circle", { class: "measure-handle", cx, cy, r: 8 * pixel }),
        svgElement("text", { class: "measure-name", x: cx, y: cy + 3.5 * pixel, "font-size": 10 * pixel }, "AB"[index]));
    });
    overlay.replaceChildren(...shapes);
  }

  label(text, x, y, pixel) {
    return svgElement("text", { class: "measure-label", x, y, "font-size": 14 * pixel, "stroke-width": 4 }, text);
  }

  close() {
    this.isOpen = false;
    this.listening.abort();
    if (gestures.tool === this) stage.setTool(this.before);
    stage.overlay.replaceChildren();
  }
}
