#define _GNU_SOURCE
#include "box.h"

#include "operations.h"

#include <stdatomic.h>

#ifdef __linux__
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// The box of this process: written once, before there is a thread to read it.
static struct {
  pid_t host, nursery;
  int socket;
  box_setup setup;
} box = {.socket = -1};

/// Returns the number of threads of the process, 0 where it is unknown.
static int thread_count(void) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return 0;
  int count = 0;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

/// Lets the box go at the end of the program, and waits until it has gone: its work counts as the program's then.
static void stop(void) {
  if (box.host != getpid()) return;
  close(box.socket);
  box.socket = -1;
  while (waitpid(box.nursery, NULL, 0) < 0 && errno == EINTR) continue;
}

/// Leaves the box to the process that has it. A socket that a child kept open would let the nursery go on after its host.
static void leave_in_child(void) {
  if (box.socket >= 0) close(box.socket);
  box.socket = -1;
  box_pool_leave();
}

static int check(const aux_box_limits *limits, size_t count, aux_error *error) {
  if (limits->memory == 0 || limits->processor_seconds == 0 || limits->seconds == 0 || count > 64
      || limits->memory > INT64_MAX / 2 || limits->processor_seconds > INT32_MAX || limits->seconds > INT32_MAX) {
    return aux_fail(error, AUX_ERROR_USAGE, "the limits of the sandbox are out of range");
  }
  if (box.host == getpid()) return aux_fail(error, AUX_ERROR_USAGE, "the sandbox was started before");
  if (thread_count() > 1) {
    return aux_fail(error, AUX_ERROR_USAGE, "the sandbox has to be started before there are threads");
  }
  if (!box_has_filter()) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "the kernel has no filters of system calls (seccomp) for a sandbox");
  }
  return AUX_OK;
}

int aux_box_start_with(
  const aux_box_limits *limits, const aux_operation *operations, size_t count, aux_error *error
) {
  aux_clear(error);
  int code = check(limits, count, error);
  if (code != AUX_OK) return code;
  box.setup = (box_setup){.operations = operations, .count = count, .limits = *limits};
  int ends[2];
  int reason = box_socket_pair(ends);
  if (reason != 0) return aux_fail(error, AUX_ERROR_SYSTEM, "no sandbox can be made: %s", strerror(reason));
  pid_t host = getpid();
  pid_t nursery = fork();
  if (nursery == 0) box_nurse(ends[1], host, &box.setup);
  reason = errno;
  close(ends[1]);
  if (nursery < 0) {
    close(ends[0]);
    return aux_fail(error, AUX_ERROR_SYSTEM, "no sandbox can be made: %s", strerror(reason));
  }
  box.socket = ends[0];
  box.nursery = nursery;
  box.host = host;
  code = box_pool_start(box.socket, &box.setup, error);
  if (code != AUX_OK) {
    stop();
    box.host = 0;
    return code;
  }
  // A child of fork has both already.
  static int is_registered;
  if (!is_registered) is_registered = atexit(stop) == 0 && pthread_atfork(box_pool_hold, box_pool_release, leave_in_child) == 0;
  return AUX_OK;
}

int aux_box_is_started(void) { return box.host != 0; }

static int call_in_box(int operation, const aux_request *request, aux_answer *answer, aux_error *error) {
  if (box.host != getpid()) {
    return aux_fail(
      error, AUX_ERROR_SYSTEM, "the sandbox is that of the process that forked this one, which has to start its own");
  }
  if (operation < 0 || (size_t)operation >= box.setup.count) {
    return aux_fail(error, AUX_ERROR_USAGE, "there is no operation %d", operation);
  }
  return box_exchange(&box.setup, operation, request, answer, error);
}
#else
int aux_box_start_with(
  const aux_box_limits *limits, const aux_operation *operations, size_t count, aux_error *error
) {
  (void)limits, (void)operations, (void)count;
  aux_clear(error);
  return aux_fail(error, AUX_ERROR_SYSTEM, "this system has no sandbox; Linux has");
}

int aux_box_is_started(void) { return 0; }

static int call_in_box(int operation, const aux_request *request, aux_answer *answer, aux_error *error) {
  (void)operation, (void)request, (void)answer;
  return aux_fail(error, AUX_ERROR_SYSTEM, "there is no sandbox");
}
#endif

int aux_box_start(const aux_box_limits *limits, aux_error *error) {
  return aux_box_start_with(limits, aux_operations, AUX_OPERATION_COUNT, error);
}

static int (*_Atomic cancelled)(void);

void aux_heed_cancellations(int (*is_cancelled)(void)) { atomic_store(&cancelled, is_cancelled); }

/// Whether the operation is not to begin. What metadata are parsed to is kept, and would stay an error.
static int is_cancelled(int operation) {
  int (*asked)(void) = atomic_load(&cancelled);
  return asked && operation != AUX_OPERATION_XMP && operation != AUX_OPERATION_PNG_HEADER && asked();
}

int aux_call(int operation, const aux_request *request, aux_answer *answer, aux_error *error) {
  aux_clear(error);
  *answer = (aux_answer){0};
  if (is_cancelled(operation)) return aux_fail(error, AUX_ERROR_CANCELLED, "the caller ended the work");
  error->code = aux_box_is_started() ? call_in_box(operation, request, answer, error)
                                     : aux_operations[operation].run(request, answer, error);
  if (error->code == AUX_OK) return AUX_OK;
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    aux_free(answer->buffers[index]);
    answer->buffers[index] = NULL;
    answer->sizes[index] = 0;
  }
  return error->code;
}
