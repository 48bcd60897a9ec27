// What decoding, encoding and turning of JPEG streams share; not for Swift.

#ifndef AUX_JPEG_STATE_H
#define AUX_JPEG_STATE_H

#include <setjmp.h>

#include "../box/operations.h"
#include "../loader/jpeg.h"

/// The state of one call; it lives in the caller of the function that calls setjmp, so that longjmp
/// leaves it defined.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  aux_error *error;
} aux_jpeg_state;

typedef struct {
  struct jpeg_decompress_struct codec;
  struct jpeg_progress_mgr progress;
  aux_jpeg_state state;
  int most_scans;
} aux_jpeg_decoder;

typedef struct {
  struct jpeg_compress_struct codec;
  struct jpeg_destination_mgr destination;
  aux_jpeg_state state;
  aux_buffer buffer;
} aux_jpeg_encoder;

/// Returns the manager of a call, whose errors leave by the jump of `state`: the client data of the codec.
struct jpeg_error_mgr *aux_jpeg_errors(aux_jpeg_state *state, aux_error *error);

/// Takes the number of warnings from an answer; fails with AUX_ERROR_CODEC where the number is impossible.
int aux_jpeg_take_warnings(const aux_answer *answer, int *warnings, aux_error *error);

/// Has a decoder that was just created stop where a stream of so many bytes has too many scans for its size.
void aux_jpeg_watch_scans(aux_jpeg_decoder *self, size_t size, int width, int height);

/// Has an encoder that was just created write into its buffer.
void aux_jpeg_set_destination(aux_jpeg_encoder *self);

#endif
