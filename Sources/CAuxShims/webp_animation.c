#include <stdlib.h>
#include <string.h>

#include "loader/webp.h"
#include "loader/webpmux.h"

/// Adds a frame of RGB that begins at a time.
static int add_frame(
  WebPAnimEncoder *encoder, const uint8_t *rgb, int width, int height, int time, const WebPConfig *config,
  aux_error *error
) {
  WebPPicture picture;
  // What the inline functions of the header call, which do not know of the loader.
  if (!WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) {
    return aux_fail(error, AUX_ERROR_CODEC, "libwebp is of another version than its headers");
  }
  picture.use_argb = 1;
  picture.width = width;
  picture.height = height;
  int code = AUX_OK;
  if (!WebPPictureImportRGB(&picture, rgb, width * 3)) {
    code = aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory for a frame");
  } else if (!WebPAnimEncoderAdd(encoder, &picture, time, config)) {
    code = aux_fail(error, AUX_ERROR_CODEC, "%s", WebPAnimEncoderGetError(encoder));
  }
  WebPPictureFree(&picture);
  return code;
}

static int encode(
  const uint8_t *frames, int count, int width, int height, int milliseconds, const WebPConfig *config,
  WebPData *coded, aux_error *error
) {
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInitInternal(&options, WEBP_MUX_ABI_VERSION)) {
    return aux_fail(error, AUX_ERROR_CODEC, "libwebpmux is of another version than its headers");
  }
  WebPAnimEncoder *encoder = WebPAnimEncoderNewInternal(
    width, height, &options, WEBP_MUX_ABI_VERSION);
  if (!encoder) return aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory for the frames");
  int code = AUX_OK;
  for (int number = 0; number < count && code == AUX_OK; number++) {
    const uint8_t *frame = frames + (size_t)number * (size_t)width * (size_t)height * 3;
    code = add_frame(encoder, frame, width, height, number * milliseconds, config, error);
  }
  // The end of the last frame.
  if (code == AUX_OK
      && (!WebPAnimEncoderAdd(encoder, NULL, count * milliseconds, NULL)
          || !WebPAnimEncoderAssemble(encoder, coded))) {
    code = aux_fail(error, AUX_ERROR_CODEC, "%s", WebPAnimEncoderGetError(encoder));
  }
  WebPAnimEncoderDelete(encoder);
  return code;
}

static int set_chunk(WebPMux *mux, const char *type, const uint8_t *bytes, size_t size) {
  WebPData data = {bytes, size};
  return size == 0 || WebPMuxSetChunk(mux, type, &data, 0) == WEBP_MUX_OK;
}

int aux_webp_write_animation(
  const uint8_t *frames, int count, int width, int height, int milliseconds, int quality, const uint8_t *icc,
  size_t icc_size, const uint8_t *exif, size_t exif_size, const uint8_t *xmp, size_t xmp_size, uint8_t **out,
  size_t *size, aux_error *error
) {
  aux_clear(error);
  if (aux_load_webp(error) != AUX_OK || aux_load_webpmux(error) != AUX_OK) return error->code;
  WebPConfig config;
  if (!WebPConfigInitInternal(
        &config, WEBP_PRESET_PHOTO, (float)quality, WEBP_ENCODER_ABI_VERSION)) {
    return aux_fail(error, AUX_ERROR_CODEC, "libwebp is of another version than its headers");
  }
  config.thread_level = 1;
  WebPData coded = {NULL, 0}, whole = {NULL, 0};
  if (encode(frames, count, width, height, milliseconds, &config, &coded, error) != AUX_OK) {
    return error->code;
  }
  WebPMux *mux = WebPMuxCreateInternal(&coded, 0, WEBP_MUX_ABI_VERSION);
  int code = AUX_OK;
  if (!mux || !set_chunk(mux, "ICCP", icc, icc_size)
      || !set_chunk(mux, "EXIF", exif, exif_size)
      || !set_chunk(mux, "XMP ", xmp, xmp_size)
      || WebPMuxAssemble(mux, &whole) != WEBP_MUX_OK) {
    code = aux_fail(error, AUX_ERROR_CODEC, "the animation cannot be put together");
  }
  WebPMuxDelete(mux);
  WebPFree((void *)coded.bytes);
  if (code == AUX_OK) {
    *out = malloc(whole.size);
    if (*out) {
      memcpy(*out, whole.bytes, whole.size);
      *size = whole.size;
    } else {
      code = aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory for the file");
    }
  }
  WebPFree((void *)whole.bytes);
  return code;
}
