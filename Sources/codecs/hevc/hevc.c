// HEVC pictures through libde265. Source: ITU-T H.265; Specs/decoders.md.

#include <string.h>

#include "../shared/include/aux_serve.h"
#include "pictures.h"

/// Large pictures are decoded by threads, up to so many of them.
enum { pixels_for_threads = 1 << 20, most_threads = 8 };

typedef struct {
  de265_decoder_context *context;
  const aux_request *request;
  aux_error *error;
  /// How many pictures were decoded; the last is the image, as with libheif.
  int pictures;
  int bit_depth;
  /// Slices were pushed whose picture is not finished.
  int is_open;
} decoder;

static int fail(decoder *self, de265_error reason) {
  int code = reason == DE265_ERROR_OUT_OF_MEMORY ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  return aux_fail(self->error, code, "%s", de265_get_error_text(reason));
}

/// Copies one plane to `target` if that is for its samples; returns its bits, or 0 with the error filled in.
static int copy_plane(decoder *self, const struct de265_image *image, int plane, int width, int height, uint8_t *target) {
  int coded_width = de265_get_image_width(image, plane), coded_height = de265_get_image_height(image, plane);
  int bits = de265_get_bits_per_pixel(image, plane), stride = 0;
  const uint8_t *rows = de265_get_image_plane(image, plane, &stride);
  if (!rows) {
    aux_fail(self->error, AUX_ERROR_CODEC, plane ? "the image has no chroma" : "the image has no luma");
    return 0;
  }
  if (coded_width != width || coded_height != height) {
    aux_fail(
      self->error, AUX_ERROR_CODEC, "the bitstream decodes to %dx%d, not %dx%d as described", coded_width, coded_height,
      width, height);
    return 0;
  }
  if (bits < 8 || bits > 16 || (plane > 0 && bits != self->bit_depth)) {
    aux_fail(self->error, AUX_ERROR_CODEC, "%d bits per sample", bits);
    return 0;
  }
  // Otherwise the caller has made room for other samples, and learns of these.
  if ((bits == 8) != (self->request->numbers[3] == 8)) return bits;
  size_t line = (size_t)width * (bits == 8 ? 1 : 2);
  for (int row = 0; row < height; row += 1) memcpy(target + (size_t)row * line, rows + (size_t)row * (size_t)stride, line);
  return bits;
}

/// Copies the planes of a picture to the target.
static int copy_planes(decoder *self, const struct de265_image *image) {
  const int64_t *numbers = self->request->numbers;
  int width = (int)numbers[0], height = (int)numbers[1], chroma = (int)numbers[2];
  int coded = (int)de265_get_chroma_format(image);
  if (chroma != 0 && coded != chroma) {
    return aux_fail(
      self->error, AUX_ERROR_CODEC,
      coded ? "the bitstream has chroma of another format than described" : "the image has no chroma");
  }
  uint8_t *target = self->request->target;
  for (int plane = 0; plane < (chroma == 0 ? 1 : 3); plane += 1) {
    int columns = plane > 0 && chroma < 3 ? (width + 1) / 2 : width;
    int rows = plane > 0 && chroma == 1 ? (height + 1) / 2 : height;
    int bits = copy_plane(self, image, plane, columns, rows, target);
    if (bits == 0) return self->error->code;
    self->bit_depth = bits;
    target += (size_t)columns * (size_t)rows * (numbers[3] == 8 ? 1 : 2);
  }
  return AUX_OK;
}

/// Switches the filter of sample offsets (H.265, 8.7.3).
///
/// libde265 asks us for the memory of a picture only if it will return that memory, and that filter would make a copy: it has
/// to be off when a picture begins. It runs when all slices are there, and is on by then.
static void set_filter(decoder *self, int is_on) {
  de265_set_parameter_bool(self->context, DE265_DECODER_PARAM_DISABLE_SAO, !is_on);
}

