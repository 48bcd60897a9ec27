// The depth along a line as a chart.

const profileSize = { width: 320, height: 120 };

// Where the surface goes on, as parts of a path: depths apart by more than a step of the mesh's tears are not joined.
function profilePath(profile, [low, high]) {
  const { width, height } = profileSize;
  const scale = high > low ? height / (high - low) : 0;
  const across = profile.length > 1 ? width / (profile.length - 1) : 0;
  let path = "";
  let before = NaN;
  profile.forEach((depth, index) => {
    if (!Number.isNaN(depth)) {
      const goesOn = Math.abs(depth - before) < 0.03 * Math.min(depth, before) || scale === 0;
      const place = `${(index * across).toFixed(2)} ${(height - (depth - low) * scale).toFixed(2)}`;
      path += Number.isNaN(before) ? `M${place}h0.01` : goesOn ? `L${place}` : `M${place}h0.01`;
    }
    before = depth;
  });
  return path;
}

// The chart of a profile from A to B; `onPlace(part)` is called with where the pointer is on it, 0…1, or nothing.
function profileChart(map, profile, onPlace) {
  const known = profile.filter((depth) => !Number.isNaN(depth));
  if (!known.length) return el("p", { class: "muted", text: "There is no distance along the line." });
  const [low, high] = [known.reduce((one, two) => Math.min(one, two)), known.reduce((one, two) => Math.max(one, two))];
  const { width, height } = profileSize;
  const text = `Depth along the line: nearest ${lengthText(map, low)}, farthest ${lengthText(map, high)}`;
  const needle = svgElement("line", { class: "profile-needle", x1: 0, x2: 0, y1: 0, y2: height, visibility: "hidden" });
  const chart = svgElement("svg", { class: "profile", viewBox: `0 -4 ${width} ${height + 8}`, preserveAspectRatio: "none", role: "img",
    "aria-label": text }, svgElement("path", { class: "profile-line", d: profilePath(profile, [low, high]) }), needle);
  const value = el("span", { class: "profile-value", "aria-hidden": "true" });
  const show = (event) => {
    const box = chart.getBoundingClientRect();
    const part = clamp((event.clientX - box.left) / box.width, 0, 1);
    const depth = profile[Math.round(part * (profile.length - 1))];
    for (const name of ["x1", "x2"]) needle.setAttribute(name, part * width);
    needle.setAttribute("visibility", "visible");
    value.textContent = Number.isNaN(depth) ? "no value" : lengthText(map, depth, 4);
    onPlace(part);
  };
  const hide = () => {
    needle.setAttribute("visibility", "hidden");
    value.textContent = "";
    onPlace();
  };
  chart.addEventListener("pointermove", show);
  chart.addEventListener("pointerdown", show);
  chart.addEventListener("pointerleave", hide);
  return el("figure", { class: "profile-figure" }, el("figcaption", { class: "muted", text: "Depth along the line" }),
    el("div", { class: "profile-top muted" }, el("span", { text: lengthText(map, high) }), value), chart,
    el("div", { class: "profile-bottom muted" }, el("span", { text: `A, ${lengthText(map, low)} at the bottom` }), el("span", { text: "B" })));
}
