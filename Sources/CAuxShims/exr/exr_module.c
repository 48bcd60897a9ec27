#include <stdlib.h>
#include <string.h>

#include "../loader/openexr.h"
#include "exr_file.h"

/// Where lines of the data window go.
typedef struct {
  const exr_file *file;
  uint8_t *out;
} target;

static void take(void *context, int y, int rows, const void *samples) {
  const target *self = context;
  exr_file_place(
    self->file, samples, self->file->data.min.x, y, width_of(self->file->data), rows, self->out);
}

int exr_file_read_by_module(
  const exr_file *self, const char *channel, size_t name_size, void *out, aux_error *error
) {
  aux_openexr_reader *read = aux_load_openexr(error);
  if (!read) return error->code;
  char *name = strndup(channel, name_size);
  if (!name) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read OpenEXR");
  target target = {.file = self, .out = out};
  int code = read(
    self->memory.data, self->memory.size, self->part, name, self->sample_bytes, take, &target, error);
  free(name);
  if (code == AUX_OK) exr_file_fill_around(self, out);
  return code;
}
