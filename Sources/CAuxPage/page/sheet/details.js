// Metadata, structure and findings of a file, as tables.

function metadataTables(file, details) {
  const tables = (details.metadata ?? []).filter((part) => part.rows.length);
  if (!tables.length) return [el("p", { class: "muted", text: "None was found." })];
  return [el("div", { class: "tables" }, tables.map((part) => factTable(part.rows, part.title, true)))];
}

// The tree as a table whose rows tell their level, and can be folded up.
function structureTable(file, details) {
  const items = details.structure ?? [];
  if (!items.length) return [el("p", { class: "muted", text: "None was read." })];
  const rows = items.map((item, index) => {
    const isParent = items[index + 1]?.level > item.level;
    const name = el("th", { scope: "row" });
    name.style.setProperty("--level", item.level);
    if (isParent) {
      name.append(el("button", { type: "button", class: "fold", "aria-expanded": "true", text: item.name,
        onclick: (event) => fold(event.currentTarget, index) }));
    } else name.append(el("span", { class: "leaf", text: item.name }));
    return el("tr", { class: "node" }, name, el("td", { class: "number", text: item.offset ?? "" }),
      el("td", { class: "number", text: item.size ?? "" }), el("td", { text: item.text ?? "" }));
  });
  const fold = (button, index) => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    // What is below a part that is folded up itself stays away.
    let closed = isOpen ? items[index].level : Infinity;
    for (let below = index + 1; below < items.length && items[below].level > items[index].level; below++) {
      if (items[below].level <= closed && closed > items[index].level) closed = Infinity;
      rows[below].hidden = items[below].level > closed;
      const inner = rows[below].querySelector(".fold");
      if (closed === Infinity && inner?.getAttribute("aria-expanded") === "false") closed = items[below].level;
    }
  };
  return [el("div", { class: "wide" }, el("table", { class: "structure" },
    el("caption", { class: "unseen", text: "The parts of the file in their order" }),
    el("thead", {}, el("tr", {}, ["Part", "Offset", "Size", "What it says"].map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, rows)))];
}

const severities = { error: "Error", warning: "Warning", info: "Note" };

// Why the file could not be judged, where that is so.
function notJudged(file) {
  return file.notJudged ? [el("p", { class: "card-failure", text: `The file could not be judged: ${file.notJudged}` })] : [];
}

function findingsTable(file) {
  const findings = file.findings ?? [];
  if (!findings.length) {
    const text = file.notJudged ? "Nothing was found." : file.valid === false ? "The file is not valid." : "Nothing was found: the file is valid.";
    return [...notJudged(file), el("p", { class: "muted", text })];
  }
  const place = (finding) => [finding.where, finding.offset === undefined ? "" : `byte ${finding.offset}`].filter(Boolean).join(", ");
  return [...notJudged(file), el("div", { class: "wide" }, el("table", { class: "findings" },
    el("caption", { class: "unseen", text: "What validate finds" }),
    el("thead", {}, el("tr", {}, ["Severity", "Finding", "Place", "Rule"].map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, findings.map((finding) => el("tr", {},
      el("td", {}, el("span", { class: `badge ${finding.severity}`, text: severities[finding.severity] ?? finding.severity })),
      el("th", { scope: "row", text: finding.message }),
      el("td", { text: place(finding) }),
      el("td", {}, el("code", { text: finding.rule }), aboutRule(data.rules[finding.rule])))))))];
}

// What must hold by a rule, and what else there is to know of it, for those who ask.
function aboutRule(rule) {
  if (!rule) return null;
  const parts = rule.parts.map(([title, text]) => [el("dt", { text: title }), el("dd", { text })]);
  return [el("span", { class: "rule", text: rule.statement }),
    el("details", { class: "rule" }, el("summary", { text: "About this rule" }), el("dl", {}, parts))];
}

const detailParts = {
  metadata: { title: "Metadata", make: metadataTables },
  structure: { title: "Structure", make: structureTable, count: (file, details) => details.structure?.length },
  findings: { title: "Findings", make: findingsTable, count: (file) => file.findings?.length ?? 0 },
};

let shownDetail = "metadata";

// What was read of a file's details, or the failure; and which file's are shown.
async function readDetails(file) {
  try {
    return { details: await detailsOf(file) };
  } catch (failure) {
    return { details: {}, failure };
  }
}

let shownDetails;

async function showDetails(file) {
  shownDetails = file;
  const { details, failure } = await readDetails(file);
  // Another file was opened meanwhile.
  if (shownDetails !== file) return;
  const panel = byId("detail");
  const parts = Object.entries(detailParts).filter(([id]) => !file.failure || id === "findings");
  if (!parts.some(([id]) => id === shownDetail)) shownDetail = "findings";
  const select = (id) => {
    shownDetail = id;
    mark(id);
    const unread = failure && id !== "findings";
    panel.replaceChildren(...(unread ? [el("p", { class: "card-failure", text: `${failure.message}.` })] : detailParts[id].make(file, details)));
  };
  const tabs = parts.map(([id, part]) => ({ id, title: part.title, count: part.count?.(file, details) }));
  const mark = makeTabs(byId("detail-tabs"), panel, tabs, select);
  select(shownDetail);
}
