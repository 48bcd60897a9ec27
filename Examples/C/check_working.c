// Validating with progress and cancelling, effects, and several threads.

#include "check.h"

#include <threads.h>

typedef struct calls {
  size_t done, valid, ends_at;
} calls;

static int32_t count_calls(void *context, size_t done, size_t count, const char *path, const char *json) {
  calls *calls = context;
  EXPECT(done == calls->done + 1 && done <= count && path[0]);
  calls->done = done;
  calls->valid += strstr(json, "\"valid\":true") != NULL;
  return done == calls->ends_at;
}

void check_validating(const char *folder) {
  auxdepth_error *error = NULL;
  char *jpeg = in_folder(folder, "photo.jpg"), *heif = in_folder(folder, "photo.heic"), *json;
  const char *paths[] = {jpeg, "no such photo", heif, jpeg, heif, jpeg, heif, jpeg};
  calls calls = {0, 0, 0};
  OK(auxdepth_validate(paths, 3, "{\"jobs\": 2, \"exercised\": true}", count_calls, &calls, &error));
  EXPECT(calls.done == 3 && calls.valid == 2);
  calls.done = 0, calls.ends_at = 2;
  FAILS(AUXDEPTH_CANCELLED, "cancelled", auxdepth_validate(paths, 8, NULL, count_calls, &calls, &error));
  EXPECT(calls.done == 2);
  OK(auxdepth_validate(paths, 1, "{\"headersOnly\": true}", NULL, NULL, &error));
  OK(auxdepth_validate(NULL, 0, NULL, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_validate(NULL, 1, NULL, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_validate(paths, 1, "{\"profile\": \"none\"}", NULL, NULL, &error));
  OK(auxdepth_validate(paths, 1, "{\"policy\": {\"require\": [\"disparity\"]}}", NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_validate(paths, 1, "{\"policy\": {\"requier\": []}}", NULL, NULL, &error));
  OK(auxdepth_validate_memory((const uint8_t *)"nothing", 7, NULL, &json, &error));
  EXPECT(strstr(json, "\"valid\":false") != NULL);
  EXPECT(auxdepth_report_judgement(json) == AUXDEPTH_DATA);
  auxdepth_free(json);
  EXPECT(auxdepth_report_judgement("{\"valid\":true}") == AUXDEPTH_OK);
  EXPECT(auxdepth_report_judgement("{\"judged\":false,\"code\":\"codecMissing\"}") == AUXDEPTH_UNAVAILABLE);
  EXPECT(auxdepth_report_judgement("{\"judged\":false,\"code\":\"io\"}") == AUXDEPTH_IO);
  EXPECT(auxdepth_report_judgement("{}") == AUXDEPTH_USAGE && auxdepth_report_judgement(NULL) == AUXDEPTH_USAGE);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_validate_memory(NULL, 7, NULL, &json, &error));
  free(jpeg), free(heif);
}

static int32_t count_photos(void *context, size_t done, size_t count, const char *path, const char *json) {
  calls *calls = context;
  EXPECT(done == calls->done + 1 && done <= count && path[0]);
  calls->done = done;
  calls->valid += strstr(json, "\"frame\":{") != NULL;
  return done == calls->ends_at;
}

void check_datasets(const char *folder) {
  auxdepth_error *error = NULL;
  char *heif = in_folder(folder, "photo.heic"), *set = in_folder(folder, "set"), *report;
  char *manifest = in_folder(set, "cameras.json"), *depth = in_folder(set, "depth/photo.npy");
  const char *paths[] = {heif, "no such photo", heif};
  calls calls = {0, 0, 1};
  FAILS(AUXDEPTH_CANCELLED, "cancelled",
        auxdepth_dataset_write(paths, 3, set, 0, NULL, count_photos, &calls, &report, &error));
  EXPECT(calls.done == 1 && report == NULL && fopen(manifest, "rb") == NULL);
  calls.done = 0, calls.valid = 0, calls.ends_at = 0;
  const char *options = "{\"format\": \"npy\", \"jobs\": 2, \"far\": 3}";
  OK(auxdepth_dataset_write(paths, 3, set, AUXDEPTH_WRITE_NO_SYNC, options, count_photos, &calls, &report, &error));
  EXPECT(calls.done == 3 && calls.valid == 2);
  EXPECT(strstr(report, "\"code\":\"inputMissing\"") && strstr(report, "depth/photo-2.npy"));
  EXPECT(strstr(report, "\"removed\":[]") != NULL);
  auxdepth_free(report);
  FILE *file = fopen(depth, "rb");
  EXPECT(file != NULL);
  if (file) fclose(file);
  options = "{\"poses\": {\"photo\": [[1,0,0,0],[0,1,0,0],[0,0,1,2],[0,0,0,1]]}}";
  OK(auxdepth_dataset_write(paths, 1, set, AUXDEPTH_WRITE_REPLACE, options, NULL, NULL, &report, &error));
  EXPECT(strstr(report, "depth/photo-2.npy") != NULL);
  auxdepth_free(report);
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_dataset_write(paths, 1, set, 0, "{\"near\": 3, \"far\": 2}", NULL, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_dataset_write(paths, 1, set, 0, "{\"poses\": {\"photo\": [1]}}", NULL, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_dataset_write(paths, 1, NULL, 0, NULL, NULL, NULL, NULL, &error));
  FAILS(AUXDEPTH_NO_INPUT, "inputMissing",
        auxdepth_dataset_write(paths + 1, 1, set, 0, NULL, NULL, NULL, NULL, &error));
  free(heif), free(set), free(manifest), free(depth);
}

/// Writes a gray video of 16x8 pixels, whose frames are lighter to the right.
static void write_video(const char *path, int frames) {
  FILE *file = fopen(path, "wb");
  if (!file) abort();
  fputs("YUV4MPEG2 W16 H8 F25:1 Ip A1:1 Cmono\n", file);
  for (int frame = 0; frame < frames; frame += 1) {
    fputs("FRAME\n", file);
    for (int pixel = 0; pixel < 16 * 8; pixel += 1) fputc(pixel % 16 * 15, file);
  }
  fclose(file);
}

void check_streams(const char *folder) {
  auxdepth_error *error = NULL;
  char *color = in_folder(folder, "color.y4m"), *depth = in_folder(folder, "depth.y4m"), *report;
  char *output = in_folder(folder, "output.y4m");
  write_video(color, 3), write_video(depth, 4);
  const char *options =
      "{\"filters\": [\"blur\", \"grayscale\"], \"radius\": 200, \"smooth\": true, \"range\": 0.5}";
  OK(auxdepth_stream(color, depth, NULL, output, AUXDEPTH_WRITE_NEW, options, &report, &error));
  EXPECT(strstr(report, "\"frames\":3,\"width\":16,\"height\":8") && strstr(report, "goes on after the 3 frames"));
  auxdepth_free(report);
  FAILS(AUXDEPTH_CANNOT_CREATE, "cannotCreate", auxdepth_stream(color, depth, NULL, output, 0, NULL, NULL, &error));
  options = "{\"filters\": \"spotlight\", \"mix\": 0.5}";
  const uint32_t replace = AUXDEPTH_WRITE_REPLACE;
  OK(auxdepth_stream(color, depth, depth, output, replace, options, NULL, &error));
  FAILS(AUXDEPTH_DATA, "truncated", auxdepth_stream(depth, color, NULL, output, replace, NULL, &report, &error));
  EXPECT(report == NULL);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_stream(color, depth, NULL, color, replace, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_stream("-", "-", NULL, output, replace, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_stream(color, NULL, NULL, output, replace, NULL, NULL, &error));
  options = "{\"filters\": [\"matte\"]}";
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_stream(color, depth, NULL, output, replace, options, NULL, &error));
  FAILS(AUXDEPTH_NO_INPUT, "inputMissing",
        auxdepth_stream("no such video.y4m", depth, NULL, output, replace, NULL, NULL, &error));
  auxdepth_cancellation *cancellation;
  OK(auxdepth_cancellation_new(&cancellation, &error));
  auxdepth_cancellation_use(cancellation);
  auxdepth_cancellation_cancel(cancellation);
  FAILS(AUXDEPTH_CANCELLED, "cancelled", auxdepth_stream(color, depth, NULL, output, replace, NULL, NULL, &error));
  auxdepth_cancellation_use(NULL);
  auxdepth_cancellation_close(cancellation);
  free(color), free(depth), free(output);
}

void check_viewing(const char *folder) {
  auxdepth_error *error = NULL;
  char *jpeg = in_folder(folder, "photo.jpg"), *page = in_folder(folder, "page.html"), *report;
  const char *paths[] = {jpeg, "no such photo"};
  OK(auxdepth_view(paths, 2, "{\"title\": \"two\", \"compare\": true, \"previewSide\": 64, \"jobs\": 2}", page,
                   AUXDEPTH_WRITE_NEW, &report, &error));
  EXPECT(strstr(report, "\"valid\":true") && strstr(report, "\"error\":"));
  auxdepth_free(report);
  FAILS(AUXDEPTH_CANNOT_CREATE, "cannotCreate", auxdepth_view(paths, 2, NULL, page, AUXDEPTH_WRITE_NEW, NULL, &error));
  OK(auxdepth_view(paths, 1, NULL, page, AUXDEPTH_WRITE_REPLACE | AUXDEPTH_WRITE_NO_SYNC, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_view(NULL, 0, NULL, page, AUXDEPTH_WRITE_REPLACE, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_view(paths, 1, NULL, page, AUXDEPTH_WRITE_IN_PLACE, NULL, &error));
  FAILS(AUXDEPTH_NO_INPUT, "inputMissing",
        auxdepth_view(paths + 1, 1, NULL, page, AUXDEPTH_WRITE_REPLACE, NULL, &error));
  free(jpeg), free(page);
}

void check_rendering(const char *folder) {
  auxdepth_error *error = NULL;
  char *jpeg = in_folder(folder, "photo.jpg"), *blurred = in_folder(folder, "blurred.png"), *report;
  auxdepth_photo *photo;
  auxdepth_renderer *renderer;
  auxdepth_picture *picture, *second;
  OK(auxdepth_photo_open(jpeg, NULL, &photo, &error));
  OK(auxdepth_renderer_new(photo, NULL, "{\"jobs\": 2}", &renderer, &error));
  OK(auxdepth_renderer_render(renderer, "blur", "{\"focus\": 1, \"width\": 0.9, \"radius\": 600}", NULL, &picture,
                              NULL, &report, &error));
  EXPECT(strstr(report, "\"effect\":\"blur\"") && strstr(report, "\"nearness\":1"));
  auxdepth_free(report);
  static uint8_t rgb[photo_height][photo_width][3];
  OK(auxdepth_picture_read(picture, 3, 8, rgb, 0, sizeof rgb, &error));
  // The far squares to the right are blurred into each other, the near ones to the left are not.
  EXPECT(abs(rgb[20][4][2] - rgb[20][12][2]) > 100 && abs(rgb[20][76][2] - rgb[20][84][2]) < 100);
  auxdepth_picture_close(picture);
  auxdepth_renderer *deep;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_renderer_new(photo, NULL, "{\"bits\": 12}", &deep, &error));
  OK(auxdepth_renderer_new(photo, NULL, "{\"bits\": 16}", &deep, &error));
  OK(auxdepth_renderer_render(deep, "grayscale", NULL, NULL, &picture, &second, NULL, &error));
  auxdepth_renderer_close(deep);
  static uint16_t gray[photo_height][photo_width];
  OK(auxdepth_picture_read(picture, 1, 16, gray, 0, sizeof gray, &error));
  EXPECT(gray[20][2] > gray[20][90] && second == NULL);
  auxdepth_picture_close(picture);
  OK(auxdepth_renderer_render(renderer, "stereo", "{\"layout\": \"pair\"}", NULL, &picture, &second, NULL, &error));
  EXPECT(second != NULL);
  auxdepth_picture_close(second);
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_renderer_render(renderer, "composite", NULL, NULL, &second, NULL, NULL, &error));
  OK(auxdepth_renderer_render(renderer, "composite", NULL, picture, &second, NULL, NULL, &error));
  auxdepth_picture_close(picture);
  auxdepth_picture_close(second);
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_renderer_render(renderer, "stereo", "{\"layout\": \"pair\"}", NULL, &picture, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_renderer_render(renderer, "sepia", NULL, NULL, &picture, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_renderer_render(renderer, "blur", "{\"focus\": 2}", NULL, &picture, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage",
        auxdepth_renderer_render(renderer, "blur", "{\"focis\": 1}", NULL, &picture, NULL, NULL, &error));
  OK(auxdepth_renderer_write(renderer, "blur", NULL, NULL, blurred, AUXDEPTH_WRITE_REPLACE, &report, &error));
  EXPECT(report[0] == '[' && strstr(report, "blurred.png"));
  auxdepth_free(report);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_renderer_write(renderer, "blur", NULL, NULL, "a.xyz", 0, NULL, &error));
  auxdepth_renderer_close(renderer);

  // A map that is given.
  auxdepth_map *map = photo_map("{\"holes\": \"far\"}");
  OK(auxdepth_renderer_new(photo, map, "{\"stretch\": true}", &renderer, &error));
  auxdepth_map_close(map);
  auxdepth_photo_close(photo);
  OK(auxdepth_renderer_render(renderer, "mask", NULL, NULL, &picture, NULL, NULL, &error));
  auxdepth_picture_close(picture);
  auxdepth_renderer_close(renderer);
  free(jpeg), free(blurred);
}

/// Reads the depth of a photo, which another thread reads as well, several times; returns how often it was another.
static int read_often(void *context) {
  const auxdepth_photo *photo = context;
  auxdepth_error *error = NULL;
  float first[map_height][map_width], again[map_height][map_width];
  int others = 0;
  for (int turn = 0; turn < 8; turn += 1) {
    float(*metres)[map_width] = turn == 0 ? first : again;
    OK(auxdepth_image_read_floats(photo, (size_t)auxdepth_image_find_depth(photo), AUXDEPTH_METRES, AUXDEPTH_UPRIGHT,
                                  metres[0], 0, sizeof first, &error));
    others += turn > 0 && memcmp(first, again, sizeof first) != 0;
  }
  return others;
}

/// The file that a thread reads until it is cancelled.
static const char *cancelled_path;

/// Reads depth until that is cancelled; returns how many calls were cancelled, of which there is one more after it.
static int read_until_cancelled(void *cancellation) {
  const char *path = cancelled_path;
  auxdepth_error *error = NULL;
  auxdepth_photo *photo;
  float metres[map_height][map_width];
  OK(auxdepth_photo_open(path, NULL, &photo, &error));
  auxdepth_cancellation_use(cancellation);
  int cancelled = 0;
  while (cancelled < 2) {
    auxdepth_status status = auxdepth_image_read_floats(
        photo, (size_t)auxdepth_image_find_depth(photo), AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, metres[0], 0, sizeof metres,
        &error);
    if (status == AUXDEPTH_OK) continue;
    EXPECT(status == AUXDEPTH_CANCELLED && strcmp(error->code, "cancelled") == 0);
    auxdepth_error_free(error);
    cancelled += 1;
  }
  // Nothing of the photo was spoilt.
  auxdepth_cancellation_use(NULL);
  OK(auxdepth_image_read_floats(photo, (size_t)auxdepth_image_find_depth(photo), AUXDEPTH_METRES, AUXDEPTH_UPRIGHT,
                                metres[0], 0, sizeof metres, &error));
  auxdepth_photo_close(photo);
  return cancelled;
}

static int32_t never(void *context, size_t done, size_t count, const char *path, const char *json) {
  (void)done, (void)count, (void)path, (void)json;
  *(int *)context += 1;
  return 0;
}

/// Each call fails that is begun once its thread's work was cancelled, and leaves what there was.
static void check_cancelled(const char *folder, const char *path) {
  auxdepth_error *error = NULL;
  char *output = in_folder(folder, "cancelled.heic"), *json;
  auxdepth_cancellation *cancellation;
  auxdepth_photo *photo;
  auxdepth_edit *edit;
  auxdepth_picture *picture;
  OK(auxdepth_photo_open(path, NULL, &photo, &error));
  OK(auxdepth_edit_new(photo, NULL, NULL, &edit, &error));
  OK(auxdepth_cancellation_new(&cancellation, &error));
  auxdepth_cancellation_use(cancellation);
  OK(auxdepth_photo_picture(photo, AUXDEPTH_UPRIGHT, &picture, &error));
  auxdepth_picture_close(picture);
  auxdepth_cancellation_cancel(cancellation);
  // The thread keeps it.
  auxdepth_cancellation_close(cancellation);
  FAILS(AUXDEPTH_CANCELLED, "cancelled", auxdepth_photo_picture(photo, AUXDEPTH_UPRIGHT, &picture, &error));
  EXPECT(picture == NULL);
  FAILS(AUXDEPTH_CANCELLED, "cancelled", auxdepth_edit_write(edit, output, AUXDEPTH_WRITE_REPLACE, NULL, &error));
  int calls = 0;
  FAILS(AUXDEPTH_CANCELLED, "cancelled", auxdepth_validate(&path, 1, NULL, never, &calls, &error));
  EXPECT(calls == 0);
  FAILS(AUXDEPTH_CANCELLED, "cancelled",
        auxdepth_view(&path, 1, NULL, output, AUXDEPTH_WRITE_REPLACE, &json, &error));
  FILE *written = fopen(output, "rb");
  EXPECT(written == NULL);
  if (written) fclose(written);
  // A wrong argument is one all the same.
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_photo_picture(NULL, AUXDEPTH_UPRIGHT, &picture, &error));
  auxdepth_cancellation_use(NULL);
  OK(auxdepth_edit_write(edit, output, AUXDEPTH_WRITE_REPLACE, NULL, &error));
  auxdepth_edit_close(edit);
  auxdepth_photo_close(photo);
  remove(output);
  free(output);
}

static void check_cancelling(const char *folder, const char *path) {
  auxdepth_error *error = NULL;
  check_cancelled(folder, path);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_cancellation_new(NULL, &error));
  auxdepth_cancellation_cancel(NULL);
  auxdepth_cancellation_close(NULL);
  auxdepth_cancellation *cancellation;
  thrd_t reading;
  int cancelled = 0;
  cancelled_path = path;
  OK(auxdepth_cancellation_new(&cancellation, &error));
  EXPECT(thrd_create(&reading, read_until_cancelled, cancellation) == thrd_success);
  thrd_sleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
  auxdepth_cancellation_cancel(cancellation);
  EXPECT(thrd_join(reading, &cancelled) == thrd_success && cancelled == 2);
  auxdepth_cancellation_close(cancellation);
}

typedef struct attachment {
  auxdepth_edit *edit;
  const char *type;
} attachment;

/// Attaches a matte to an edit to which another thread attaches one.
static int attach(void *context) {
  const attachment *attachment = context;
  auxdepth_error *error = NULL;
  static const uint8_t matte[map_height][map_width] = {{255}};
  OK(auxdepth_edit_attach_matte(attachment->edit, attachment->type, matte, AUXDEPTH_UINT8, map_width, map_height, 0,
                                sizeof matte, NULL, &error));
  return 0;
}

void check_threads(const char *folder) {
  auxdepth_error *error = NULL;
  char *heif = in_folder(folder, "photo.heic"), *report;
  auxdepth_photo *photo;
  auxdepth_edit *edit;
  OK(auxdepth_photo_open(heif, NULL, &photo, &error));
  thrd_t one, two;
  int others[2] = {-1, -1};
  EXPECT(thrd_create(&one, read_often, photo) == thrd_success && thrd_create(&two, read_often, photo) == thrd_success);
  EXPECT(thrd_join(one, &others[0]) == thrd_success && thrd_join(two, &others[1]) == thrd_success);
  EXPECT(others[0] == 0 && others[1] == 0);

  OK(auxdepth_edit_new(photo, NULL, NULL, &edit, &error));
  attachment skin = {edit, "skin"}, hair = {edit, "hair"};
  EXPECT(thrd_create(&one, attach, &skin) == thrd_success && thrd_create(&two, attach, &hair) == thrd_success);
  EXPECT(thrd_join(one, NULL) == thrd_success && thrd_join(two, NULL) == thrd_success);
  uint8_t *bytes;
  size_t count;
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, &report, &error));
  EXPECT(strstr(report, "SkinMatte") && strstr(report, "HairMatte"));
  auxdepth_free(report);
  auxdepth_free(bytes);
  auxdepth_edit_close(edit);
  auxdepth_photo_close(photo);
  check_cancelling(folder, heif);
  free(heif);
}
