// Orbit: the photo in space, seen from elsewhere.

const orbitDefaults = { show: "surface", isTorn: true, hasCamera: true, hasEyes: false, near: 0, far: 1 };

// The longer side of the picture in pixels, at most.
const orbitSide = 2048;

// Where the stage and the photo's picture in it are, and the size of the stage in pixels of the screen.
function orbitArea() {
  const [area, box] = [byId("stage").getBoundingClientRect(), byId("content").getBoundingClientRect()];
  const scale = Math.min(devicePixelRatio, orbitSide / Math.max(area.width, area.height, 1));
  const [width, height] = [area.width, area.height].map((side) => Math.max(Math.round(side * scale), 1));
  return { area, box, width, height };
}

// Whether a file has a map of distances of its photo.
const hasSpace = (file) => hasPicture(file) && Boolean(spaceMapOf(file));

// The command line that writes the same mesh, or the same points.
function orbitCommand(file, orbit, bounds) {
  const form = orbit.show === "points" ? "ply" : "glb";
  const words = ["extract", pathWord(file), "--format", form];
  const step = spaceStride(spaceMapOf(file));
  if (step > 1) words.push("--stride", step);
  if (bounds && orbit.near > 0) words.push("--near", formatNumber(bounds[0], 4));
  if (bounds && orbit.far < 1) words.push("--far", formatNumber(bounds[1], 4));
  if (!file.effects.camera.focal) words.push("--fov", orbit.fieldOfView);
  return [...words, "-o", shellWord(`${stemOf(file).replace(/^-/, "_-")}.${form}`)];
}

// Where the viewer turns around at first: the subject.
async function firstPivot(file, camera, range) {
  const { u, v } = await subjectOf(file);
  const map = spaceMapOf(file);
  const plane = await planeOf(map);
  const [column, row] = [Math.min(Math.floor(u * plane.width), plane.width - 1), Math.min(Math.floor(v * plane.height), plane.height - 1)];
  const found = depthOfCode(map, plane.codes[(row * plane.width + column) * plane.components]);
  const depth = found > 0 && found < Infinity ? found : range.middle[2];
  const [x, y] = raysOf(camera, 1, 1)(u, v);
  return [x * depth, y * depth, depth];
}

// Places that look at what is usual of the scene from other sides: from above and from the side at the camera, too.
function orbitPresets(viewer, camera, { low, high }) {
  const [across, down] = [camera.width / camera.focal[0], camera.height / camera.focal[1]];
  const from = (first, yaw, pitch) => () => {
    const middle = first.map((part, axis) => (part + high[axis]) / 2);
    const [wide, tall, deep] = first.map((part, axis) => high[axis] - part);
    // As the viewer has them: what is across, what is up and down, and what is between the middle and the viewer.
    const [width, height, front] = pitch ? [wide, deep, tall] : yaw ? [deep, tall, wide] : [wide, tall, deep];
    const away = Math.max(width / across, height / down) * 1.15 + front / 2;
    return { pivot: middle, offset: [0, 0, away], yaw: yaw * degrees, pitch: pitch * degrees };
  };
  const withCamera = low.map((part, axis) => axis === 2 ? 0 : Math.min(part, 0));
  return { 0: () => viewer.home, 1: from(low, 0, 0), 2: from(withCamera, 0, 90), 3: from(withCamera, -90, 0) };
}

class OrbitView {
  constructor({ file, state, isCurrent }) {
    const orbit = state.orbit ??= { ...orbitDefaults, fieldOfView: usualFieldOfView(file.photo) };
    Object.assign(this, { file, orbit, isCurrent, map: spaceMapOf(file), hasBackdrop: true, uploads: new Map(), maxShift: state.depth?.maxShift ?? 0.01 });
  }

  get options() {
    const { show, isTorn, fieldOfView } = this.orbit;
    return { isTorn: show === "points" || isTorn, fieldOfView };
  }

