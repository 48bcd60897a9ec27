#include <stdlib.h>
#include <string.h>

#include "tiff_file.h"

/// Copies one row of the first sample of each pixel; returns 0 where an RGB pixel has colour.
static int copy_map_row(const tiff_file *self, const uint8_t *from, uint8_t *to, size_t count) {
  size_t bytes = self->bits / 8;
  size_t stride = bytes * self->samples;
  if (self->samples >= 3) {
    for (size_t index = 0; index < count; index += 1) {
      const uint8_t *pixel = from + index * stride;
      if (memcmp(pixel, pixel + bytes, bytes) != 0 || memcmp(pixel, pixel + 2 * bytes, bytes) != 0) return 0;
    }
  }
  if (self->bits == 64) {
    for (size_t index = 0; index < count; index += 1) {
      double value;
      memcpy(&value, from + index * stride, sizeof value);
      float rounded = (float)value;
      memcpy(to + index * sizeof rounded, &rounded, sizeof rounded);
    }
  } else if (self->samples == 1) {
    memcpy(to, from, count * bytes);
  } else if (bytes == 1) {
    for (size_t index = 0; index < count; index += 1) to[index] = from[index * stride];
  } else if (bytes == 2) {
    for (size_t index = 0; index < count; index += 1) memcpy(to + index * 2, from + index * stride, 2);
  } else {
    for (size_t index = 0; index < count; index += 1) memcpy(to + index * 4, from + index * stride, 4);
  }
  if (self->is_inverted) {
    for (size_t index = 0; index < count * bytes; index += 1) to[index] = (uint8_t)~to[index];
  }
  return 1;
}

/// Copies one row of the samples of a photo that are handed out; a plane of its own goes between the others.
static void copy_photo_row(
  const tiff_file *self, uint16_t plane, const uint8_t *from, uint8_t *to, size_t count
) {
  size_t bytes = self->bits / 8;
  size_t stride = bytes * self->samples, step = bytes * self->kept;
  size_t part = self->planes > 1 ? bytes : step;
  if (part == stride && part == step) {
    memcpy(to, from, count * step);
  } else {
    for (size_t index = 0; index < count; index += 1) {
      memcpy(to + index * step + plane * bytes, from + index * stride, part);
    }
  }
  if (!self->is_inverted || plane > 0) return;
  for (size_t index = 0; index < count; index += 1) {
    for (size_t byte = 0; byte < bytes; byte += 1) {
      uint8_t *sample = to + index * step + byte;
      *sample = (uint8_t)~*sample;
    }
  }
}

static size_t out_bytes_of(const tiff_file *self) {
  return self->bits == 64 ? 4 : (size_t)(self->bits / 8) * self->kept;
}

static int read_failure(tiff_file *self) {
  return tiff_memory_failure(&self->memory, "the TIFF data cannot be decoded");
}

/// Decodes every strip or tile of a plane into `block`, and copies its part of the image.
static int read_plane(tiff_file *self, uint16_t plane, uint8_t *block, size_t block_size, uint8_t *out) {
  int is_tiled = TIFFIsTiled(self->tiff);
  uint32_t block_width = self->width, block_height = self->height;
  if (is_tiled) {
    TIFFGetField(self->tiff, TIFFTAG_TILEWIDTH, &block_width);
    TIFFGetField(self->tiff, TIFFTAG_TILELENGTH, &block_height);
  } else {
    TIFFGetFieldDefaulted(self->tiff, TIFFTAG_ROWSPERSTRIP, &block_height);
    if (block_height > self->height) block_height = self->height;
  }
  size_t row_size = (size_t)block_width * self->samples * (self->bits / 8);
  size_t out_bytes = out_bytes_of(self);
  if (block_height == 0 || (uint64_t)row_size * block_height > block_size) return read_failure(self);
  for (uint64_t top = 0; top < self->height; top += block_height) {
    uint32_t rows = self->height - top < block_height ? (uint32_t)(self->height - top) : block_height;
    for (uint64_t left = 0; left < self->width; left += block_width) {
      uint32_t columns = self->width - left < block_width ? (uint32_t)(self->width - left) : block_width;
      uint32_t x = (uint32_t)left, y = (uint32_t)top;
      tmsize_t wanted = (tmsize_t)(row_size * (is_tiled ? block_height : rows));
      tmsize_t got = is_tiled
        ? TIFFReadEncodedTile(self->tiff, TIFFComputeTile(self->tiff, x, y, 0, plane), block, wanted)
        : TIFFReadEncodedStrip(self->tiff, TIFFComputeStrip(self->tiff, y, plane), block, wanted);
      // Some codecs report what is missing, and go on.
      if (got != wanted || self->memory.has_failed) return read_failure(self);
      for (uint32_t row = 0; row < rows; row += 1) {
        uint8_t *to = out + ((size_t)(y + row) * self->width + x) * out_bytes;
        const uint8_t *from = block + row * row_size;
        if (!self->is_map) {
          copy_photo_row(self, plane, from, to, columns);
        } else if (!copy_map_row(self, from, to, columns)) {
          return aux_fail(
            self->memory.error, AUX_ERROR_UNSUPPORTED, "the map has colour in row %u; a gray one is needed",
            y + row);
        }
      }
    }
  }
  return AUX_OK;
}

/// How many times the bytes of the file its strips or tiles may state together: some writers state too many for each.
enum { most_passes = 16 };

/// Returns whether strips or tiles share so many bytes that a small file would take long.
static int shares_too_much(tiff_file *self) {
  uint32_t count = TIFFIsTiled(self->tiff) ? TIFFNumberOfTiles(self->tiff) : TIFFNumberOfStrips(self->tiff);
  uint64_t left = (uint64_t)self->memory.size * most_passes;
  for (uint32_t index = 0; index < count; index += 1) {
    // What passes the end of the file is not read.
    uint64_t size = TIFFGetStrileByteCount(self->tiff, index);
    if (size > self->memory.size) size = self->memory.size;
    if (size > left) return 1;
    left -= size;
  }
  return 0;
}

static int read_planes(tiff_file *self, uint8_t *block, size_t block_size, uint8_t *out) {
  int code = AUX_OK;
  for (uint16_t plane = 0; plane < self->planes && code == AUX_OK; plane += 1) {
    code = read_plane(self, plane, block, block_size, out);
  }
  return code;
}

int tiff_file_read(tiff_file *self, void *out, size_t size, aux_error *error) {
  aux_clear(error);
  size_t out_bytes = out_bytes_of(self);
  if (size != (size_t)self->width * self->height * out_bytes) {
    return aux_fail(error, AUX_ERROR_USAGE, "%zu bytes are not the size of the image", size);
  }
  self->memory.error = error;
  self->memory.has_failed = 0;
  tmsize_t block_size = TIFFIsTiled(self->tiff) ? TIFFTileSize(self->tiff) : TIFFStripSize(self->tiff);
  int code = AUX_ERROR_CODEC;
  if (block_size <= 0) {
    code = read_failure(self);
  } else if (shares_too_much(self)) {
    code = aux_fail(
      error, AUX_ERROR_LIMIT, "the strips or tiles share bytes: together they are more than %d times the file",
      most_passes);
  } else {
    // Cleared, since some codecs call a part decoded whose end damaged data left out.
    uint8_t *block = calloc(1, (size_t)block_size);
    code = block ? read_planes(self, block, (size_t)block_size, out)
                 : aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for a part of %td bytes", block_size);
    free(block);
  }
  if (code == AUX_OK) aux_clear(error);
  self->memory.error = NULL;
  return code;
}
