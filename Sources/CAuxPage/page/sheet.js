// The contact sheet of several files.

// What is found in a file, in a word, and the class of its badge.
function verdict(file) {
  if (file.failure) return ["error", "not read"];
  const count = (severity) => (file.findings ?? []).filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  if (errors) return ["error", plural(errors, "error")];
  if (file.notJudged) return ["warning", "not judged"];
  return warnings ? ["warning", plural(warnings, "warning")] : ["valid", "valid"];
}

function card(file, index) {
  const [kind, text] = verdict(file);
  const titles = [...(file.right ? ["Two eyes"] : []), ...mapOrder(file).map((index) => file.maps[index].title)];
  return el("li", { class: "card" }, el("a", { href: `#file=${index}` },
    el("span", { class: "thumb" }, hasPicture(file) ? el("img", { src: file.photo.thumbnail, alt: "", loading: "lazy", decoding: "async" })
      : el("span", { class: "muted", text: "no picture" })),
    el("span", { class: "card-name", text: file.name })),
  el("p", { class: "card-facts muted", text: [file.container?.toUpperCase(), file.photo ? formatSize(file.photo) : null,
    formatBytes(file.bytes)].filter(Boolean).join(" · ") }),
  file.failure ?? file.photo?.failure ? el("p", { class: "card-failure", text: file.failure ?? file.photo.failure }) : null,
  el("ul", { class: "badges", "aria-label": "What it holds" }, el("li", { class: `badge ${kind}`, text }),
    titles.map((title) => el("li", { class: "badge", text: title }))));
}

function showSheet() {
  if (byId("cards").childElementCount) return;
  byId("cards").append(...data.files.map(card));
}

function sheetSummary() {
  const kinds = data.files.map((file) => verdict(file)[0]);
  const count = (kind) => kinds.filter((one) => one === kind).length;
  const parts = [plural(data.files.length, "file")];
  if (count("valid")) parts.push(`${count("valid")} valid`);
  const unjudged = data.files.filter((file) => file.notJudged && verdict(file)[0] === "warning").length;
  if (unjudged) parts.push(`${unjudged} not judged`);
  if (count("warning") > unjudged) parts.push(`${count("warning") - unjudged} with warnings`);
  if (count("error")) parts.push(`${count("error")} with errors`);
  return parts.join(" · ");
}
