// Tabs, sliders and choices, as the ARIA Authoring Practices have them.

// Pixels in which tabs that go on beyond an edge fade there.
const tabsFade = 48;

// Marks the edges beyond which a list of tabs goes on.
function showMore(list) {
  const show = () => {
    const [isLeft, isRight] = [list.scrollLeft > 1, list.scrollLeft + list.clientWidth < list.scrollWidth - 1];
    list.dataset.more = isLeft && isRight ? "both" : isLeft ? "left" : isRight ? "right" : "";
  };
  list.onscroll = show;
  if (!list.dataset.more) new ResizeObserver(show).observe(list);
  show();
}

// Fills a tab list; `select(id)` is called with the tab that is chosen, also by arrow keys. Returns what marks a tab.
function makeTabs(list, panel, items, select) {
  const tabs = items.map((item) => el("button", {
    type: "button", role: "tab", id: `${list.id}-${item.id}`, "aria-controls": panel.id, "aria-selected": "false",
    tabindex: "-1", "data-id": item.id, onclick: () => select(item.id),
  }, item.title, item.count === undefined ? null : el("span", { class: "count", text: String(item.count) })));
  list.replaceChildren(...tabs);
  showMore(list);
  list.onkeydown = (event) => {
    const at = tabs.indexOf(document.activeElement);
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const tab = tabs[(steps[event.key] + tabs.length) % tabs.length];
    tab.focus();
    select(tab.dataset.id);
  };
  return (id) => {
    for (const tab of tabs) {
      const isChosen = tab.dataset.id === id;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) {
        panel.setAttribute("aria-labelledby", tab.id);
        // Only the list is moved, the page stays where it is; and the tab is not where the list fades.
        const left = tab.getBoundingClientRect().left - list.getBoundingClientRect().left + list.scrollLeft;
        list.scrollLeft = clamp(list.scrollLeft, left + tab.offsetWidth - list.clientWidth + tabsFade, left - tabsFade);
      }
    }
  };
}

// A slider with its name and its value.
function slider({ name, label, min, max, step, value, text = (number) => formatNumber(number, 4), onInput }) {
  const id = newId("slider");
  const output = el("output", { for: id, text: text(value) });
  const input = el("input", { type: "range", id, name, min, max, step, value, "aria-valuetext": text(value) });
  const show = () => {
    output.textContent = text(input.valueAsNumber);
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => { show(); onInput(input.valueAsNumber); });
  const field = el("div", { class: "field" }, el("label", { for: id, text: label }), output, input);
  field.set = (number) => { input.value = number; show(); };
  return field;
}

// One of some, side by side.
function choice({ name, label, options, value, onChange, container }) {
  const group = newId(name);
  const fieldset = container ?? el("fieldset", { class: "choice" }, el("legend", { text: label }));
  const row = el("div", { class: "segments" }, options.map(([key, text]) => {
    const id = newId(name);
    const input = el("input", { type: "radio", id, name: group, value: key, "data-name": name,
      checked: String(key) === String(value), onchange: () => onChange(key) });
    return [input, el("label", { for: id, text })];
  }));
  fieldset.append(row);
  return fieldset;
}

// One of many.
function selection({ name, label, options, value, onChange }) {
  const id = newId("select");
  const select = el("select", { id, name, onchange: () => onChange(select.value) },
    options.map(([key, text]) => el("option", { value: key, text, selected: String(key) === String(value) })));
  return el("div", { class: "field" }, el("label", { for: id, text: label }), select);
}

// A part of the side panel.
function panelPart(title, ...children) {
  return el("section", { class: "part" }, title ? el("h3", { text: title }) : null, ...children);
}

// A table of names and values; its caption is not seen where a heading says the same.
function factTable(rows, caption, isSeen = false) {
  return el("table", { class: "facts" }, el("caption", { text: caption, class: isSeen ? null : "unseen" }),
    el("tbody", {}, rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row", text: name }),
      el("td", { text: String(value) })))));
}
