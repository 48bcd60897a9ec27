#define _GNU_SOURCE
#include "box.h"

#include <stdlib.h>

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Makes a worker end with the helper, which has one thread and may have ended already.
static void end_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(0);
}

/// Closes all files but the socket, those of a host whose kernel could not close them before; what is written to standard
/// streams goes nowhere.
static void close_files(int socket) {
#ifdef SYS_close_range
  int closed = syscall(SYS_close_range, 3, (unsigned)socket - 1, 0) == 0 || socket == 3;
  closed = closed && syscall(SYS_close_range, (unsigned)socket + 1, ~0U, 0) == 0;
#else
  int closed = 0;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  for (long file = 3; !closed && file < most; file += 1) {
    if (file != socket) close((int)file);
  }
  // Not left closed: the next file would be one of them, and messages would go into it.
  int nothing = memfd_create("nothing", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (nothing < 0 || fcntl(nothing, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0) _exit(1);
  for (int stream = 0; stream < 3; stream += 1) {
    if (nothing != stream && dup2(nothing, stream) < 0) _exit(1);
  }
  if (nothing > 2) close(nothing);
}

/// Returns how much memory the process has, so that a limit counts what is added to it.
static uint64_t present_memory(void) {
  static const uint64_t otherwise = (uint64_t)1 << 30;
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return otherwise;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : otherwise;
}

/// The workers that run, or that the host has not ended yet.
static pid_t workers[box_most_workers];
static int worker_count;

static int64_t spawn(int socket, const box_order *order, const int files[3], const box_setup *setup) {
  static uint64_t prepared;
  for (int index = 0; index < 3; index += 1) {
    if (files[index] < 0) return -EMFILE;
  }
  if (worker_count == box_most_workers) return -EAGAIN;
  uint64_t missing = order->operations & ~prepared;
  for (size_t index = 0; index < setup->count; index += 1) {
    if (missing >> index & 1 && setup->operations[index].prepare) setup->operations[index].prepare();
  }
  prepared |= missing;
  uint64_t memory = present_memory();
  pid_t helper = getpid();
  pid_t process = fork();
  if (process < 0) return -errno;
  if (process > 0) return workers[worker_count++] = process;
  end_with_parent(helper);
  close(socket);
  box_work(files[0], files[1], files[2], setup, memory, order->encodes);
}

/// Ends a worker and returns how it ended: by this, unless it had ended before.
static int64_t end(pid_t process) {
  int status = 0, index = 0;
  while (index < worker_count && workers[index] != process) index += 1;
  if (index == worker_count) return -ESRCH;
  workers[index] = workers[--worker_count];
  kill(process, SIGKILL);
  while (waitpid(process, &status, 0) != process) {
    if (errno != EINTR) return -errno;
  }
  return status;
}

/// Takes the limits of the host; returns 0 or an errno.
static int greet(int socket, box_setup *setup, aux_error *error) {
  box_greeting greeting = {0};
  int reason = box_receive(socket, &greeting, sizeof greeting, NULL, 0);
  if (reason == EPIPE) return reason;
  if (reason != 0 || greeting.magic != box_magic || greeting.version != box_version
      || greeting.request_size != sizeof(box_request) || greeting.answer_size != sizeof(box_answer)
      || greeting.operation_count != setup->count) {
    aux_fail(error, AUX_ERROR_SYSTEM, "auxdepth-worker is of another version");
  } else if (!box_has_filter()) {
    aux_fail(error, AUX_ERROR_SYSTEM, "the kernel has no filters of system calls (seccomp) for a sandbox");
  }
  setup->limits = greeting.limits;
  return box_send(socket, error, sizeof *error, NULL, 0);
}

void aux_box_serve(const aux_operation *operations, size_t count) {
  int socket = STDIN_FILENO;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGCHLD, SIG_DFL);
  // The signals of a terminal are for the host, whose end is the end of all.
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index += 1) signal(ignored[index], SIG_IGN);
  if (box_lift(&socket) != 0) _exit(1);
  close_files(socket);
  box_setup setup = {.operations = operations, .count = count};
  aux_error error = {0};
  if (greet(socket, &setup, &error) != 0 || error.code != AUX_OK) _exit(0);
  box_order order;
  int files[3];
  while (box_receive(socket, &order, sizeof order, files, 3) == 0) {
    box_reply reply = {
      .value = order.order == BOX_SPAWN ? spawn(socket, &order, files, &setup) : end(order.process)};
    for (int index = 0; index < 3; index += 1) {
      if (files[index] >= 0) close(files[index]);
    }
    if (box_send(socket, &reply, sizeof reply, NULL, 0) != 0) break;
  }
  // Their ends are waited for, so that their work counts as that of whoever waits for this process.
  while (worker_count > 0) end(workers[0]);
  _exit(0);
}
#else
void aux_box_serve(const aux_operation *operations, size_t count) {
  (void)operations, (void)count;
  abort();
}
#endif
