// What decoding, encoding and transforming of JPEG streams share.

#ifndef AUX_JPEG_H
#define AUX_JPEG_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>

#include "../shared/include/aux_serve.h"

/// The errors of one call. It is in the caller of the function that calls setjmp, so that longjmp leaves it defined.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  aux_error *error;
} jpeg_state;

typedef struct {
  struct jpeg_decompress_struct codec;
  struct jpeg_progress_mgr progress;
  jpeg_state state;
  int most_scans;
} jpeg_decoder;

typedef struct {
  struct jpeg_compress_struct codec;
  struct jpeg_destination_mgr destination;
  jpeg_state state;
  uint8_t *bytes;
  size_t size, capacity;
} jpeg_encoder;

/// Returns the manager of a call, whose errors leave by the jump of `state`, the client data of the codec.
struct jpeg_error_mgr *jpeg_errors(jpeg_state *state, aux_error *error);

/// Begins to read a stream of exactly width x height with a decoder that was just created: returns after its header.
int jpeg_begin(jpeg_decoder *self, const uint8_t *data, size_t size, int64_t width, int64_t height);

/// Makes an encoder that was just created write into its buffer.
void jpeg_set_destination(jpeg_encoder *self);

aux_operation jpeg_transform;

#endif
