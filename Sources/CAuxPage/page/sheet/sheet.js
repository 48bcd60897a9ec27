// The contact sheet of several files: photos with their depth, those that are wanted, in an order.

// What is found in a file, in a word, and the class of its badge.
function verdict(file) {
  if (file.failure) return ["error", "not read"];
  const [errors, warnings] = [countOf(file, "error"), countOf(file, "warning")];
  if (errors) return ["error", plural(errors, "error")];
  if (file.notJudged) return ["warning", "not judged"];
  return warnings ? ["warning", plural(warnings, "warning")] : ["valid", "valid"];
}

const countOf = (file, severity) => (file.findings ?? []).filter((finding) => finding.severity === severity && !finding.known).length;
const hasDepth = (file) => (file.maps ?? []).some((map) => map.kind === "depth" || map.kind === "disparity");

const kindsOfFiles = {
  all: ["All files", () => true],
  depth: ["With depth", hasDepth],
  findings: ["With findings", (file) => file.failure || file.notJudged || countOf(file, "error") + countOf(file, "warning") > 0],
  invalid: ["Invalid or not read", (file) => file.failure || verdict(file)[0] === "error"],
};

const byName = new Intl.Collator("en", { numeric: true });
const weight = (file) => (file.failure ? 1e9 : 0) + countOf(file, "error") * 1e5 + (file.notJudged ? 1e4 : 0) + countOf(file, "warning");
const orders = {
  given: ["As given", () => 0],
  name: ["Name", (one, two) => byName.compare(one.name, two.name)],
  size: ["Size, largest first", (one, two) => (two.bytes ?? 0) - (one.bytes ?? 0)],
  findings: ["Findings, most first", (one, two) => weight(two) - weight(one)],
};

const sheet = {
  kind: "all",
  container: "",
  words: "",
  order: "given",
  // Cards are made for so many files at a time: a report may have thousands.
  batch: 120,

  // The numbers of the files that are shown, in their order.
  get files() {
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (file) => kindsOfFiles[this.kind][1](file) && (!this.container || file.container === this.container)
      && words.every((word) => sheetText(file).includes(word));
    return data.files.map((file, index) => index).filter((index) => fits(data.files[index]))
      .sort((one, two) => orders[this.order][1](data.files[one], data.files[two]) || one - two);
  },

  // The file before or after one, among those that are shown; nothing at an end.
  next(index, step) {
    const files = this.files;
    const at = files.indexOf(index);
    return at < 0 ? files[step > 0 ? 0 : files.length - 1] : files[at + step];
  },

  show() {
    if (!byId("filters").childElementCount) this.makeFilters();
    this.fill();
  },

  makeFilters() {
    const has = (kind) => data.files.some(kindsOfFiles[kind][1]);
    const kinds = Object.keys(kindsOfFiles).filter((kind) => kind === "all" || has(kind));
    const containers = [...new Set(data.files.map((file) => file.container).filter(Boolean))].sort();
    const change = (name) => (value) => { this[name] = value; this.fill(); announce(byId("sheet-count").textContent); };
    const id = newId("words");
    const input = el("input", { type: "search", id, name: "words", autocomplete: "off", spellcheck: "false" });
    input.addEventListener("input", perFrame(() => change("words")(input.value)));
    byId("filters").append(
      el("div", { class: "field grow" }, el("label", { for: id, text: "Search" }), input),
      selection({ name: "kind", label: "Show", value: this.kind, onChange: change("kind"),
        options: kinds.map((kind) => [kind, kindsOfFiles[kind][0]]) }),
      containers.length > 1 ? selection({ name: "container", label: "Container", value: "", onChange: change("container"),
        options: [["", "All"], ...containers.map((container) => [container, container.toUpperCase()])] }) : "",
      selection({ name: "order", label: "Sort by", value: this.order, onChange: change("order"),
        options: Object.entries(orders).map(([order, [title]]) => [order, title]) }));
  },

  fill() {
    const files = this.files;
    const isNarrowed = files.length < data.files.length;
    byId("sheet-count").textContent = isNarrowed ? `${files.length} of ${plural(data.files.length, "file")}` : plural(files.length, "file");
    byId("cards").replaceChildren();
    byId("no-cards").hidden = files.length > 0;
    byId("no-cards").textContent = data.files.length ? "No file is like that." : "Nothing was found in any file.";
    this.rest = files;
    this.more();
  },

  more() {
    const make = data.summary ? reportRow : card;
    byId("cards").append(...this.rest.slice(0, this.batch).map(make));
    this.rest = this.rest.slice(this.batch);
    byId("more").hidden = !this.rest.length;
    byId("more").textContent = `Show ${Math.min(this.batch, this.rest.length)} more of ${this.rest.length}`;
  },

  // Makes sure that the card of a file is there, and puts the focus on it.
  focus(index) {
    const find = () => byId("cards").querySelector(`a[href="#file=${index}"]`);
    while (!find() && this.rest.length) this.more();
    find()?.focus();
  },
};

