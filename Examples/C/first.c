// A program that was built by the first header, first/auxdepth.h: with a library of today it works as it did. What the
// library fills is no larger than this program's structures, behind each of which a mark has to stay.
//
//   first FOLDER     a folder for its files, which exists

#include <auxdepth.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 64, height = 48, mark = 0x5A };

static auxdepth_error *error;

#define EXPECT(condition) expect(!!(condition), #condition, __LINE__)
#define OK(call) expect((call) == AUXDEPTH_OK && !error, #call, __LINE__)

static void expect(int holds, const char *text, int line) {
  if (holds) return;
  fprintf(stderr, "first.c:%d: not so: %s %s\n", line, text, error ? error->message : "");
  exit(1);
}

/// A structure with bytes behind it that nobody may write to.
#define MARKED(type) struct { type value; unsigned char behind[64]; }
#define PREPARE(marked) \
  (memset(&(marked), mark, sizeof(marked)), (marked).value.struct_size = sizeof((marked).value))

static void check_behind(const unsigned char *behind, size_t struct_size, size_t size, int line) {
  for (size_t index = 0; index < 64; index += 1) expect(behind[index] == mark, "nothing behind is written", line);
  expect(struct_size == size, "the size stays", line);
}

#define CHECK(marked) check_behind((marked).behind, (marked).value.struct_size, sizeof((marked).value), __LINE__)

static auxdepth_photo *make_photo(const char *path) {
  static uint8_t pixels[height][width][3];
  static float metres[height][width];
  for (int row = 0; row < height; row += 1)
    for (int column = 0; column < width; column += 1) {
      metres[row][column] = 1.0f + (float)column / width;
      for (int channel = 0; channel < 3; channel += 1) pixels[row][column][channel] = (uint8_t)(row * 3 + column);
    }
  auxdepth_picture *picture;
  OK(auxdepth_picture_new(pixels, width, height, 3, 8, 0, sizeof pixels, NULL, 0, NULL, &picture, &error));
  MARKED(auxdepth_picture_info) picture_info;
  PREPARE(picture_info);
  OK(auxdepth_picture_describe(picture, &picture_info.value, &error));
  CHECK(picture_info);
  EXPECT(picture_info.value.width == width && picture_info.value.channels == 3 && picture_info.value.bits == 8);

  auxdepth_map *map;
  OK(auxdepth_map_new(metres, AUXDEPTH_FLOAT32, width, height, 0, sizeof metres, "{\"intrinsics\": [70, 70, 32, 24]}", &map,
                      &error));
  MARKED(auxdepth_map_info) map_info;
  PREPARE(map_info);
  OK(auxdepth_map_describe(map, &map_info.value, &error));
  CHECK(map_info);
  EXPECT(map_info.value.width == width && map_info.value.quantity == AUXDEPTH_QUANTITY_DEPTH);

  auxdepth_edit *edit;
  OK(auxdepth_edit_new_picture(picture, "heif", NULL, NULL, &edit, &error));
  OK(auxdepth_edit_attach_depth(edit, map, NULL, &error));
  OK(auxdepth_edit_write(edit, path, AUXDEPTH_WRITE_REPLACE, NULL, &error));
  auxdepth_edit_close(edit);
  auxdepth_map_close(map);
  auxdepth_picture_close(picture);
  auxdepth_photo *photo;
  OK(auxdepth_photo_open(path, NULL, &photo, &error));
  return photo;
}

static void check_photo(const auxdepth_photo *photo) {
  MARKED(auxdepth_primary) primary;
  PREPARE(primary);
  OK(auxdepth_photo_primary(photo, &primary.value, &error));
  CHECK(primary);
  EXPECT(primary.value.width == width && primary.value.upright_height == height && primary.value.orientation == 1);
  size_t depth = (size_t)auxdepth_image_find_depth(photo);
  MARKED(auxdepth_image) image;
  PREPARE(image);
  OK(auxdepth_image_describe(photo, depth, &image.value, &error));
  CHECK(image);
  EXPECT(strcmp(image.value.type, "disparity") == 0 && image.value.width == width && image.value.code_bits == 8);
  EXPECT(image.value.has_calibration == 1 && image.value.byte_count > 0);
  MARKED(auxdepth_plane) plane;
  PREPARE(plane);
  OK(auxdepth_image_describe_plane(photo, depth, 0, &plane.value, &error));
  CHECK(plane);
  EXPECT(plane.value.row_bytes == 2 * width);
  MARKED(auxdepth_intrinsics) intrinsics;
  PREPARE(intrinsics);
  OK(auxdepth_image_intrinsics(photo, depth, AUXDEPTH_AS_STORED, &intrinsics.value, &error));
  CHECK(intrinsics);
  EXPECT(fabs(intrinsics.value.fx - 70) < 0.01);
  static float metres[height][width];
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], 0, sizeof metres, &error));
  EXPECT(fabsf(metres[5][32] - 1.5f) < 0.05f);
}

static void check_error(const auxdepth_photo *photo) {
  EXPECT(auxdepth_image_describe_plane(photo, 99, 0, &(auxdepth_plane)AUXDEPTH_PLANE_INIT, &error) == AUXDEPTH_USAGE);
  EXPECT(error->status == AUXDEPTH_USAGE && strcmp(error->code, "usage") == 0 && error->offset == -1 && error->message[0]);
  auxdepth_error_free(error);
  error = NULL;
}

static int32_t validated(void *context, size_t done, size_t count, const char *path, const char *json) {
  *(int *)context = done == 1 && count == 1 && path[0] && strstr(json, "\"valid\":true") != NULL;
  return 0;
}

static void check_working(const auxdepth_photo *photo, const char *path) {
  int is_valid = 0;
  OK(auxdepth_validate(&path, 1, NULL, validated, &is_valid, &error));
  EXPECT(is_valid);
  auxdepth_renderer *renderer;
  OK(auxdepth_renderer_new(photo, NULL, NULL, &renderer, &error));
  auxdepth_picture *blurred;
  OK(auxdepth_renderer_render(renderer, "blur", NULL, NULL, &blurred, NULL, NULL, &error));
  auxdepth_picture_close(blurred);
  auxdepth_renderer_close(renderer);
}

int main(int argc, char **argv) {
  if (argc != 2) return AUXDEPTH_USAGE;
  EXPECT(auxdepth_api_version() >= AUXDEPTH_API_VERSION);
  char path[4096];
  snprintf(path, sizeof path, "%s/first.heic", argv[1]);
  auxdepth_photo *photo = make_photo(path);
  check_photo(photo);
  check_error(photo);
  check_working(photo, path);
  auxdepth_photo_close(photo);
  printf("first: a program of version %d runs with version %d\n", AUXDEPTH_API_VERSION, (int)auxdepth_api_version());
  return 0;
}
