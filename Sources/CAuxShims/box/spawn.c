#define _GNU_SOURCE
#include "box.h"

#include "../loader/places.h"

#ifdef __linux__
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The helper must not be a child that the host can wait for: a host that waits for all its children would wait for ever, and
// one that counts them would count a stranger. So a process between them makes it and ends at once. posix_spawn cannot make
// that one: it would send SIGCHLD at its end, and any thread that waits could take it. It is cloned here as posix_spawn does
// it, within the memory of the host and while the calling thread sleeps, so that nothing of a host with threads is copied;
// but with no signal for its end, whereby only who asks for such children (__WALL) sees it. The kernel gives SIGCHLD back to
// whoever executes a program, but this one never does.

enum { stack_size = 64 << 10 };

typedef struct {
  const char *path;
  int socket;
  char *stacks;
  volatile int reason;
  volatile pid_t helper;
} spawning;

/// The process that becomes the helper: its descriptors are its own, its memory is the host's until it executes.
static int execute(void *argument) {
  spawning *self = argument;
  // The socket becomes descriptor 0 and nothing else of the host stays; where the kernel cannot do that, the helper does.
  // By their numbers: what was preloaded into the host, as a tracer of files, is not asked in between.
  if (syscall(SYS_dup3, self->socket, STDIN_FILENO, 0) == STDIN_FILENO) {
#ifdef SYS_close_range
    syscall(SYS_close_range, 1, ~0U, 0);
#endif
    char *arguments[] = {"auxdepth-worker", NULL};
    execve(self->path, arguments, environ);
  }
  self->reason = errno;
  _exit(127);
}

/// The process between: nobody waits for what it made once it has ended.
static int make(void *argument) {
  spawning *self = argument;
  pid_t helper = clone(execute, self->stacks + 2 * stack_size, CLONE_VM | CLONE_VFORK | SIGCHLD, self);
  if (helper < 0) self->reason = errno;
  if (helper > 0 && self->reason != 0) waitpid(helper, NULL, __WALL);
  self->helper = helper;
  _exit(0);
}

int box_spawn(const char *path, int socket, pid_t *helper) {
  // Shared, for what runs a program as valgrind does and copies the memory although it is asked not to.
  char *stacks =
    mmap(NULL, 2 * stack_size + sizeof(spawning), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (stacks == MAP_FAILED) return errno;
  spawning *self = (spawning *)(stacks + 2 * stack_size);
  *self = (spawning){.path = path, .socket = socket, .stacks = stacks};
  // All, those of the C library too: no handler of the host may run in its memory by another process.
  uint64_t every = ~(uint64_t)0, before = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &every, &before, sizeof every);
  pid_t between = clone(make, stacks + stack_size, CLONE_VM | CLONE_VFORK, self);
  int reason = between < 0 ? errno : 0;
  if (between > 0) {
    // Gone already where somebody waits for children of every kind.
    while (waitpid(between, NULL, __WALL) < 0 && errno == EINTR) continue;
    reason = self->reason;
    if (reason == 0 && self->helper <= 0) reason = ECHILD;
  }
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  *helper = self->helper;
  munmap(stacks, 2 * stack_size + sizeof(spawning));
  return reason;
}

int box_find_helper(char *path, size_t size) {
  static const char *const of_program[] = {"", "../libexec/auxdepth/", NULL};
  static const char *const of_library[] = {"", "auxdepth/", "../libexec/auxdepth/", NULL};
  const char *given = secure_getenv("AUXDEPTH_WORKER");
  if (!given) return aux_find_beside("auxdepth-worker", of_program, of_library, path, size);
  return given[0] == '/' && (size_t)snprintf(path, size, "%s", given) < size && access(path, X_OK) == 0;
}
#endif
