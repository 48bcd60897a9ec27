#include "jpeg_state.h"

#include <stdlib.h>

/// A progressive file can repeat scans at a cost far above its size: each passes over all of the picture, and a few
/// bytes suffice. Real ones have about ten; the more bytes there are for a pixel, the more scans there may be.
enum { usual_scans = 32, most_scans = 500 };

static void fail_and_leave(j_common_ptr codec) {
  aux_jpeg_state *state = codec->client_data;
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  int code = codec->err->msg_code == JERR_OUT_OF_MEMORY ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  aux_fail(state->error, code, "%s", text);
  longjmp(state->jump, 1);
}

static void note_warning(j_common_ptr codec, int level) {
  // Levels from 0 up are trace messages.
  if (level >= 0) return;
  aux_jpeg_state *state = codec->client_data;
  if (codec->err->num_warnings == 0) {
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    aux_fail(state->error, AUX_OK, "%s", text);
  }
  if (codec->err->num_warnings < INT32_MAX) codec->err->num_warnings += 1;
}

static void stay_silent(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *aux_jpeg_errors(aux_jpeg_state *state, aux_error *error) {
  state->error = error;
  struct jpeg_error_mgr *manager = jpeg_std_error(&state->manager);
  manager->error_exit = fail_and_leave;
  manager->emit_message = note_warning;
  manager->output_message = stay_silent;
  return manager;
}

int aux_jpeg_take_warnings(const aux_answer *answer, int *warnings, aux_error *error) {
  // In the codec process, a file may have taken over what counts them.
  if (answer->numbers[0] < 0 || answer->numbers[0] > INT32_MAX) {
    return aux_fail(error, AUX_ERROR_CODEC, "libjpeg gave an impossible answer");
  }
  *warnings = (int)answer->numbers[0];
  return AUX_OK;
}

static void leave_with(aux_jpeg_state *state, int code, const char *reason) {
  aux_fail(state->error, code, "%s", reason);
  longjmp(state->jump, 1);
}

// Scans

/// Returns how many scans a stream of so many bytes may have.
static int allowed_scans(size_t size, int width, int height) {
  double pixels = (double)width * height;
  double more = pixels > 0 ? (double)size * 64 / pixels : 0;
  return more < most_scans - usual_scans ? usual_scans + (int)more : most_scans;
}

static void check_scans(j_common_ptr codec) {
  if (!codec->is_decompressor) return;
  aux_jpeg_decoder *self = (aux_jpeg_decoder *)codec;
  if (self->codec.input_scan_number <= self->most_scans) return;
  aux_fail(
    self->state.error, AUX_ERROR_LIMIT, "the JPEG stream has more than the %d scans that its size allows",
    self->most_scans);
  longjmp(self->state.jump, 1);
}

void aux_jpeg_watch_scans(aux_jpeg_decoder *self, size_t size, int width, int height) {
  // Creation clears the structure but for the error manager and the client data.
  self->progress.progress_monitor = check_scans;
  self->codec.progress = &self->progress;
  self->most_scans = allowed_scans(size, width, height);
}

// The memory destination of libjpeg leaves a stale pointer behind when it fails after it has grown, hence one of our
// own.

static void expose_free_space(j_compress_ptr codec) {
  aux_jpeg_encoder *self = (aux_jpeg_encoder *)codec;
  codec->dest->next_output_byte = self->buffer.bytes + self->buffer.size;
  codec->dest->free_in_buffer = self->buffer.capacity - self->buffer.size;
}

static void start_output(j_compress_ptr codec) {
  aux_jpeg_encoder *self = (aux_jpeg_encoder *)codec;
  if (!aux_buffer_reserve(&self->buffer, 65536)) {
    leave_with(codec->client_data, AUX_ERROR_MEMORY, "not enough memory to encode JPEG");
  }
  expose_free_space(codec);
}

static boolean grow_output(j_compress_ptr codec) {
  aux_jpeg_encoder *self = (aux_jpeg_encoder *)codec;
  // libjpeg asks only when the whole buffer is full, whatever the counters say.
  self->buffer.size = self->buffer.capacity;
  if (!aux_buffer_reserve(&self->buffer, 1)) {
    leave_with(codec->client_data, AUX_ERROR_MEMORY, "not enough memory to encode JPEG");
  }
  expose_free_space(codec);
  return TRUE;
}

static void end_output(j_compress_ptr codec) {
  aux_jpeg_encoder *self = (aux_jpeg_encoder *)codec;
  self->buffer.size = self->buffer.capacity - codec->dest->free_in_buffer;
}

void aux_jpeg_set_destination(aux_jpeg_encoder *self) {
  self->destination.init_destination = start_output;
  self->destination.empty_output_buffer = grow_output;
  self->destination.term_destination = end_output;
  self->codec.dest = &self->destination;
}