  // The depths between which something is drawn, as sliders have them: 0 is the nearest, evenly in 1/metres.
  get bounds() { return [this.depthAt(this.orbit.near), this.depthAt(this.orbit.far)]; }

  depthAt(share) {
    const { nearest, farthest } = this.range;
    return 1 / (1 / nearest + (1 / farthest - 1 / nearest) * share);
  }

  // What is drawn at the ends lets everything be seen.
  get drawnBounds() {
    const [near, far] = this.bounds;
    return [this.orbit.near > 0 ? near : 0, this.orbit.far < 1 ? far : 3e38];
  }

  async open() {
    const image = await imageOf(this.file.photo);
    if (!this.isCurrent()) return;
    // From the camera's own place the picture is the photo.
    stage.show(el("img", { src: image.src, alt: "" }), this.file.photo.preview, `${this.file.name}, in space`);
    await nextTask();
    if (!this.isCurrent()) return;
    this.scene = withWebGL(() => new OrbitScene(), "The command below writes the same mesh for other programs.");
    [this.mesh] = await Promise.all([meshOf(this.file, this.options), bitmapOf(this.file.photo).then((picture) => this.scene.prepare(picture))]);
    this.range = this.mesh.range;
    const pivot = await firstPivot(this.file, cameraOf(this.file, this.orbit.fieldOfView), this.range);
    if (this.isCurrent()) this.begin(pivot);
  }

  begin(pivot) {
    const { scene, file } = this;
    this.camera = cameraOf(file, this.orbit.fieldOfView);
    this.viewer = new OrbitCamera(this.camera, pivot);
    this.drawing = new Drawing(scene.graphics, orbitArea(), () => ({ quick: ({ size }) => this.draw(size) }));
    this.controls = new OrbitControls(this.viewer, { onChange: (isByKey) => this.change(isByKey), pick: (u, v) => this.pick(u, v),
      onHover: perFrame((u, v) => this.tell(u, v)), presets: orbitPresets(this.viewer, this.camera, this.range) });
    this.setOutlines();
    scene.canvas.classList.add("space");
    stage.show(scene.canvas, file.photo.preview, `${file.name}, in space`);
    this.fit();
    // Once a window that is being resized rests.
    this.watch = new ResizeObserver(() => {
      clearTimeout(this.fitting);
      this.fitting = setTimeout(() => this.fit(), 120);
    });
    for (const id of ["stage", "content"]) this.watch.observe(byId(id));
    this.tell();
    this.controls.swing();
  }

  // Spreads the canvas over the whole stage, beyond the photo's own picture.
  fit() {
    const { area, box, width, height } = orbitArea();
    Object.assign(this.scene.canvas.style, { left: `${area.left - box.left}px`, top: `${area.top - box.top}px`,
      width: `${area.width}px`, height: `${area.height}px` });
    this.frame = { left: (box.left - area.left) / area.width, top: (box.top - area.top) / area.height,
      width: box.width / area.width, height: box.height / area.height };
    Object.assign(this.drawing, { width, height });
    this.drawing.change();
  }

  // Another mesh, of another field of view or torn otherwise.
  async remake() {
    const turn = this.remaking = {};
    byId("stage").setAttribute("aria-busy", "true");
    const mesh = await meshOf(this.file, this.options).finally(() => {
      if (this.isCurrent() && this.remaking === turn) byId("stage").removeAttribute("aria-busy");
    });
    if (!this.isCurrent() || this.remaking !== turn || this.mesh === mesh) return;
    const camera = cameraOf(this.file, this.orbit.fieldOfView);
    if (camera.focal[0] !== this.camera.focal[0]) this.viewer.camera = this.camera = camera;
    this.mesh = mesh;
    this.setOutlines();
    this.change();
  }

