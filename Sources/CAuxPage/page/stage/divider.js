// A divider between two pictures in one place: a line with a grip, dragged on the picture or moved by keys.

// CSS pixels beside the divider in which a press takes it, also where the picture is zoomed.
const dividerReach = 24;

class Divider {
  // `label` names both pictures, `left` the one on the left.
  constructor(onChange, { label = "Photo and depth", left = "photo" } = {}) {
    Object.assign(this, { onChange, left });
    this.grip = el("div", { class: "grip", role: "slider", tabindex: "0", "aria-label": label, "aria-valuemin": "0",
      "aria-valuemax": "100", onkeydown: (event) => this.key(event) });
    this.line = el("div", { class: "divider" }, this.grip);
    this.tool = { name: "divider", isAcross: true, down: (u, v, event) => this.down(u, event), move: (u) => this.drag(u) };
    // The grip stays in the middle of what is in view.
    stage.onZoom(({ v0, v1 }) => { this.grip.style.top = `${50 * (v0 + v1)}%`; });
  }

  set(share) {
    this.share = clamp(share, 0, 1);
    this.line.style.left = `${this.share * 100}%`;
    this.grip.setAttribute("aria-valuenow", Math.round(this.share * 100));
    this.grip.setAttribute("aria-valuetext", `${Math.round(this.share * 100)} % ${this.left}`);
    this.onChange(this.share);
  }

  down(u, event) {
    const box = zoom.parts[0][1].getBoundingClientRect();
    const isNear = Math.abs(u - this.share) * box.width <= dividerReach;
    if (!isNear && zoom.isZoomed) return false;
    this.isNear = isNear;
    if (isNear) this.grip.focus({ preventScroll: true });
    event.preventDefault();
    return true;
  }

  // A press beside the divider may be a click: only a drag brings the divider there.
  drag(u) { if (this.isNear || gestures.isDragged) this.set(u); }

  key(event) {
    const far = event.shiftKey ? 0.1 : 0.02;
    const steps = { ArrowLeft: this.share - far, ArrowDown: this.share - far, ArrowRight: this.share + far, ArrowUp: this.share + far,
      Home: 0, End: 1, PageUp: this.share + 0.1, PageDown: this.share - 0.1 };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(steps[event.key]);
  }
}
