// A gate for photos: valid, invalid, or not judged, which is the system's fault and never the photo's.
//
//   gate validate PHOTO    0 valid, 1 invalid; where it could not be judged, what the system lacked: 69, 74 or 75
//   gate read PHOTO        decodes the depth map: 0, or the status of the error

#include <auxdepth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int told(auxdepth_status status, auxdepth_error *error) {
  fprintf(stderr, "gate: %s\n", error ? error->message : "no reason");
  auxdepth_error_free(error);
  return status;
}

static int32_t judge(void *context, size_t done, size_t count, const char *path, const char *json) {
  (void)done, (void)count;
  auxdepth_status *judgement = context;
  *judgement = auxdepth_report_judgement(json);
  const char *verdict = *judgement == AUXDEPTH_OK ? "valid" : *judgement == AUXDEPTH_DATA ? "invalid" : "not judged";
  printf("%s: %s\n%s\n", path, verdict, json);
  return 0;
}

static int validate(const char *path) {
  auxdepth_error *error = NULL;
  auxdepth_status judgement = AUXDEPTH_USAGE;
  auxdepth_status status = auxdepth_validate(&path, 1, NULL, judge, &judgement, &error);
  if (status != AUXDEPTH_OK) return told(status, error);
  return judgement == AUXDEPTH_DATA ? 1 : judgement;
}

static int read_depth(const char *path) {
  auxdepth_error *error = NULL;
  auxdepth_photo *photo = NULL;
  auxdepth_image image = AUXDEPTH_IMAGE_INIT;
  float *metres = NULL;
  auxdepth_status status = auxdepth_photo_open(path, NULL, &photo, &error);
  if (status == AUXDEPTH_OK) {
    int64_t index = auxdepth_image_find_depth(photo);
    size_t depth = index < 0 ? 0 : (size_t)index;
    status = auxdepth_image_describe(photo, depth, &image, &error);
    size_t size = (size_t)image.width * image.height * sizeof *metres;
    if (status == AUXDEPTH_OK && size > 0 && (metres = malloc(size))) {
      status = auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres, 0, size, &error);
    }
    if (status == AUXDEPTH_OK) printf("%s: %ux%u\n", path, image.width, image.height);
  }
  free(metres);
  auxdepth_photo_close(photo);
  return status == AUXDEPTH_OK ? 0 : told(status, error);
}

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "validate") == 0) return validate(arguments[2]);
  if (count == 3 && strcmp(arguments[1], "read") == 0) return read_depth(arguments[2]);
  fprintf(stderr, "usage: gate validate|read PHOTO\n");
  return AUXDEPTH_USAGE;
}
