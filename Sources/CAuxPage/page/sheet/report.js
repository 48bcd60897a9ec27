// What a page of a report has besides the sheet: the totals, the rules that found something, and each file's findings.

const severityWords = { error: "Error", warning: "Warning", info: "Note" };
const severityOrder = ["error", "warning", "info"];

// A file with its findings, those that matter most first.
function reportRow(index) {
  const file = data.files[index];
  const [kind, text] = verdict(file);
  const { box } = thumbnails(file);
  const findings = [...(file.findings ?? [])].sort((one, two) => severityOrder.indexOf(one.severity) - severityOrder.indexOf(two.severity));
  return el("li", { class: "report-file" }, box.querySelector("img") ? box : null,
    el("div", { class: "report-text" },
      el("h3", {}, el("span", { class: "path", text: file.path }), " ",
        file.container ? el("span", { class: "muted", text: file.container.toUpperCase() }) : null, " ",
        el("span", { class: `badge ${kind}`, text })),
      file.notJudged ? el("p", { class: "card-failure", text: `Not judged: ${file.notJudged}` }) : null,
      file.hindrance ? el("p", { class: "card-failure", text: `Not judged as a whole: ${file.hindrance}` }) : null,
      findings.length ? el("ul", { class: "report-findings" }, findings.map(reportFinding)) : null));
}

function reportFinding(finding) {
  const place = [finding.where, finding.offset === undefined ? "" : `byte ${finding.offset}`].filter(Boolean).join(", ");
  return el("li", {},
    el("span", { class: `badge ${finding.severity}`, text: (severityWords[finding.severity] ?? finding.severity) + (finding.known ? " (known)" : "") }), " ",
    el("span", { text: finding.message }), place ? el("span", { class: "muted", text: ` (${place})` }) : null, " ",
    el("a", { href: `#rule=${finding.rule}`, text: finding.rule }));
}

// The totals and the table of rules, before the files.
function reportSummary() {
  const { summary } = data;
  const parts = [];
  if (summary.undecoded) parts.push(el("p", { class: "muted", text: `What this does not say: ${summary.undecoded}.` }));
  if (summary.rules.length) {
    parts.push(el("div", { class: "wide" }, el("table", { class: "rules" }, el("caption", { text: "What rules found" }),
      el("thead", {}, el("tr", {}, ["Severity", "Rule", "Findings", "Files", "What must hold"].map((text) => el("th", { scope: "col", text })))),
      el("tbody", {}, summary.rules.map((row) => el("tr", {},
        el("td", {}, el("span", { class: `badge ${row.severity}`, text: severityWords[row.severity] ?? row.severity })),
        el("th", { scope: "row" }, el("a", { href: `#rule=${row.rule}`, text: row.rule })),
        el("td", { class: "number", text: row.findings }), el("td", { class: "number", text: row.files }),
        el("td", { text: data.rules[row.rule]?.statement ?? "" })))))));
  }
  const { passedOver } = summary;
  if (passedOver) {
    const more = passedOver.count - passedOver.paths.length;
    parts.push(el("details", { class: "passed-over" }, el("summary", { text: `${plural(passedOver.count, "other file")} passed over` }),
      el("ul", {}, passedOver.paths.map((path) => el("li", { class: "path", text: path })),
        more > 0 ? el("li", { text: `${more} more files` }) : null)));
  }
  return parts;
}

// What there is to know about each rule that found something.
function reportRules() {
  return Object.entries(data.rules).map(([rule, { statement, source, parts }]) => el("section", { class: "about-rule" },
    el("h3", { id: `rule-${rule}`, tabindex: "-1", text: rule }), el("p", { text: source ? `${statement} [${source}]` : statement }),
    el("dl", {}, parts.map(([title, text]) => [el("dt", { text: title }), el("dd", { text })]))));
}

function showReport() {
  if (byId("report-summary").childElementCount) return;
  byId("report-summary").replaceChildren(...reportSummary());
  byId("report-summary").hidden = false;
  const rules = reportRules();
  if (rules.length) byId("report-rules").append(...rules);
  byId("report-rules").hidden = !rules.length;
  const note = byId("sheet-note");
  note.textContent = [data.summary.valid ? `${plural(data.summary.valid, "valid file")} without a finding ${data.summary.valid === 1 ? "is" : "are"} not listed.` : "",
    data.summary.pictures ?? ""].filter(Boolean).join(" ");
  note.hidden = !note.textContent;
}

// Goes to what is said about a rule.
function showRule(rule) {
  const heading = byId(`rule-${rule}`);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
