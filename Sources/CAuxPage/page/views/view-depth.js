// The photo from beside, and through red-cyan glasses; both follow the pointer, or sliders.

const depthDefaults = { across: 0, down: 0, strength: 0.02, maxShift: 0.01, convergence: 0.5, follows: true };

async function openDepth({ file, state, side, isCurrent, onClose }, kind) {
  const depth = state.depth ??= { ...depthDefaults, follows: !stillWanted.matches };
  const command = () => showCommand(["render", "stereo", pathWord(file), "--layout", kind ? "anaglyph" : "left-right",
    "--max-shift", formatNumber(kind ? depth.maxShift : depth.strength / 2, 3), "--convergence", formatNumber(depth.convergence, 3),
    "-o", outputWord(file, kind ? "anaglyph.png" : "left-right.png")]);
  command();
  side.replaceChildren();
  const lens = await lensOf(file);
  await lens.ready({ parallax: parallaxShader });
  if (!isCurrent()) return;
  const map = file.maps[file.effects.map];
  const [plane, { values }] = await Promise.all([planeOf(map), nearnessMapOf(file)]);
  if (!isCurrent()) return;
  const aspect = lens.width / lens.height;
  const drawing = new Drawing(lens.graphics, lens, () => {
    // Of each eye twice the greatest shift times what the nearness is from the convergence.
    const shift = kind ? [2 * depth.maxShift, 0] : [depth.across * depth.strength, depth.down * depth.strength * aspect];
    return lens.parallax(shift, depth.convergence, kind);
  });
  const change = () => {
    command();
    drawing.change();
  };
  const part = (name, label, min, max, step, text) => slider({ name, label, min, max, step, value: depth[name], text,
    onInput: (value) => { depth[name] = value; change(); } });
  const percent = (share) => `${formatNumber(share * 100, 3)} %`;
  const convergence = part("convergence", "Convergence", 0, 1, 0.01);
  const [across, down] = [part("across", "Left to right", -1, 1, 0.05), part("down", "Up and down", -1, 1, 0.05)];
  const follow = el("label", { class: "check" }, el("input", { type: "checkbox", name: "follow", checked: depth.follows,
    onchange: (event) => { depth.follows = event.target.checked; } }), kind ? "The convergence follows the pointer" : "Follow the pointer");
  side.replaceChildren(panelPart(kind ? "Red-cyan" : "Parallax",
    kind ? part("maxShift", "Largest shift", 0, 0.05, 0.001, percent) : part("strength", "Strength", 0, 0.1, 0.002, percent),
    kind ? convergence : [across, down, convergence], follow,
    el("p", { class: "muted", text: kind ? "For glasses with a red filter on the left. What is under the pointer comes to the picture's plane."
      : "Near things move against far ones. What the photo does not show is drawn out of what is beside it." })));
  stage.show(lens.canvas, lens, `${file.name}, ${kind ? "red-cyan" : "parallax"}`);
  const nearnessAt = (u, v) => values[Math.min(Math.floor(v * plane.height), plane.height - 1) * plane.width
    + Math.min(Math.floor(u * plane.width), plane.width - 1)];
  stage.setProbe(plane, (column, row) => {
    const nearness = formatNumber(values[row * plane.width + column], 4);
    return { rows: [["Position", `${column}, ${row}`], ["Nearness", nearness]], text: `${column}, ${row}: nearness ${nearness}` };
  }, { onPlace: perFrame((u, v, isGone) => {
    if (!depth.follows || !isCurrent()) return;
    const nearness = nearnessAt(u, v);
    if (kind && !isGone && !Number.isNaN(nearness)) convergence.set(depth.convergence = Math.round(nearness * 100) / 100);
    else if (!kind) {
      [depth.across, depth.down] = [u, v].map((place) => Math.round((place * 2 - 1) * 20) / 20);
      across.set(depth.across);
      down.set(depth.down);
    } else return;
    change();
  }) });
  onClose(() => drawing.close());
  change();
}
