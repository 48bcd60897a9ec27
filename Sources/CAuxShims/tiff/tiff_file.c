#include "tiff_file.h"

#include <stdlib.h>

/// The most memory that libtiff may ask for at once, where the file is not larger itself.
enum { most_single_bytes = 256 << 20 };

tiff_file *tiff_file_open(const uint8_t *data, size_t size, aux_error *error) {
  aux_clear(error);
  if (aux_load_tiff(error) != AUX_OK) return NULL;
  tiff_file *self = calloc(1, sizeof *self);
  if (!self) {
    aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read TIFF");
    return NULL;
  }
  self->memory = (tiff_memory){.data = data, .size = size, .error = error};
  size_t most = size > most_single_bytes ? size : most_single_bytes;
  self->tiff = tiff_memory_open(&self->memory, "rm", most);
  if (self->tiff) return self;
  tiff_memory_failure(&self->memory, "is no TIFF file");
  free(self);
  return NULL;
}

void tiff_file_close(tiff_file *self) {
  if (!self) return;
  if (self->tiff) TIFFClose(self->tiff);
  free(self);
}

/// Returns how many bytes one coded byte can decode to, or 0 where there is no useful bound.
static uint64_t largest_ratio(uint16_t compression) {
  switch (compression) {
  case COMPRESSION_NONE: return 1;
  case COMPRESSION_PACKBITS: return 64;
  case COMPRESSION_LZW: return 4096;
  case COMPRESSION_ADOBE_DEFLATE:
  case COMPRESSION_DEFLATE: return 1032;
  default: return 0;
  }
}

int tiff_file_check_coding(tiff_file *self, uint16_t samples, aux_error *error) {
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_COMPRESSION, &compression);
  if (compression == COMPRESSION_OJPEG || compression == COMPRESSION_SGILOG
      || compression == COMPRESSION_SGILOG24 || !TIFFIsCODECConfigured(compression)) {
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "TIFF compression %d is not supported", compression);
  }
  uint64_t ratio = largest_ratio(compression);
  uint64_t needed = (uint64_t)self->width * self->height * samples * (self->bits / 8);
  if (ratio != 0 && needed / ratio > self->memory.size) {
    return aux_fail(
      error, AUX_ERROR_TRUNCATED, "a file of %zu bytes cannot hold %ux%u pixels", self->memory.size,
      self->width, self->height);
  }
  return AUX_OK;
}

int tiff_file_check_size(tiff_file *self, uint64_t max_pixels, aux_error *error) {
  if (!TIFFGetField(self->tiff, TIFFTAG_IMAGEWIDTH, &self->width)
      || !TIFFGetField(self->tiff, TIFFTAG_IMAGELENGTH, &self->height) || self->width == 0
      || self->height == 0) {
    return aux_fail(error, AUX_ERROR_MALFORMED, "the image has no width or no height");
  }
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_SAMPLESPERPIXEL, &self->samples);
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_BITSPERSAMPLE, &self->bits);
  uint64_t pixels = (uint64_t)self->width * self->height;
  uint32_t block_width = self->width, block_height = 1;
  if (TIFFIsTiled(self->tiff)) {
    TIFFGetField(self->tiff, TIFFTAG_TILEWIDTH, &block_width);
    TIFFGetField(self->tiff, TIFFTAG_TILELENGTH, &block_height);
  }
  uint64_t block = (uint64_t)block_width * block_height;
  if (pixels > max_pixels || block > max_pixels || block == 0 || pixels > SIZE_MAX / 64) {
    return aux_fail(
      error, AUX_ERROR_LIMIT, "%ux%u (tiles of %ux%u) is more than the limit of %llu pixels (Limits.pixels)", self->width,
      self->height, block_width, block_height, (unsigned long long)max_pixels);
  }
  return AUX_OK;
}
