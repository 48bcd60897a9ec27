#include "deflate.h"

#include <stdlib.h>
#include <zlib.h>

#include "../loader/isal.h"

/// What the libraries, which count in 32 bits, take and give at once.
static const uint64_t most_at_once = 1 << 30;

/// The least room that they are given.
static const size_t least_room = 64 << 10;

/// Returns how much room the buffer has; 0 where memory is lacking.
static uint32_t make_room(aux_buffer *buffer) {
  if (!aux_buffer_reserve(buffer, least_room)) return 0;
  size_t room = buffer->capacity - buffer->size;
  return (uint32_t)(room < most_at_once ? room : most_at_once);
}

int aux_deflate_by_zlib(aux_buffer *buffer, const uint8_t *bytes, uint64_t count, int level, int strategy, int is_last) {
  z_stream stream = {0};
  if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 8, strategy) != Z_OK) return 0;
  uint32_t room = 0;
  do {
    uint64_t part = count < most_at_once ? count : most_at_once;
    stream.next_in = (z_const Bytef *)bytes;
    stream.avail_in = (uInt)part;
    bytes += part;
    count -= part;
    int flush = count ? Z_NO_FLUSH : is_last ? Z_FINISH : Z_SYNC_FLUSH;
    do {
      room = make_room(buffer);
      if (!room) break;
      stream.next_out = buffer->bytes + buffer->size;
      stream.avail_out = room;
      deflate(&stream, flush);
      buffer->size += room - stream.avail_out;
    } while (stream.avail_out == 0);
  } while (room && count);
  deflateEnd(&stream);
  return room != 0;
}

int aux_has_isal(void) {
  aux_error error;
  return aux_load_isal(&error) == AUX_OK;
}

struct aux_isal {
  struct isal_zstream stream;
  /// Room for 32,768 literals and matches, which have codes of their own: what pictures show changes from place to place.
  uint8_t level_buffer[ISAL_DEF_LVL2_MEDIUM];
};

aux_isal *aux_isal_make(void) { return malloc(sizeof(aux_isal)); }

int aux_deflate_by_isal(
  aux_isal *isal, aux_buffer *buffer, const uint8_t *bytes, uint64_t count, int window_bits, int is_last
) {
  struct isal_zstream *stream = &isal->stream;
  isal_deflate_init(stream);
  stream->level = 2;
  stream->level_buf = isal->level_buffer;
  stream->level_buf_size = sizeof isal->level_buffer;
  stream->hist_bits = (uint16_t)window_bits;
  uint32_t room = 0;
  do {
    uint64_t part = count < most_at_once ? count : most_at_once;
    stream->next_in = (uint8_t *)bytes;
    stream->avail_in = (uint32_t)part;
    bytes += part;
    count -= part;
    stream->flush = count || is_last ? NO_FLUSH : SYNC_FLUSH;
    stream->end_of_stream = is_last && count == 0;
    do {
      room = make_room(buffer);
      if (!room) return 0;
      stream->next_out = buffer->bytes + buffer->size;
      stream->avail_out = room;
      if (isal_deflate(stream) != COMP_OK) return 0;
      buffer->size += room - stream->avail_out;
    } while (stream->avail_out == 0);
  } while (count);
  return 1;
}
