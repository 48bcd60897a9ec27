// Exact packing of maps for the page, whose decoder is a module of the page's script.
#ifndef AUX_CODES_H
#define AUX_CODES_H

#include <stddef.h>
#include <stdint.h>

/// Packs `width` x `height` samples of one or two bytes, in the processor's order and in rows from the top, into `target`.
///
/// Returns the number of bytes; 0 where `capacity` does not hold them, and where there is no memory. Source: Specs/viewer.md, "Context
/// coding".
size_t aux_pack_codes(
  uint8_t *_Nonnull target, size_t capacity, const void *_Nonnull samples, int bytes_per_sample, uint32_t width,
  uint32_t height);

#endif
