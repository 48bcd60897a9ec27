#include <stdlib.h>
#include <string.h>

#include "jpeg_state.h"

// Decoding

static int run_decoder(
  aux_jpeg_decoder *self, const uint8_t *data, size_t size, int width, int height, J_COLOR_SPACE space,
  uint8_t *out
) {
  struct jpeg_decompress_struct *codec = &self->codec;
  aux_error *error = self->state.error;
  if (setjmp(self->state.jump)) return error->code;

  jpeg_create_decompress(codec);
  aux_jpeg_watch_scans(self, size, width, height);
  jpeg_mem_src(codec, data, (unsigned long)size);
  jpeg_read_header(codec, TRUE);
  if (codec->data_precision != 8) {
    return aux_fail(
      error, AUX_ERROR_CODEC, "the JPEG stream has %d bits per sample; only 8 are supported",
      codec->data_precision);
  }
  if (codec->image_width != (JDIMENSION)width || codec->image_height != (JDIMENSION)height) {
    return aux_fail(
      error, AUX_ERROR_CODEC, "the JPEG stream is %ux%u, not %dx%d as described",
      codec->image_width, codec->image_height, width, height);
  }
  codec->out_color_space = space;
  codec->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(codec);
  size_t stride = (size_t)width * (size_t)codec->output_components;
  while (codec->output_scanline < codec->output_height) {
    JSAMPROW row = out + codec->output_scanline * stride;
    jpeg_read_scanlines(codec, &row, 1);
  }
  jpeg_finish_decompress(codec);
  return AUX_OK;
}

static int decode(
  const uint8_t *data, size_t size, int width, int height, J_COLOR_SPACE space, uint8_t *out,
  int *warnings, aux_error *error
) {
  aux_clear(error);
  *warnings = 0;
  aux_jpeg_decoder self;
  memset(&self, 0, sizeof self);
  self.codec.err = aux_jpeg_errors(&self.state, error);
  self.codec.client_data = &self.state;
  int code = run_decoder(&self, data, size, width, height, space, out);
  *warnings = (int)self.state.manager.num_warnings;
  jpeg_destroy_decompress(&self.codec);
  return code;
}

int aux_run_jpeg(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_jpeg(error) != AUX_OK) return error->code;
  int warnings = 0;
  int code = decode(
    request->data, request->size, (int)request->numbers[0], (int)request->numbers[1],
    request->numbers[2] == 1 ? JCS_GRAYSCALE : JCS_RGB, request->target, &warnings, error);
  answer->numbers[0] = warnings;
  return code;
}

static int call(
  const uint8_t *data, size_t size, int width, int height, int components, uint8_t *out, int *warnings,
  aux_error *error
) {
  aux_request request = {
    .data = data, .size = size, .numbers = {width, height, components}, .target = out,
    .target_size = (size_t)width * (size_t)height * (size_t)components};
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_JPEG, &request, &answer, error);
  return code == AUX_OK ? aux_jpeg_take_warnings(&answer, warnings, error) : code;
}

int aux_jpeg_decode_gray(
  const uint8_t *data, size_t size, int width, int height, uint8_t *out, int *warnings,
  aux_error *error
) {
  return call(data, size, width, height, 1, out, warnings, error);
}

int aux_jpeg_decode_rgb(
  const uint8_t *data, size_t size, int width, int height, uint8_t *out, int *warnings,
  aux_error *error
) {
  return call(data, size, width, height, 3, out, warnings, error);
}

// Encoding

static int run_encoder(
  aux_jpeg_encoder *self, const uint8_t *pixels, int width, int height, int components, int quality,
  int restart_interval, int subsample
) {
  struct jpeg_compress_struct *codec = &self->codec;
  if (setjmp(self->state.jump)) return self->state.error->code;

  jpeg_create_compress(codec);
  aux_jpeg_set_destination(self);
  codec->image_width = (JDIMENSION)width;
  codec->image_height = (JDIMENSION)height;
  codec->input_components = components;
  codec->in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  codec->dct_method = JDCT_ISLOW;
  codec->optimize_coding = FALSE;
  codec->write_JFIF_header = FALSE;
  codec->write_Adobe_marker = FALSE;
  codec->restart_interval = (unsigned int)restart_interval;
  for (int index = 0; index < codec->num_components; index += 1) {
    int factor = subsample && components == 3 && index == 0 ? 2 : 1;
    codec->comp_info[index].h_samp_factor = factor;
    codec->comp_info[index].v_samp_factor = factor;
  }
  jpeg_start_compress(codec, TRUE);
  size_t stride = (size_t)width * (size_t)components;
  while (codec->next_scanline < codec->image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + codec->next_scanline * stride);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
  return AUX_OK;
}

int aux_run_jpeg_encoding(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_jpeg(error) != AUX_OK) return error->code;
  const int64_t *numbers = request->numbers;
  aux_jpeg_encoder self;
  memset(&self, 0, sizeof self);
  self.codec.err = aux_jpeg_errors(&self.state, error);
  self.codec.client_data = &self.state;
  int code = run_encoder(
    &self, request->data, (int)numbers[0], (int)numbers[1], (int)numbers[2], (int)numbers[3], (int)numbers[4],
    (int)numbers[5]);
  jpeg_destroy_compress(&self.codec);
  if (code != AUX_OK) {
    free(self.buffer.bytes);
    return code;
  }
  answer->buffers[0] = self.buffer.bytes;
  answer->sizes[0] = self.buffer.size;
  return AUX_OK;
}

int aux_jpeg_encode(
  const uint8_t *pixels, int width, int height, int components, int quality,
  int restart_interval_mcus, int subsample, uint8_t **out, size_t *size, aux_error *error
) {
  aux_clear(error);
  *out = NULL;
  *size = 0;
  if (width < 1 || height < 1 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "JPEG cannot hold %dx%d: a side is 1 to %ld pixels long", width,
      height, (long)JPEG_MAX_DIMENSION);
  }
  if (components != 1 && components != 3) {
    return aux_fail(error, AUX_ERROR_USAGE, "JPEG is encoded from 1 or 3 components");
  }
  if (quality < 1 || quality > 100) {
    return aux_fail(error, AUX_ERROR_USAGE, "JPEG quality %d is not in 1 to 100", quality);
  }
  if (restart_interval_mcus < 0 || restart_interval_mcus > 65535) {
    return aux_fail(error, AUX_ERROR_USAGE, "a JPEG restart interval is 0 to 65535 MCUs");
  }
  aux_request request = {
    .data = pixels, .size = (size_t)width * (size_t)height * (size_t)components,
    .numbers = {width, height, components, quality, restart_interval_mcus, subsample},
    .pixels = (uint64_t)width * (uint64_t)height};
  aux_answer answer;
  return aux_encode(AUX_OPERATION_JPEG_ENCODING, &request, &answer, out, size, error);
}
