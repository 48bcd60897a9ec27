// The view that opens first: the photo with its depth map beside it or behind a divider, swaying about the subject.

const introTime = 900;
const overviewLayouts = { divider: "Divider", pair: "Side by side" };

// Upright photos leave room for the map where the window is wide.
function overviewLayout({ width, height }) {
  const chosen = kept.get("depth-layout");
  return Object.hasOwn(overviewLayouts, chosen) ? chosen : height > width && matchMedia("(min-width: 60rem)").matches ? "pair" : "divider";
}

// The elements of the view in a layout, and how they are shown.
class Overview {
  constructor(page, photo, canvas) {
    Object.assign(this, { ...page, photo, canvas, size: page.file.photo.preview });
    this.spots = [0, 1].map(() => el("div", { class: "spot", hidden: true }));
  }

  show(layout) {
    const { file, photo, canvas } = this;
    this.layout = layout;
    this.sway?.stop(true);
    stage.setTool(undefined);
    canvas.style.clipPath = "";
    const label = `${file.name}, photo and depth`;
    if (layout === "pair") {
      const inner = [[photo, this.spots[0]], [canvas, this.spots[1]]].map((parts) => el("div", { class: "stack" }, ...parts));
      const ports = inner.map((part) => el("div", { class: "port" }, part));
      stage.show(el("div", { class: "ports" }, ports), { width: this.size.width * 2, height: this.size.height }, label);
      zoom.split(ports.map((port, index) => [port, inner[index]]));
      this.stack = inner[0];
      return;
    }
    this.divider ??= new Divider((share) => this.divide(share));
    this.stack = el("div", { class: "stack" }, photo, canvas, this.divider.line);
    stage.show(this.stack, this.size, label);
    stage.setTool(this.divider.tool);
    this.divider.set(this.state.overview ?? 0.5);
  }

  divide(share) {
    this.state.overview = share;
    this.canvas.style.clipPath = `inset(0 0 0 ${share * 100}%)`;
    if (this.sway) this.sway.divide = share;
  }

  fail(error) {
    if (this.layout === "divider") this.divider.set(1);
    stage.fail(error);
  }

  // The map comes in from the right, once.
  introduce() {
    if (stillWanted.matches || this.layout !== "divider") return;
    const [end, start] = [this.divider.share, performance.now()];
    const step = (time) => {
      const part = clamp((time - start) / introTime, 0, 1);
      if (!this.isCurrent() || this.isTouched || this.layout !== "divider") {
        this.state.overview = end;
        return;
      }
      this.divider.set(1 - (1 - end) * (1 - (1 - part) ** 3));
      if (part < 1) requestAnimationFrame(step);
    };
    step(start);
  }

  // The same place in both pictures.
  mark(u, v, isGone = false) {
    for (const spot of this.spots) {
      spot.hidden = isGone || this.layout !== "pair";
      [spot.style.left, spot.style.top] = [`${u * 100}%`, `${v * 100}%`];
    }
  }

  // Lets the photo sway about its subject; says why where it cannot.
  async startSway() {
    this.isTouched = false;
    if (!this.sway) {
      const { nearness } = await subjectOf(this.file);
      const plane = await swayPlaneOf(await nearnessMapOf(this.file));
      const sway = await Sway.make(this.file.photo, plane, this.canvas);
      this.onClose(() => sway.close());
      sway.convergence = nearness;
      this.sway = sway;
    }
    if (!this.isCurrent() || this.isTouched || this.sway.isOn) return;
    this.sway.divide = this.layout === "pair" ? 1 : this.divider.share;
    this.stack.insertBefore(this.sway.canvas, this.layout === "pair" ? this.spots[0] : this.divider.line);
    this.onSway(true);
    this.sway.start(this.stack.offsetWidth * devicePixelRatio, (isSlow) => {
      this.sway.canvas.remove();
      this.onSway(false, isSlow ? "This machine draws too slowly to let the photo sway." : "");
    });
  }

  stopSway() {
    this.isTouched = true;
    this.sway?.stop();
  }
}

