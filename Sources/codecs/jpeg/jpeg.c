// JPEG streams of 8 bits per sample through libjpeg-turbo, with the accurate integer transform. Source: ITU-T T.81.

#include "jpeg.h"

#include <stdlib.h>
#include <string.h>

/// A progressive file can repeat scans at a cost far above its size: each passes over all of the picture, and a few
/// bytes suffice. Real ones have about ten; the more bytes there are for a pixel, the more scans there may be.
enum { usual_scans = 32, most_scans = 500 };

static void leave(jpeg_state *state, int code, const char *reason) {
  aux_fail(state->error, code, "%s", reason);
  longjmp(state->jump, 1);
}

static void fail_and_leave(j_common_ptr codec) {
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  leave(codec->client_data, codec->err->msg_code == JERR_OUT_OF_MEMORY ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC, text);
}

static void note_warning(j_common_ptr codec, int level) {
  // Levels from 0 up are trace messages.
  if (level >= 0) return;
  jpeg_state *state = codec->client_data;
  if (codec->err->num_warnings == 0) {
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    aux_fail(state->error, AUX_OK, "%s", text);
  }
  if (codec->err->num_warnings < INT32_MAX) codec->err->num_warnings += 1;
}

static void stay_silent(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *jpeg_errors(jpeg_state *state, aux_error *error) {
  state->error = error;
  struct jpeg_error_mgr *manager = jpeg_std_error(&state->manager);
  manager->error_exit = fail_and_leave;
  manager->emit_message = note_warning;
  manager->output_message = stay_silent;
  return manager;
}

// Decoding

static void check_scans(j_common_ptr codec) {
  if (!codec->is_decompressor) return;
  jpeg_decoder *self = (jpeg_decoder *)codec;
  if (self->codec.input_scan_number <= self->most_scans) return;
  char text[128];
  snprintf(text, sizeof text, "the JPEG stream has more than the %d scans that its size allows", self->most_scans);
  leave(&self->state, AUX_ERROR_LIMIT, text);
}

int jpeg_begin(jpeg_decoder *self, const uint8_t *data, size_t size, int64_t width, int64_t height) {
  struct jpeg_decompress_struct *codec = &self->codec;
  jpeg_create_decompress(codec);
  // Creation clears the structure but for the error manager and the client data.
  self->progress.progress_monitor = check_scans;
  codec->progress = &self->progress;
  double more = (double)size * 64 / ((double)width * (double)height + 1);
  self->most_scans = more < most_scans - usual_scans ? usual_scans + (int)more : most_scans;
  jpeg_mem_src(codec, data, (unsigned long)size);
  jpeg_read_header(codec, TRUE);
  if (codec->data_precision != 8) {
    return aux_fail(
      self->state.error, AUX_ERROR_CODEC, "the JPEG stream has %d bits per sample; only 8 are supported",
      codec->data_precision);
  }
  if (codec->image_width == width && codec->image_height == height) return AUX_OK;
  return aux_fail(
    self->state.error, AUX_ERROR_CODEC, "the JPEG stream is %ux%u, not %lldx%lld as described", codec->image_width,
    codec->image_height, (long long)width, (long long)height);
}

static int run_decoder(jpeg_decoder *self, const aux_request *request) {
  struct jpeg_decompress_struct *codec = &self->codec;
  const int64_t *numbers = request->numbers;
  if (setjmp(self->state.jump)) return self->state.error->code;
  int code = jpeg_begin(self, request->data, request->size, numbers[0], numbers[1]);
  if (code != AUX_OK) return code;
  codec->out_color_space = numbers[2] == 1 ? JCS_GRAYSCALE : JCS_RGB;
  codec->dct_method = JDCT_ISLOW;
  codec->scale_num = 1;
  codec->scale_denom = (unsigned int)numbers[3];
  jpeg_start_decompress(codec);
  size_t stride = (size_t)codec->output_width * (size_t)codec->output_components;
  if (stride * codec->output_height != request->target_size) {
    return aux_fail(
      self->state.error, AUX_ERROR_USAGE, "the stream decodes to %ux%u, which are not %zu bytes", codec->output_width,
      codec->output_height, request->target_size);
  }
  while (codec->output_scanline < codec->output_height) {
    JSAMPROW row = request->target + codec->output_scanline * stride;
    jpeg_read_scanlines(codec, &row, 1);
  }
  jpeg_finish_decompress(codec);
  return AUX_OK;
}

static int decode(const aux_request *request, aux_answer *answer, aux_error *error) {
  jpeg_decoder self;
  memset(&self, 0, sizeof self);
  self.codec.err = jpeg_errors(&self.state, error);
  self.codec.client_data = &self.state;
  int code = run_decoder(&self, request);
  answer->numbers[0] = self.state.manager.num_warnings;
  jpeg_destroy_decompress(&self.codec);
  return code;
}

// Encoding. The memory destination of libjpeg leaves a stale pointer behind if it fails after it has grown, hence our own.

/// Makes room for the next bytes: libjpeg asks when the whole buffer is full, whatever the counters say.
static boolean grow_output(j_compress_ptr codec) {
  jpeg_encoder *self = (jpeg_encoder *)codec;
  self->size = self->capacity;
  self->capacity = self->capacity ? 2 * self->capacity : 65536;
  uint8_t *bytes = realloc(self->bytes, self->capacity);
  if (!bytes) leave(codec->client_data, AUX_ERROR_MEMORY, "there is not enough memory to encode JPEG");
  self->bytes = bytes;
  codec->dest->next_output_byte = bytes + self->size;
  codec->dest->free_in_buffer = self->capacity - self->size;
  return TRUE;
}

static void start_output(j_compress_ptr codec) { grow_output(codec); }

static void end_output(j_compress_ptr codec) {
  jpeg_encoder *self = (jpeg_encoder *)codec;
  self->size = self->capacity - codec->dest->free_in_buffer;
}

void jpeg_set_destination(jpeg_encoder *self) {
  self->destination.init_destination = start_output;
  self->destination.empty_output_buffer = grow_output;
  self->destination.term_destination = end_output;
  self->codec.dest = &self->destination;
}

static int run_encoder(jpeg_encoder *self, const aux_request *request) {
  struct jpeg_compress_struct *codec = &self->codec;
  const int64_t *numbers = request->numbers;
  if (setjmp(self->state.jump)) return self->state.error->code;
  jpeg_create_compress(codec);
  jpeg_set_destination(self);
  codec->image_width = (JDIMENSION)numbers[0];
  codec->image_height = (JDIMENSION)numbers[1];
  codec->input_components = (int)numbers[2];
  codec->in_color_space = codec->input_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, (int)numbers[3], TRUE);
  codec->dct_method = JDCT_ISLOW;
  codec->optimize_coding = FALSE;
  codec->write_JFIF_header = FALSE;
  codec->write_Adobe_marker = FALSE;
  codec->restart_interval = (unsigned int)numbers[4];
  for (int index = 0; index < codec->num_components; index += 1) {
    int factor = numbers[5] && codec->input_components == 3 && index == 0 ? 2 : 1;
    codec->comp_info[index].h_samp_factor = factor;
    codec->comp_info[index].v_samp_factor = factor;
  }
  jpeg_start_compress(codec, TRUE);
  size_t stride = (size_t)codec->image_width * (size_t)codec->input_components;
  while (codec->next_scanline < codec->image_height) {
    JSAMPROW row = (JSAMPROW)(uintptr_t)(request->data + codec->next_scanline * stride);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
  return AUX_OK;
}

static int encode(const aux_request *request, aux_answer *answer, aux_error *error) {
  const int64_t *numbers = request->numbers;
  if (numbers[0] < 1 || numbers[1] < 1 || numbers[0] > JPEG_MAX_DIMENSION || numbers[1] > JPEG_MAX_DIMENSION
      || (numbers[2] != 1 && numbers[2] != 3) || request->size != (size_t)(numbers[0] * numbers[1] * numbers[2])) {
    return aux_fail(error, AUX_ERROR_USAGE, "%zu bytes are no picture to encode as JPEG", request->size);
  }
  jpeg_encoder self;
  memset(&self, 0, sizeof self);
  self.codec.err = jpeg_errors(&self.state, error);
  self.codec.client_data = &self.state;
  int code = run_encoder(&self, request);
  jpeg_destroy_compress(&self.codec);
  answer->buffers[0] = self.bytes;
  answer->sizes[0] = self.size;
  return code;
}

/// Returns the version of the headers, since libjpeg-turbo reports none.
static const char *version(void) {
#define TEXT(number) #number
#define VERSION(number) TEXT(number)
  return VERSION(LIBJPEG_TURBO_VERSION);
}

int main(int count, char **words) {
  static aux_operation *const operations[] = {
    [AUX_JPEG_DECODE] = decode, [AUX_JPEG_ENCODE] = encode, [AUX_JPEG_TRANSFORM] = jpeg_transform};
  const aux_codec codec = {
    .name = "auxdepth-codec-jpeg", .version = version, .operations = operations, .operation_count = 3};
  return aux_serve(&codec, count, words);
}
