#include "box/operations.h"
#include "loader/webp.h"

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
