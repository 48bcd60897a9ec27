// Deflate that finds runs alone, for the rows of pictures; not for Swift.

#ifndef AUX_RUN_DEFLATE_H
#define AUX_RUN_DEFLATE_H

#include "../support.h"

/// Appends bytes as raw Deflate (RFC 1951) that begins and ends at a byte boundary; returns 0 where memory is lacking.
///
/// Runs of one byte are all that is looked for. On filtered pictures it takes less than half the time of zlib's `Z_RLE`, and
/// gives fewer bytes. What is not the last part ends in an empty stored block, so that more can follow.
int aux_deflate_runs(aux_buffer *buffer, const uint8_t *bytes, size_t count, int is_last);

#endif
