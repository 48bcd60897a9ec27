// Calls every function of auxdepth.h, right and wrong, and checks what comes back: run by `make check` as it is, with
// the sanitizers of the compiler, and under valgrind.
//
//   check FOLDER [off]     a folder for its files, which exists; codecs run in the sandbox, or with `off` without it

#include "check.h"

static int failures;

void expect_(int holds, const char *text, const char *file, int line) {
  if (holds) return;
  fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
  failures += 1;
}

void ok_(auxdepth_status status, auxdepth_error **error, const char *text, const char *file, int line) {
  if (status == AUXDEPTH_OK && !*error) return;
  fprintf(stderr, "%s:%d: %s: %d %s\n", file, line, text, status, *error ? (*error)->message : "without an error");
  exit(1);
}

void fails_(auxdepth_status status, auxdepth_error **error, auxdepth_status wanted, const char *code, const char *text,
            const char *file, int line) {
  const auxdepth_error *got = *error;
  if (status != wanted || !got || got->status != wanted || strcmp(got->code, code) != 0 || !got->message[0]) {
    fprintf(stderr, "%s:%d: %s: %d %s\n", file, line, text, status, got ? got->message : "without an error");
    failures += 1;
  }
  auxdepth_error_free(*error);
  *error = NULL;
}

char *in_folder(const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  if (!path) abort();
  snprintf(path, size, "%s/%s", folder, name);
  return path;
}

static void check_library(void) {
  EXPECT(auxdepth_api_version() >= AUXDEPTH_API_VERSION);
  EXPECT(strcmp(auxdepth_version(), AUXDEPTH_VERSION_STRING) == 0);
  char *effects = auxdepth_effects_json();
  EXPECT(strstr(effects, "\"name\":\"blur\"") != NULL);
  auxdepth_free(effects);
  char *codecs = auxdepth_codecs_json();
  EXPECT(codecs && strstr(codecs, "\"name\":\"libheif\"") && strstr(codecs, "\"installed\":true"));
  auxdepth_free(codecs);
  // What is freed may be nothing.
  auxdepth_free(NULL);
  auxdepth_error_free(NULL);
  auxdepth_photo_close(NULL);
  auxdepth_picture_close(NULL);
  auxdepth_map_close(NULL);
  auxdepth_edit_close(NULL);
  auxdepth_renderer_close(NULL);
}

/// The sandbox must start, so that a library without one is not checked in its stead.
static void check_sandbox(int32_t mode) {
  auxdepth_error *error = NULL;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_sandbox_use(3, &error));
  OK(auxdepth_sandbox_use(mode, &error));
  char *state = auxdepth_sandbox_json();
  EXPECT(state && strstr(state, mode == AUXDEPTH_SANDBOX_OFF ? "\"sandbox\":\"off\"" : "\"sandbox\":\"on\""));
  auxdepth_free(state);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3 || (argc == 3 && strcmp(argv[2], "off") != 0)) {
    fprintf(stderr, "usage: check FOLDER [off]\n");
    return AUXDEPTH_USAGE;
  }
  check_library();
  check_sandbox(argc == 3 ? AUXDEPTH_SANDBOX_OFF : AUXDEPTH_SANDBOX_REQUIRED);
  check_maps(argv[1]);
  check_writing(argv[1]);
  check_reading(argv[1]);
  check_ranges(argv[1]);
  check_editing(argv[1]);
  check_lending(argv[1]);
  check_space(argv[1]);
  check_validating(argv[1]);
  check_viewing(argv[1]);
  check_datasets(argv[1]);
  check_streams(argv[1]);
  check_rendering(argv[1]);
  check_threads(argv[1]);
  if (failures) return 1;
  printf("check: all of it holds\n");
  return 0;
}
