// The photo, and what its file holds.

async function openPhoto({ file, side, goTo, isCurrent }) {
  const maps = file.maps ?? [];
  side.replaceChildren(
    panelPart("Photo", factTable([
      ...(file.photo ? [["Size", `${formatSize(file.photo)} pixels`]] : []),
      ...(hasPicture(file) ? [["Shown", `${formatSize(file.photo.preview)} pixels`]] : []),
      ["File", [file.container.toUpperCase(), formatBytes(file.bytes)].filter(Boolean).join(", ")],
    ], "Photo")),
    panelPart("Auxiliary images", maps.length
      ? el("ul", { class: "links" }, mapOrder(file).map((index) => el("li", {}, el("button", {
        type: "button", class: "link", onclick: () => goTo({ view: "map", map: index }) },
      el("span", { text: maps[index].title }),
      el("span", { class: "muted", text: maps[index].failure ? "not decoded" : formatSize(maps[index]) })))))
      : el("p", { class: "muted", text: file.right ? "None, but a second eye's picture." : "This file has none." })));
  showCommand(["info", pathWord(file)]);
  const image = await imageOf(file.photo);
  if (!isCurrent()) return;
  const picture = new PhotoLayer(file.photo, image);
  stage.show(picture.element, file.photo, `${file.name}, photo`);
  const probe = () => stage.setProbe(file.photo, (column, row) => {
    const text = picture.codesAt(column, row)?.join(" ");
    return { rows: [["Position", `${column}, ${row}`], ["Red, green, blue", text ?? "–"]],
      text: [`${column}, ${row}`, text].filter(Boolean).join(": ") };
  });
  probe();
  await picture.prepare();
  if (isCurrent()) probe();
}
