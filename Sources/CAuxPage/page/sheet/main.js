// Which file and view are shown: that is what the address ends with, so that links and the way back work.

const hasEffects = (file) => hasPicture(file) && file.maps?.[file.effects?.map] && !file.maps[file.effects.map].failure;

const views = {
  depth: { title: "Depth", fits: hasEffects, open: openOverview },
  photo: { title: "Photo", fits: () => true, open: openPhoto },
  map: { title: "Maps", fits: (file) => file.maps?.length > 0, open: openMap, count: (file) => file.maps.length },
  orbit: { title: "Orbit", fits: hasSpace, open: openOrbit },
  focus: { title: "Focus", fits: hasEffects, open: openFocus },
  mattes: { title: "Mattes", fits: hasMattes, open: openMattes, count: (file) => file.maps.filter(isMatte).length },
  exposure: { title: "Exposure", fits: gainMapOf, open: openExposure },
  parallax: { title: "Parallax", fits: hasEffects, open: (page) => openDepth(page, 0) },
  anaglyph: { title: "Red-cyan", fits: hasEffects, open: (page) => openDepth(page, 1) },
  pair: { title: "Two eyes", fits: (file) => hasPicture(file) && file.right?.preview, open: openPair },
  compare: { title: "Compare", fits: (file) => hasPicture(file) && data.files.filter(hasPicture).length > 1, open: openCompare },
};

// What was chosen in the views of each file.
const states = data.files.map(() => ({}));
let shown = { file: undefined, view: undefined, turn: 0, close: [] };

// The hash says what is shown; what it leaves out a query may say, as links from elsewhere have it.
function readPlace() {
  const place = new URLSearchParams(location.search);
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) place.set(key, value);
  const index = Number(place.get("file") ?? (data.files.length === 1 || data.compare ? data.compare?.[0] ?? 0 : NaN));
  const file = Number.isInteger(index) && data.files[index] ? index : undefined;
  const view = place.get("view") ?? (data.compare ? "compare" : undefined);
  const map = place.get("map");
  return { file, view, map: map === null ? undefined : Number(map), focus: readFocusPlace(place) };
}

// Says in the address what is chosen in the view that is shown, so that it can be linked to.
function replacePlace(values) {
  const place = new URLSearchParams({ file: shown.file, ...values });
  // Some places where pages are shown have no history.
  try { history.replaceState(history.state, "", `#${place}`); } catch { /* The view is right all the same. */ }
}

// Goes to a view of the file that is shown.
function goTo({ view, map }) {
  const place = new URLSearchParams({ file: shown.file, view });
  if (view === "map") place.set("map", map ?? states[shown.file].map ?? firstMap(data.files[shown.file]));
  if (location.hash === `#${place}`) openPlace();
  else location.hash = place;
}

function showFile(index) {
  const file = data.files[index];
  const isOther = shown.file !== index;
  byId("sheet").hidden = true;
  byId("back").hidden = data.files.length === 1;
  const isAlone = data.files.length === 1 && data.title;
  byId("name").textContent = isAlone ? data.title : file.name;
  showNeighbours(index);
  byId("summary").replaceChildren(...[isAlone ? file.name : null, file.container?.toUpperCase(), file.photo ? `${formatSize(file.photo)} pixels` : null,
    formatBytes(file.bytes)].filter(Boolean).map((text) => el("span", { text })), el("span", { class: `badge ${verdict(file)[0]}`, text: verdict(file)[1] }));
  document.title = `${isAlone ? data.title : file.name} · auxdepth`;
  byId("failure").hidden = !file.failure;
  byId("failure").textContent = file.failure ? `This file could not be read: ${file.failure}` : "";
  byId("work").hidden = Boolean(file.failure);
  byId("details").hidden = false;
  if (!isOther) return;
  closeLens();
  forgetDecoded();
  showDetails(file);
  const ids = Object.keys(views).filter((id) => !file.failure && views[id].fits(file));
  shown.mark = makeTabs(byId("views"), byId("view"),
    ids.map((id) => ({ id, title: views[id].title, count: views[id].count?.(file) })), (id) => goTo({ view: id }));
  shown.file = index;
}

function closeView() {
  for (const close of shown.close) close();
  shown.close = [];
  shown.turn++;
}

