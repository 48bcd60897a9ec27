#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "tiff_memory.h"

/// The most memory that libtiff may ask for at once, where the file is not larger itself.
enum { most_single_bytes = 256 << 20 };

struct aux_tiff {
  tiff_memory memory;
  TIFF *tiff;
  uint32_t width;
  uint32_t height;
  uint16_t samples;
  uint16_t bits;
  int is_float;
  int is_inverted;
};

// Opening

/// Returns how many bytes one coded byte can stand for, or 0 where there is no bound worth having.
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

static int check_kind(aux_tiff *self, aux_error *error) {
  uint16_t format = SAMPLEFORMAT_UINT, photometric = PHOTOMETRIC_MINISBLACK;
  uint16_t planar = PLANARCONFIG_CONTIG, compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetField(self->tiff, TIFFTAG_PHOTOMETRIC, &photometric);

  self->is_float = format == SAMPLEFORMAT_IEEEFP;
  int is_code = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  int bits_fit = self->is_float ? self->bits == 16 || self->bits == 32 || self->bits == 64
                                : self->bits == 8 || self->bits == 16;
  if (!bits_fit || !(self->is_float || is_code)) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED,
      "samples of %d bits in format %d are no map; 8 or 16 bits unsigned, or floats of 16, 32 or 64 bits are",
      self->bits, format);
  }
  int is_rgb = photometric == PHOTOMETRIC_RGB;
  int is_gray = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE
    || photometric == PHOTOMETRIC_MASK || photometric == photometric_depth
    || photometric == photometric_mask;
  int samples_fit = is_rgb ? (self->samples == 3 || self->samples == 4) && planar == PLANARCONFIG_CONTIG
                           : self->samples == 1 || self->samples == 2;
  if (!(is_gray || is_rgb) || !samples_fit) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED,
      "photometric interpretation %d with %d samples per pixel is no gray map", photometric, self->samples);
  }
  if (planar == PLANARCONFIG_SEPARATE) self->samples = 1;
  if (compression == COMPRESSION_OJPEG || compression == COMPRESSION_SGILOG
      || compression == COMPRESSION_SGILOG24 || !TIFFIsCODECConfigured(compression)) {
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "TIFF compression %d is not supported", compression);
  }
  self->is_inverted = !self->is_float && photometric == PHOTOMETRIC_MINISWHITE;

  uint64_t ratio = largest_ratio(compression);
  uint64_t needed = (uint64_t)self->width * self->height * self->samples * (self->bits / 8);
  if (ratio != 0 && needed / ratio > self->memory.size) {
    return aux_fail(
      error, AUX_ERROR_TRUNCATED, "a file of %zu bytes cannot hold %ux%u pixels", self->memory.size,
      self->width, self->height);
  }
  return AUX_OK;
}

static int check_size(aux_tiff *self, uint64_t max_pixels, aux_error *error) {
  if (!TIFFGetField(self->tiff, TIFFTAG_IMAGEWIDTH, &self->width)
      || !TIFFGetField(self->tiff, TIFFTAG_IMAGELENGTH, &self->height) || self->width == 0
      || self->height == 0) {
    return aux_fail(error, AUX_ERROR_MALFORMED, "the first image has no width or no height");
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
      error, AUX_ERROR_LIMIT, "%ux%u (tiles of %ux%u) is more than the limit of %llu pixels", self->width,
      self->height, block_width, block_height, (unsigned long long)max_pixels);
  }
  return AUX_OK;
}

static int sample_kind(const aux_tiff *self) {
  if (self->is_float) return self->bits == 16 ? AUX_SAMPLE_HALF : AUX_SAMPLE_FLOAT;
  return self->bits == 8 ? AUX_SAMPLE_UINT8 : AUX_SAMPLE_UINT16;
}

