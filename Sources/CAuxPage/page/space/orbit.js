// Turning, moving and zooming a viewer of space, by pointers and keys, and its own motions.

const orbitHelp = "Arrow keys go around the scene, with Shift they move it; plus and minus go closer and back, 0 goes back to the "
  + "camera, 1, 2 and 3 look from the front, from above and from the side; Enter turns around what is in the middle.";
// How far a drag over the whole picture turns, a key turns, and the first swing does.
const [orbitDrag, orbitKey, orbitSwing] = [130 * degrees, 5 * degrees, 9 * degrees];
const swingTime = 4200;

class OrbitControls {
  // `onChange()` draws; `pick(u, v)` is the point of the surface at a place of the picture.
  constructor(camera, { onChange, onHover, pick, presets }) {
    Object.assign(this, { camera, onChange, onHover, pick, presets, pointers: new Map(), listening: new AbortController() });
    const element = byId("stage");
    const on = (name, action, options) => element.addEventListener(name, action.bind(this),
      { signal: this.listening.signal, ...options });
    on("pointerdown", this.down);
    on("pointermove", this.move);
    for (const name of ["pointerup", "pointercancel"]) on(name, this.up);
    on("pointerleave", () => this.onHover());
    on("wheel", this.wheel, { passive: false });
    on("dblclick", (event) => this.setPivot(...stage.at(event)));
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", this.key);
    // The picture's own gestures are off, and a finger does not scroll the page.
    stage.setZoomable(false);
    stage.setTool({ name: "orbit", down: () => true });
  }

  get size() {
    const box = byId("content").getBoundingClientRect();
    return [Math.max(box.width, 1), Math.max(box.height, 1)];
  }

  down(event) {
    this.stop();
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.isPan = event.shiftKey || event.button > 0;
    this.onHover();
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    const now = [event.clientX, event.clientY];
    if (!before) {
      if (event.pointerType === "mouse") this.onHover(...stage.at(event));
      return;
    }
    const [width, height] = this.size;
    const [across, down] = [(now[0] - before[0]) / width, (now[1] - before[1]) / height];
    if (this.pointers.size > 1) this.pinch(event.pointerId, before, now);
    else if (this.isPan) this.camera.pan(across, down);
    // Both axes turn by as much for as many pixels.
    else this.camera.turn(-across * orbitDrag, down * orbitDrag * height / width);
    this.pointers.set(event.pointerId, now);
    this.onChange();
  }

  // One of two fingers moved: half of its way is that of both.
  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([key]) => key !== id);
    const apart = (one) => Math.max(Math.hypot(one[0] - other[0], one[1] - other[1]), 1);
    const [width, height] = this.size;
    this.camera.zoom(apart(now) / apart(before));
    this.camera.pan((now[0] - before[0]) / width / 2, (now[1] - before[1]) / height / 2);
  }

  up(event) { this.pointers.delete(event.pointerId); }

  wheel(event) {
    // A page that is being scrolled goes on being scrolled.
    if (!event.deltaY || (!event.ctrlKey && performance.now() - (gestures.lastScroll ?? -scrollPause) < scrollPause)) return;
    event.preventDefault();
    this.stop();
    const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.camera.zoom(Math.exp(-clamp(lines, -200, 200) * (event.ctrlKey ? 0.01 : 0.002)));
    this.onChange();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const steps = { "+": 1.15, "=": 1.15, "-": 1 / 1.15 };
    const { key } = event;
    if (key in arrows) {
      this.stop();
      const [across, up] = arrows[key];
      if (event.shiftKey) this.camera.pan(across * 0.05, -up * 0.05);
      else this.camera.turn(across * orbitKey, up * orbitKey);
    } else if (key in steps) {
      this.stop();
      this.camera.zoom(steps[key]);
    } else if (key in this.presets) this.goTo(this.presets[key]());
    else if (key === "Enter") this.setPivot(0.5, 0.5);
    else return;
    event.preventDefault();
    this.onChange(true);
  }

  // Turns around the point of the surface that is seen there, from now on.
  setPivot(u, v) {
    const point = this.pick(u, v);
    this.stop();
    if (!point) return announce("There is no surface");
    this.camera.setPivot(point);
    this.markPivot(u, v);
    this.onChange(true);
  }

  markPivot(u, v) {
    const { width, height } = stage.size;
    const ring = svgElement("circle", { class: "pivot", cx: u * width, cy: v * height, r: Math.max(width, height) / 100 });
    stage.overlay.replaceChildren(ring);
    setTimeout(() => ring.remove(), 900);
  }

  // Calls with 0…1 over a time, and draws; a key, a pointer or the wheel ends it.
  animate(milliseconds, action, end) {
    this.stop();
    const start = performance.now();
    const step = () => {
      const part = Math.min((performance.now() - start) / milliseconds, 1);
      action(part);
      this.onChange();
      this.motion = part < 1 ? requestAnimationFrame(step) : undefined;
      if (part === 1) end?.();
    };
    this.motion = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.motion);
    this.motion = undefined;
  }

  goTo(place) {
    const from = this.camera.place;
    this.stop();
    if (stillWanted.matches) this.camera.set(place);
    else this.animate(450, (part) => this.camera.between(from, place, part * part * (3 - 2 * part)));
    this.onChange();
  }

  // A little to both sides, and back to where the camera is: what is seen has depth.
  swing() {
    if (stillWanted.matches) return;
    this.animate(swingTime, (part) => {
      const reach = Math.sin(part * Math.PI);
      this.camera.set({ ...this.camera.home, yaw: orbitSwing * reach * Math.sin(part * 2 * Math.PI), pitch: orbitSwing * 0.25 * reach * reach });
    }, () => this.camera.set(this.camera.home));
  }

  close() {
    this.stop();
    this.listening.abort();
  }
}
