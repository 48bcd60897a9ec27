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
  const picture = el("img", { src: image.src, alt: "" });
  const { width, height } = file.photo.preview;
  stage.show(picture, file.photo, `${file.name}, photo`);
  let pixels;
  stage.setProbe(file.photo.preview, (column, row) => {
    pixels ??= pixelsOf(image);
    const codes = pixels.data.slice((row * width + column) * 4, (row * width + column) * 4 + 3);
    const [x, y] = [Math.floor((column + 0.5) * file.photo.width / width), Math.floor((row + 0.5) * file.photo.height / height)];
    const text = [...codes].join(" ");
    return { rows: [["Position", `${x}, ${y}`], ["Red, green, blue", text]], text: `${x}, ${y}: ${text}` };
  });
}