// The button of the sway, and why it is missing.
function swayControls(overview) {
  const note = el("p", { class: "muted", role: "status", hidden: true });
  const start = () => overview.startSway().catch((error) => overview.onSway(false, `Nothing sways, since ${error.message}.`));
  const button = el("button", { type: "button", text: "Sway", onclick: () => overview.sway?.isOn ? overview.stopSway() : start() });
  overview.onSway = (isOn, text = "") => {
    button.textContent = isOn ? "Stop the sway" : "Sway";
    [note.textContent, note.hidden] = [text, !text];
  };
  return { start, parts: [button, note] };
}

// Any press on the picture and any key but those that go from one control to the next stops the sway.
function stopOnTouch(overview, onClose) {
  stage.onTouch = () => overview.stopSway();
  const onKey = (event) => { if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) overview.stopSway(); };
  // A key on the button itself is a press of the button.
  const listener = (event) => { if (event.target.tagName !== "BUTTON") onKey(event); };
  document.addEventListener("keydown", listener, true);
  onClose(() => document.removeEventListener("keydown", listener, true));
}

// How far the subject is, and what says so; nothing where distances are in no unit.
async function subjectText(file, map) {
  let subject;
  try {
    subject = await subjectOf(file);
  } catch (error) {
    return el("p", { class: "note", text: `The subject is not known, since ${error.message}.` });
  }
  const { distance, source } = subject;
  if (isRelative(map) || !Number.isFinite(distance) || !focusSources[source]) return null;
  return el("p", { class: "muted", text: `The subject is ${formatNumber(distance, 3)} m away, by ${focusSources[source]}.` });
}

async function openOverview(page) {
  const { file, state, side, isCurrent, onClose } = page;
  const index = file.effects.map;
  const map = file.maps[index];
  showCommand(mapCommand(file, map, index));
  side.replaceChildren();
  const image = await imageOf(file.photo);
  if (!isCurrent()) return;
  const canvas = makeCanvas(map.width, map.height);
  canvas.classList.add("exact");
  const overview = new Overview(page, new PhotoLayer(file.photo, image).element, canvas);
  overview.show(overviewLayout(file.photo.preview));
  // Without its map the photo stays.
  const plane = await planeOf(map).catch((error) => { if (isCurrent()) overview.fail(error); });
  if (!plane || !isCurrent()) return;
  const colours = state.colours ?? "turbo";
  const { stats, picture } = await surveyOf(map, plane, colours);
  if (!isCurrent()) return;
  canvas.getContext("2d").putImageData(picture, 0, 0);
  overview.introduce();
  const key = legend(map, stats, colours, "m");
  const sway = swayControls(overview);
  const subject = await subjectText(file, map);
  if (!isCurrent()) return;
  // Both points are on one picture.
  const measure = map.value && hasDistance(map) ? measurePart(page, map, plane, () => {
    overview.stopSway();
    if (overview.layout !== "pair") return;
    overview.show("divider");
    side.querySelector("[data-name=layout][value=divider]").checked = true;
  }) : undefined;
  side.replaceChildren(...[panelPart("Depth",
    choice({ name: "layout", label: "Photo and depth", value: overview.layout, options: Object.entries(overviewLayouts),
      onChange: (layout) => { measure?.end(); kept.set("depth-layout", layout); overview.show(layout); setProbe(); } }),
    key,
    isRelative(map) ? el("p", { class: "note", text: relativeText }) : null,
    subject,
    ...sway.parts), measure].filter(Boolean));
  const setProbe = () => stage.setProbe(plane, (column, row) => {
    const report = sampleReport(map, plane, column, row, "m", file.photo);
    key.mark(report.value);
    return report;
  }, { onPlace: (u, v, isGone) => overview.mark(u, v, isGone) });
  setProbe();
  stopOnTouch(overview, onClose);
  if (!stillWanted.matches) {
    const timer = setTimeout(() => { if (!overview.isTouched && !zoom.isZoomed) sway.start(); }, introTime + 300);
    onClose(() => clearTimeout(timer));
  }
}
