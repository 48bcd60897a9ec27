#include <stdlib.h>
#include <string.h>

#include "exr_file.h"

/// The largest display window that may be almost empty.
enum { most_bare_pixels = 1 << 26 };

static exr_storage_t storage_of(const exr_file *self, int part) {
  exr_storage_t storage = EXR_STORAGE_LAST_TYPE;
  exr_get_storage(self->context, part, &storage);
  return storage;
}

/// Returns the number of the channel of that name, or -1; a part of deep data has none.
static int find_channel(const exr_file *self, int part, const char *name, size_t size, const exr_attr_chlist_t **list) {
  exr_storage_t storage = storage_of(self, part);
  if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED) return -1;
  if (exr_get_channels(self->context, part, list) != EXR_ERR_SUCCESS) return -1;
  for (int index = 0; index < (*list)->num_channels; index += 1) {
    const exr_attr_string_t *other = &(*list)->entries[index].name;
    if (other->length >= 0 && (size_t)other->length == size && memcmp(other->str, name, size) == 0) return index;
  }
  return -1;
}

// Opening

int exr_file_open(const uint8_t *data, size_t size, exr_file **out, aux_error *error) {
  aux_clear(error);
  *out = NULL;
  if (aux_load_exr(error) != AUX_OK) return error->code;
  exr_file *self = calloc(1, sizeof *self);
  if (!self) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to read OpenEXR");
  self->memory = (exr_memory){.data = data, .size = size, .error = error};
  self->part = -1;
  exr_context_initializer_t options = exr_memory_options(&self->memory);
  exr_result_t result = exr_start_read(&self->context, "map", &options);
  if (result != EXR_ERR_SUCCESS) {
    int code = exr_memory_failure(&self->memory, result, "the header cannot be read");
    exr_file_close(self);
    return code;
  }
  self->memory.error = NULL;
  aux_clear(error);
  *out = self;
  return AUX_OK;
}

void exr_file_close(exr_file *self) {
  if (!self) return;
  self->memory.error = NULL;
  if (self->context) exr_finish(&self->context);
  free(self);
}

// Choosing a channel

static int check_windows(exr_file *self, int part, uint64_t max_pixels, aux_error *error) {
  exr_result_t result = exr_get_data_window(self->context, part, &self->data);
  if (result == EXR_ERR_SUCCESS) result = exr_get_display_window(self->context, part, &self->display);
  if (result != EXR_ERR_SUCCESS) return exr_memory_failure(&self->memory, result, "a window is missing");
  exr_attr_box2i_t windows[] = {self->data, self->display};
  for (int index = 0; index < 2; index += 1) {
    int64_t width = width_of(windows[index]), height = height_of(windows[index]);
    if (width <= 0 || height <= 0) {
      return aux_fail(error, AUX_ERROR_MALFORMED, "a window of the image is empty");
    }
    if (width > INT32_MAX || height > INT32_MAX || (uint64_t)width * (uint64_t)height > max_pixels) {
      return aux_fail(
        error, AUX_ERROR_LIMIT, "%lldx%lld is more than the limit of %llu pixels (Limits.pixels)", (long long)width,
        (long long)height, (unsigned long long)max_pixels);
    }
  }
  // Few pixels in a huge frame are more likely damage than a crop, and would fill memory with NaN.
  uint64_t shown = (uint64_t)width_of(self->display) * (uint64_t)height_of(self->display);
  uint64_t held = (uint64_t)width_of(self->data) * (uint64_t)height_of(self->data);
  if (shown > most_bare_pixels && shown / 64 > held) {
    return aux_fail(
      error, AUX_ERROR_LIMIT, "a display window of %lldx%lld is too large for %lldx%lld pixels of data",
      (long long)width_of(self->display), (long long)height_of(self->display),
      (long long)width_of(self->data), (long long)height_of(self->data));
  }
  return AUX_OK;
}

/// Checks that the file can hold the blocks that the header promises.
static int check_blocks(exr_file *self, int part, aux_error *error) {
  exr_compression_t compression = EXR_COMPRESSION_NONE;
  int32_t blocks = 0;
  exr_result_t result = exr_get_compression(self->context, part, &compression);
  if (result == EXR_ERR_SUCCESS) result = exr_get_chunk_count(self->context, part, &blocks);
  if (result != EXR_ERR_SUCCESS) return exr_memory_failure(&self->memory, result, "no count of blocks");
  // Each has an offset of 8 bytes and at least 8 bytes of its own.
  uint64_t pixels = (uint64_t)width_of(self->data) * (uint64_t)height_of(self->data);
  uint64_t needed = pixels * self->sample_bytes / largest_ratio(compression);
  if (blocks <= 0 || (uint64_t)blocks * 16 > self->memory.size || needed > self->memory.size) {
    return aux_fail(
      error, AUX_ERROR_TRUNCATED, "a file of %zu bytes cannot hold %d blocks of %lldx%lld pixels",
      self->memory.size, blocks, (long long)width_of(self->data), (long long)height_of(self->data));
  }
  return AUX_OK;
}

int exr_file_select(
  exr_file *self, int part, const char *name, size_t name_size, uint64_t max_pixels, aux_error *error
) {
  aux_clear(error);
  const exr_attr_chlist_t *channels = NULL;
  int channel = find_channel(self, part, name, name_size, &channels);
  if (channel < 0) return aux_fail(error, AUX_ERROR_USAGE, "there is no such channel");
  const exr_attr_chlist_entry_t *entry = &channels->entries[channel];
  if (entry->pixel_type != EXR_PIXEL_HALF && entry->pixel_type != EXR_PIXEL_FLOAT) {
    return aux_fail(
      error, AUX_ERROR_UNSUPPORTED, "channel %s holds whole numbers, not halves or floats",
      entry->name.str);
  }
  if (entry->x_sampling != 1 || entry->y_sampling != 1) {
    return aux_fail(error, AUX_ERROR_UNSUPPORTED, "channel %s is subsampled", entry->name.str);
  }
  self->memory.error = error;
  self->sample_bytes = entry->pixel_type == EXR_PIXEL_HALF ? 2 : 4;
  int code = check_windows(self, part, max_pixels, error);
  if (code == AUX_OK) code = check_blocks(self, part, error);
  self->memory.error = NULL;
  if (code != AUX_OK) return code;
  self->part = part;
  self->channel = channel;
  self->is_tiled = storage_of(self, part) == EXR_STORAGE_TILED;
  aux_clear(error);
  return AUX_OK;
}
