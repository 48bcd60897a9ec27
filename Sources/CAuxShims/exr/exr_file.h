// An open OpenEXR file, shared by exr.c and exr_read.c; not for Swift.

#ifndef AUX_EXR_FILE_H
#define AUX_EXR_FILE_H

#include "exr_memory.h"

struct aux_exr {
  exr_memory memory;
  exr_context_t context;
  int parts;
  // What aux_exr_select chose.
  int part;
  int channel;
  int is_tiled;
  size_t sample_bytes;
  exr_attr_box2i_t data, display;
};

static inline int64_t width_of(exr_attr_box2i_t box) { return (int64_t)box.max.x - box.min.x + 1; }

static inline int64_t height_of(exr_attr_box2i_t box) { return (int64_t)box.max.y - box.min.y + 1; }

/// Returns how many bytes one coded byte of a block can stand for.
static inline uint64_t largest_ratio(exr_compression_t compression) {
  // zlib reaches 1032, PXR24 a third more as it leaves a byte of four out; DWA packs blocks of 8x8 first.
  return compression >= EXR_COMPRESSION_DWAA ? 1 << 17 : 1400;
}

#endif