const sheetText = (file) => [file.name, file.path, file.container, ...(file.maps ?? []).map((map) => map.title),
  ...(file.findings ?? []).map((finding) => `${finding.rule} ${finding.message}`)].join(" ").toLowerCase();

// Photo and depth beside each other, both whole: their aspect ratios say how wide a card is.
function thumbnails(file) {
  const map = file.maps?.[file.effects?.map];
  const pictures = [[file.photo, "photo"], [map, "depth"]].filter(([picture]) => picture?.thumbnail);
  const aspect = ({ width, height }) => clamp(width / height, 0.4, 2.5);
  const total = pictures.reduce((sum, [picture]) => sum + aspect(picture), 0) || 1;
  const box = el("span", { class: "thumb" }, pictures.length
    ? pictures.map(([picture, kind]) => {
      const image = el("img", { class: kind, src: picture.thumbnail, alt: "", loading: "lazy", decoding: "async" });
      image.style.setProperty("--aspect", aspect(picture));
      return image;
    }) : el("span", { class: "muted", text: "no picture" }));
  return { box, total: Math.max(total, 1) };
}

function card(index) {
  const file = data.files[index];
  const [kind, text] = verdict(file);
  const titles = [...(file.right ? ["Two eyes"] : []), ...mapOrder(file).map((place) => file.maps[place].title)];
  const { box, total } = thumbnails(file);
  const item = el("li", { class: "card" }, el("a", { href: `#file=${index}` }, box, el("span", { class: "card-name", text: file.name })),
    el("p", { class: "card-facts muted", text: [file.container?.toUpperCase(), file.photo ? formatSize(file.photo) : null,
      formatBytes(file.bytes)].filter(Boolean).join(" · ") }),
    file.failure ?? file.photo?.failure ? el("p", { class: "card-failure", text: file.failure ?? file.photo.failure }) : null,
    el("ul", { class: "badges", "aria-label": "What it holds" }, el("li", { class: `badge ${kind}`, text }),
      titles.length > 4 ? el("li", { class: "badge", text: plural(titles.length, "image"), title: titles.join(", ") })
        : titles.map((title) => el("li", { class: "badge", text: title }))));
  item.style.setProperty("--aspect", total);
  return item;
}

// A filter of SVG that gives gray pictures of nearness their colours, near warm: pictures stay pictures, loaded when in view.
function addDepthColours() {
  const steps = 33;
  const table = colourTable("turbo");
  const values = (part) => Array.from({ length: steps }, (_, step) => (table[Math.round(step / (steps - 1) * 255) * 3 + part] / 255).toFixed(3)).join(" ");
  const holder = el("div", { class: "unseen", "aria-hidden": "true" });
  const name = (part) => `<feFunc${part} type="table" tableValues="${values("RGB".indexOf(part))}"/>`;
  holder.innerHTML = `<svg width="0" height="0"><filter id="depth-colours" color-interpolation-filters="sRGB">
    <feComponentTransfer>${["R", "G", "B"].map(name).join("")}</feComponentTransfer></filter></svg>`;
  document.body.append(holder);
}

function sheetSummary() {
  const kinds = data.files.map((file) => verdict(file)[0]);
  const count = (kind) => kinds.filter((one) => one === kind).length;
  const parts = [plural(data.files.length, "file")];
  const deep = data.files.filter(hasDepth).length;
  if (deep) parts.push(`${deep} with depth`);
  if (count("valid")) parts.push(`${count("valid")} valid`);
  const unjudged = data.files.filter((file) => file.notJudged && verdict(file)[0] === "warning").length;
  if (unjudged) parts.push(`${unjudged} not judged`);
  if (count("warning") > unjudged) parts.push(`${count("warning") - unjudged} with warnings`);
  if (count("error")) parts.push(`${count("error")} with errors`);
  return parts.join(" · ");
}
