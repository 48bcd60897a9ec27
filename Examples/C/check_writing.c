// Maps and pictures of memory, and the photo that is made of them.

#include "check.h"

float metres_at(size_t column) { return 1 + 3 * (float)column / (map_width - 1); }

auxdepth_picture *photo_picture(void) {
  auxdepth_error *error = NULL;
  static uint8_t rgb[photo_height][photo_width + 5][3];
  for (size_t row = 0; row < photo_height; row += 1)
    for (size_t column = 0; column < photo_width; column += 1) {
      uint8_t *pixel = rgb[row][column];
      pixel[0] = (uint8_t)(column * 2), pixel[1] = (uint8_t)(row * 3), pixel[2] = (column / 8 + row / 8) % 2 ? 200 : 40;
    }
  auxdepth_picture *picture;
  OK(auxdepth_picture_new(rgb, photo_width, photo_height, 3, 8, sizeof rgb[0], sizeof rgb, NULL, 0, NULL, &picture,
                          &error));
  return picture;
}

auxdepth_map *photo_map(const char *options) {
  auxdepth_error *error = NULL;
  static float samples[map_height][map_width + 3];
  for (size_t row = 0; row < map_height; row += 1)
    for (size_t column = 0; column < map_width; column += 1) samples[row][column] = metres_at(column);
  samples[5][7] = NAN;
  auxdepth_map *map;
  OK(auxdepth_map_new(samples, AUXDEPTH_FLOAT32, map_width, map_height, sizeof samples[0], sizeof samples, options,
                      &map, &error));
  return map;
}

