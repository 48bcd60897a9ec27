// Deflate for the rows of pictures; not for Swift.

#ifndef AUX_PNG_DEFLATE_H
#define AUX_PNG_DEFLATE_H

#include "../support.h"

// Each appends bytes as raw Deflate (RFC 1951) that begins and ends at a byte boundary, and returns 0 where memory is
// lacking. What is not the last part ends in an empty stored block, so that more can follow.

int aux_deflate_by_zlib(aux_buffer *buffer, const uint8_t *bytes, uint64_t count, int level, int strategy, int is_last);

/// Loads ISA-L, unless it is there; returns whether it is.
int aux_has_isal(void);

/// The memory of ISA-L, which is used again.
typedef struct aux_isal aux_isal;

/// Returns memory for a thread, to be freed with free(); NULL where memory is lacking.
aux_isal *aux_isal_make(void);

/// Deflates by ISA-L, at level 2; `aux_has_isal` has to be true before.
///
/// Matches are at most 2 to the power of `window_bits` bytes away, or 32 KiB with 0.
int aux_deflate_by_isal(
  aux_isal *isal, aux_buffer *buffer, const uint8_t *bytes, uint64_t count, int window_bits, int is_last);

#endif
