#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "exr_file.h"

// What there is to choose from: for each part a byte that says whether it is deep, four of the number of its channels,
// and their names, each ended by a zero byte.

static int add(aux_buffer *list, const void *bytes, size_t count) {
  if (!aux_buffer_reserve(list, count)) return 0;
  memcpy(list->bytes + list->size, bytes, count);
  list->size += count;
  return 1;
}

static int list_parts(const exr_file *file, aux_buffer *list) {
  for (int part = 0; part < file->parts; part += 1) {
    uint8_t is_deep = exr_file_is_deep(file, part) != 0;
    uint32_t count = (uint32_t)exr_file_channel_count(file, part);
    if (!add(list, &is_deep, 1) || !add(list, &count, sizeof count)) return 0;
    for (uint32_t channel = 0; channel < count; channel += 1) {
      const char *name = exr_file_channel_name(file, part, (int)channel);
      if (!add(list, name, strlen(name) + 1)) return 0;
    }
  }
  return 1;
}

/// Fills in the answer to a request for the list, which has to be freed after a failure, too.
static int describe(const exr_file *file, aux_answer *answer, aux_error *error) {
  int code = AUX_OK;
  aux_buffer list = {0}, text = {0};
  size_t size = 0;
  const char *comments = exr_file_comments(file, &size);
  if (!list_parts(file, &list) || (comments && !add(&text, comments, size))) {
    code = aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read OpenEXR");
  }
  *answer = (aux_answer){
    .numbers = {file->parts, comments != NULL}, .buffers = {list.bytes, text.bytes}, .sizes = {list.size, text.size}};
  return code;
}

int aux_run_exr(const aux_request *request, aux_answer *answer, aux_error *error) {
  exr_file *file = NULL;
  int code = exr_file_open(request->data, request->size, &file, error);
  if (code == AUX_OK) code = describe(file, answer, error);
  exr_file_close(file);
  return code;
}

int aux_run_exr_channel(const aux_request *request, aux_answer *answer, aux_error *error) {
  exr_file *file = NULL;
  int code = exr_file_open(request->data, request->size, &file, error);
  if (code != AUX_OK) return code;
  const int64_t *numbers = request->numbers;
  aux_exr_info info = {0};
  code = exr_file_select(file, (int)numbers[0], (int)numbers[1], (uint64_t)numbers[2], &info, error);
  *answer = (aux_answer){.numbers = {info.width, info.height, info.is_half}};
  if (code == AUX_OK && request->target_size > 0) {
    code = exr_file_read(file, request->target, request->target_size, error);
  }
  exr_file_close(file);
  return code;
}

// The file as it is seen from outside

struct aux_exr {
  /// The open file, where it is read in this process; in the box each request opens it again.
  exr_file *file;
  aux_request request;
  aux_answer list;
  int part_count;
  struct exr_part {
    int is_deep;
    uint32_t channel_count;
    const char **names;
  } *parts;
};

/// Finds parts and names in the list, of which nothing is believed; returns AUX_OK or an error code.
static int read_list(aux_exr *self) {
  const uint8_t *at = self->list.buffers[0];
  const uint8_t *end = at + self->list.sizes[0];
  // A part takes five bytes, a channel one.
  if (self->list.numbers[0] < 0 || (uint64_t)self->list.numbers[0] > self->list.sizes[0] / 5) return AUX_ERROR_CODEC;
  self->parts = calloc((size_t)self->list.numbers[0] + 1, sizeof *self->parts);
  if (!self->parts) return AUX_ERROR_MEMORY;
  for (; self->part_count < self->list.numbers[0]; self->part_count += 1) {
    struct exr_part *part = &self->parts[self->part_count];
    if (end - at < 5) return AUX_ERROR_CODEC;
    part->is_deep = at[0] != 0;
    memcpy(&part->channel_count, at + 1, sizeof part->channel_count);
    at += 5;
    if (part->channel_count > (size_t)(end - at)) return AUX_ERROR_CODEC;
    part->names = calloc((size_t)part->channel_count + 1, sizeof *part->names);
    if (!part->names) return AUX_ERROR_MEMORY;
    for (uint32_t channel = 0; channel < part->channel_count; channel += 1) {
      const uint8_t *stop = at == end ? NULL : memchr(at, 0, (size_t)(end - at));
      if (!stop) return AUX_ERROR_CODEC;
      part->names[channel] = (const char *)at;
      at = stop + 1;
    }
  }
  return AUX_OK;
}

