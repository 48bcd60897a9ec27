#define _GNU_SOURCE
#include "box.h"

#include "operations.h"

#include <stdatomic.h>

static int (*_Atomic cancelled)(void);

void aux_heed_cancellations(int (*is_cancelled)(void)) { atomic_store(&cancelled, is_cancelled); }

/// Whether the operation is not to begin. What metadata are parsed to is kept, and would stay an error.
static int is_cancelled(int operation) {
  int (*asked)(void) = atomic_load(&cancelled);
  return asked && operation != AUX_OPERATION_XMP && operation != AUX_OPERATION_PNG_HEADER && asked();
}

#ifdef __linux__
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { unstarted, running, refused };

/// The box of this process. AUX_LOCK_BOX guards all of it; `state` and `host` are also read without.
static struct {
  _Atomic int mode, state;
  /// The process that the state is of.
  _Atomic pid_t host;
  box_setup setup;
  /// Why the box could not be started.
  aux_error refusal;
  int is_adopted, is_told;
  aux_box_listener *listener;
} box = {
  .mode = AUX_BOX_AUTOMATIC,
  .setup = {
    .operations = aux_operations, .count = AUX_OPERATION_COUNT,
    .limits = {.memory = (uint64_t)4 << 30, .processor_seconds = 120, .seconds = 240}},
};

void box_leave_in_child(void) {
  box_pool_leave_in_child();
  atomic_store(&box.state, unstarted);
  box.is_adopted = 0;
}

/// Makes the state that of this process, where it was cloned without handlers of fork.
static void own_state(void) {
  pid_t process = getpid();
  if (atomic_load(&box.host) == process) return;
  if (atomic_load(&box.host) != 0) box_leave_in_child();
  atomic_store(&box.host, process);
}

/// Lets the box go at the end of a program that adopted it, and waits until it has gone: its work counts as the program's.
static void stop(void) {
  if (!box.is_adopted || atomic_load(&box.host) != getpid()) return;
  aux_lock(AUX_LOCK_BOX);
  pid_t helper = box_pool_leave();
  atomic_store(&box.state, unstarted);
  aux_unlock(AUX_LOCK_BOX);
  while (helper > 0 && waitpid(helper, NULL, 0) < 0 && errno == EINTR) continue;
}

void aux_box_adopt(void) {
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return;
  box.is_adopted = atexit(stop) == 0;
}

void aux_box_choose(int mode) { atomic_store(&box.mode, mode); }

int aux_box_mode(void) { return atomic_load(&box.mode); }

void aux_box_listen(aux_box_listener *listener) { box.listener = listener; }

/// Notes why there is no box. Where the system gives no process for it, the next operation tries again.
static void refuse(const aux_error *error) {
  int is_lacking = error->code == AUX_ERROR_MEMORY;
  box.refusal = *error;
  pid_t helper = box_pool_leave();
  // One that ended counts as a process until it is waited for.
  while (is_lacking && box.is_adopted && helper > 0 && waitpid(helper, NULL, 0) < 0 && errno == EINTR) continue;
  atomic_store(&box.state, is_lacking ? unstarted : refused);
}

/// Pictures go to workers and back as files in memory, for which `ulimit -f` holds.
static int check_files(aux_error *error) {
  static const rlim_t least = 1 << 30;
  struct rlimit files;
  if (getrlimit(RLIMIT_FSIZE, &files) != 0 || files.rlim_cur >= least) return AUX_OK;
  return aux_fail(
    error, AUX_ERROR_SYSTEM, "a file may have %llu bytes here (RLIMIT_FSIZE), and pictures in the sandbox are files",
    (unsigned long long)files.rlim_cur);
}

/// Whether the box runs, which is found out for the first operation of a process.
static int is_running(int operation, aux_error *error) {
  if (atomic_load(&box.state) == running && atomic_load(&box.host) == getpid()) return 1;
  aux_lock(AUX_LOCK_BOX);
  own_state();
  if (atomic_load(&box.state) == unstarted) {
    aux_error reason;
    if (check_files(&reason) == AUX_OK && box_pool_begin(&box.setup, operation, &reason) == AUX_OK) {
      atomic_store(&box.state, running);
    } else {
      refuse(&reason);
    }
  }
  int is = atomic_load(&box.state) == running, is_refused = atomic_load(&box.state) == refused;
  if (!is) *error = box.refusal;
  aux_box_listener *listener = is_refused && !box.is_told ? box.listener : NULL;
  if (is_refused) box.is_told = 1;
  aux_unlock(AUX_LOCK_BOX);
  if (listener && aux_box_mode() == AUX_BOX_AUTOMATIC) listener(error->message);
  return is;
}

