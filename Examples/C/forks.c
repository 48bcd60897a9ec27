// What a program that uses the library may do with processes: fork between calls, handle or ignore SIGCHLD, wait for all
// children, and run without standard streams. Each check runs in a child, which SIGALRM ends if it hangs.
//
//   forks FOLDER            a folder for its files, which exists

#define _GNU_SOURCE
#include <auxdepth.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { width = 96, height = 64, photos = 2, seconds = 60 };
enum { turns = 4, forks = 20, opens = 5000, warm_opens = 500, most_descriptors = 256, most_growth = 4 << 20 };

static char paths[photos][4096];
static auxdepth_error *error;

/// A condition that holds, or ends the check.
#define EXPECT(condition) \
  ((condition) ? (void)0 : (fprintf(stderr, "forks.c:%d: not so: %s\n", __LINE__, #condition), _exit(1)))
/// A call that succeeds, or ends the check.
#define OK(call) \
  ((call) == AUXDEPTH_OK ? (void)0 : (fprintf(stderr, "forks.c:%d: %s: %s\n", __LINE__, #call, error->message), _exit(1)))

static void make_photos(void) {
  static uint8_t pixels[height][width][3];
  static float metres[height][width];
  for (int row = 0; row < height; row += 1) {
    for (int column = 0; column < width; column += 1) {
      pixels[row][column][row % 3] = (uint8_t)(2 * column + row);
      metres[row][column] = 1.0f + (float)column / width;
    }
  }
  for (int index = 0; index < photos; index += 1) {
    auxdepth_picture *picture;
    auxdepth_map *map;
    auxdepth_edit *edit;
    OK(auxdepth_picture_new(pixels, width, height, 3, 8, 0, sizeof pixels, NULL, 0, NULL, &picture, &error));
    OK(auxdepth_map_new(metres, AUXDEPTH_FLOAT32, width, height, 0, sizeof metres, NULL, &map, &error));
    OK(auxdepth_edit_new_picture(picture, index == 0 ? "heif" : "jpeg", NULL, NULL, &edit, &error));
    OK(auxdepth_edit_attach_depth(edit, map, NULL, &error));
    OK(auxdepth_edit_write(edit, paths[index], AUXDEPTH_WRITE_REPLACE, NULL, &error));
    auxdepth_edit_close(edit);
    auxdepth_map_close(map);
    auxdepth_picture_close(picture);
  }
}

static void read_depth(const auxdepth_photo *photo) {
  float metres[height][width];
  size_t depth = (size_t)auxdepth_image_find_depth(photo);
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], 0, sizeof metres, &error));
}

/// Decodes and encodes both photos.
static void work(void) {
  for (int index = 0; index < photos; index += 1) {
    auxdepth_photo *photo;
    auxdepth_picture *picture;
    auxdepth_edit *edit;
    uint8_t *bytes;
    size_t count;
    OK(auxdepth_photo_open(paths[index], NULL, &photo, &error));
    read_depth(photo);
    OK(auxdepth_photo_picture(photo, AUXDEPTH_UPRIGHT, &picture, &error));
    OK(auxdepth_edit_new_picture(picture, index == 0 ? "heif" : "jpeg", NULL, NULL, &edit, &error));
    OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
    auxdepth_free(bytes);
    auxdepth_edit_close(edit);
    auxdepth_picture_close(picture);
    auxdepth_photo_close(photo);
  }
}

/// Works several times with processes that start and end: another mode replaces those of before.
static void work_on(void) {
  for (int turn = 0; turn < turns; turn += 1) {
    OK(auxdepth_sandbox_use(turn % 2 == 0 ? AUXDEPTH_SANDBOX_REQUIRED : AUXDEPTH_SANDBOX_AUTOMATIC, &error));
    work();
  }
}

/// Runs a check in a child; returns how that ended, as waitpid does.
static int in_child(void (*check)(void)) {
  pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    check();
    _exit(0);
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

/// Returns the number of children, zombies included.
static int count_children(void) {
  int count = 0;
  glob_t all;
  EXPECT(glob("/proc/[0-9]*/stat", 0, NULL, &all) == 0);
  for (size_t index = 0; index < all.gl_pathc; index += 1) {
    char line[512], *end;
    FILE *file = fopen(all.gl_pathv[index], "r");
    if (!file) continue;
    if (fgets(line, sizeof line, file) && (end = strrchr(line, ')'))) count += atoi(end + 4) == getpid();
    fclose(file);
  }
  globfree(&all);
  return count;
}

static auxdepth_photo *shared;

static void work_with_shared(void) {
  read_depth(shared);
  EXPECT(in_child(work) == 0);
  auxdepth_photo_close(shared);
}

/// The first calls are those of a child; later ones have a photo that its parent opened, and children of their own.
static void fork_between_calls(void) {
  EXPECT(in_child(work) == 0);
  work();
  OK(auxdepth_photo_open(paths[0], NULL, &shared, &error));
  int children = count_children();
  for (int turn = 0; turn < forks; turn += 1) {
    EXPECT(in_child(work_with_shared) == 0);
    read_depth(shared);
  }
  EXPECT(count_children() == children);
}

static volatile sig_atomic_t signals;

static void count_signal(int number) {
  (void)number;
  signals += 1;
}

/// The handler interrupts calls of the system.
static void handle_ends(void) {
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = count_signal}, NULL);
  work_on();
  EXPECT(signals > 0);
}

static void ignore_ends(void) {
  signal(SIGCHLD, SIG_IGN);
  work_on();
}

static atomic_int is_over, waited;

static void *wait_for_all(void *unused) {
  while (!atomic_load(&is_over)) {
    if (waitpid(-1, NULL, 0) > 0) atomic_fetch_add(&waited, 1);
    else nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return unused;
}

/// The thread waits at the end until the last processes were idle for 10 seconds.
static void take_ends(void) {
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, wait_for_all, NULL) == 0);
  work_on();
  atomic_store(&is_over, 1);
  EXPECT(pthread_join(thread, NULL) == 0 && atomic_load(&waited) > 0);
}

static void close_streams(void) {
  for (int stream = 0; stream < 3; stream += 1) {
    close(stream);
    work_on();
  }
}

static long resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  EXPECT(file && fscanf(file, "%*d %ld", &pages) == 1);
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

/// Returns the number of descriptors that exec closes, or of others.
static int count_descriptors(int flags) {
  int count = 0;
  for (int descriptor = 0; descriptor < most_descriptors; descriptor += 1) count += fcntl(descriptor, F_GETFD) == flags;
  return count;
}

/// Many photos take no more descriptors, children and memory than some.
static void open_many(void) {
  int inherited = count_descriptors(0), descriptors = 0, children = 0;
  long bytes = 0;
  for (int turn = 1; turn <= opens; turn += 1) {
    auxdepth_photo *photo;
    OK(auxdepth_photo_open(paths[turn % photos], NULL, &photo, &error));
    read_depth(photo);
    auxdepth_photo_close(photo);
    if (turn == warm_opens) descriptors = count_descriptors(FD_CLOEXEC), children = count_children(), bytes = resident_bytes();
  }
  EXPECT(count_descriptors(FD_CLOEXEC) == descriptors && count_descriptors(0) == inherited);
  EXPECT(count_children() == children && resident_bytes() < bytes + most_growth);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*check)(void);
  } checks[] = {
      {"make photos", make_photos},       {"fork between calls", fork_between_calls}, {"handle SIGCHLD", handle_ends},
      {"ignore SIGCHLD", ignore_ends},    {"wait for all children", take_ends},       {"close streams", close_streams},
      {"open many photos", open_many},
  };
  if (argc != 2) return AUXDEPTH_USAGE;
  int failures = 0;
  for (int index = 0; index < photos; index += 1) snprintf(paths[index], sizeof paths[0], "%s/photo%d", argv[1], index);
  for (size_t index = 0; index < sizeof checks / sizeof *checks; index += 1) {
    int status = in_child(checks[index].check);
    failures += status != 0;
    if (status != 0) fprintf(stderr, "forks: %s: wait status %d\n", checks[index].name, status);
  }
  printf("forks: %d failures\n", failures);
  return failures != 0;
}