void check_maps(const char *folder) {
  auxdepth_error *error = NULL;
  auxdepth_map *map = photo_map("{\"intrinsics\": [40, 41, 24, 16]}");
  auxdepth_map_info info = AUXDEPTH_MAP_INFO_INIT;
  OK(auxdepth_map_describe(map, &info, &error));
  EXPECT(info.width == map_width && info.height == map_height && info.kind == AUXDEPTH_FLOAT32);
  EXPECT(info.quantity == AUXDEPTH_QUANTITY_DEPTH && info.has_calibration == 1);

  static float values[map_height][map_width];
  OK(auxdepth_map_read_floats(map, AUXDEPTH_PER_METRE, AUXDEPTH_HOLES_NAN, values[0], 0, sizeof values, &error));
  EXPECT(fabsf(values[3][20] - 1 / metres_at(20)) < 1e-6f && isnan(values[5][7]));
  OK(auxdepth_map_read_floats(map, AUXDEPTH_METRES, AUXDEPTH_HOLES_FILLED, values[0], 0, sizeof values, &error));
  EXPECT(values[3][20] == metres_at(20) && values[5][7] > 0.9f && values[5][7] < 4.1f);
  OK(auxdepth_map_read_samples(map, values, 0, sizeof values, &error));
  EXPECT(isnan(values[5][7]));
  char *json;
  OK(auxdepth_map_calibration_json(map, &json, &error));
  EXPECT(strstr(json, "\"intrinsicMatrix\":[40,0,0,0,41,0,24,16,1]") != NULL);
  auxdepth_free(json);

  OK(auxdepth_map_compare(map, map, "{\"align\": \"scale\"}", &json, &error));
  EXPECT(strstr(json, "\"absRel\":0,") && strstr(json, "\"delta1\":1,"));
  auxdepth_free(json);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_compare(map, map, "{\"alignBy\": \"medians\"}", &json, &error));

  // Out into a file, and back.
  char *path = in_folder(folder, "map.exr");
  OK(auxdepth_map_write(map, path, AUXDEPTH_WRITE_REPLACE, "{\"pixelFormat\": \"fdep\"}", &error));
  auxdepth_map_close(map);
  OK(auxdepth_map_open(path, NULL, &map, &error));
  OK(auxdepth_map_read_floats(map, AUXDEPTH_METRES, AUXDEPTH_HOLES_NAN, values[0], 0, sizeof values, &error));
  EXPECT(fabsf(values[3][20] - metres_at(20)) < 1e-5f);
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_map_calibration_json(map, &json, &error));
  auxdepth_map_close(map);

  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_open(path, "{\"neer\": 1}", &map, &error));
  EXPECT(map == NULL);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_open(path, "{\"near\": \"far\"}", &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_open(path, "not JSON", &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_open(path, "[1]", &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_open(path, "{\"convention\": \"sonar\"}", &map, &error));
  FAILS(AUXDEPTH_NO_INPUT, "inputMissing", auxdepth_map_open("nowhere.exr", NULL, &map, &error));
  FAILS(AUXDEPTH_DATA, "limitExceeded", auxdepth_map_open(path, "{\"maxPixels\": 10}", &map, &error));
  FAILS(AUXDEPTH_DATA, "unsupported", auxdepth_map_open_memory((const uint8_t *)"not a map", 9, NULL, &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_map_new(values, AUXDEPTH_FLOAT32, map_width, map_height, 0, sizeof values - 1, NULL, &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_new(values, 9, 1, 1, 0, sizeof values, NULL, &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_map_new(values, AUXDEPTH_FLOAT32, 0, 1, 0, 4, NULL, &map, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_map_new(values, AUXDEPTH_FLOAT32, UINT32_MAX, UINT32_MAX, 0, SIZE_MAX, NULL, &map, &error));
  free(path);
}

/// Writes the photo in a container, with map and matte.
static void write_photo(const char *path, const char *container) {
  auxdepth_error *error = NULL;
  auxdepth_picture *picture = photo_picture();
  auxdepth_map *map = photo_map("{\"intrinsics\": [80, 80, 48, 32, 96, 64]}");
  auxdepth_edit *edit;
  OK(auxdepth_edit_new_picture(picture, container, NULL, "{\"quality\": 95}", &edit, &error));
  auxdepth_picture_close(picture);
  OK(auxdepth_edit_attach_depth(edit, map, "{\"accuracy\": \"absolute\", \"depthQuality\": \"high\"}", &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_attach_depth(edit, map, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_attach_depth(edit, map, "{\"repalce\": true}", &error));
  auxdepth_map_close(map);
  static uint8_t matte[map_height][map_width];
  memset(matte[8], 255, 16 * map_width);
  OK(auxdepth_edit_attach_matte(edit, "portrait", matte, AUXDEPTH_UINT8, map_width, map_height, 0, sizeof matte,
                                strcmp(container, "heif") == 0 ? "{\"lossless\": true}" : "{\"auxQuality\": 100}",
                                &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_edit_attach_matte(edit, "nose", matte, AUXDEPTH_UINT8, 1, 1, 0, 1, NULL, &error));
  char *report;
  OK(auxdepth_edit_write(edit, path, AUXDEPTH_WRITE_REPLACE | AUXDEPTH_WRITE_NO_SYNC, &report, &error));
  EXPECT(strstr(report, "\"type\":\"disparity\"") && strstr(report, "\"maxError\":"));
  EXPECT(strstr(report, "\"holesFilled\":1") != NULL);
  auxdepth_free(report);
  // The file is there now.
  auxdepth_status status = auxdepth_edit_write(edit, path, AUXDEPTH_WRITE_NEW, NULL, &error);
  EXPECT(status == AUXDEPTH_CANNOT_CREATE && error && strcmp(error->remedy, "replaceFile") == 0);
  EXPECT(error && error->remedy_text[0]);
  EXPECT(error && strcmp(error->path, path) == 0 && error->offset == -1 && error->place == NULL);
  auxdepth_error_free(error);
  error = NULL;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_write(edit, path, 1u << 20, NULL, &error));
  FAILS(AUXDEPTH_CANNOT_CREATE, "cannotCreate", auxdepth_edit_write(edit, "no/such/folder/a", 0, NULL, &error));
  // No error is asked for.
  EXPECT(auxdepth_edit_write(edit, path, AUXDEPTH_WRITE_NEW, NULL, NULL) == AUXDEPTH_CANNOT_CREATE);
  auxdepth_edit_close(edit);
}

void check_writing(const char *folder) {
  char *jpeg = in_folder(folder, "photo.jpg");
  char *heif = in_folder(folder, "photo.heic");
  write_photo(jpeg, "jpeg");
  write_photo(heif, "heif");
  auxdepth_error *error = NULL;
  auxdepth_picture *picture = photo_picture();
  auxdepth_edit *edit;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_picture(picture, "gif", NULL, NULL, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_picture(picture, "jpeg", NULL, "{\"quality\": 101}", &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_picture(NULL, "jpeg", NULL, NULL, &edit, &error));
  auxdepth_picture_close(picture);
  uint8_t *bytes;
  size_t count = 7;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_write_memory(NULL, &bytes, &count, NULL, &error));
  EXPECT(bytes == NULL && count == 0);
  free(jpeg);
  free(heif);
}
