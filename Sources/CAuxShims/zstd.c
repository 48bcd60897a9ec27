#include "box/operations.h"
#include "loader/libzstd.h"

/// The largest window that is allocated for a frame: 64 MiB.
enum { largest_window_log = 26 };

/// Fills `out` from the beginning of the frame; what follows of it is not decompressed.
static int fill(ZSTD_DCtx *context, ZSTD_inBuffer *in, ZSTD_outBuffer *out, aux_error *error) {
  while (out->pos < out->size) {
    size_t before = in->pos + out->pos;
    size_t left = ZSTD_decompressStream(context, out, in);
    if (ZSTD_isError(left)) {
      return aux_fail(error, AUX_ERROR_CODEC, "the Zstandard data are damaged: %s", ZSTD_getErrorName(left));
    }
    if (out->pos == out->size) break;
    // The frame has ended, or the data have.
    if (left == 0 || in->pos + out->pos == before) {
      return aux_fail(
        error, AUX_ERROR_TRUNCATED, "the Zstandard data are %zu bytes, and %zu are needed", out->pos, out->size);
    }
  }
  return AUX_OK;
}

int aux_run_zstd(const aux_request *request, aux_answer *answer, aux_error *error) {
  (void)answer;
  if (aux_load_zstd(error) != AUX_OK) return error->code;
  ZSTD_DCtx *context = ZSTD_createDCtx();
  if (!context) return aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory for Zstandard data");
  int code = AUX_OK;
  size_t result = ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, largest_window_log);
  if (ZSTD_isError(result)) {
    code = aux_fail(error, AUX_ERROR_CODEC, "libzstd takes no limit: %s", ZSTD_getErrorName(result));
  }
  ZSTD_inBuffer in = {request->data, request->size, 0};
  ZSTD_outBuffer out = {request->target, request->target_size, 0};
  if (code == AUX_OK) code = fill(context, &in, &out, error);
  ZSTD_freeDCtx(context);
  return code;
}

int aux_zstd_read(const uint8_t *data, size_t size, uint8_t *out, size_t count, aux_error *error) {
  aux_request request = {.data = data, .size = size, .target = out, .target_size = count};
  aux_answer answer;
  return aux_call(AUX_OPERATION_ZSTD, &request, &answer, error);
}
