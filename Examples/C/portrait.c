// Puts a depth map onto a render, reads it back in metres, validates the file and blurs the picture by it:
//
//   portrait RENDER MAP OUT BLURRED
//
//   portrait ../scene/render.png ../scene/depth.pfm portrait.heic blurred.jpg

#include <auxdepth.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Says why a call failed and ends the program with its status.
static void fail(auxdepth_status status, auxdepth_error *error) {
  fprintf(stderr, "portrait: %s\n", error->message);
  if (error->remedy_text) fprintf(stderr, "portrait: %s (%s)\n", error->remedy_text, error->remedy);
  auxdepth_error_free(error);
  exit(status);
}

#define TRY(call)                              \
  do {                                         \
    auxdepth_status status_ = (call);          \
    if (status_ != AUXDEPTH_OK) fail(status_, error); \
  } while (0)

static int32_t print_report(void *context, size_t done, size_t count, const char *path, const char *json) {
  (void)context;
  printf("%zu of %zu, %s: %s\n", done, count, path, json);
  return 0;
}

int main(int argc, char **argv) {
  auxdepth_error *error = NULL;
  if (argc != 5) {
    fprintf(stderr, "usage: portrait RENDER MAP OUT BLURRED\n");
    return AUXDEPTH_USAGE;
  }
  const char *extension = strrchr(argv[3], '.');
  const char *container = extension && strcmp(extension, ".jpg") == 0 ? "jpeg" : "heif";

  // A map in metres onto the render, which is coded once.
  auxdepth_photo *render;
  auxdepth_map *map;
  auxdepth_edit *edit;
  char *report;
  TRY(auxdepth_photo_open(argv[1], NULL, &render, &error));
  TRY(auxdepth_map_open(argv[2], "{\"inputUnit\": \"m\"}", &map, &error));
  TRY(auxdepth_edit_new(render, container, "{\"quality\": 90}", &edit, &error));
  TRY(auxdepth_edit_attach_depth(edit, map, "{\"accuracy\": \"absolute\"}", &error));
  TRY(auxdepth_edit_write(edit, argv[3], AUXDEPTH_WRITE_REPLACE, &report, &error));
  printf("%s\n", report);
  auxdepth_free(report);
  auxdepth_edit_close(edit);
  auxdepth_map_close(map);
  auxdepth_photo_close(render);

  // Back in metres.
  auxdepth_photo *photo;
  auxdepth_image image = AUXDEPTH_IMAGE_INIT;
  TRY(auxdepth_photo_open(argv[3], NULL, &photo, &error));
  size_t index = (size_t)auxdepth_image_find_depth(photo);
  TRY(auxdepth_image_describe(photo, index, &image, &error));
  size_t size = (size_t)image.upright_width * image.upright_height * sizeof(float);
  float *metres = malloc(size);
  if (!metres) return AUXDEPTH_SOFTWARE;
  TRY(auxdepth_image_read_floats(photo, index, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, metres, 0, size, &error));
  float nearest = INFINITY;
  for (size_t sample = 0; sample < size / sizeof(float); sample += 1) nearest = fminf(nearest, metres[sample]);
  printf("%s: %s of %ux%u, %s, nearest %.3f m\n", argv[3], image.type, image.upright_width, image.upright_height,
         image.accuracy ? image.accuracy : "relative", nearest);
  free(metres);

  // Is it valid?
  const char *paths[] = {argv[3]};
  TRY(auxdepth_validate(paths, 1, NULL, print_report, NULL, &error));

  // Blurred but for what is nearest, as a picture in memory and as a file.
  auxdepth_renderer *renderer;
  auxdepth_picture *blurred;
  auxdepth_picture_info info = AUXDEPTH_PICTURE_INFO_INIT;
  TRY(auxdepth_renderer_new(photo, NULL, NULL, &renderer, &error));
  TRY(auxdepth_renderer_render(renderer, "blur", "{\"focus\": 0.9}", NULL, &blurred, NULL, NULL, &error));
  TRY(auxdepth_picture_describe(blurred, &info, &error));
  size_t row = (size_t)info.width * 3;
  uint8_t *rgb = malloc(row * info.height);
  if (!rgb) return AUXDEPTH_SOFTWARE;
  TRY(auxdepth_picture_read(blurred, 3, 8, rgb, row, row * info.height, &error));
  printf("blurred %ux%u, first pixel %d,%d,%d\n", info.width, info.height, rgb[0], rgb[1], rgb[2]);
  free(rgb);
  TRY(auxdepth_renderer_write(renderer, "blur", "{\"focus\": 0.9}", NULL, argv[4], AUXDEPTH_WRITE_REPLACE, &report,
                              &error));
  printf("%s\n", report);
  auxdepth_free(report);
  auxdepth_picture_close(blurred);
  auxdepth_renderer_close(renderer);
  auxdepth_photo_close(photo);
  return 0;
}
