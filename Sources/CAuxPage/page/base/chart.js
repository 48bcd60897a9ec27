// A map's legend and histogram.

const svgName = "http://www.w3.org/2000/svg";

function svgElement(name, attributes, ...children) {
  const element = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The histogram over the colour scale, with numbers in a unit below; `mark(value)` shows where a value is.
function legend(map, stats, colours, unit) {
  const scale = makeCanvas(256, 1);
  scale.className = "scale";
  paintScale(scale, colours);
  const most = Math.max(...stats.bins, 1);
  const count = stats.bins.length;
  const bars = [...stats.bins].map((bin, index) => {
    // Roots, so that what is rare is seen, too.
    const height = Math.sqrt(bin / most) * 100;
    return height ? `M${index} 100h1v${-height.toFixed(2)}h-1z` : "";
  }).join("");
  const histogram = svgElement("svg", { class: "histogram", viewBox: `0 0 ${count} 100`, preserveAspectRatio: "none",
    role: "img", "aria-label": histogramText(map, stats, unit) }, svgElement("path", { d: bars }));
  const ticks = el("div", { class: "ticks", "aria-hidden": "true" });
  const placed = scaleTicks(map, stats, unit);
  for (const { place, text } of placed) {
    const tick = el("span", { text });
    tick.style.left = `${place * 100}%`;
    if (place < 0.06) tick.className = "first";
    if (place > 0.94) tick.className = "last";
    ticks.append(tick);
  }
  const needle = el("div", { class: "needle", hidden: true });
  const figure = el("figure", { class: "legend" }, el("div", { class: "plot" }, histogram, scale, needle), ticks,
    el("figcaption", { class: "muted" }, legendEnds(map, stats, unit)));
  figure.mark = (value) => {
    const place = scaleOf(map, stats).place(value);
    needle.hidden = Number.isNaN(place);
    needle.style.left = `${place * 100}%`;
  };
  return figure;
}

// The labels at the ends of the scale, far on the left and near on the right, and the unit of the numbers between.
function legendEnds(map, stats, unit) {
  const text = (value) => valueText(map, value, unit, 3);
  if (!hasDistance(map)) return [el("span", { text: `${text(stats.low)} to ${text(stats.high)}${map.value ? "" : ", codes"}` })];
  const [far, near] = map.unit === "m" ? [stats.infinite ? Infinity : stats.high, stats.low] : [stats.low, stats.high];
  return [el("span", { text: `far ${text(far)}` }), isRelative(map) ? el("span", { text: "relative" }) : null,
    el("span", { text: `near ${text(near)}` })];
}

function histogramText(map, stats, unit) {
  const peak = stats.bins.indexOf(Math.max(...stats.bins));
  const { from, to } = scaleOf(map, stats);
  const place = from + (to - from) * (peak + 0.5) / stats.bins.length;
  return `Histogram; most samples are near ${valueText(map, map.unit === "m" ? 1 / place : place, unit)}`;
}

// What the numbers of a map are.
function statisticRows(map, plane, stats, unit) {
  const share = (count) => `${formatNumber(100 * count / plane.codes.length, 3)} %`;
  const rows = [["Least", valueText(map, stats.low, unit)], ["Greatest", valueText(map, stats.high, unit)]];
  // One over the least disparity is the farthest, which is the greatest in metres.
  if (hasDistance(map) && unit !== map.unit) rows.reverse().forEach((row, index) => { row[0] = index ? "Greatest" : "Least"; });
  if (!hasDistance(map) || unit === map.unit) rows.push(["Mean", valueText(map, stats.sum / Math.max(stats.count, 1), unit)]);
  if (stats.codes) rows.push(["Different codes", stats.codes]);
  rows.push(["Without a value", stats.holes ? share(stats.holes) : "none"]);
  if (stats.unusable) rows.push(["Zero or less, which is no distance", share(stats.unusable)]);
  if (stats.infinite) rows.push(["Infinite", share(stats.infinite)]);
  return rows;
}
