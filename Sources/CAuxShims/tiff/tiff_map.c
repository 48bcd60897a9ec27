#include "tiff_file.h"

// Maps: one plane of numbers.

static int check_kind(tiff_file *self, aux_error *error) {
  uint16_t format = SAMPLEFORMAT_UINT, photometric = PHOTOMETRIC_MINISBLACK;
  uint16_t planar = PLANARCONFIG_CONTIG;
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_PLANARCONFIG, &planar);
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
  self->is_inverted = !self->is_float && photometric == PHOTOMETRIC_MINISWHITE;
  return tiff_file_check_coding(self, self->samples, error);
}

static int sample_kind(const tiff_file *self) {
  if (self->is_float) return self->bits == 16 ? AUX_SAMPLE_HALF : AUX_SAMPLE_FLOAT;
  return self->bits == 8 ? AUX_SAMPLE_UINT8 : AUX_SAMPLE_UINT16;
}

int tiff_file_open_map(
  const uint8_t *data, size_t size, uint64_t max_pixels, tiff_file **out, aux_tiff_info *info,
  aux_error *error
) {
  *out = NULL;
  tiff_file *self = tiff_file_open(data, size, error);
  if (!self) return error->code;
  self->is_map = 1;
  self->kept = 1;
  self->planes = 1;
  int code = tiff_file_check_size(self, max_pixels, error);
  if (code == AUX_OK) code = check_kind(self, error);
  self->memory.error = NULL;
  if (code != AUX_OK) {
    tiff_file_close(self);
    return code;
  }
  *info = (aux_tiff_info){
    .width = self->width, .height = self->height, .sample = sample_kind(self)};
  aux_clear(error);
  *out = self;
  return AUX_OK;
}

const char *tiff_file_description(const tiff_file *self) {
  char *text = NULL;
  return TIFFGetField(self->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) ? text : NULL;
}
