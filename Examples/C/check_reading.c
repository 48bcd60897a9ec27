// Photos that are read: from files and from memory, whole and damaged, into buffers that fit and that do not.

#include "check.h"

/// Checks what the photo of a file says and holds.
static void check_photo(auxdepth_photo *photo, const char *container) {
  auxdepth_error *error = NULL;
  EXPECT(strcmp(auxdepth_photo_container(photo), container) == 0);
  char *json;
  OK(auxdepth_photo_info_json(photo, &json, &error));
  EXPECT(strstr(json, "\"type\":\"disparity\"") && strstr(json, "\"accuracy\":\"absolute\""));
  auxdepth_free(json);
  OK(auxdepth_photo_notes_json(photo, &json, &error));
  EXPECT(json[0] == '[');
  auxdepth_free(json);
  auxdepth_primary primary = AUXDEPTH_PRIMARY_INIT;
  OK(auxdepth_photo_primary(photo, &primary, &error));
  EXPECT(primary.width == photo_width && primary.upright_height == photo_height && primary.orientation == 1);

  EXPECT(auxdepth_image_count(photo) == 2);
  size_t depth = (size_t)auxdepth_image_find_depth(photo);
  EXPECT(auxdepth_image_find(photo, "disparity") == (int64_t)depth && auxdepth_image_find(photo, "depth") == (int64_t)depth);
  auxdepth_image image = AUXDEPTH_IMAGE_INIT;
  OK(auxdepth_image_describe(photo, depth, &image, &error));
  EXPECT(strcmp(image.type, "disparity") == 0 && image.family == AUXDEPTH_FAMILY_DEPTH);
  EXPECT(image.width == map_width && image.height == map_height && image.code_bits == 8 && image.plane_count == 1);
  EXPECT(image.pixel_format == AUXDEPTH_HDIS && image.quantity == AUXDEPTH_QUANTITY_DISPARITY);
  EXPECT(strcmp(image.accuracy, "absolute") == 0 && strcmp(image.quality, "high") == 0 && image.is_filtered == 1);
  EXPECT(image.failure == NULL && image.has_calibration == 1 && image.byte_count > 0);
  EXPECT(fabs(image.value_min - 0.25) < 0.001 && fabs(image.value_max - 1) < 0.001);

  static float metres[map_height][map_width + 1];
  for (size_t row = 0; row < map_height; row += 1) metres[row][map_width] = -7;
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], sizeof metres[0],
                                sizeof metres, &error));
  // 8-bit codes of disparity: an error of half a code, and of two where the codec loses some.
  double largest = 0;
  for (size_t row = 0; row < map_height; row += 1) {
    EXPECT(metres[row][map_width] == -7);
    for (size_t column = 0; column < map_width; column += 1)
      if (row != 5 || column != 7) largest = fmax(largest, fabs(1 / metres[row][column] - 1 / metres_at(column)));
  }
  EXPECT(largest < 2.6 * 0.75 / 255);

  // The same in one call.
  auxdepth_depth read = AUXDEPTH_DEPTH_INIT;
  OK(auxdepth_photo_read_depth(photo, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, &read, &error));
  EXPECT(read.width == map_width && read.height == map_height);
  EXPECT(read.unit == AUXDEPTH_METRES && read.orientation == 1 && read.is_relative == 0);
  for (size_t row = 0; row < map_height; row += 1)
    EXPECT(memcmp(read.samples + row * map_width, metres[row], map_width * sizeof(float)) == 0);
  auxdepth_free(read.samples);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_read_depth(photo, 7, AUXDEPTH_UPRIGHT, &read, &error));
  EXPECT(read.samples == NULL && read.width == 0);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_read_depth(photo, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, NULL, &error));

  static uint16_t halves[map_height][map_width];
  static uint8_t plane[map_height][map_width * 2], codes[map_height][map_width];
  OK(auxdepth_image_read_halves(photo, depth, AUXDEPTH_PER_METRE, AUXDEPTH_UPRIGHT, halves[0], 0, sizeof halves,
                                &error));
  auxdepth_plane description = AUXDEPTH_PLANE_INIT;
  OK(auxdepth_image_describe_plane(photo, depth, 0, &description, &error));
  EXPECT(description.width == map_width && description.row_bytes == map_width * 2);
  OK(auxdepth_image_read_plane(photo, depth, 0, plane, 0, sizeof plane, &error));
  // What the plane holds are the halves.
  EXPECT(memcmp(plane, halves, sizeof halves) == 0);
  OK(auxdepth_image_read_codes(photo, depth, 8, AUXDEPTH_AS_STORED, codes, 0, sizeof codes, &error));
  double value = image.value_of_first_code + (image.value_of_last_code - image.value_of_first_code) * codes[9][9] / 255;
  EXPECT(fabs(value - 1 / metres[9][9]) < 1e-5);
  OK(auxdepth_image_read_codes(photo, depth, 16, AUXDEPTH_AS_STORED, halves, 0, sizeof halves, &error));
  EXPECT(halves[9][9] == codes[9][9] * 257);
  size_t matte = (size_t)auxdepth_image_find(photo, "portrait");
  OK(auxdepth_image_read_codes(photo, matte, 8, AUXDEPTH_UPRIGHT, codes, 0, sizeof codes, &error));
  EXPECT(codes[0][0] == 0 && codes[12][12] == 255);

  auxdepth_intrinsics camera = AUXDEPTH_INTRINSICS_INIT;
  OK(auxdepth_image_intrinsics(photo, depth, AUXDEPTH_UPRIGHT, &camera, &error));
  EXPECT(camera.fx == 80 && camera.cy == 32 && camera.reference_width == photo_width);
  OK(auxdepth_image_calibration_json(photo, depth, AUXDEPTH_AS_STORED, &json, &error));
  EXPECT(strstr(json, "\"intrinsicMatrix\":[80,") != NULL);
  auxdepth_free(json);
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_image_intrinsics(photo, matte, AUXDEPTH_UPRIGHT, &camera, &error));

  auxdepth_picture *eye;
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_photo_eye(photo, AUXDEPTH_EYE_RIGHT, AUXDEPTH_UPRIGHT, &eye, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_eye(photo, 2, AUXDEPTH_UPRIGHT, &eye, &error));

  // What cannot be.
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_describe(photo, 9, &image, &error));
  image.struct_size = 8;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_describe(photo, 0, &image, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_describe(photo, 0, NULL, &error));
  FAILS(AUXDEPTH_DATA, "unsupported",
        auxdepth_image_read_floats(photo, matte, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, metres[0], 0, sizeof metres,
                                   &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, metres[0], 8, sizeof metres,
                                   &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, metres[0], 0, 100, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_image_read_floats(photo, depth, 5, AUXDEPTH_UPRIGHT, metres[0], 0, sizeof metres, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, 5, metres[0], 0, sizeof metres, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_image_read_codes(photo, depth, 12, AUXDEPTH_UPRIGHT, codes, 0, sizeof codes, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_image_read_codes(photo, depth, 16, AUXDEPTH_UPRIGHT, codes[0] + 1, 0, sizeof codes * 2, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_read_plane(photo, depth, 1, plane, 0, sizeof plane, &error));
  FAILS(AUXDEPTH_DATA, "unsupported",
        auxdepth_image_read_rgb(photo, depth, 8, AUXDEPTH_UPRIGHT, plane, 0, sizeof plane, &error));
}

/// Checks the pixels of the primary.
static void check_primary(const auxdepth_photo *photo) {
  auxdepth_error *error = NULL;
  auxdepth_picture *picture;
  OK(auxdepth_photo_picture(photo, AUXDEPTH_UPRIGHT, &picture, &error));
  auxdepth_picture_info info = AUXDEPTH_PICTURE_INFO_INIT;
  OK(auxdepth_picture_describe(picture, &info, &error));
  EXPECT(info.width == photo_width && info.height == photo_height && info.channels == 3 && info.bits == 8);
  static uint8_t rgb[photo_height][photo_width][3];
  static uint16_t deep[photo_height][photo_width][3];
  OK(auxdepth_picture_read(picture, 3, 8, rgb, 0, sizeof rgb, &error));
  OK(auxdepth_picture_read(picture, 3, 16, deep, 0, sizeof deep, &error));
  EXPECT(abs(rgb[32][40][0] - 80) < 24 && deep[32][40][0] == rgb[32][40][0] * 257);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_picture_read(picture, 1, 8, rgb, 0, sizeof rgb, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_picture_read(picture, 3, 8, rgb, 0, 10, &error));
  char *json;
  OK(auxdepth_picture_notes_json(picture, &json, &error));
  auxdepth_free(json);
  uint8_t *profile;
  size_t count;
  OK(auxdepth_picture_icc_profile(picture, &profile, &count, &error));
  EXPECT((profile != NULL) == (info.has_icc_profile == 1) && (count > 0) == (profile != NULL));
  auxdepth_free(profile);
  auxdepth_picture_close(picture);
}

/// Reads a file into memory, to be freed.
static uint8_t *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = malloc(1 << 20);
  if (!file || !bytes) abort();
  *count = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

void check_reading(const char *folder) {
  auxdepth_error *error = NULL;
  auxdepth_photo *photo;
  char *jpeg = in_folder(folder, "photo.jpg");
  char *heif = in_folder(folder, "photo.heic");
  OK(auxdepth_photo_open(jpeg, "{\"maxPixels\": 1000000}", &photo, &error));
  check_photo(photo, "jpeg");
  check_primary(photo);
  auxdepth_photo_close(photo);
  OK(auxdepth_photo_open(heif, NULL, &photo, &error));
  check_photo(photo, "heif");
  check_primary(photo);
  auxdepth_photo_close(photo);

  size_t count;
  uint8_t *bytes = contents(jpeg, &count);
  OK(auxdepth_photo_open_memory(bytes, count, NULL, &photo, &error));
  memset(bytes, 0, count);
  check_photo(photo, "jpeg");
  auxdepth_photo_close(photo);
  FAILS(AUXDEPTH_DATA, "unsupported", auxdepth_photo_open_memory(bytes, count, NULL, &photo, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open_memory(NULL, 5, NULL, &photo, &error));
  free(bytes);

  // Every so-many-th prefix of a file is an error or a photo with less in it, and never a crash.
  bytes = contents(heif, &count);
  for (size_t length = 0; length < count; length += 97) {
    if (auxdepth_photo_open_memory(bytes, length, NULL, &photo, &error) == AUXDEPTH_OK) {
      static float metres[map_height][map_width];
      (void)auxdepth_image_read_floats(photo, 0, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, metres[0], 0, sizeof metres,
                                       &error);
    }
    auxdepth_photo_close(photo);
    auxdepth_error_free(error);
    error = NULL;
  }
  free(bytes);

  FAILS(AUXDEPTH_NO_INPUT, "inputMissing", auxdepth_photo_open("no such photo.jpg", NULL, &photo, &error));
  EXPECT(photo == NULL);
  FAILS(AUXDEPTH_NO_INPUT, "inputMissing", auxdepth_photo_open("\xFF\xFE.jpg", NULL, &photo, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open(NULL, NULL, &photo, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open("", NULL, &photo, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open(jpeg, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open(jpeg, "{\"maxPixels\": 0}", &photo, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open(jpeg, "{\"maxPixels\": true}", &photo, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_open(jpeg, "\xFF", &photo, &error));
  EXPECT(auxdepth_image_count(NULL) == 0 && auxdepth_image_find(NULL, "depth") == -1);
  EXPECT(auxdepth_photo_container(NULL) == NULL);
  free(jpeg);
  free(heif);
}
