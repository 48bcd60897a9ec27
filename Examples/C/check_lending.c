// What is written beside maps and mattes that are copied: floats that stay the caller's, GDepth, gain maps with their
// metadata, portraits for Photos, and files that are repaired.

#include "check.h"

static float lent[map_height][map_width + 1];

static void released(void *context) { *(int *)context += 1; }

/// Lends the map of photo_map() without its hole.
static auxdepth_map *lent_map(const char *options, int *releases) {
  auxdepth_error *error = NULL;
  for (size_t row = 0; row < map_height; row += 1)
    for (size_t column = 0; column < map_width; column += 1) lent[row][column] = metres_at(column);
  auxdepth_map *map;
  OK(auxdepth_map_lend(lent[0], map_width, map_height, sizeof lent[0], sizeof lent, released, releases, options, &map, &error));
  return map;
}

/// Makes a photo with a map in memory; closes both.
static void make(auxdepth_map *map, const char *options, uint8_t **bytes, size_t *count) {
  auxdepth_error *error = NULL;
  auxdepth_picture *picture = photo_picture();
  auxdepth_edit *edit;
  OK(auxdepth_edit_new_picture(picture, "jpeg", NULL, NULL, &edit, &error));
  auxdepth_picture_close(picture);
  OK(auxdepth_edit_attach_depth(edit, map, options, &error));
  auxdepth_map_close(map);
  char *report;
  OK(auxdepth_edit_write_memory(edit, bytes, count, &report, &error));
  EXPECT(strstr(report, "\"maxError\":") != NULL);
  auxdepth_free(report);
  auxdepth_edit_close(edit);
}

