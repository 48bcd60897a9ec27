// Processes that fork while other threads use the library: each child works, whatever those were doing. A child that
// hangs is ended by SIGALRM, and counted.
//
//   forks FOLDER            a folder for its files, which exists
//   forks FOLDER --first    one run of those below, in which all happens for the first time: of the program itself

#define _GNU_SOURCE
#include <auxdepth.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { width = 96, height = 64, path_size = 4096, seconds = 20, microseconds_of_first_run = 80000 };
enum { first_runs = 40, forks_of_first_run = 2, warm_forks = 140 };

static const char *const names[] = {"photo.heic", "photo.jpg", "photo.avif", "photo.dng"};
enum { photos = sizeof names / sizeof *names };
static char paths[photos][path_size];

static _Thread_local auxdepth_error *error;

/// A call that succeeds, or ends the process.
#define OK(call) ok((call), #call)

static void ok(auxdepth_status status, const char *call) {
  if (status == AUXDEPTH_OK) return;
  fprintf(stderr, "forks: %s: %s\n", call, error ? error->message : "without an error");
  _exit(3);
}

static auxdepth_picture *picture(void) {
  static uint8_t pixels[height][width][3];
  for (int row = 0; row < height; row += 1)
    for (int column = 0; column < width; column += 1) pixels[row][column][row % 3] = (uint8_t)(2 * column + row);
  auxdepth_picture *made;
  OK(auxdepth_picture_new(pixels, width, height, 3, 8, 0, sizeof pixels, NULL, 0, NULL, &made, &error));
  return made;
}

static void attach(auxdepth_edit *edit) {
  static float metres[height][width];
  for (int row = 0; row < height; row += 1)
    for (int column = 0; column < width; column += 1) metres[row][column] = 1.0f + (float)column / width;
  auxdepth_map *map;
  OK(auxdepth_map_new(metres, AUXDEPTH_FLOAT32, width, height, 0, sizeof metres, NULL, &map, &error));
  OK(auxdepth_edit_attach_depth(edit, map, "{\"replace\": true}", &error));
  auxdepth_map_close(map);
}

static void make_photos(void) {
  static const char *const containers[] = {"heif", "jpeg", "avif", "dng"};
  auxdepth_picture *pixels = picture();
  for (int index = 0; index < photos; index += 1) {
    auxdepth_edit *edit;
    OK(auxdepth_edit_new_picture(pixels, containers[index], NULL, NULL, &edit, &error));
    attach(edit);
    OK(auxdepth_edit_write(edit, paths[index], AUXDEPTH_WRITE_REPLACE | AUXDEPTH_WRITE_NO_SYNC, NULL, &error));
    auxdepth_edit_close(edit);
  }
  auxdepth_picture_close(pixels);
}

static void read_depth(const auxdepth_photo *photo) {
  float metres[height][width];
  size_t depth = (size_t)auxdepth_image_find_depth(photo);
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], 0, sizeof metres, &error));
}

static int32_t count_valid(void *context, size_t done, size_t count, const char *path, const char *json) {
  (void)done, (void)count, (void)path;
  *(int *)context += strstr(json, "\"valid\":true") != NULL;
  return 0;
}

/// What each thread and each child does: a part of it by a number, all of it by those below 4.
static void work(int part) {
  const char *path = paths[part % photos];
  auxdepth_photo *photo;
  OK(auxdepth_photo_open(path, NULL, &photo, &error));
  read_depth(photo);
  if (part % 4 == 0) {
    auxdepth_edit *edit;
    uint8_t *bytes;
    size_t count;
    OK(auxdepth_edit_new(photo, NULL, NULL, &edit, &error));
    attach(edit);
    OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
    auxdepth_free(bytes);
    auxdepth_edit_close(edit);
  } else if (part % 4 == 1) {
    int valid = 0;
    OK(auxdepth_validate(&path, 1, "{\"jobs\": 2}", count_valid, &valid, &error));
    if (valid != 1) _exit(4);
  } else if (part % 4 == 2) {
    auxdepth_renderer *renderer;
    auxdepth_picture *rendered;
    OK(auxdepth_renderer_new(photo, NULL, NULL, &renderer, &error));
    OK(auxdepth_renderer_render(renderer, "blur", NULL, NULL, &rendered, NULL, NULL, &error));
    auxdepth_picture_close(rendered);
    auxdepth_renderer_close(renderer);
  } else {
    auxdepth_picture *pixels;
    OK(auxdepth_photo_picture(photo, AUXDEPTH_UPRIGHT, &pixels, &error));
    auxdepth_picture_close(pixels);
  }
  auxdepth_photo_close(photo);
}