async function showView(id, map) {
  const file = data.files[shown.file];
  const first = hasEffects(file) ? "depth" : hasPicture(file) || !file.maps?.length ? "photo" : "map";
  // The address may name a property that every object has, such as __proto__.
  const view = Object.hasOwn(views, id) && views[id].fits(file) ? id : first;
  const state = states[shown.file];
  if (map !== undefined && Number.isInteger(map)) state.map = map;
  closeView();
  const turn = shown.turn;
  const isCurrent = () => turn === shown.turn;
  shown.mark(view);
  stage.begin(file.photo);
  if (shown.view !== view) stage.clear();
  shown.view = view;
  byId("stage").setAttribute("aria-busy", "true");
  byId("save").hidden = true;
  try {
    await views[view].open({ file, state, side: byId("side"), goTo, isCurrent, onClose: (action) => {
      if (isCurrent()) shown.close.push(action);
      else action();
    } });
    if (isCurrent()) showDownloads(file, view, state);
  } catch (error) {
    if (!isCurrent()) return;
    stage.clear();
    byId("stage").setAttribute("aria-label", "No picture");
    stage.fail(error);
  } finally {
    if (isCurrent()) byId("stage").removeAttribute("aria-busy");
  }
}

function openSheet() {
  closeView();
  closeLens();
  forgetDecoded();
  const from = shown.file;
  [shown.file, shown.view] = [];
  for (const id of ["failure", "work", "details", "back", "neighbours"]) byId(id).hidden = true;
  byId("sheet").hidden = false;
  byId("name").textContent = data.title ?? "Contact sheet";
  byId("summary").textContent = data.summary?.text ?? sheetSummary();
  document.title = `${data.title ?? plural(data.files.length, "file")} · auxdepth`;
  if (data.summary) showReport();
  sheet.show();
  if (from !== undefined) sheet.focus(from);
}

function openPlace() {
  if (data.summary) {
    openSheet();
    return showRule(new URLSearchParams(location.hash.slice(1)).get("rule"));
  }
  const { file, view, map, focus } = readPlace();
  if (file === undefined) return openSheet();
  const isOther = shown.file !== file;
  showFile(file);
  if (data.files[file].failure) return closeView();
  if (isOther) scrollTo(0, 0);
  if (focus) states[file].focusPlace = focus;
  return showView(view, map);
}

// The files before and after one, in the order of the sheet.
function showNeighbours(index) {
  byId("neighbours").hidden = data.files.length === 1;
  byId("previous").disabled = sheet.next(index, -1) === undefined;
  byId("next").disabled = sheet.next(index, 1) === undefined;
}

// Goes to another file, in the view that is shown if it has that.
function goToNeighbour(step) {
  const index = shown.file === undefined ? undefined : sheet.next(shown.file, step);
  if (index === undefined) return;
  location.hash = new URLSearchParams({ file: index, ...(shown.view ? { view: shown.view } : {}) });
  announce(data.files[index].name);
}

function startNeighbours() {
  byId("previous").addEventListener("click", () => goToNeighbour(-1));
  byId("next").addEventListener("click", () => goToNeighbour(1));
  byId("more").addEventListener("click", () => sheet.more());
  addEventListener("keydown", (event) => {
    const step = { "[": -1, "]": 1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    event.preventDefault();
    goToNeighbour(step);
  });
}

function startTheme() {
  const root = document.documentElement;
  const set = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    kept.set("theme", theme);
  };
  const theme = kept.get("theme") ?? "auto";
  set(theme);
  choice({ name: "theme", value: theme, options: [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], onChange: set,
    container: byId("theme") });
}

async function copyCommand() {
  try {
    await navigator.clipboard.writeText(byId("command").textContent);
    announce("Copied");
    byId("copy").textContent = "Copied";
    setTimeout(() => { byId("copy").textContent = "Copy"; }, 1500);
  } catch {
    getSelection().selectAllChildren(byId("command"));
    announce("Selected; copy it with the keyboard");
  }
}

document.body.classList.toggle("embedded", Boolean(data.embedded));
byId("cards").classList.toggle("rows", Boolean(data.summary));
startTheme();
startNeighbours();
addDepthColours();
stage.start();
byId("generator").textContent = `Made by ${data.generator}. ${data.summary ? "" : "Photos and gain maps are previews; depth and mattes have their exact codes."}`;
byId("copy").addEventListener("click", copyCommand);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  (byId("work").hidden ? byId("main") : byId("stage")).focus();
});
addEventListener("hashchange", openPlace);
openPlace();
