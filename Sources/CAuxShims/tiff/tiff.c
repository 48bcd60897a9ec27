#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "tiff_file.h"

/// Hands out the description or, where there is room for them, the samples of an open file.
static int finish(tiff_file *file, const aux_request *request, aux_answer *answer, aux_error *error) {
  if (request->target_size > 0) return tiff_file_read(file, request->target, request->target_size, error);
  const char *text = tiff_file_description(file);
  if (!text) return AUX_OK;
  answer->buffers[0] = (uint8_t *)strdup(text);
  answer->sizes[0] = strlen(text) + 1;
  return answer->buffers[0] ? AUX_OK : aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read TIFF");
}

static int run_map(const aux_request *request, tiff_file **file, aux_answer *answer, aux_error *error) {
  aux_tiff_info info = {0};
  int code = tiff_file_open_map(request->data, request->size, (uint64_t)request->numbers[0], file, &info, error);
  if (code != AUX_OK) return code;
  int64_t numbers[] = {info.width, info.height, info.sample};
  memcpy(answer->numbers, numbers, sizeof numbers);
  return finish(*file, request, answer, error);
}

static int run_photo(const aux_request *request, tiff_file **file, aux_answer *answer, aux_error *error) {
  aux_tiff_photo_info info = {0};
  int code = tiff_file_open_photo(
    request->data, request->size, (uint64_t)request->numbers[1], (uint64_t)request->numbers[0], file, &info, error);
  if (code != AUX_OK) return code;
  int64_t numbers[] = {info.width, info.height, info.bits, info.channels};
  memcpy(answer->numbers, numbers, sizeof numbers);
  return finish(*file, request, answer, error);
}

int aux_run_tiff_map(const aux_request *request, aux_answer *answer, aux_error *error) {
  tiff_file *file = NULL;
  int code = run_map(request, &file, answer, error);
  tiff_file_close(file);
  return code;
}

int aux_run_tiff_photo(const aux_request *request, aux_answer *answer, aux_error *error) {
  tiff_file *file = NULL;
  int code = run_photo(request, &file, answer, error);
  tiff_file_close(file);
  return code;
}

// The file as it is seen from outside

struct aux_tiff {
  /// The open file, where it is read in this process; in the box each request opens it again.
  tiff_file *file;
  int operation;
  aux_request request;
  aux_answer answer;
};

/// Opens a file and takes its description; `*out` is NULL after a failure.
static int open_file(
  int operation, const uint8_t *data, size_t size, uint64_t directory, uint64_t max_pixels, aux_tiff **out,
  aux_error *error
) {
  *out = NULL;
  // An `int64_t` holds all that an image can have.
  if (max_pixels > INT64_MAX / 64) max_pixels = INT64_MAX / 64;
  aux_tiff *self = calloc(1, sizeof *self);
  if (!self) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read TIFF");
  self->operation = operation;
  self->request = (aux_request){.data = data, .size = size, .numbers = {(int64_t)max_pixels, (int64_t)directory}};
  int code = AUX_OK;
  if (aux_box_is_used(operation)) {
    code = aux_call(operation, &self->request, &self->answer, error);
  } else {
    aux_clear(error);
    code = (operation == AUX_OPERATION_TIFF_MAP ? run_map : run_photo)(
      &self->request, &self->file, &self->answer, error);
  }
  const int64_t *numbers = self->answer.numbers;
  const uint8_t *text = self->answer.buffers[0];
  if (code == AUX_OK
      && (numbers[0] <= 0 || numbers[0] > UINT32_MAX || numbers[1] <= 0 || numbers[1] > UINT32_MAX
        || (uint64_t)numbers[0] * (uint64_t)numbers[1] > max_pixels
        || (text && text[self->answer.sizes[0] - 1] != 0))) {
    code = aux_fail(error, AUX_ERROR_CODEC, "the decoder gave an impossible size");
  }
  if (code == AUX_OK) {
    *out = self;
  } else {
    aux_tiff_close(self);
  }
  return code;
}

int aux_tiff_open(
  const uint8_t *data, size_t size, uint64_t max_pixels, aux_tiff **out, aux_tiff_info *info,
  aux_error *error
) {
  int code = open_file(AUX_OPERATION_TIFF_MAP, data, size, 0, max_pixels, out, error);
  if (code != AUX_OK) return code;
  const int64_t *numbers = (*out)->answer.numbers;
  *info = (aux_tiff_info){
    .width = (uint32_t)numbers[0], .height = (uint32_t)numbers[1], .sample = (int)numbers[2]};
  return AUX_OK;
}

int aux_tiff_open_photo(
  const uint8_t *data, size_t size, uint64_t directory, uint64_t max_pixels, aux_tiff **out,
  aux_tiff_photo_info *info, aux_error *error
) {
  int code = open_file(AUX_OPERATION_TIFF_PHOTO, data, size, directory, max_pixels, out, error);
  if (code != AUX_OK) return code;
  const int64_t *numbers = (*out)->answer.numbers;
  *info = (aux_tiff_photo_info){
    .width = (uint32_t)numbers[0], .height = (uint32_t)numbers[1], .bits = (int)numbers[2],
    .channels = (int)numbers[3]};
  if ((info->bits == 8 || info->bits == 16) && info->channels >= 1 && info->channels <= 4) return AUX_OK;
  aux_tiff_close(*out);
  *out = NULL;
  return aux_fail(error, AUX_ERROR_CODEC, "the decoder gave impossible samples");
}

int aux_tiff_read(aux_tiff *self, void *out, size_t size, aux_error *error) {
  if (self->file) return tiff_file_read(self->file, out, size, error);
  aux_request request = self->request;
  request.target = out;
  request.target_size = size;
  aux_answer answer;
  return aux_call(self->operation, &request, &answer, error);
}

const char *aux_tiff_description(const aux_tiff *self) { return (const char *)self->answer.buffers[0]; }

void aux_tiff_close(aux_tiff *self) {
  if (!self) return;
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(self->answer.buffers[index]);
  tiff_file_close(self->file);
  free(self);
}