  setOutlines() {
    const { camera, orbit, range } = this;
    const distance = this.outlineDistance = range.low[2] * 0.2;
    const apart = this.apart = eyesApart(this.file, camera, [range.nearest, range.farthest], this.maxShift);
    // The photo of a pair is that of its left eye.
    const eyes = this.file.pair?.baseline ? [0, apart] : [-apart / 2, apart / 2];
    this.scene.setLines(new Float32Array([
      ...orbit.hasCamera ? frustumLines(camera, distance, outlineColours.camera) : [],
      ...orbit.hasEyes ? ["left", "right"].flatMap((side, index) => frustumLines(camera, distance * 0.6, outlineColours[side], eyes[index])) : [],
    ]));
    this.plane = orbit.hasCamera ? photoPlane(camera, distance) : undefined;
    this.backdrop = photoPlane(camera, range.farthest * 1.01);
  }

  // What is on the graphics processor of the mesh that is shown.
  content() {
    const isPoints = this.orbit.show === "points";
    const key = isPoints ? this.mesh.points : this.mesh.positions;
    if (!this.uploads.has(key)) {
      const { points, pointPlaces, positions, textureCoordinates, indices } = this.mesh;
      this.uploads.set(key, isPoints ? this.scene.upload(points, pointPlaces) : this.scene.upload(positions, textureCoordinates, indices));
    }
    return this.uploads.get(key);
  }

  draw(size) {
    const { viewer, scene, frame } = this;
    // From within, the outlines would be around the picture's edge.
    const opacity = clamp(Math.hypot(...viewer.eye) / this.outlineDistance * 2 - 0.5, 0, 1);
    const samples = Math.ceil(this.map.width / spaceStride(this.map));
    // At the camera's own place the photo is behind what is torn; it is gone as soon as something turns.
    const away = Math.hypot(...viewer.eye) / viewer.distance;
    const backdrop = this.hasBackdrop ? { ...this.backdrop, opacity: clamp(1.5 - away * 60, 0, 1) } : undefined;
    scene.draw({ view: viewer.view(frame), size, backdrop, content: this.content(), bounds: this.drawnBounds, opacity, plane: this.plane,
      pointSize: size[0] * frame.width / samples * 1.25 });
  }

  pick(u, v) {
    const { width, height } = this.camera;
    return pickPoint(this.mesh.points, this.viewer.view(), u, v, 0.012, width / height, this.drawnBounds);
  }

  change(isByKey) {
    this.drawing.change();
    this.tellSoon ??= perFrame(() => this.tell());
    this.tellSoon();
    if (isByKey) announce(`${this.placeText()}, ${lengthText(this.map, this.viewer.distance)} from what it turns around`);
  }

  placeText() {
    const angle = (radians, more, less) => {
      const turned = Math.round(radians / degrees);
      return turned ? `${Math.abs(turned)}° ${turned > 0 ? more : less}` : "";
    };
    const { yaw, pitch } = this.viewer;
    return [angle(yaw, "to the right", "to the left"), angle(pitch, "above", "below")].filter(Boolean).join(", ") || "From the camera";
  }

  // Writes from where space is seen, and the depth of what is at a place of the picture.
  tell(u, v) {
    if (!this.isCurrent()) return;
    const point = u === undefined ? undefined : this.pick(u, v);
    stage.write([["Seen", this.placeText()], ["To the pivot", lengthText(this.map, this.viewer.distance), this.viewer.distance],
      ["Depth here", point ? lengthText(this.map, point[2], 4) : "–", point?.[2]]]);
  }

  close() {
    this.controls?.close();
    this.drawing?.close();
    this.watch?.disconnect();
    clearTimeout(this.fitting);
    this.scene?.close();
  }
}

async function openOrbit({ file, state, side, isCurrent, onClose }) {
  const view = new OrbitView({ file, state, isCurrent });
  side.replaceChildren();
  showCommand(orbitCommand(file, view.orbit));
  const help = byId("stage-help").textContent;
  byId("stage-help").textContent = orbitHelp;
  onClose(() => {
    byId("stage-help").textContent = help;
    view.close();
  });
  await view.open();
  if (isCurrent()) side.replaceChildren(...orbitPanel(view));
}
