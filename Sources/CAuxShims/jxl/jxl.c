#include <stdlib.h>

#include "../box/operations.h"
#include "../loader/jxl.h"

/// What a decoder is to do.
typedef struct {
  aux_jxl_picture picture;
  uint8_t *out;
  size_t out_size;
  /// NULL where nobody asks for them.
  aux_jxl_colours *colours;
} task;

static JxlDataType data_type(int sample) {
  switch (sample) {
  case AUX_JXL_UINT8: return JXL_TYPE_UINT8;
  case AUX_JXL_UINT16: return JXL_TYPE_UINT16;
  case AUX_JXL_HALF: return JXL_TYPE_FLOAT16;
  default: return JXL_TYPE_FLOAT;
  }
}

static unsigned sample_bits(int sample) {
  return sample == AUX_JXL_UINT8 ? 8 : sample == AUX_JXL_FLOAT ? 32 : 16;
}

/// Returns an error where the stream is not the image that the caller has room for.
static int check_info(const JxlBasicInfo *info, const aux_jxl_picture *picture, aux_error *error) {
  if (info->xsize != (uint32_t)picture->width || info->ysize != (uint32_t)picture->height) {
    return aux_fail(
      error, AUX_ERROR_CODEC, "the stream is %ux%u, not %dx%d as described", info->xsize, info->ysize,
      picture->width, picture->height);
  }
  if (info->num_color_channels != (uint32_t)picture->channels) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "%u channels of colour where %d are expected", info->num_color_channels,
      picture->channels);
  }
  if (picture->extra >= 0 && (uint32_t)picture->extra >= info->num_extra_channels) {
    return aux_fail(
      error, AUX_ERROR_CODEC, "the stream has %u extra channels, and the one of number %d was described",
      info->num_extra_channels, picture->extra);
  }
  // The decoder would spread other codes over the whole range.
  if (picture->exact && info->bits_per_sample != sample_bits(picture->sample)) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "%u bits per sample where %u are expected", info->bits_per_sample,
      sample_bits(picture->sample));
  }
  if (info->have_animation) return aux_fail(error, AUX_ERROR_UNSUPPORTED, "an animation");
  if (picture->exact && info->num_extra_channels > 1) {
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "several extra channels");
  }
  return AUX_OK;
}

/// Whether colours are sRGB, or gray with its curve.
static int is_srgb(const JxlColorEncoding *encoding) {
  int is_gray = encoding->color_space == JXL_COLOR_SPACE_GRAY;
  return (is_gray || encoding->color_space == JXL_COLOR_SPACE_RGB) && encoding->white_point == JXL_WHITE_POINT_D65
    && (is_gray || encoding->primaries == JXL_PRIMARIES_SRGB)
    && encoding->transfer_function == JXL_TRANSFER_FUNCTION_SRGB;
}

