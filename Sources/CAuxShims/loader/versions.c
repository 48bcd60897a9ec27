// The versions of the libraries, each of which says it in a way of its own.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "../box/operations.h"
#include "exiv2.h"

#include "exr.h"
#include "heif.h"
#include "isal.h"
#include "jxl.h"
#include "libpng.h"
#include "tiff.h"
#include "webp.h"

/// Writes a text up to the end of its line.
static void line(const char *text, char *out, size_t size) {
  snprintf(out, size, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
}

/// Writes the version that libwebp gives as a number of three bytes.
static void of_bytes(int number, char *out, size_t size) {
  snprintf(out, size, "%d.%d.%d", number >> 16 & 255, number >> 8 & 255, number & 255);
}

static int heif(char *out, size_t size, aux_error *error) {
  int code = aux_load_heif(error);
  if (code == AUX_OK) line(heif_get_version(), out, size);
  return code;
}

/// "LIBTIFF, Version 4.5.0" and lines of copyright.
static int tiff(char *out, size_t size, aux_error *error) {
  static const char mark[] = "Version ";
  int code = aux_load_tiff(error);
  if (code != AUX_OK) return code;
  const char *text = TIFFGetVersion();
  const char *number = strstr(text, mark);
  line(number ? number + sizeof mark - 1 : text, out, size);
  return AUX_OK;
}

static int exr(char *out, size_t size, aux_error *error) {
  int major = 0, minor = 0, patch = 0, code = aux_load_exr(error);
  const char *extra = NULL;
  if (code != AUX_OK) return code;
  exr_get_library_version(&major, &minor, &patch, &extra);
  snprintf(out, size, "%d.%d.%d", major, minor, patch);
  return AUX_OK;
}

static int webp(char *out, size_t size, aux_error *error) {
  int code = aux_load_webp(error);
  if (code == AUX_OK) of_bytes(WebPGetDecoderVersion(), out, size);
  return code;
}

/// A number of which three digits each are minor and patch.
static int jxl(char *out, size_t size, aux_error *error) {
  int code = aux_load_jxl(error);
  if (code != AUX_OK) return code;
  unsigned number = JxlDecoderVersion();
  snprintf(out, size, "%u.%u.%u", number / 1000000, number / 1000 % 1000, number % 1000);
  return AUX_OK;
}

static int exiv2(char *out, size_t size, aux_error *error) {
  const aux_exiv2_functions *functions = aux_load_exiv2(error);
  if (!functions) return error->code;
  line(functions->version(), out, size);
  return AUX_OK;
}

/// It does not say its own.
static int isal(char *out, size_t size, aux_error *error) {
  int code = aux_load_isal(error);
  if (code != AUX_OK) return code;
  snprintf(out, size, "%d.%d.%d", ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
  return AUX_OK;
}

static int png(char *out, size_t size, aux_error *error) {
  int code = aux_load_png(error);
  if (code == AUX_OK) line(png_get_libpng_ver(NULL), out, size);
  return code;
}

static int version(int number, char *out, size_t size, aux_error *error) {
  switch (number) {
    case AUX_LIBRARY_HEIF: return heif(out, size, error);
    case AUX_LIBRARY_TIFF: return tiff(out, size, error);
    case AUX_LIBRARY_OPENEXR: return exr(out, size, error);
    case AUX_LIBRARY_WEBP: return webp(out, size, error);
    case AUX_LIBRARY_JXL: return jxl(out, size, error);
    case AUX_LIBRARY_EXIV2: return exiv2(out, size, error);
    case AUX_LIBRARY_PNG: return png(out, size, error);
    case AUX_LIBRARY_ISAL: return isal(out, size, error);
    case AUX_LIBRARY_ZLIB: line(zlibVersion(), out, size); return AUX_OK;
    default: return aux_fail(error, AUX_ERROR_USAGE, "there is no library of the number %d", number);
  }
}

static const char *heif_coder(int format, int is_encoder, int number) {
  enum { MOST = 16 };
  aux_error error;
  if (number < 0 || number >= MOST || aux_load_heif(&error) != AUX_OK) return NULL;
  enum heif_compression_format filter = format == AUX_HEIF_AV1 ? heif_compression_AV1 : heif_compression_HEVC;
  const struct heif_encoder_descriptor *encoders[MOST] = {NULL};
  const struct heif_decoder_descriptor *decoders[MOST] = {NULL};
  int count = is_encoder
    ? heif_get_encoder_descriptors(filter, NULL, encoders, MOST)
    : heif_get_decoder_descriptors(filter, decoders, MOST);
  if (number >= count) return NULL;
  return is_encoder ? heif_encoder_descriptor_get_name(encoders[number])
                    : heif_decoder_descriptor_get_name(decoders[number]);
}

enum { longest_text = 256 };

int aux_run_library(const aux_request *request, aux_answer *answer, aux_error *error) {
  const int64_t *numbers = request->numbers;
  char *text = calloc(1, longest_text);
  if (!text) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for a name");
  int code = AUX_OK;
  if (numbers[1] < 0) {
    code = version((int)numbers[0], text, longest_text, error);
  } else {
    const char *name = heif_coder((int)numbers[1], (int)numbers[2], (int)numbers[3]);
    line(name, text, longest_text);
  }
  if (code != AUX_OK) {
    free(text);
    return code;
  }
  answer->buffers[0] = (uint8_t *)text;
  answer->sizes[0] = strlen(text) + 1;
  return AUX_OK;
}

static int ask(int64_t number, int64_t format, int64_t is_encoder, int64_t coder, char *out, size_t size, aux_error *error) {
  aux_request request = {.numbers = {number, format, is_encoder, coder}};
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_LIBRARY, &request, &answer, error);
  if (code != AUX_OK) return code;
  if (answer.sizes[0] > 0) answer.buffers[0][answer.sizes[0] - 1] = 0;
  line((const char *)answer.buffers[0], out, size);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(answer.buffers[index]);
  return AUX_OK;
}

int aux_library_version(int number, char *out, size_t size, aux_error *error) {
  aux_clear(error);
  // These are used here, and not by those who decode: the one is linked, the other loaded.
  if (number == AUX_LIBRARY_ZLIB || number == AUX_LIBRARY_ISAL) return version(number, out, size, error);
  return ask(number, -1, 0, 0, out, size, error);
}

int aux_heif_coder(int format, int is_encoder, int number, char *out, size_t size) {
  aux_error error;
  return ask(AUX_LIBRARY_HEIF, format, is_encoder, number, out, size, &error) == AUX_OK && out[0] != 0;
}

void aux_prepare_libraries(void) {
  aux_prepare_heif_codecs();
  aux_prepare_tiff();
  aux_prepare_exr();
  aux_prepare_webp();
  aux_prepare_jxl();
  aux_prepare_png();
  aux_prepare_xmp();
}
