#define _GNU_SOURCE
#include "CAuxSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
#include <sys/xattr.h>

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
#else
size_t aux_copy_extended_attributes(int from, int to, char *lost, size_t lost_size) {
  (void)from, (void)to, (void)lost, (void)lost_size;
  return 0;
}
#endif

int aux_rename_new(const char *from, const char *to) {
#ifdef __linux__
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != ENOSYS && errno != EINVAL) return -1;
#endif
  // Some file systems always replace when they rename; a link fails if there is a file of the new name.
  if (link(from, to) != 0) return -1;
  unlink(from);
  return 0;
}

// Temporary files. A signal may come at any time, and its handler reads this table alone: an entry holds its path, and no
// thread changes an entry that the handler has taken.

enum { slots = 256, unused = 0, changing = 1, used = 2, taken = 3 };

static struct {
  atomic_int state;
  /// The process that writes the file: a child of fork has a copy of this table, and leaves the files of its parent alone.
  pid_t writer;
  char path[PATH_MAX];
} temporaries[slots];

int aux_temporary_add(const char *path) {
  size_t size = strlen(path) + 1;
  for (int slot = 0; slot < slots && size <= sizeof temporaries->path; slot++) {
    int expected = unused;
    if (!atomic_compare_exchange_strong(&temporaries[slot].state, &expected, changing)) continue;
    memcpy(temporaries[slot].path, path, size);
    temporaries[slot].writer = getpid();
    atomic_store(&temporaries[slot].state, used);
    return slot;
  }
  return -1;
}

void aux_temporary_forget(int slot) {
  int expected = used;
  if (slot >= 0) atomic_compare_exchange_strong(&temporaries[slot].state, &expected, unused);
}

static void end_by_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  // That of a write of our own, which seems to be sent by ourselves, says no more than the EPIPE that comes with it.
  if (number == SIGPIPE && info->si_pid == getpid()) return;
  for (int slot = 0; slot < slots; slot++) {
    int expected = used;
    if (!atomic_compare_exchange_strong(&temporaries[slot].state, &expected, taken)) continue;
    if (temporaries[slot].writer == getpid()) unlink(temporaries[slot].path);
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