int aux_tiff_open(
  const uint8_t *data, size_t size, uint64_t max_pixels, aux_tiff **out, aux_tiff_info *info,
  aux_error *error
) {
  aux_clear(error);
  *out = NULL;
  aux_tiff *self = calloc(1, sizeof *self);
  if (!self) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read TIFF");
  self->memory = (tiff_memory){.data = data, .size = size, .error = error};
  size_t most = size > most_single_bytes ? size : most_single_bytes;
  self->tiff = tiff_memory_open(&self->memory, "rm", most);
  int code = self->tiff ? AUX_OK : tiff_memory_failure(&self->memory, "is no TIFF file");
  if (code == AUX_OK) code = check_size(self, max_pixels, error);
  if (code == AUX_OK) code = check_kind(self, error);
  self->memory.error = NULL;
  if (code != AUX_OK) {
    aux_tiff_close(self);
    return code;
  }
  uint16_t orientation = 1;
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_ORIENTATION, &orientation);
  *info = (aux_tiff_info){
    .width = self->width, .height = self->height, .sample = sample_kind(self), .orientation = orientation};
  aux_clear(error);
  *out = self;
  return AUX_OK;
}

const char *aux_tiff_description(const aux_tiff *self) {
  char *text = NULL;
  return TIFFGetField(self->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) ? text : NULL;
}

void aux_tiff_close(aux_tiff *self) {
  if (!self) return;
  if (self->tiff) TIFFClose(self->tiff);
  free(self);
}

// Reading

/// Copies one row of the first sample of each pixel; returns 0 where an RGB pixel has colour.
static int copy_row(const aux_tiff *self, const uint8_t *from, uint8_t *to, size_t count) {
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

static int read_failure(aux_tiff *self) {
  return tiff_memory_failure(&self->memory, "the TIFF data cannot be decoded");
}

/// Decodes every strip or tile of the first plane into `block`, and copies its part of the image.
static int read_blocks(aux_tiff *self, uint8_t *block, size_t block_size, uint8_t *out) {
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
  size_t out_bytes = self->bits == 64 ? 4 : self->bits / 8;
  if (block_height == 0 || (uint64_t)row_size * block_height > block_size) return read_failure(self);
  for (uint64_t top = 0; top < self->height; top += block_height) {
    uint32_t rows = self->height - top < block_height ? (uint32_t)(self->height - top) : block_height;
    for (uint64_t left = 0; left < self->width; left += block_width) {
      uint32_t columns = self->width - left < block_width ? (uint32_t)(self->width - left) : block_width;
      uint32_t x = (uint32_t)left, y = (uint32_t)top;
      tmsize_t wanted = (tmsize_t)(row_size * (is_tiled ? block_height : rows));
      tmsize_t got = is_tiled
        ? TIFFReadEncodedTile(self->tiff, TIFFComputeTile(self->tiff, x, y, 0, 0), block, wanted)
        : TIFFReadEncodedStrip(self->tiff, TIFFComputeStrip(self->tiff, y, 0), block, wanted);
      // Some codecs report what is missing, and go on.
      if (got != wanted || self->memory.has_failed) return read_failure(self);
      for (uint32_t row = 0; row < rows; row += 1) {
        uint8_t *to = out + ((size_t)(y + row) * self->width + x) * out_bytes;
        if (!copy_row(self, block + row * row_size, to, columns)) {
          return aux_fail(
            self->memory.error, AUX_ERROR_USAGE, "the map has colour in row %u; a gray one is needed",
            y + row);
        }
      }
    }
  }
  return AUX_OK;
}

int aux_tiff_read(aux_tiff *self, void *out, size_t size, aux_error *error) {
  aux_clear(error);
  size_t out_bytes = self->bits == 64 ? 4 : self->bits / 8;
  if (size != (size_t)self->width * self->height * out_bytes) {
    return aux_fail(error, AUX_ERROR_USAGE, "%zu bytes are not the size of the image", size);
  }
  self->memory.error = error;
  self->memory.has_failed = 0;
  tmsize_t block_size = TIFFIsTiled(self->tiff) ? TIFFTileSize(self->tiff) : TIFFStripSize(self->tiff);
  int code = AUX_ERROR_CODEC;
  if (block_size <= 0) {
    code = read_failure(self);
  } else {
    // Cleared, since some codecs call a part decoded whose end damaged data left out.
    uint8_t *block = calloc(1, (size_t)block_size);
    code = block ? read_blocks(self, block, (size_t)block_size, out)
                 : aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for a part of %td bytes", block_size);
    free(block);
  }
  if (code == AUX_OK) aux_clear(error);
  self->memory.error = NULL;
  return code;
}
