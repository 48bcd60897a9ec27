// Both eyes of a spatial photo.

const pairLayouts = { "left-right": "Side by side", anaglyph: "Red-cyan", wiggle: "Wiggle", left: "Left", right: "Right" };
const wiggleTime = 160;

async function openPair({ file, state, side, isCurrent, onClose }) {
  const images = await Promise.all([imageOf(file.photo), imageOf(file.right)]);
  if (!isCurrent()) return;
  const [width, height] = [images[0].naturalWidth, images[0].naturalHeight];
  const canvas = makeCanvas(width, height);
  const context = canvas.getContext("2d");
  const play = el("button", { type: "button", "aria-pressed": "false", text: "Play" });
  let [timer, eye] = [0, 0];
  const showEye = (index) => { eye = index; context.drawImage(images[index], 0, 0, width, height); };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.textContent = "Play";
  };
  const start = () => {
    timer = setInterval(() => showEye(1 - eye), wiggleTime);
    play.setAttribute("aria-pressed", "true");
    play.textContent = "Stop";
  };
  play.addEventListener("click", () => timer ? stop() : start());
  const next = el("button", { type: "button", text: "Other eye", onclick: () => { stop(); showEye(1 - eye); } });
  const buttons = el("div", { class: "row" }, play, next);
  const show = (layout) => {
    state.layout = layout;
    stop();
    canvas.width = layout === "left-right" ? width * 2 : width;
    buttons.hidden = layout !== "wiggle";
    if (layout === "left-right") images.forEach((image, index) => context.drawImage(image, index * width, 0, width, height));
    else if (layout === "anaglyph") context.putImageData(anaglyphPixels(...images.map((image) => pixelsOf(image, width, height))), 0, 0);
    else showEye(layout === "right" ? 1 : 0);
    // Nothing moves by itself where stillness is asked for.
    if (layout === "wiggle" && !stillWanted.matches) start();
    stage.show(canvas, canvas, `${file.name}, ${pairLayouts[layout]}`);
    stage.setProbe({ width: canvas.width, height }, undefined);
    stage.write([]);
    const words = layout === "left" || layout === "right" ? layout : "both";
    showCommand(["extract", pathWord(file), "--eye", words, "--format", "png"]);
  };
  const pair = file.pair ?? {};
  const rows = [["Each eye", `${formatSize(file.photo)} pixels`]];
  if (pair.baseline !== undefined) rows.push(["Baseline", `${formatNumber(pair.baseline * 1000, 4)} mm`]);
  if (pair.fieldOfView !== undefined) rows.push(["Field of view", `${formatNumber(pair.fieldOfView, 4)}°`]);
  if (pair.disparityAdjustment !== undefined && pair.disparityAdjustment !== null) {
    rows.push(["Adjustment of disparity", formatNumber(pair.disparityAdjustment, 4)]);
  }
  side.replaceChildren(panelPart("Two eyes", choice({ name: "layout", label: "Layout", value: state.layout ?? "left-right",
    options: Object.entries(pairLayouts), onChange: show }), buttons, factTable(rows, "Both cameras")));
  onClose(stop);
  show(state.layout ?? "left-right");
}
