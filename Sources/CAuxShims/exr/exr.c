#include <string.h>

#include "../box/operations.h"
#include "../loader/openexr.h"
#include "exr_file.h"

/// Decodes the channel whose name is beside the file; numbers are the part and the most pixels.
int aux_run_exr(const aux_request *request, aux_answer *answer, aux_error *error) {
  (void)answer;
  exr_file *file = NULL;
  int code = exr_file_open(request->data, request->size, &file, error);
  if (code != AUX_OK) return code;
  code = exr_file_select(
    file, (int)request->numbers[0], (const char *)request->beside, request->beside_size,
    (uint64_t)request->numbers[1], error);
  if (code == AUX_OK) code = exr_file_read(file, request->target, request->target_size, error);
  if (code != AUX_OK && file->is_lacking) {
    code = exr_file_read_by_module(
      file, (const char *)request->beside, request->beside_size, request->target, error);
  }
  exr_file_close(file);
  return code;
}

void aux_prepare_exr_module(void) {
  aux_prepare_exr();
  // What fails here fails again where it is needed, and says so.
  aux_error error;
  aux_load_openexr(&error);
}

int aux_exr_decode(
  const uint8_t *data, size_t size, int part, const char *channel, int is_dwa, uint64_t max_pixels, void *out,
  size_t out_size, aux_error *error
) {
  // An `int64_t` holds all that an image can have.
  if (max_pixels > INT64_MAX / 4) max_pixels = INT64_MAX / 4;
  aux_request request = {
    .data = data, .size = size, .beside = (const uint8_t *)channel, .beside_size = strlen(channel),
    .numbers = {part, (int64_t)max_pixels}, .target = out, .target_size = out_size};
  aux_answer answer = {0};
  return aux_call(is_dwa ? AUX_OPERATION_EXR_DWA : AUX_OPERATION_EXR, &request, &answer, error);
}
