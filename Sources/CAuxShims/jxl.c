#include "box/operations.h"
#include "loader/jxl.h"

static JxlDataType data_type(int sample) {
  switch (sample) {
  case AUX_JXL_UINT8: return JXL_TYPE_UINT8;
  case AUX_JXL_UINT16: return JXL_TYPE_UINT16;
  case AUX_JXL_HALF: return JXL_TYPE_FLOAT16;
  default: return JXL_TYPE_FLOAT;
  }
}

/// Returns an error where the stream is not the image that the caller has room for.
static int check_info(
  const JxlBasicInfo *info, int width, int height, int channels, int bits, aux_error *error
) {
  if (info->xsize != (uint32_t)width || info->ysize != (uint32_t)height) {
    return aux_fail(
      error, AUX_ERROR_CODEC, "the stream is %ux%u, not %dx%d as described", info->xsize, info->ysize,
      width, height);
  }
  if (info->num_color_channels != (uint32_t)channels) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "%u channels of colour where %d are expected", info->num_color_channels,
      channels);
  }
  // The decoder would spread other codes over the whole range.
  if (info->bits_per_sample != (uint32_t)bits) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "%u bits per sample where %d are expected", info->bits_per_sample, bits);
  }
  if (info->have_animation || info->num_extra_channels > 1) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "%s", info->have_animation ? "an animation" : "several extra channels");
  }
  return AUX_OK;
}

static int run(
  JxlDecoder *decoder, const uint8_t *data, size_t size, int width, int height, int channels, int sample,
  uint8_t *out, size_t out_size, aux_error *error
) {
  int bits = sample == AUX_JXL_UINT8 ? 8 : sample == AUX_JXL_FLOAT ? 32 : 16;
  JxlPixelFormat format = {(uint32_t)channels, data_type(sample), JXL_LITTLE_ENDIAN, 0};
  if (JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE) != JXL_DEC_SUCCESS
      || JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) != JXL_DEC_SUCCESS
      || JxlDecoderSetInput(decoder, data, size) != JXL_DEC_SUCCESS) {
    return aux_fail(error, AUX_ERROR_CODEC, "the decoder cannot be set up");
  }
  JxlDecoderCloseInput(decoder);
  for (;;) {
    switch (JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BASIC_INFO: {
      JxlBasicInfo info;
      if (JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS) {
        return aux_fail(error, AUX_ERROR_CODEC, "the header cannot be read");
      }
      int code = check_info(&info, width, height, channels, bits, error);
      if (code != AUX_OK) return code;
      break;
    }
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER: {
      size_t needed = 0;
      if (JxlDecoderImageOutBufferSize(decoder, &format, &needed) != JXL_DEC_SUCCESS || needed != out_size
          || JxlDecoderSetImageOutBuffer(decoder, &format, out, out_size) != JXL_DEC_SUCCESS) {
        return aux_fail(error, AUX_ERROR_CODEC, "the samples are not of the size described");
      }
      break;
    }
    case JXL_DEC_FULL_IMAGE: return AUX_OK;
    case JXL_DEC_NEED_MORE_INPUT: return aux_fail(error, AUX_ERROR_TRUNCATED, "the stream ends too early");
    case JXL_DEC_SUCCESS: return aux_fail(error, AUX_ERROR_CODEC, "the stream holds no image");
    default: return aux_fail(error, AUX_ERROR_CODEC, "the stream is damaged");
    }
  }
}

int aux_run_jxl(const aux_request *request, aux_answer *answer, aux_error *error) {
  (void)answer;
  if (aux_load_jxl(error) != AUX_OK) return error->code;
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  if (!decoder) return aux_fail(error, AUX_ERROR_MEMORY, "no memory for the decoder");
  const int64_t *numbers = request->numbers;
  int code = run(
    decoder, request->data, request->size, (int)numbers[0], (int)numbers[1], (int)numbers[2], (int)numbers[3],
    request->target, request->target_size, error);
  JxlDecoderDestroy(decoder);
  return code;
}

int aux_jxl_decode(
  const uint8_t *data, size_t size, int width, int height, int channels, int sample, uint8_t *out,
  size_t out_size, aux_error *error
) {
  aux_request request = {
    .data = data, .size = size, .numbers = {width, height, channels, sample}, .target = out,
    .target_size = out_size};
  aux_answer answer;
  return aux_call(AUX_OPERATION_JXL, &request, &answer, error);
}
