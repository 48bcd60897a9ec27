#include "hevc_decoder.h"

#include "hevc_pictures.h"

/// The pictures from which on threads pay, in pixels, and the most of them.
enum { pixels_for_threads = 1 << 20, most_threads = 8 };

static int fail(aux_error *error, de265_error reason) {
  int code = reason == DE265_ERROR_OUT_OF_MEMORY ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  return aux_fail(error, code, "%s", de265_get_error_text(reason));
}

int hevc_decoder_make(hevc_decoder *self, int64_t pixels, int threads, aux_error *error) {
  self->context = de265_new_decoder();
  if (self->context && threads > 1 && pixels >= pixels_for_threads
      && de265_start_worker_threads(self->context, threads < most_threads ? threads : most_threads) != DE265_OK) {
    de265_free_decoder(self->context);
    self->context = de265_new_decoder();
  }
  if (!self->context) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the image");
  hevc_pictures_use(self->context);
  return AUX_OK;
}

void hevc_decoder_free(hevc_decoder *self) {
  if (self->context) de265_free_decoder(self->context);
  self->context = NULL;
}

/// Says whether the filter of sample offsets (H.265, 8.7.3) is on.
///
/// libde265 takes the memory of a picture from our functions where it will hand out that memory: it has to think so when a
/// picture begins. The filter itself works when all slices are there, and is on by then.
static void set_filter(hevc_decoder *self, int is_on) {
  de265_set_parameter_bool(self->context, DE265_DECODER_PARAM_DISABLE_SAO, !is_on);
}

/// Does one step, and hands out the picture that came of it.
static int step(hevc_decoder *self, int *more, aux_error *error) {
  *more = 0;
  de265_error reason = de265_decode(self->context, more);
  if (reason != DE265_OK) return fail(error, reason);
  // It is the decoder's, and only until that is called again.
  const struct de265_image *picture = de265_get_next_picture(self->context);
  if (!picture) return AUX_OK;
  self->pictures += 1;
  int code = hevc_picture_check(picture, error);
  return code == AUX_OK ? self->take(picture, self->user, error) : code;
}

/// Decodes one unit, and before the first slice of a picture has the one before it filtered.
static int push(hevc_decoder *self, const uint8_t *unit, size_t size, aux_error *error) {
  int is_slice = size > 2 && unit[0] >> 1 < 32, more = 0;
  if (is_slice && self->is_open && unit[2] & 0x80) {
    set_filter(self, 1);
    de265_push_end_of_frame(self->context);
    int code = step(self, &more, error);
    if (code != AUX_OK) return code;
    self->is_open = 0;
  }
  set_filter(self, 0);
  de265_error reason = de265_push_NAL(self->context, unit, (int)size, 0, NULL);
  if (reason != DE265_OK) return fail(error, reason);
  if (is_slice) self->is_open = 1;
  return step(self, &more, error);
}

int hevc_decoder_push(hevc_decoder *self, const uint8_t *units, size_t size, aux_error *error) {
  while (size >= 4) {
    size_t count = (size_t)units[0] << 24 | (size_t)units[1] << 16 | (size_t)units[2] << 8 | units[3];
    units += 4;
    size -= 4;
    if (count > size || count > INT32_MAX) {
      return aux_fail(error, AUX_ERROR_TRUNCATED, "a NAL unit of %zu bytes has %zu", count, size);
    }
    int code = push(self, units, count, error);
    if (code != AUX_OK) return code;
    units += count;
    size -= count;
  }
  return size == 0 ? AUX_OK : aux_fail(error, AUX_ERROR_TRUNCATED, "a NAL unit ends within its length");
}

/// Whether a warning says that the pixels are not what was coded. Which comes first depends on threads, so that none is named.
static int has_damage(hevc_decoder *self) {
  for (;;) {
    switch (de265_get_warning(self->context)) {
    case DE265_OK: return 0;
    // Two are about threads; messages beside a picture do not change it.
    case DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING:
    case DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM:
    case DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI: continue;
    default: return 1;
    }
  }
}

int hevc_decoder_finish(hevc_decoder *self, aux_error *error) {
  set_filter(self, 1);
  de265_error reason = de265_flush_data(self->context);
  if (reason != DE265_OK) return fail(error, reason);
  for (int more = 1; more;) {
    int code = step(self, &more, error);
    if (code != AUX_OK) return code;
  }
  if (has_damage(self)) return aux_fail(error, AUX_ERROR_CODEC, "the bitstream is damaged");
  return self->pictures > 0 ? AUX_OK : aux_fail(error, AUX_ERROR_CODEC, "the bitstream has no picture");
}
