// Pictures as bitmaps: of bytes, and not of an image that is shown, since those are decoded in another thread.

const bitmapOf = ({ preview }, options = {}) =>
  createImageBitmap(new Blob([partBytes(preview.part)], { type: preview.type }), options);
