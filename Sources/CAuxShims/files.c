#define _GNU_SOURCE
#include "CAuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/stat.h>

int aux_set_modified(int descriptor, int64_t seconds, int64_t nanoseconds) {
  struct timespec times[2] = {{0, UTIME_OMIT}, {(time_t)seconds, (long)nanoseconds}};
  return futimens(descriptor, times);
}

#ifdef __linux__
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/xattr.h>

int64_t aux_copy_file_range(int from, int64_t offset, int to, uint64_t count) {
  off64_t position = offset;
  return copy_file_range(from, &position, to, NULL, count, 0);
}

size_t aux_copy_extended_attributes(int from, int to, char *lost, size_t lost_size) {
  size_t lost_end = 0;
  ssize_t size = flistxattr(from, NULL, 0);
  if (size <= 0) return 0;
  char *names = malloc((size_t)size);
  if (names == NULL) return 0;
  size = flistxattr(from, names, (size_t)size);
  for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
    const char *name = names + at;
    ssize_t length = fgetxattr(from, name, NULL, 0);
    void *value = malloc(length > 0 ? (size_t)length : 1);
    int copied = value != NULL && length >= 0 && fgetxattr(from, name, value, (size_t)length) == length &&
                 fsetxattr(to, name, value, (size_t)length, 0) == 0;
    free(value);
    size_t room = strlen(name) + 1;
    if (!copied && room <= lost_size - lost_end) {
      memcpy(lost + lost_end, name, room);
      lost_end += room;
    }
  }
  free(names);
  return lost_end;
}

int aux_open_unnamed(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); }

int aux_link_unnamed(int descriptor, const char *path) {
  char self[48];
  snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int aux_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int aux_rename_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int aux_watch_writing(const char *path) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch >= 0 && inotify_add_watch(watch, path, IN_MODIFY | IN_DONT_FOLLOW) < 0) {
    close(watch);
    watch = -1;
  }
  return watch;
}

int aux_was_written(int watch) {
  // What the system has to say of one file without a name is of one size.
  struct inotify_event event;
  return read(watch, &event, sizeof event) > 0;
}

int64_t aux_seek_data(int descriptor, int64_t from) { return lseek(descriptor, from, SEEK_DATA); }
int64_t aux_seek_hole(int descriptor, int64_t from) { return lseek(descriptor, from, SEEK_HOLE); }
#else
int64_t aux_copy_file_range(int from, int64_t offset, int to, uint64_t count) {
  (void)from, (void)offset, (void)to, (void)count;
  errno = ENOSYS;
  return -1;
}

size_t aux_copy_extended_attributes(int from, int to, char *lost, size_t lost_size) {
  (void)from, (void)to, (void)lost, (void)lost_size;
  return 0;
}

int aux_open_unnamed(const char *folder) {
  (void)folder;
  errno = ENOSYS;
  return -1;
}

int aux_link_unnamed(int descriptor, const char *path) {
  (void)descriptor, (void)path;
  errno = ENOSYS;
  return -1;
}

int aux_rename_new(const char *from, const char *to) {
  (void)from, (void)to;
  errno = ENOSYS;
  return -1;
}

int aux_rename_exchange(const char *one, const char *other) {
  (void)one, (void)other;
  errno = ENOSYS;
  return -1;
}

int aux_watch_writing(const char *path) {
  (void)path;
  errno = ENOSYS;
  return -1;
}

int aux_was_written(int watch) {
  (void)watch;
  return 0;
}

int64_t aux_seek_data(int descriptor, int64_t from) {
  (void)descriptor;
  return from;
}

int64_t aux_seek_hole(int descriptor, int64_t from) {
  (void)from;
  return lseek(descriptor, 0, SEEK_END);
}
#endif

// Temporary files: a signal may come at any time, so that the handler looks at this table alone.

enum { slots = 256, unused = 0, changing = 1, used = 2 };

static struct {
  atomic_int state;
  char *path;
  /// The process that writes it: a child of fork has a copy of this table, and leaves the files of its parent alone.
  pid_t writer;
} temporaries[slots];

int aux_temporary_add(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return -1;
  for (int slot = 0; slot < slots; slot++) {
    int expected = unused;
    if (!atomic_compare_exchange_strong(&temporaries[slot].state, &expected, changing)) continue;
    temporaries[slot].path = copy;
    temporaries[slot].writer = getpid();
    atomic_store(&temporaries[slot].state, used);
    return slot;
  }
  free(copy);
  return -1;
}

void aux_temporary_forget(int slot) {
  if (slot < 0 || slot >= slots) return;
  atomic_store(&temporaries[slot].state, changing);
  free(temporaries[slot].path);
  temporaries[slot].path = NULL;
  atomic_store(&temporaries[slot].state, unused);
}

static void end_by_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  // That of a write of our own, which seems to be sent by ourselves, says no more than the EPIPE that comes with it.
  if (number == SIGPIPE && info->si_pid == getpid()) return;
  for (int slot = 0; slot < slots; slot++) {
    if (atomic_load(&temporaries[slot].state) != used || temporaries[slot].writer != getpid()) continue;
    unlink(temporaries[slot].path);
  }
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, NULL);
  // Blocked while this handler runs; it comes, and ends the process, as soon as it returns.
  raise(number);
}

void aux_remove_temporaries_on_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU};
  sigset_t handled;
  sigemptyset(&handled);
  for (size_t at = 0; at < sizeof numbers / sizeof *numbers; at++) {
    struct sigaction former;
    // A process in the background may be meant to ignore it.
    if (sigaction(numbers[at], NULL, &former) != 0) continue;
    if (former.sa_handler == SIG_IGN && numbers[at] != SIGPIPE) continue;
    struct sigaction own = {.sa_sigaction = end_by_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&own.sa_mask);
    sigaction(numbers[at], &own, NULL);
    sigaddset(&handled, numbers[at]);
  }
  // Threads of some runtimes block all signals, and so do the programs that they start.
  sigprocmask(SIG_UNBLOCK, &handled, NULL);
}
