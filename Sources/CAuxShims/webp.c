#include "box/operations.h"
#include "loader/webp.h"

#include <stdlib.h>
#include <string.h>

static const char *reason_of(VP8StatusCode status) {
  switch (status) {
  case VP8_STATUS_OUT_OF_MEMORY: return "there is not enough memory";
  case VP8_STATUS_BITSTREAM_ERROR: return "the bitstream is damaged";
  case VP8_STATUS_UNSUPPORTED_FEATURE: return "the bitstream has a feature that is not supported";
  case VP8_STATUS_NOT_ENOUGH_DATA: return "the data end too early";
  case VP8_STATUS_OK:
  case VP8_STATUS_INVALID_PARAM:
  case VP8_STATUS_SUSPENDED:
  case VP8_STATUS_USER_ABORT: break;
  }
  return "the bitstream cannot be decoded";
}

static int fail_status(aux_error *error, VP8StatusCode status) {
  int code = AUX_ERROR_CODEC;
  if (status == VP8_STATUS_OUT_OF_MEMORY) code = AUX_ERROR_MEMORY;
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) code = AUX_ERROR_TRUNCATED;
  if (status == VP8_STATUS_UNSUPPORTED_FEATURE) code = AUX_ERROR_UNSUPPORTED;
  return aux_fail(error, code, "%s", reason_of(status));
}

int aux_run_webp(const aux_request *request, aux_answer *answer, aux_error *error) {
  (void)answer;
  const uint8_t *data = request->data;
  size_t size = request->size;
  uint32_t width = (uint32_t)request->numbers[0], height = (uint32_t)request->numbers[1];
  int channels = (int)request->numbers[2];
  if (aux_load_webp(error) != AUX_OK) return error->code;
  WebPDecoderConfig config;
  // What the macros of the header call, which do not know of the loader.
  if (!WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
    return aux_fail(error, AUX_ERROR_CODEC, "libwebp is of another version than its headers");
  }
  VP8StatusCode status = WebPGetFeaturesInternal(data, size, &config.input, WEBP_DECODER_ABI_VERSION);
  if (status != VP8_STATUS_OK) return fail_status(error, status);
  if (config.input.has_animation) {
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "the image is animated");
  }
  if (config.input.width < 1 || (uint32_t)config.input.width != width || config.input.height < 1
      || (uint32_t)config.input.height != height) {
    return aux_fail(
      error, AUX_ERROR_MALFORMED, "the bitstream is %dx%d, not %ux%u", config.input.width,
      config.input.height, width, height);
  }
  config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = request->target;
  config.output.u.RGBA.stride = (int)width * channels;
  config.output.u.RGBA.size = request->target_size;
  status = WebPDecode(data, size, &config);
  WebPFreeDecBuffer(&config.output);
  return status == VP8_STATUS_OK ? AUX_OK : fail_status(error, status);
}

int aux_webp_read(
  const uint8_t *data, size_t size, uint32_t width, uint32_t height, int channels, uint8_t *out,
  aux_error *error
) {
  aux_request request = {
    .data = data, .size = size, .numbers = {width, height, channels}, .target = out,
    .target_size = (size_t)width * height * (size_t)channels};
  aux_answer answer;
  return aux_call(AUX_OPERATION_WEBP, &request, &answer, error);
}

static int append(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  aux_buffer *file = picture->custom_ptr;
  if (!aux_buffer_reserve(file, count)) return 0;
  memcpy(file->bytes + file->size, bytes, count);
  file->size += count;
  return 1;
}

static int fail_encoding(aux_error *error, const WebPPicture *picture) {
  switch (picture->error_code) {
  case VP8_ENC_ERROR_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BAD_WRITE: return aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory");
  case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
  case VP8_ENC_ERROR_PARTITION_OVERFLOW:
  case VP8_ENC_ERROR_FILE_TOO_BIG:
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "the picture has more details than a WebP file holds");
  default: return aux_fail(error, AUX_ERROR_CODEC, "libwebp reports error %d", (int)picture->error_code);
  }
}

int aux_run_webp_encoding(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_webp(error) != AUX_OK) return error->code;
  const int64_t *numbers = request->numbers;
  WebPConfig config;
  WebPPicture picture;
  // What the inline functions of the header call.
  if (!WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, (float)numbers[2], WEBP_ENCODER_ABI_VERSION)
      || !WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) {
    return aux_fail(error, AUX_ERROR_CODEC, "libwebp is of another version than its headers");
  }
  config.method = (int)numbers[3];
  picture.width = (int)numbers[0];
  picture.height = (int)numbers[1];
  aux_buffer file = {0};
  picture.writer = append;
  picture.custom_ptr = &file;
  int is_done = WebPPictureImportRGB(&picture, request->data, picture.width * 3) && WebPEncode(&config, &picture);
  int code = is_done ? AUX_OK : fail_encoding(error, &picture);
  WebPPictureFree(&picture);
  if (code != AUX_OK) {
    free(file.bytes);
    return code;
  }
  answer->buffers[0] = file.bytes;
  answer->sizes[0] = file.size;
  return AUX_OK;
}

_Static_assert(AUX_WEBP_LONGEST_SIDE == WEBP_MAX_DIMENSION, "what the library takes");

int aux_webp_encode(
  const uint8_t *pixels, int width, int height, int quality, int method, uint8_t **out, size_t *size,
  aux_error *error
) {
  aux_clear(error);
  *out = NULL;
  *size = 0;
  if (width < 1 || height < 1 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "WebP cannot hold %dx%d: a side is 1 to %d pixels long", width, height,
      WEBP_MAX_DIMENSION);
  }
  if (quality < 0 || quality > 100) {
    return aux_fail(error, AUX_ERROR_USAGE, "WebP quality %d is not in 0 to 100", quality);
  }
  if (method < 0 || method > 6) return aux_fail(error, AUX_ERROR_USAGE, "WebP method %d is not in 0 to 6", method);
  aux_request request = {
    .data = pixels, .size = (size_t)width * (size_t)height * 3, .numbers = {width, height, quality, method},
    .pixels = (uint64_t)width * (uint64_t)height};
  aux_answer answer;
  return aux_encode(AUX_OPERATION_WEBP_ENCODING, &request, &answer, out, size, error);
}
