#include "tiff_file.h"

// Photos: gray or RGB of 8 or 16 bits.

/// Photoshop writes 56 channels at most.
enum { most_samples = 64 };

/// Returns why samples of that kind are not taken for a photo's, or NULL.
static const char *fault_of(uint16_t photometric, uint16_t compression) {
  switch (photometric) {
  case PHOTOMETRIC_MINISBLACK:
  case PHOTOMETRIC_MINISWHITE:
  case PHOTOMETRIC_RGB: return NULL;
  case PHOTOMETRIC_YCBCR:
    return compression == COMPRESSION_JPEG ? NULL : "its colours are YCbCr outside of JPEG; save it as RGB";
  case PHOTOMETRIC_PALETTE: return "its colours are a palette; save it as RGB";
  case PHOTOMETRIC_SEPARATED: return "its colours are inks (CMYK); save it as RGB";
  case PHOTOMETRIC_CIELAB:
  case PHOTOMETRIC_ICCLAB:
  case PHOTOMETRIC_ITULAB: return "its colours are CIE L*a*b*; save it as RGB";
  default: return "its samples are no gray and no RGB; save it as RGB";
  }
}

static int check_samples(tiff_file *self, aux_error *error) {
  uint16_t format = SAMPLEFORMAT_UINT;
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  if (format == SAMPLEFORMAT_IEEEFP) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED,
      "its samples are floats, of which nothing says what is white; save it with 16 bits");
  }
  int is_code = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  if (!is_code || (self->bits != 8 && self->bits != 16)) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "its samples have %d bits%s; a photo has 8 or 16 without a sign",
      self->bits, is_code ? "" : " of another kind than whole numbers");
  }
  return AUX_OK;
}

/// Finds which samples of a pixel are colour, and whether alpha follows them.
static int check_channels(tiff_file *self, int colours, aux_error *error) {
  uint16_t planar = PLANARCONFIG_CONTIG, extra = 0, *kinds = NULL;
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
  if (self->samples > most_samples) {
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "a pixel has %d samples", self->samples);
  }
  if (self->samples < colours) {
    return aux_fail(
      error, AUX_ERROR_MALFORMED, "a pixel has %d samples, and its colour needs %d", self->samples, colours);
  }
  int has_alpha = self->samples > colours && extra > 0 && kinds
    && (kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA);
  uint16_t all = self->samples;
  self->kept = (uint16_t)(colours + (has_alpha ? 1 : 0));
  self->planes = planar == PLANARCONFIG_SEPARATE ? self->kept : 1;
  if (planar == PLANARCONFIG_SEPARATE) self->samples = 1;
  return tiff_file_check_coding(self, all, error);
}

static int check_photo(tiff_file *self, uint64_t max_pixels, aux_error *error) {
  int code = tiff_file_check_size(self, max_pixels, error);
  if (code != AUX_OK) return code;
  uint16_t photometric = PHOTOMETRIC_MINISBLACK, compression = COMPRESSION_NONE;
  TIFFGetField(self->tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  TIFFGetFieldDefaulted(self->tiff, TIFFTAG_COMPRESSION, &compression);
  const char *fault = fault_of(photometric, compression);
  if (fault) return aux_fail(error, AUX_ERROR_UNSUPPORTED, "%s", fault);
  code = check_samples(self, error);
  if (code != AUX_OK) return code;
  // libjpeg then converts, and undoes the subsampling.
  if (photometric == PHOTOMETRIC_YCBCR) TIFFSetField(self->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  self->is_inverted = photometric == PHOTOMETRIC_MINISWHITE;
  int is_gray = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  return check_channels(self, is_gray ? 1 : 3, error);
}

int tiff_file_open_photo(
  const uint8_t *data, size_t size, uint64_t directory, uint64_t max_pixels, tiff_file **out,
  aux_tiff_photo_info *info, aux_error *error
) {
  *out = NULL;
  tiff_file *self = tiff_file_open(data, size, error);
  if (!self) return error->code;
  int code = AUX_OK;
  if (TIFFCurrentDirOffset(self->tiff) != directory && !TIFFSetSubDirectory(self->tiff, directory)) {
    code = tiff_memory_failure(&self->memory, "the directory of the image cannot be read");
  }
  if (code == AUX_OK) code = check_photo(self, max_pixels, error);
  self->memory.error = NULL;
  if (code != AUX_OK) {
    tiff_file_close(self);
    return code;
  }
  *info = (aux_tiff_photo_info){
    .width = self->width, .height = self->height, .bits = self->bits, .channels = self->kept};
  aux_clear(error);
  *out = self;
  return AUX_OK;
}
