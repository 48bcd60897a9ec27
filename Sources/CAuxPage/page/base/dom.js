// Elements, numbers as text, and what is said to those who listen.

const byId = (id) => document.getElementById(id);
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Makes an element. Of the attributes, `on…` are listeners, `text` is the content, and what is false or absent is left out.
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") element.textContent = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

// An id that no other element has.
let lastId = 0;
const newId = (stem) => `${stem}-${++lastId}`;

// Says something to a screen reader; of several in a row the last.
let announcement;
function announce(text) {
  clearTimeout(announcement);
  announcement = setTimeout(() => { byId("live").textContent = text; }, 120);
}

// A number with as many digits as are of use, without an exponent where one can do without.
function formatNumber(value, digits = 5) {
  if (value === Infinity) return "∞";
  if (!Number.isFinite(value)) return "none";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-5) return value.toExponential(digits - 1);
  const decimals = clamp(digits - 1 - Math.floor(Math.log10(size)), 0, 8);
  return value.toFixed(decimals).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

function formatBytes(count) {
  if (count === undefined) return "";
  if (count < 1000) return `${count} bytes`;
  const [size, unit] = count < 1e6 ? [count / 1e3, "kB"] : count < 1e9 ? [count / 1e6, "MB"] : [count / 1e9, "GB"];
  return `${formatNumber(size, 3)} ${unit}`;
}

const formatSize = (item) => `${item.width} × ${item.height}`;
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// A word of a shell's command line.
function shellWord(word) {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// A file's path as an argument: one that begins with a dash would be an option, and one that is no text stands in bytes.
function pathWord(file) {
  if (file.pathBytes) {
    const bytes = [...atob(file.pathBytes)].map((byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
    return `$'${bytes.join("")}'`;
  }
  return shellWord(file.path.startsWith("-") ? `./${file.path}` : file.path);
}

// Calls `action` once per frame, however often it is asked to; the last arguments count.
function perFrame(action) {
  let pending = 0;
  let latest;
  const run = (...values) => {
    latest = values;
    pending ||= requestAnimationFrame(() => { pending = 0; action(...latest); });
  };
  run.cancel = () => { cancelAnimationFrame(pending); pending = 0; };
  return run;
}

// Lets the browser first do what waits: draw, and answer keys and the pointer. So one long task becomes several short ones.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// A canvas with its context for pixels.
function makeCanvas(width, height, label) {
  const canvas = el("canvas", { "aria-hidden": label ? undefined : "true", role: label ? "img" : undefined,
    "aria-label": label });
  [canvas.width, canvas.height] = [width, height];
  return canvas;
}

const stillWanted = matchMedia("(prefers-reduced-motion: reduce)");

// What was chosen once holds for other pages too, where pages of files may keep something.
const kept = {
  get(name) { try { return localStorage.getItem(`auxdepth-${name}`); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`auxdepth-${name}`, value); } catch { /* It holds until the page is closed. */ } },
};
