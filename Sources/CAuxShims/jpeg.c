#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "box/operations.h"
#include "loader/jpeg.h"

/// A progressive file can repeat scans at a cost far above its size: each passes over all of the picture, and a few
/// bytes suffice. Real ones have about ten; the more bytes there are for a pixel, the more scans there may be.
enum { usual_scans = 32, most_scans = 500 };

/// The state of one call; it lives in the caller of the function that calls setjmp, so that longjmp
/// leaves it defined.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  aux_error *error;
} error_state;

typedef struct {
  struct jpeg_decompress_struct codec;
  struct jpeg_progress_mgr progress;
  error_state state;
  int most_scans;
} decoder;

typedef struct {
  struct jpeg_compress_struct codec;
  struct jpeg_destination_mgr destination;
  error_state state;
  aux_buffer buffer;
} encoder;

static void fail_and_leave(j_common_ptr codec) {
  error_state *state = codec->client_data;
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  int code = codec->err->msg_code == JERR_OUT_OF_MEMORY ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  aux_fail(state->error, code, "%s", text);
  longjmp(state->jump, 1);
}

static void note_warning(j_common_ptr codec, int level) {
  // Levels from 0 up are trace messages.
  if (level >= 0) return;
  error_state *state = codec->client_data;
  if (codec->err->num_warnings == 0) {
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    aux_fail(state->error, AUX_OK, "%s", text);
  }
  if (codec->err->num_warnings < INT32_MAX) codec->err->num_warnings += 1;
}

static void stay_silent(j_common_ptr codec) { (void)codec; }

static struct jpeg_error_mgr *prepare_errors(error_state *state, aux_error *error) {
  state->error = error;
  struct jpeg_error_mgr *manager = jpeg_std_error(&state->manager);
  manager->error_exit = fail_and_leave;
  manager->emit_message = note_warning;
  manager->output_message = stay_silent;
  return manager;
}

static void leave_with(error_state *state, int code, const char *reason) {
  aux_fail(state->error, code, "%s", reason);
  longjmp(state->jump, 1);
}

// Decoding

/// Returns how many scans a stream of so many bytes may have.
static int allowed_scans(size_t size, int width, int height) {
  double pixels = (double)width * height;
  double more = pixels > 0 ? (double)size * 64 / pixels : 0;
  return more < most_scans - usual_scans ? usual_scans + (int)more : most_scans;
}

static void check_scans(j_common_ptr codec) {
  if (!codec->is_decompressor) return;
  decoder *self = (decoder *)codec;
  if (self->codec.input_scan_number <= self->most_scans) return;
  aux_fail(
    self->state.error, AUX_ERROR_LIMIT, "the JPEG stream has more than the %d scans that its size allows",
    self->most_scans);
  longjmp(self->state.jump, 1);
}

static int run_decoder(
  decoder *self, const uint8_t *data, size_t size, int width, int height, J_COLOR_SPACE space,
  uint8_t *out
) {
  struct jpeg_decompress_struct *codec = &self->codec;
  aux_error *error = self->state.error;
  if (setjmp(self->state.jump)) return error->code;

  jpeg_create_decompress(codec);
  // Creation clears the structure but for the error manager and the client data.
  self->progress.progress_monitor = check_scans;
  codec->progress = &self->progress;
  self->most_scans = allowed_scans(size, width, height);
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
  decoder self;
  memset(&self, 0, sizeof self);
  self.codec.err = prepare_errors(&self.state, error);
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
  *warnings = (int)answer.numbers[0];
  return code;
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

// Encoding. The memory destination of libjpeg leaves a stale pointer behind when it fails after it
// has grown, hence one of our own.

static void expose_free_space(j_compress_ptr codec) {
  encoder *self = (encoder *)codec;
  codec->dest->next_output_byte = self->buffer.bytes + self->buffer.size;
  codec->dest->free_in_buffer = self->buffer.capacity - self->buffer.size;
}

static void start_output(j_compress_ptr codec) {
  encoder *self = (encoder *)codec;
  if (!aux_buffer_reserve(&self->buffer, 65536)) {
    leave_with(&self->state, AUX_ERROR_MEMORY, "not enough memory to encode JPEG");
  }
  expose_free_space(codec);
}

static boolean grow_output(j_compress_ptr codec) {
  encoder *self = (encoder *)codec;
  // libjpeg asks only when the whole buffer is full, whatever the counters say.
  self->buffer.size = self->buffer.capacity;
  if (!aux_buffer_reserve(&self->buffer, 1)) {
    leave_with(&self->state, AUX_ERROR_MEMORY, "not enough memory to encode JPEG");
  }
  expose_free_space(codec);
  return TRUE;
}

static void end_output(j_compress_ptr codec) {
  encoder *self = (encoder *)codec;
  self->buffer.size = self->buffer.capacity - codec->dest->free_in_buffer;
}

static int run_encoder(
  encoder *self, const uint8_t *pixels, int width, int height, int components, int quality,
  int restart_interval, int subsample
) {
  struct jpeg_compress_struct *codec = &self->codec;
  if (setjmp(self->state.jump)) return self->state.error->code;

  jpeg_create_compress(codec);
  self->destination.init_destination = start_output;
  self->destination.empty_output_buffer = grow_output;
  self->destination.term_destination = end_output;
  codec->dest = &self->destination;
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
  encoder self;
  memset(&self, 0, sizeof self);
  self.codec.err = prepare_errors(&self.state, error);
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
    .numbers = {width, height, components, quality, restart_interval_mcus, subsample}};
  aux_answer answer;
  return aux_encode(AUX_OPERATION_JPEG_ENCODING, &request, &answer, out, size, error);
}