static atomic_int is_over;

static void *go_on_working(void *number) {
  for (int part = *(const int *)number; !atomic_load(&is_over); part += 1) work(part);
  return NULL;
}

static void sleep_up_to(long microseconds) {
  struct timespec time = {.tv_nsec = 1000 * (rand() % microseconds)};
  nanosleep(&time, NULL);
}

/// Forks a child that works; returns how it ended.
static int fork_one(const auxdepth_photo *unused) {
  pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    if (unused) read_depth(unused);
    for (int part = 0; part < 4; part += 1) work(part);
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

/// Forks while two threads work; returns the number of children that failed.
static int fork_many(int count, const auxdepth_photo *unused, long microseconds) {
  static const int numbers[] = {0, 3};
  pthread_t threads[2];
  int failures = 0;
  for (int index = 0; index < 2; index += 1)
    if (pthread_create(&threads[index], NULL, go_on_working, (void *)&numbers[index]) != 0) abort();
  for (int index = 0; index < count; index += 1) {
    sleep_up_to(microseconds);
    int status = fork_one(unused);
    if (status == 0) continue;
    failures += 1;
    fprintf(stderr, "forks: a child %s %d\n", WIFSIGNALED(status) ? "ended by signal" : "failed with", status);
  }
  atomic_store(&is_over, 1);
  for (int index = 0; index < 2; index += 1) pthread_join(threads[index], NULL);
  return failures;
}

/// A file that is to be edited is free again when it is closed, though a child has it open, too.
static int check_lock(void) {
  auxdepth_photo *photo;
  int ends[2];
  char byte;
  if (pipe(ends) != 0) abort();
  OK(auxdepth_photo_open(paths[0], "{\"editing\": true}", &photo, &error));
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    _exit(read(ends[0], &byte, 1) != 0);
  }
  auxdepth_photo_close(photo);
  alarm(seconds);
  OK(auxdepth_photo_open(paths[0], "{\"editing\": true}", &photo, &error));
  alarm(0);
  // A child that closes it takes nothing from its parent.
  pid_t closing = fork();
  if (closing == 0) {
    auxdepth_photo_close(photo);
    _exit(0);
  }
  int status = 0, failures = 0;
  waitpid(closing, &status, 0);
  pid_t waiting = fork();
  if (waiting == 0) {
    auxdepth_photo *again;
    alarm(1);
    auxdepth_photo_open(paths[0], "{\"editing\": true}", &again, &error);
    _exit(0);
  }
  waitpid(waiting, &status, 0);
  if (!WIFSIGNALED(status)) failures += 1, fprintf(stderr, "forks: a child gave back the lock of its parent\n");
  auxdepth_photo_close(photo);
  close(ends[1]);
  waitpid(child, &status, 0);
  return failures + (status != 0);
}

int main(int argc, char **argv) {
  if (argc < 2) return AUXDEPTH_USAGE;
  for (int index = 0; index < photos; index += 1) snprintf(paths[index], path_size, "%s/%s", argv[1], names[index]);
  srand((unsigned)getpid());
  if (argc > 2) return fork_many(forks_of_first_run, NULL, microseconds_of_first_run) > 0;

  int failures = 0;
  pid_t maker = fork();
  if (maker == 0) {
    make_photos();
    _exit(0);
  }
  int status = -1;
  waitpid(maker, &status, 0);
  if (status != 0) return 1;
  for (int run = 0; run < first_runs; run += 1) {
    pid_t child = fork();
    if (child == 0) execl("/proc/self/exe", argv[0], argv[1], "--first", NULL);
    waitpid(child, &status, 0);
    failures += status != 0;
  }
  auxdepth_photo *unused;
  OK(auxdepth_photo_open(paths[0], NULL, &unused, &error));
  failures += fork_many(warm_forks, unused, 10000);
  auxdepth_photo_close(unused);
  failures += check_lock();
  printf("forks: %d children, %d failures\n", first_runs * forks_of_first_run + warm_forks, failures);
  return failures != 0;
}
