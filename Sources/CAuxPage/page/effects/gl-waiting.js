// WebGL2 that keeps nothing waiting: programs that are made ready meanwhile, and pictures that are sent some rows at a time.

// Waits until programs are ready to draw with; asking before that would stop the page until they are.
async function programsReady(graphics, programs) {
  const { gl } = graphics;
  const parallel = gl.getExtension("KHR_parallel_shader_compile");
  await graphics.finished();
  for (const program of programs) {
    while (parallel && !gl.isContextLost() && !gl.getProgramParameter(program.program, parallel.COMPLETION_STATUS_KHR)) {
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    graphics.check(program);
    await nextTask();
  }
}

// So many pixels are sent at once.
const sentAtOnce = 1 << 19;

// Makes the texture of a photo, whose texels are read as light, of a bitmap; smaller ones of it, too. It stays bound.
async function sendPhoto(graphics, bitmap) {
  const { gl } = graphics;
  const { width, height } = bitmap;
  const photo = graphics.texture(gl.LINEAR_MIPMAP_LINEAR, gl.SRGB8_ALPHA8, width, height, gl.RGBA, gl.UNSIGNED_BYTE, null);
  const rows = Math.max(Math.floor(sentAtOnce / width), 1);
  for (let top = 0; top < height && !gl.isContextLost(); top += rows) {
    const part = await createImageBitmap(bitmap, 0, top, width, Math.min(rows, height - top));
    gl.bindTexture(gl.TEXTURE_2D, photo.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, gl.RGBA, gl.UNSIGNED_BYTE, part);
    part.close();
    await graphics.finished();
  }
  gl.bindTexture(gl.TEXTURE_2D, photo.texture);
  gl.generateMipmap(gl.TEXTURE_2D);
  return photo;
}