static void check_lent(void) {
  auxdepth_error *error = NULL;
  int releases = 0;
  const char *options = "{\"intrinsics\": [40, 41, 24, 16]}";
  auxdepth_map *map = lent_map(options, &releases);
  auxdepth_map_info info = AUXDEPTH_MAP_INFO_INIT;
  OK(auxdepth_map_describe(map, &info, &error));
  EXPECT(info.width == map_width && info.height == map_height && info.read_width == map_width);
  EXPECT(info.kind == AUXDEPTH_FLOAT32 && info.has_calibration == 1);
  char *json;
  OK(auxdepth_map_calibration_json(map, &json, &error));
  EXPECT(strstr(json, "\"intrinsicMatrix\":[40,0,0,0,41,0,24,16,1]") != NULL);
  auxdepth_free(json);
  static float values[map_height][map_width];
  OK(auxdepth_map_read_samples(map, values, 0, sizeof values, &error));
  EXPECT(values[9][11] == metres_at(11));
  OK(auxdepth_map_read_floats(map, AUXDEPTH_PER_METRE, AUXDEPTH_HOLES_NAN, values[0], 0, sizeof values, &error));
  EXPECT(fabsf(values[9][11] - 1 / metres_at(11)) < 1e-6f);

  // The same photo as with a copy of the samples.
  uint8_t *of_lent, *of_copy;
  size_t lent_count, copy_count;
  make(map, NULL, &of_lent, &lent_count);
  EXPECT(releases == 1);
  auxdepth_map *copy;
  OK(auxdepth_map_new(lent, AUXDEPTH_FLOAT32, map_width, map_height, sizeof lent[0], sizeof lent, options, &copy, &error));
  make(copy, NULL, &of_copy, &copy_count);
  EXPECT(lent_count == copy_count && memcmp(of_lent, of_copy, lent_count) == 0);
  auxdepth_free(of_lent);
  auxdepth_free(of_copy);

  // Samples that changed are noticed; the edit holds them until it is closed.
  map = lent_map(NULL, &releases);
  auxdepth_picture *picture = photo_picture();
  auxdepth_edit *edit;
  OK(auxdepth_edit_new_picture(picture, "heif", NULL, NULL, &edit, &error));
  auxdepth_picture_close(picture);
  OK(auxdepth_edit_attach_depth(edit, map, NULL, &error));
  auxdepth_map_close(map);
  EXPECT(releases == 1);
  lent[3][4] += 1;
  uint8_t *bytes;
  size_t count;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
  lent[3][4] -= 1;
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
  auxdepth_free(bytes);
  auxdepth_edit_close(edit);
  EXPECT(releases == 2);

  // A call that fails releases too.
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_map_lend(lent[0], map_width, map_height, 0, 16, released, &releases, NULL, &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_map_lend(NULL, map_width, map_height, 0, sizeof lent, released, &releases, NULL, &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_map_lend(lent[0], map_width, map_height, 0, sizeof lent, NULL, NULL, "{\"neer\": 1}", &map, &error));
  EXPECT(releases == 4 && map == NULL);
}

static void check_gdepth(void) {
  auxdepth_error *error = NULL;
  uint8_t *bytes;
  size_t count;
  make(photo_map(NULL), "{\"gdepth\": true}", &bytes, &count);
  auxdepth_photo *photo;
  OK(auxdepth_photo_open_memory(bytes, count, NULL, &photo, &error));
  auxdepth_free(bytes);
  EXPECT(auxdepth_image_count(photo) == 2);
  char *info;
  OK(auxdepth_photo_info_json(photo, &info, &error));
  EXPECT(strstr(info, "GDepth") != NULL);
  auxdepth_free(info);
  auxdepth_photo_close(photo);
}

static void check_gain_maps(void) {
  auxdepth_error *error = NULL;
  static uint8_t codes[map_height][map_width];
  for (size_t row = 0; row < map_height; row += 1)
    for (size_t column = 0; column < map_width; column += 1) codes[row][column] = (uint8_t)(column * 5);
  auxdepth_gain_map given = AUXDEPTH_GAIN_MAP_INIT;
  given.alternate_headroom = 2;
  given.gain_min[0] = -0.5, given.gain_max[0] = 2, given.gamma[0] = 1.25;
  given.base_offset[0] = given.alternate_offset[0] = 1.0 / 64;
  const char *containers[] = {"jpeg", "heif", "avif"};
  for (size_t index = 0; index < 3; index += 1) {
    auxdepth_picture *picture = photo_picture();
    auxdepth_edit *edit;
    OK(auxdepth_edit_new_picture(picture, containers[index], NULL, NULL, &edit, &error));
    auxdepth_picture_close(picture);
    OK(auxdepth_edit_attach_gain_map(edit, codes, AUXDEPTH_UINT8, map_width, map_height, 0, sizeof codes, &given, NULL, &error));
    uint8_t *bytes;
    size_t count;
    OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
    auxdepth_edit_close(edit);
    auxdepth_photo *photo;
    OK(auxdepth_photo_open_memory(bytes, count, NULL, &photo, &error));
    auxdepth_free(bytes);
    int64_t found = auxdepth_image_find(photo, "gainmap");
    EXPECT(found >= 0);
    auxdepth_gain_map read = AUXDEPTH_GAIN_MAP_INIT;
    OK(auxdepth_image_gain_map(photo, (size_t)found, &read, &error));
    EXPECT(read.channel_count == 1 && fabs(read.alternate_headroom - 2) < 1e-5 && read.base_headroom == 0);
    EXPECT(fabs(read.gain_min[0] + 0.5) < 1e-5 && fabs(read.gain_max[2] - 2) < 1e-5 && fabs(read.gamma[1] - 1.25) < 1e-5);
    EXPECT(fabs(read.base_offset[0] - 1.0 / 64) < 1e-5 && read.uses_base_colour_space == 1);
    read.struct_size = 8;
    FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_gain_map(photo, (size_t)found, &read, &error));
    FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_gain_map(photo, (size_t)found, NULL, &error));
    auxdepth_photo_close(photo);
  }
  auxdepth_picture *picture = photo_picture();
  auxdepth_edit *edit;
  OK(auxdepth_edit_new_picture(picture, "jpeg", NULL, NULL, &edit, &error));
  auxdepth_picture_close(picture);
  given.channel_count = 2;
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_edit_attach_gain_map(edit, codes, AUXDEPTH_UINT8, map_width, map_height, 0, sizeof codes, &given, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_edit_attach_gain_map(edit, codes, AUXDEPTH_UINT8, map_width, map_height, 0, sizeof codes, NULL, NULL, &error));
  auxdepth_edit_close(edit);
}

