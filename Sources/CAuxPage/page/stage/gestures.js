// What pointers do on the picture: they move the cursor, drag the picture or a tool, and zoom with two fingers or the wheel.

// Farther than so many CSS pixels, a press is a drag and no click.
const dragDistance = 4;
// A page that is being scrolled goes on being scrolled when the picture comes under the pointer.
const scrollPause = 400;

const gestures = {
  // Where the pointers that are down are.
  pointers: new Map(),
  // What the one pointer that is down drags: "tool", "pan" or nothing.
  drag: undefined,
  isDragged: false,
  tool: undefined,

  setTool(tool) {
    this.endTool();
    this.tool = tool;
    const { dataset } = byId("stage");
    delete dataset.tool;
    delete dataset.across;
    if (!tool) return;
    dataset.tool = tool.name;
    if (tool.isAcross) dataset.across = "";
  },

  start(element) {
    const on = (name, action, options) => element.addEventListener(name, action.bind(this), options);
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.up);
    on("click", this.click);
    on("dblclick", this.double);
    on("wheel", this.wheel, { passive: false });
    // The browser would drag the photo itself.
    on("dragstart", (event) => event.preventDefault());
    // The middle button would scroll by itself, and a pinch would zoom the page.
    on("mousedown", (event) => { if (event.button === 1) event.preventDefault(); });
    for (const name of ["touchstart", "touchmove"]) {
      on(name, (event) => { if (event.touches.length > 1 && zoom.isOn && event.cancelable) event.preventDefault(); }, { passive: false });
    }
    on("pointerleave", (event) => { if (event.pointerType === "mouse" && !this.drag && !stage.isByKey) stage.leave(); });
    addEventListener("scroll", () => { this.lastScroll = performance.now(); }, { passive: true });
  },

  down(event) {
    stage.onTouch?.();
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size === 2) {
      this.endTool();
      this.drag = undefined;
      this.isDragged = true;
      return;
    }
    if (this.pointers.size > 2) return;
    [this.isDragged, this.isTaken, this.from] = [false, false, [event.clientX, event.clientY]];
    stage.follow(event);
    const place = stage.at(event);
    const isMain = event.button === 0;
    if (isMain && this.tool && stage.isInside(place) && this.tool.down(...place, event) !== false) {
      [this.drag, this.isTaken] = ["tool", true];
    } else if (zoom.isZoomed && (isMain || event.button === 1)) this.drag = "pan";
    if (this.drag) byId("stage").setPointerCapture(event.pointerId);
    byId("stage").classList.toggle("panning", this.drag === "pan");
  },

  move(event) {
    const before = this.pointers.get(event.pointerId);
    const now = [event.clientX, event.clientY];
    if (before && this.pointers.size === 2) this.pinch(event.pointerId, now);
    if (before) this.pointers.set(event.pointerId, now);
    if (this.pointers.size > 1) return;
    if (before && Math.hypot(now[0] - this.from[0], now[1] - this.from[1]) > dragDistance) this.isDragged = true;
    if (before && this.drag === "pan") {
      if (this.isDragged) zoom.panBy(now[0] - before[0], now[1] - before[1]);
      return;
    }
    stage.follow(event);
    if (before && this.drag === "tool") this.tool.move?.(...stage.clampedAt(event), event);
  },

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.drag === "tool") this.tool.up?.(...stage.clampedAt(event), event);
    this.drag = undefined;
    byId("stage").classList.remove("panning");
    // Of two fingers the one that stays may go on to move the picture.
    if (this.pointers.size === 1 && zoom.isZoomed) this.drag = "pan";
  },

  // Ends a drag of the tool: a second finger came, or another tool.
  endTool() {
    if (this.drag !== "tool") return;
    this.drag = undefined;
    (this.tool.cancel ?? this.tool.up)?.call(this.tool, ...Object.values(stage.place ?? { u: 0.5, v: 0.5 }));
  },

  // One of two fingers moved: the picture stays under both.
  pinch(id, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, place]) => place);
    const before = this.pointers.get(id);
    const apart = (one) => Math.max(Math.hypot(one[0] - other[0], one[1] - other[1]), 1);
    const middle = (one) => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    const [from, to] = [middle(before), middle(now)];
    zoom.to(zoom.factor * apart(now) / apart(before), ...zoom.local({ clientX: from[0], clientY: from[1] }));
    zoom.panBy(to[0] - from[0], to[1] - from[1]);
  },

  click(event) {
    const place = stage.at(event);
    if (!this.isDragged && !this.isTaken && stage.isInside(place)) stage.onClick?.(...place);
  },

  double(event) {
    if (!zoom.isOn || this.isTaken) return;
    zoom.toggle(...zoom.local(event));
    zoom.announce();
  },

  wheel(event) {
    const isOut = event.deltaY > 0;
    if (!zoom.isOn || !event.deltaY) return;
    // Out of what is whole there is no way but down the page; trackpads report a pinch as the wheel with Control.
    if (!event.ctrlKey && !zoom.isZoomed && (isOut || performance.now() - (this.lastScroll ?? -scrollPause) < scrollPause)) return;
    event.preventDefault();
    stage.onTouch?.();
    const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaMode === 2 ? event.deltaY * 400 : event.deltaY;
    const speed = event.ctrlKey ? 0.01 : 0.0025;
    zoom.to(zoom.factor * Math.exp(-clamp(lines, -200, 200) * speed), ...zoom.local(event));
  },
};