/// Does one step of decoding, and takes the picture that it finished.
static int step(decoder *self, int *more) {
  *more = 0;
  de265_error reason = de265_decode(self->context, more);
  if (reason != DE265_OK) return fail(self, reason);
  // The picture is the decoder's until the next call.
  const struct de265_image *picture = de265_get_next_picture(self->context);
  if (!picture) return AUX_OK;
  self->pictures += 1;
  int code = pictures_check(picture, self->error);
  return code == AUX_OK ? copy_planes(self, picture) : code;
}

/// Pushes one unit, and finishes a picture before the first slice of the next.
static int push(decoder *self, const uint8_t *unit, size_t size) {
  int is_slice = size > 2 && unit[0] >> 1 < 32, more = 0;
  if (is_slice && self->is_open && unit[2] & 0x80) {
    set_filter(self, 1);
    de265_push_end_of_frame(self->context);
    int code = step(self, &more);
    if (code != AUX_OK) return code;
    self->is_open = 0;
  }
  set_filter(self, 0);
  de265_error reason = de265_push_NAL(self->context, unit, (int)size, 0, NULL);
  if (reason != DE265_OK) return fail(self, reason);
  if (is_slice) self->is_open = 1;
  return step(self, &more);
}

/// Pushes all units, each after its length in four bytes (ISO/IEC 14496-15, 4.3.3).
static int push_all(decoder *self, const uint8_t *units, size_t size) {
  while (size >= 4) {
    size_t count = (size_t)units[0] << 24 | (size_t)units[1] << 16 | (size_t)units[2] << 8 | units[3];
    units += 4;
    size -= 4;
    if (count > size || count > INT32_MAX) {
      return aux_fail(self->error, AUX_ERROR_TRUNCATED, "a NAL unit of %zu bytes has %zu", count, size);
    }
    int code = push(self, units, count);
    if (code != AUX_OK) return code;
    units += count;
    size -= count;
  }
  return size == 0 ? AUX_OK : aux_fail(self->error, AUX_ERROR_TRUNCATED, "a NAL unit ends within its length");
}

/// Returns 1 if a warning says that the pixels are not what was coded. Which one comes first depends on threads, so none is
/// named.
static int has_damage(decoder *self) {
  for (;;) {
    switch (de265_get_warning(self->context)) {
    case DE265_OK: return 0;
    // Two are about threads; a bad SEI message does not change a picture.
    case DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING:
    case DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM:
    case DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI: continue;
    default: return 1;
    }
  }
}

static int finish(decoder *self) {
  set_filter(self, 1);
  de265_error reason = de265_flush_data(self->context);
  if (reason != DE265_OK) return fail(self, reason);
  for (int more = 1; more;) {
    int code = step(self, &more);
    if (code != AUX_OK) return code;
  }
  if (has_damage(self)) return aux_fail(self->error, AUX_ERROR_CODEC, "the bitstream is damaged");
  return self->pictures > 0 ? AUX_OK : aux_fail(self->error, AUX_ERROR_CODEC, "the bitstream has no picture");
}

static int decode(const aux_request *request, aux_answer *answer, aux_error *error) {
  const int64_t *numbers = request->numbers;
  decoder self = {.context = de265_new_decoder(), .request = request, .error = error};
  int threads = (int)(numbers[4] < most_threads ? numbers[4] : most_threads);
  if (self.context && threads > 1 && numbers[0] * numbers[1] >= pixels_for_threads
      && de265_start_worker_threads(self.context, threads) != DE265_OK) {
    // Without threads, then.
    de265_free_decoder(self.context);
    self.context = de265_new_decoder();
  }
  if (!self.context) return aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory for the image");
  pictures_use(self.context);
  int code = push_all(&self, request->data, request->size);
  if (code == AUX_OK) code = finish(&self);
  de265_free_decoder(self.context);
  answer->numbers[0] = self.bit_depth;
  return code;
}

/// Takes a share in the library's tables, which would otherwise be made for each decoder.
static void prepare(void) { de265_init(); }

int main(int count, char **words) {
  static aux_operation *const operations[] = {[AUX_HEVC_DECODE] = decode};
  const aux_codec codec = {
    .name = "auxdepth-codec-hevc", .version = de265_get_version, .prepare = prepare, .operations = operations,
    .operation_count = 1};
  return aux_serve(&codec, count, words);
}
