#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Makes the process end with the one that made it, which may have ended already.
static void end_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(0);
}

/// Closes all files of the host but the socket; what is written to standard streams goes nowhere.
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
static pid_t workers[256];
static int worker_count;

static int64_t spawn(int socket, int32_t operation, const int files[3], const box_setup *setup) {
  static uint64_t prepared;
  for (int index = 0; index < 3; index += 1) {
    if (files[index] < 0) return -EMFILE;
  }
  if (worker_count == sizeof workers / sizeof *workers) return -EAGAIN;
  if (operation >= 0 && (size_t)operation < setup->count && !(prepared >> operation & 1)) {
    prepared |= (uint64_t)1 << operation;
    if (setup->operations[operation].prepare) setup->operations[operation].prepare();
  }
  uint64_t memory = present_memory();
  pid_t nursery = getpid();
  pid_t process = fork();
  if (process < 0) return -errno;
  if (process > 0) return workers[worker_count++] = process;
  end_with_parent(nursery);
  close(socket);
  box_work(files[0], files[1], files[2], setup, memory);
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

_Noreturn void box_nurse(int socket, pid_t host, const box_setup *setup) {
  end_with_parent(host);
  signal(SIGCHLD, SIG_DFL);
  // The signals of a terminal are for the host, whose end is the end of all.
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index += 1) signal(ignored[index], SIG_IGN);
  close_files(socket);
  box_order order;
  int files[3];
  while (box_receive(socket, &order, sizeof order, files, 3) == 0) {
    box_reply reply = {
      .value = order.order == BOX_SPAWN ? spawn(socket, order.number, files, setup) : end(order.number)};
    for (int index = 0; index < 3; index += 1) {
      if (files[index] >= 0) close(files[index]);
    }
    if (box_send(socket, &reply, sizeof reply, NULL, 0) != 0) break;
  }
  // Their ends are waited for, so that their work counts as the program's.
  while (worker_count > 0) end(workers[0]);
  _exit(0);
}
#endif
