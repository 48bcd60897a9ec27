// The points of a map as a PLY file: where `extract --format ply` has them, with the colours of the preview.

async function pointsPLY(file, fieldOfView) {
  const [mesh, image] = await Promise.all([meshOf(file, { fieldOfView }), imageOf(file.photo)]);
  const { points, pointPlaces } = mesh;
  const [pixels, count] = [pixelsOf(image), points.length / 3];
  const camera = cameraOf(file, fieldOfView);
  const head = ["ply", "format binary_little_endian 1.0", `comment made by ${data.generator}`,
    "comment axes: x right, y down, z away from the camera at the origin; the photo is upright",
    isRelative(spaceMapOf(file)) ? "comment unit: the scale is unknown (accuracy relative), so that metres may not be metres" : "comment unit: metres",
    `comment camera: ${camera.origin}`, `element vertex ${count}`, ...["x", "y", "z"].map((axis) => `property float ${axis}`),
    ...["red", "green", "blue"].map((part) => `property uchar ${part}`), "end_header", ""].join("\n");
  const body = new DataView(new ArrayBuffer(15 * count));
  for (let index = 0; index < count; index++) {
    for (let axis = 0; axis < 3; axis++) body.setFloat32(15 * index + 4 * axis, points[3 * index + axis], true);
    const column = Math.min(Math.floor(pointPlaces[2 * index] * pixels.width), pixels.width - 1);
    const row = Math.min(Math.floor(pointPlaces[2 * index + 1] * pixels.height), pixels.height - 1);
    for (let part = 0; part < 3; part++) body.setUint8(15 * index + 12 + part, pixels.data[(row * pixels.width + column) * 4 + part]);
  }
  return new Blob([head, body], { type: "application/octet-stream" });
}
