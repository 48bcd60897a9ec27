// Photos whose bytes the caller gives by ranges, as from an object store.

#include "check.h"

/// A file in memory, and what was asked of it.
typedef struct {
  uint8_t *bytes;
  size_t count, asked;
  int fails, released;
} ranged;

static int32_t read_range(void *context, uint64_t offset, size_t count, uint8_t *bytes) {
  ranged *file = context;
  EXPECT(offset + count <= file->count);
  if (file->fails) return 1;
  memcpy(bytes, file->bytes + offset, count);
  file->asked += count;
  return 0;
}

static void release(void *context) { ((ranged *)context)->released += 1; }

static ranged open_file(const char *folder, const char *name) {
  char *path = in_folder(folder, name);
  ranged file = {NULL, 0, 0, 0, 0};
  FILE *stream = fopen(path, "rb");
  if (!stream || fseek(stream, 0, SEEK_END) != 0) abort();
  file.count = (size_t)ftell(stream);
  file.bytes = malloc(file.count);
  rewind(stream);
  if (!file.bytes || fread(file.bytes, 1, file.count, stream) != file.count) abort();
  fclose(stream);
  free(path);
  return file;
}

void check_ranges(const char *folder) {
  auxdepth_error *error = NULL;
  auxdepth_photo *photo;
  ranged file = open_file(folder, "photo.heic");
  OK(auxdepth_photo_open_ranges(file.count, read_range, release, &file, NULL, &photo, &error));
  EXPECT(auxdepth_image_count(photo) == 2 && file.asked > 0 && file.released == 0);
  static float metres[map_height][map_width];
  size_t depth = (size_t)auxdepth_image_find_depth(photo);
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], 0, sizeof metres, &error));
  EXPECT(fabs(metres[9][9] - metres_at(9)) < 0.1);
  // That bytes do not come any more is no fault of the file.
  file.fails = 1;
  FAILS(AUXDEPTH_IO, "io",
        auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], 0, sizeof metres,
                                   &error));
  auxdepth_photo_close(photo);
  EXPECT(file.released == 1);
  // Told on failure, too.
  FAILS(AUXDEPTH_IO, "io", auxdepth_photo_open_ranges(file.count, read_range, release, &file, NULL, &photo, &error));
  EXPECT(photo == NULL && file.released == 2);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open_ranges(9, NULL, release, &file, NULL, &photo, &error));
  EXPECT(file.released == 3);
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_photo_open_ranges(9, read_range, NULL, &file, "{\"editing\": true}", &photo, &error));

  char *json;
  FAILS(AUXDEPTH_IO, "io", auxdepth_validate_ranges(file.count, read_range, &file, NULL, NULL, &json, &error));
  file.fails = 0;
  OK(auxdepth_validate_ranges(file.count, read_range, &file, NULL, "{\"headersOnly\": true}", &json, &error));
  EXPECT(strstr(json, "\"valid\":true") != NULL);
  auxdepth_free(json);
  // The path says which folder of a policy the file belongs to.
  const char *policy = "{\"policy\": {\"folders\": {\"drafts/**\": {\"require\": [\"skin\"]}}}}";
  const struct {
    const char *path, *found;
  } expected[] = {{"drafts/photo.heic", "\"valid\":false"}, {"final/photo.heic", "\"valid\":true"}, {NULL, "\"valid\":true"}};
  for (size_t index = 0; index < sizeof expected / sizeof expected[0]; index += 1) {
    OK(auxdepth_validate_ranges(file.count, read_range, &file, expected[index].path, policy, &json, &error));
    EXPECT(strstr(json, expected[index].found) != NULL);
    auxdepth_free(json);
  }
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_validate_ranges(9, NULL, NULL, NULL, NULL, &json, &error));
  free(file.bytes);
}