int aux_box_start(aux_error *error) {
  aux_clear(error);
  return is_running(-1, error) ? AUX_OK : error->code;
}

int aux_box_is_used(int operation) {
  aux_error error;
  int mode = aux_box_mode();
  return mode == AUX_BOX_REQUIRED || (mode == AUX_BOX_AUTOMATIC && is_running(operation, &error));
}

int aux_box_configure(const aux_box_limits *limits, const aux_operation *operations, size_t count, aux_error *error) {
  aux_clear(error);
  if (limits->memory == 0 || limits->processor_seconds == 0 || limits->seconds == 0 || count > 64
      || limits->memory > INT64_MAX / 2 || limits->processor_seconds > INT32_MAX || limits->seconds > INT32_MAX) {
    return aux_fail(error, AUX_ERROR_USAGE, "the limits of the sandbox are out of range");
  }
  aux_lock(AUX_LOCK_BOX);
  own_state();
  int is_late = atomic_load(&box.state) != unstarted && (operations || memcmp(limits, &box.setup.limits, sizeof *limits) != 0);
  if (!is_late) {
    box.setup.limits = *limits;
    if (operations) box.setup.operations = operations;
    if (operations) box.setup.count = count;
  }
  aux_unlock(AUX_LOCK_BOX);
  return is_late ? aux_fail(error, AUX_ERROR_USAGE, "the sandbox was started before") : AUX_OK;
}

int aux_box_is_refused(aux_error *error) {
  aux_clear(error);
  return aux_box_mode() != AUX_BOX_OFF && atomic_load(&box.state) != unstarted && !is_running(-1, error);
}

/// Returns AUX_OK where the operation ran in the box or not at all, with `is_done` set, and else that it is to run here.
static int call_in_box(int operation, const aux_request *request, aux_answer *answer, int *is_done, aux_error *error) {
  int mode = aux_box_mode();
  *is_done = 1;
  if (operation < 0 || (size_t)operation >= box.setup.count) {
    return aux_fail(error, AUX_ERROR_USAGE, "there is no operation %d", operation);
  }
  if (mode != AUX_BOX_OFF && is_running(operation, error)) {
    aux_clear(error);
    return box_exchange(&box.setup, operation, request, answer, error);
  }
  // Where there is no process, there are no threads: libde265 and x265 would wait for theirs in this process forever.
  if (mode == AUX_BOX_REQUIRED || error->code == AUX_ERROR_MEMORY) return error->code;
  *is_done = 0;
  aux_clear(error);
  return AUX_OK;
}
#else
static _Atomic int chosen;

void aux_box_adopt(void) {}
void aux_box_choose(int mode) { atomic_store(&chosen, mode); }
int aux_box_mode(void) { return atomic_load(&chosen); }
void aux_box_listen(aux_box_listener *listener) { (void)listener; }
void box_leave_in_child(void) {}

int aux_box_start(aux_error *error) {
  aux_clear(error);
  return aux_fail(error, AUX_ERROR_SYSTEM, "this system has no sandbox; Linux has");
}

int aux_box_is_used(int operation) {
  (void)operation;
  return aux_box_mode() == AUX_BOX_REQUIRED;
}

int aux_box_configure(const aux_box_limits *limits, const aux_operation *operations, size_t count, aux_error *error) {
  (void)limits, (void)operations, (void)count;
  aux_clear(error);
  return AUX_OK;
}

int aux_box_is_refused(aux_error *error) {
  return aux_box_mode() != AUX_BOX_OFF && aux_box_start(error) != AUX_OK;
}

static int call_in_box(int operation, const aux_request *request, aux_answer *answer, int *is_done, aux_error *error) {
  (void)operation, (void)request, (void)answer;
  *is_done = aux_box_mode() == AUX_BOX_REQUIRED;
  return *is_done ? aux_box_start(error) : AUX_OK;
}
#endif

int aux_call(int operation, const aux_request *request, aux_answer *answer, aux_error *error) {
  int is_done = 0;
  aux_clear(error);
  *answer = (aux_answer){0};
  if (is_cancelled(operation)) return aux_fail(error, AUX_ERROR_CANCELLED, "the caller ended the work");
  error->code = call_in_box(operation, request, answer, &is_done, error);
  if (!is_done) error->code = aux_operations[operation].run(request, answer, error);
  if (error->code == AUX_OK) return AUX_OK;
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    aux_free(answer->buffers[index]);
    answer->buffers[index] = NULL;
    answer->sizes[index] = 0;
  }
  return error->code;
}
