#include "tiff_memory.h"

#include <stdio.h>
#include <string.h>

// Messages: libtiff prints none, since these handlers say that they dealt with them.

/// Whether an error is a lack of memory, for which libtiff has no code.
static int is_of_memory(const char *format) {
  static const char *const texts[] = {"No space", "ut of memory", "ot enough memory", "annot allocate", "ailed to allocate"};
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index += 1) {
    if (strstr(format, texts[index])) return 1;
  }
  return 0;
}

static int note_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_memory *self = data;
  self->has_failed = 1;
  if (self->error && self->error->message[0] == 0) {
    vsnprintf(self->error->message, sizeof self->error->message, format, arguments);
    self->lacks_memory = is_of_memory(format);
  }
  return 1;
}

/// Passes over all but what is said of pixels: libjpeg's warnings of damaged data that it bridged, and of strips and tiles
/// of JPEG that are too small.
static int note_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  static const char small[] = "Improper JPEG strip/tile size";
  int is_damage = (module && strcmp(module, "JPEGLib") == 0) || strncmp(format, small, sizeof small - 1) == 0;
  return is_damage ? note_error(tiff, data, module, format, arguments) : 1;
}

int tiff_memory_failure(tiff_memory *self, const char *otherwise) {
  aux_error *error = self->error;
  int code = self->lacks_memory ? AUX_ERROR_MEMORY : self->is_short ? AUX_ERROR_TRUNCATED : AUX_ERROR_CODEC;
  if (error->message[0] == 0) return aux_fail(error, code, "%s", otherwise);
  error->code = code;
  return code;
}

// The file

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t count) {
  tiff_memory *self = handle;
  if (count <= 0) return 0;
  uint64_t left = self->position < self->size ? self->size - self->position : 0;
  size_t taken = (uint64_t)count < left ? (size_t)count : (size_t)left;
  if (taken < (size_t)count) self->is_short = 1;
  if (taken > 0) memcpy(out, self->data + self->position, taken);
  self->position += taken;
  return (tmsize_t)taken;
}

static tmsize_t read_output(thandle_t handle, void *out, tmsize_t count) {
  // libtiff reads back what it wrote when it links directories.
  tiff_memory *self = handle;
  self->data = self->output.bytes;
  self->size = self->output.size;
  return read_bytes(handle, out, count);
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) {
  tiff_memory *self = handle;
  if (count <= 0) return 0;
  size_t end = (size_t)self->position + (size_t)count;
  if (end < (size_t)count) return 0;
  if (end > self->output.size) {
    if (!aux_buffer_reserve(&self->output, end - self->output.size)) return 0;
    if (self->position > self->output.size) {
      memset(self->output.bytes + self->output.size, 0, (size_t)self->position - self->output.size);
    }
    self->output.size = end;
  }
  memcpy(self->output.bytes + self->position, bytes, (size_t)count);
  self->position = end;
  return count;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle;
  (void)bytes;
  (void)count;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
  tiff_memory *self = handle;
  uint64_t size = self->output.bytes ? self->output.size : self->size;
  uint64_t base = origin == SEEK_CUR ? self->position : origin == SEEK_END ? size : 0;
  self->position = base + offset;
  return self->position;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t file_size(thandle_t handle) {
  tiff_memory *self = handle;
  return self->output.bytes ? self->output.size : self->size;
}

TIFF *tiff_memory_open(tiff_memory *memory, const char *mode, size_t most_single_bytes) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, memory);
  TIFFOpenOptionsSetWarningHandlerExtR(options, note_warning, memory);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)most_single_bytes);
  int writes = mode[0] == 'w';
  TIFF *tiff = TIFFClientOpenExt(
    "map", mode, memory, writes ? read_output : read_bytes, writes ? write_bytes : write_nothing, seek,
    close_nothing, file_size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}