/// Describes the colours that the decoder gives out; libjxl's numbers are those of ITU-T H.273 where that has one.
static int read_colours(JxlDecoder *decoder, aux_jxl_colours *out, aux_error *error) {
  JxlPixelFormat unused = {3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  JxlColorEncoding encoding;
  if (JxlDecoderGetColorAsEncodedProfile(decoder, &unused, JXL_COLOR_PROFILE_TARGET_DATA, &encoding)
      == JXL_DEC_SUCCESS) {
    int transfer = (int)encoding.transfer_function;
    if (transfer == JXL_TRANSFER_FUNCTION_PQ || transfer == JXL_TRANSFER_FUNCTION_HLG) {
      int is_p3 = encoding.primaries == JXL_PRIMARIES_P3 && encoding.white_point == JXL_WHITE_POINT_D65;
      // SMPTE EG 432-1 is P3 with the white of a display; 11 would be that of a cinema.
      out->primaries = is_p3 ? 12 : (int)encoding.primaries;
      out->transfer = transfer;
      return AUX_OK;
    }
    if (is_srgb(&encoding)) return AUX_OK;
  }
  size_t size = 0;
  if (JxlDecoderGetICCProfileSize(decoder, &unused, JXL_COLOR_PROFILE_TARGET_DATA, &size) != JXL_DEC_SUCCESS
      || size == 0) {
    return AUX_OK;
  }
  out->icc = malloc(size);
  if (!out->icc) return aux_fail(error, AUX_ERROR_MEMORY, "no memory for the ICC profile");
  out->icc_size = size;
  if (JxlDecoderGetColorAsICCProfile(decoder, &unused, JXL_COLOR_PROFILE_TARGET_DATA, out->icc, size)
      != JXL_DEC_SUCCESS) {
    return aux_fail(error, AUX_ERROR_CODEC, "the colours have no ICC profile");
  }
  return AUX_OK;
}

/// Takes pixels that nobody asks for, beside an extra channel.
static void drop_pixels(void *opaque, size_t x, size_t y, size_t count, const void *pixels) {
  (void)opaque, (void)x, (void)y, (void)count, (void)pixels;
}

/// Says where the samples go.
static int set_target(JxlDecoder *decoder, const task *self, aux_error *error) {
  const aux_jxl_picture *picture = &self->picture;
  JxlPixelFormat format = {(uint32_t)picture->channels, data_type(picture->sample), JXL_LITTLE_ENDIAN, 0};
  size_t needed = 0;
  JxlDecoderStatus status;
  if (picture->extra < 0) {
    status = JxlDecoderImageOutBufferSize(decoder, &format, &needed);
    if (status == JXL_DEC_SUCCESS && needed == self->out_size) {
      status = JxlDecoderSetImageOutBuffer(decoder, &format, self->out, needed);
    }
  } else {
    uint32_t extra = (uint32_t)picture->extra;
    status = JxlDecoderExtraChannelBufferSize(decoder, &format, &needed, extra);
    if (status == JXL_DEC_SUCCESS && needed == self->out_size) {
      status = JxlDecoderSetExtraChannelBuffer(decoder, &format, self->out, needed, extra);
    }
    if (status == JXL_DEC_SUCCESS) status = JxlDecoderSetImageOutCallback(decoder, &format, drop_pixels, NULL);
  }
  if (status == JXL_DEC_SUCCESS && needed == self->out_size) return AUX_OK;
  return aux_fail(error, AUX_ERROR_CODEC, "the samples are not of the size described");
}

static int run(JxlDecoder *decoder, const uint8_t *data, size_t size, const task *self, aux_error *error) {
  int events = JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE | (self->colours ? JXL_DEC_COLOR_ENCODING : 0);
  if (JxlDecoderSubscribeEvents(decoder, events) != JXL_DEC_SUCCESS
      || JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) != JXL_DEC_SUCCESS
      || JxlDecoderSetInput(decoder, data, size) != JXL_DEC_SUCCESS) {
    return aux_fail(error, AUX_ERROR_CODEC, "the decoder cannot be set up");
  }
  JxlDecoderCloseInput(decoder);
  for (;;) {
    int code = AUX_OK;
    switch (JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BASIC_INFO: {
      JxlBasicInfo info;
      if (JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS) {
        return aux_fail(error, AUX_ERROR_CODEC, "the header cannot be read");
      }
      code = check_info(&info, &self->picture, error);
      if (self->colours) self->colours->is_premultiplied = info.alpha_bits > 0 && info.alpha_premultiplied;
      break;
    }
    case JXL_DEC_COLOR_ENCODING: code = read_colours(decoder, self->colours, error); break;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER: code = set_target(decoder, self, error); break;
    case JXL_DEC_FULL_IMAGE: return AUX_OK;
    case JXL_DEC_NEED_MORE_INPUT: return aux_fail(error, AUX_ERROR_TRUNCATED, "the stream ends too early");
    case JXL_DEC_SUCCESS: return aux_fail(error, AUX_ERROR_CODEC, "the stream holds no image");
    default: return aux_fail(error, AUX_ERROR_CODEC, "the stream is damaged");
    }
    if (code != AUX_OK) return code;
  }
}

/// Notes that the system gave no memory; the library does not tell that from damage.
static void *allocate(void *lacks_memory, size_t size) {
  void *bytes = malloc(size);
  if (!bytes) *(int *)lacks_memory = 1;
  return bytes;
}

static void release(void *lacks_memory, void *bytes) {
  (void)lacks_memory;
  free(bytes);
}

int aux_run_jxl(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_jxl(error) != AUX_OK) return error->code;
  int lacks_memory = 0;
  JxlMemoryManager memory = {.opaque = &lacks_memory, .alloc = allocate, .free = release};
  JxlDecoder *decoder = JxlDecoderCreate(&memory);
  if (!decoder) return aux_fail(error, AUX_ERROR_MEMORY, "no memory for the decoder");
  const int64_t *numbers = request->numbers;
  aux_jxl_colours colours = {0};
  task self = {
    .picture = {
      .width = (int)numbers[0], .height = (int)numbers[1], .channels = (int)numbers[2],
      .sample = (int)numbers[3], .extra = (int)numbers[4], .exact = (int)numbers[5]},
    .out = request->target, .out_size = request->target_size, .colours = numbers[6] ? &colours : NULL};
  int code = run(decoder, request->data, request->size, &self, error);
  JxlDecoderDestroy(decoder);
  if (code != AUX_OK && lacks_memory) code = aux_fail(error, AUX_ERROR_MEMORY, "no memory for the image");
  answer->numbers[0] = colours.primaries;
  answer->numbers[1] = colours.transfer;
  answer->numbers[2] = colours.is_premultiplied;
  answer->buffers[0] = colours.icc;
  answer->sizes[0] = colours.icc_size;
  return code;
}

int aux_jxl_decode(
  const uint8_t *data, size_t size, const aux_jxl_picture *picture, uint8_t *out, size_t out_size,
  aux_jxl_colours *colours, aux_error *error
) {
  aux_request request = {
    .data = data, .size = size,
    .numbers = {
      picture->width, picture->height, picture->channels, picture->sample, picture->extra, picture->exact,
      colours != NULL},
    .target = out, .target_size = out_size};
  aux_answer answer = {0};
  int code = aux_call(AUX_OPERATION_JXL, &request, &answer, error);
  if (colours) {
    *colours = (aux_jxl_colours){
      .primaries = (int)answer.numbers[0], .transfer = (int)answer.numbers[1],
      .is_premultiplied = answer.numbers[2] != 0, .icc = answer.buffers[0], .icc_size = answer.sizes[0]};
  }
  return code;
}