int aux_exr_open(const uint8_t *data, size_t size, aux_exr **out, aux_error *error) {
  *out = NULL;
  aux_exr *self = calloc(1, sizeof *self);
  if (!self) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read OpenEXR");
  self->request = (aux_request){.data = data, .size = size};
  int code = AUX_OK;
  if (aux_box_is_started()) {
    code = aux_call(AUX_OPERATION_EXR, &self->request, &self->list, error);
  } else {
    code = exr_file_open(data, size, &self->file, error);
    if (code == AUX_OK) code = describe(self->file, &self->list, error);
  }
  if (code == AUX_OK) {
    code = read_list(self);
    if (code != AUX_OK) aux_fail(error, code, "the list of channels cannot be taken");
  }
  if (code == AUX_OK) {
    *out = self;
  } else {
    aux_exr_close(self);
  }
  return code;
}

void aux_exr_close(aux_exr *self) {
  if (!self) return;
  for (int part = 0; self->parts && part <= self->part_count; part += 1) free(self->parts[part].names);
  free(self->parts);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(self->list.buffers[index]);
  exr_file_close(self->file);
  free(self);
}

int aux_exr_part_count(const aux_exr *self) { return self->part_count; }

static int has_part(const aux_exr *self, int part) { return part >= 0 && part < self->part_count; }

int aux_exr_is_deep(const aux_exr *self, int part) { return !has_part(self, part) || self->parts[part].is_deep; }

int aux_exr_channel_count(const aux_exr *self, int part) {
  return has_part(self, part) ? (int)self->parts[part].channel_count : 0;
}

const char *aux_exr_channel_name(const aux_exr *self, int part, int channel) {
  if (channel < 0 || channel >= aux_exr_channel_count(self, part)) return "";
  return self->parts[part].names[channel];
}

const char *aux_exr_comments(const aux_exr *self, size_t *size) {
  *size = self->list.sizes[1];
  if (self->list.numbers[1] == 0) return NULL;
  return self->list.buffers[1] ? (const char *)self->list.buffers[1] : "";
}

int aux_exr_select(
  aux_exr *self, int part, int channel, uint64_t max_pixels, aux_exr_info *info, aux_error *error
) {
  if (self->file) return exr_file_select(self->file, part, channel, max_pixels, info, error);
  // An `int64_t` holds all that an image can have.
  if (max_pixels > INT64_MAX / 4) max_pixels = INT64_MAX / 4;
  int64_t numbers[AUX_REQUEST_NUMBERS] = {part, channel, (int64_t)max_pixels};
  memcpy(self->request.numbers, numbers, sizeof numbers);
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_EXR_CHANNEL, &self->request, &answer, error);
  if (code != AUX_OK) return code;
  *info = (aux_exr_info){
    .width = (uint32_t)answer.numbers[0], .height = (uint32_t)answer.numbers[1], .is_half = answer.numbers[2] != 0};
  if (info->width > 0 && info->height > 0 && (uint64_t)info->width * info->height <= max_pixels) return AUX_OK;
  return aux_fail(error, AUX_ERROR_CODEC, "the decoder gave an impossible size");
}

int aux_exr_read(aux_exr *self, void *out, size_t size, aux_error *error) {
  if (self->file) return exr_file_read(self->file, out, size, error);
  aux_request request = self->request;
  request.target = out;
  request.target_size = size;
  aux_answer answer;
  return aux_call(AUX_OPERATION_EXR_CHANNEL, &request, &answer, error);
}