static void check_portraits(const char *path) {
  auxdepth_error *error = NULL;
  auxdepth_photo *photo;
  auxdepth_edit *edit;
  OK(auxdepth_photo_open(path, NULL, &photo, &error));
  OK(auxdepth_edit_new(photo, NULL, NULL, &edit, &error));
  char *missing;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_prepare_portrait(edit, NULL, "{\"focus\": [2, 0]}", &missing, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_prepare_portrait(edit, NULL, "{\"focus\": [0.5]}", &missing, &error));
  // The photo is no portrait of a camera that could lend.
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_prepare_portrait(edit, photo, NULL, &missing, &error));
  OK(auxdepth_edit_prepare_portrait(edit, NULL, "{\"focus\": [0.5, 0.25, 0.2, 0.1]}", &missing, &error));
  EXPECT(strstr(missing, "slider") != NULL && strstr(missing, "Focus region") == NULL);
  auxdepth_free(missing);
  uint8_t *bytes;
  size_t count;
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
  auxdepth_edit_close(edit);
  auxdepth_photo_close(photo);
  char *report;
  OK(auxdepth_validate_memory(bytes, count, "{\"profile\": \"photos-portrait\"}", &report, &error));
  EXPECT(auxdepth_report_judgement(report) == AUXDEPTH_OK);
  auxdepth_free(report);
  auxdepth_free(bytes);
}

/// Copies a JPEG file with a comment after its MPF segment, whose offsets are stale then.
static void write_stale(const char *from, const char *to) {
  static uint8_t bytes[1 << 20];
  static const uint8_t comment[] = {0xFF, 0xFE, 0, 4, 'h', 'i'};
  FILE *file = fopen(from, "rb");
  EXPECT(file != NULL);
  if (!file) return;
  size_t count = fread(bytes, 1, sizeof bytes, file), at = 0;
  fclose(file);
  for (size_t index = 4; index + 4 < count && at == 0; index += 1)
    if (memcmp(bytes + index, "MPF", 4) == 0) at = index - 2 + (size_t)(bytes[index - 2] << 8 | bytes[index - 1]);
  EXPECT(at > 0 && at < count);
  file = fopen(to, "wb");
  EXPECT(file && fwrite(bytes, 1, at, file) == at && fwrite(comment, 1, 6, file) == 6);
  EXPECT(file && fwrite(bytes + at, 1, count - at, file) == count - at && fclose(file) == 0);
}

static void check_repairing(const char *folder, const char *path) {
  auxdepth_error *error = NULL;
  char *stale = in_folder(folder, "stale.jpg"), *report;
  write_stale(path, stale);
  OK(auxdepth_repair(stale, AUXDEPTH_WRITE_NO_SYNC, NULL, &report, &error));
  EXPECT(strstr(report, "\"repaired\":") && strstr(report, "JPEG-MPF-STALE"));
  EXPECT(auxdepth_report_judgement(report) == AUXDEPTH_OK);
  auxdepth_free(report);
  // A second time there is nothing to do.
  OK(auxdepth_repair(stale, 0, "{\"headersOnly\": true}", &report, &error));
  EXPECT(strstr(report, "\"repaired\":") == NULL);
  auxdepth_free(report);
  OK(auxdepth_repair("nowhere.jpg", 0, NULL, &report, &error));
  EXPECT(auxdepth_report_judgement(report) != AUXDEPTH_OK);
  auxdepth_free(report);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_repair("-", 0, NULL, &report, &error));
  EXPECT(report == NULL);
  free(stale);
}

void check_lending(const char *folder) {
  char *path = in_folder(folder, "photo.jpg");
  check_lent();
  check_gdepth();
  check_gain_maps();
  check_portraits(path);
  check_repairing(folder, path);
  free(path);
}
