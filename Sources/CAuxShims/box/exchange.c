#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// How often the clocks are looked at, and for how long a worker may do nothing.
enum { slice_milliseconds = 100, most_idle_seconds = 10 };

static const uint64_t nanoseconds = 1000000000, nanoseconds_of_pixel = 20000;

/// The processor time that a worker may take meanwhile, as one does that looks now and then whether it can go on.
static const uint64_t idle_nanoseconds = 10000000;

/// Returns the processor time of a worker in nanoseconds, 0 where it is unknown.
static uint64_t processor_time(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * nanoseconds + (uint64_t)time.tv_nsec;
}

/// Whether the system gives a worker less memory than the sandbox allows it, so that lack of it is no fault of an image.
static int system_gives_less(const box_setup *setup) {
  struct rlimit space;
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < setup->limits.memory) return 1;
  return pages > 0 && page > 0 && (uint64_t)pages * (uint64_t)page < setup->limits.memory;
}

static int fail_memory(aux_error *error, const box_setup *setup, const char *codec, const char *reason) {
  if (system_gives_less(setup)) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "%s (the system gives the %s no more)", reason, codec);
  }
  return aux_fail(
    error, AUX_ERROR_LIMIT, "%s (the sandbox gives the %s %llu MiB)", reason, codec,
    (unsigned long long)(setup->limits.memory >> 20));
}

static box_worker *take_worker(int operation, aux_error *error) {
  aux_lock(AUX_LOCK_BOX);
  box_worker *worker = box_pool_take(operation, error);
  aux_unlock(AUX_LOCK_BOX);
  return worker;
}

static int64_t end_worker(box_worker *worker) {
  aux_lock(AUX_LOCK_BOX);
  int64_t status = box_pool_end(worker);
  aux_unlock(AUX_LOCK_BOX);
  return status;
}

static void return_worker(box_worker *worker) {
  aux_lock(AUX_LOCK_BOX);
  box_pool_return(worker);
  aux_unlock(AUX_LOCK_BOX);
}

/// Ends a worker that did not answer; returns the error of what ended it.
static int fail_ended(box_worker *worker, const box_setup *setup, const char *codec, aux_error *error) {
  int64_t status = end_worker(worker);
  if (status < 0) return aux_fail(error, AUX_ERROR_SYSTEM, "the process of the %s is gone", codec);
  if (WIFEXITED((int)status)) {
    return aux_fail(error, AUX_ERROR_CODEC, "the %s ended (status %d)", codec, WEXITSTATUS((int)status));
  }
  if (WTERMSIG((int)status) == SIGXCPU) {
    return aux_fail(
      error, AUX_ERROR_LIMIT, "the %s took more than the %llu s of processor time of the sandbox", codec,
      (unsigned long long)setup->limits.processor_seconds);
  }
  // No decoder does that to itself. The system does where the machine has no memory left, and a user may.
  if (WTERMSIG((int)status) == SIGKILL) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "the process of the %s was killed (signal 9)", codec);
  }
  return aux_fail(
    error, AUX_ERROR_CODEC, "the %s crashed (signal %d, %s)", codec, WTERMSIG((int)status),
    strsignal(WTERMSIG((int)status)));
}

/// Puts the request before a worker; returns 0 or an errno.
static int put(box_worker *worker, int operation, const aux_request *request) {
  int reason = box_write_file(worker->input, request->data, request->size, 0);
  if (reason == 0) reason = box_write_file(worker->input, request->beside, request->beside_size, request->size);
  if (reason != 0) return reason;
  box_request head = {
    .operation = operation, .size = request->size, .beside_size = request->beside_size,
    .target_size = request->target_size};
  memcpy(head.numbers, request->numbers, sizeof head.numbers);
  return box_send(worker->socket, &head, sizeof head, NULL, 0);
}

/// Returns the processor time that an operation may take, in nanoseconds: an encoder gets half of the limit and some for each
/// pixel.
static uint64_t most_processor_time(const aux_box_limits *limits, const aux_request *request, int encodes) {
  uint64_t most = limits->processor_seconds * nanoseconds;
  return encodes ? most / 2 + request->pixels * nanoseconds_of_pixel : most;
}

/// Waits for the answer of a worker within its limits; returns 0, EPIPE where it ended, ETIME or ETIMEDOUT where it took too long,
/// or EDEADLK where it waits for what never comes, as libde265 and x265 do for a thread that the system did not give.
static int await(box_worker *worker, const aux_box_limits *limits, uint64_t most, box_answer *out) {
  uint64_t before = processor_time(worker->process), noted = before;
  // Counted in slices, so that the time does not run while all processes of the program are stopped.
  uint64_t slices = 0, idle_slices = 0;
  struct pollfd wait = {.fd = worker->socket, .events = POLLIN};
  for (;;) {
    int ready = poll(&wait, 1, slice_milliseconds);
    if (ready > 0) return box_receive(worker->socket, out, sizeof *out, NULL, 0);
    if (ready < 0 && errno != EINTR) return errno;
    uint64_t now = processor_time(worker->process);
    if (now > before + most) return ETIME;
    slices += 1;
    idle_slices += ready == 0;
    if (now == 0 || now > noted + idle_nanoseconds) {
      noted = now;
      idle_slices = 0;
    }
    if (!worker->encodes && slices * slice_milliseconds > limits->seconds * 1000) return ETIMEDOUT;
    if (idle_slices * slice_milliseconds >= most_idle_seconds * 1000) return EDEADLK;
  }
}

/// Whether the buffers of an answer are ones that the operation gives, and no larger than the request allows.
static int is_possible(const box_setup *setup, int operation, const aux_request *request, const box_answer *from) {
  const aux_operation *called = &setup->operations[operation];
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    uint64_t most = called->most ? called->most(request, index) : 0;
    if (from->sizes[index] > most || from->sizes[index] > setup->limits.memory) return 0;
  }
  return 1;
}

/// Reads what a worker gave out, where its sizes are possible; fails with AUX_ERROR_CODEC where the answer is not.
static int take(
  box_worker *worker, const box_setup *setup, int operation, const aux_request *request, const box_answer *from,
  aux_answer *answer, const char *codec, aux_error *error
) {
  int reason = EIO;
  if (is_possible(setup, operation, request, from)) {
    reason = box_read_file(worker->output, request->target, request->target_size, 0);
  }
  uint64_t offset = box_buffers_offset(request->target_size);
  for (int index = 0; index < AUX_ANSWER_BUFFERS && reason == 0; index += 1) {
    uint64_t size = from->sizes[index];
    if (size == 0) continue;
    answer->buffers[index] = malloc((size_t)size);
    if (!answer->buffers[index]) return aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory");
    answer->sizes[index] = (size_t)size;
    reason = box_read_file(worker->output, answer->buffers[index], (size_t)size, offset);
    offset += size;
  }
  if (reason == 0) return AUX_OK;
  return aux_fail(error, AUX_ERROR_CODEC, "the %s gave an impossible answer", codec);
}

/// Gives a worker back, without what it held.
static void give_back(box_worker *worker, const box_setup *setup) {
  uint64_t spent = processor_time(worker->process);
  // One that is about to pass the limit of its life is replaced before it does.
  if ((!worker->encodes && spent > (box_lives - 1) * setup->limits.processor_seconds * nanoseconds)
      || ftruncate(worker->input, 0) != 0 || ftruncate(worker->output, 0) != 0) {
    end_worker(worker);
  } else {
    return_worker(worker);
  }
}

/// Returns an error where a file in memory would be too large for the sandbox, or for the program.
static int check_size(
  const box_setup *setup, const aux_request *request, int encodes, const char *codec, aux_error *error
) {
  uint64_t input = request->size + request->beside_size;
  uint64_t largest = input > request->target_size ? input : request->target_size;
  if (input < request->size || (largest > setup->limits.memory && !encodes)) {
    return fail_memory(error, setup, codec, "the image is too large");
  }
  // More would end the process by a signal.
  struct rlimit files;
  if (getrlimit(RLIMIT_FSIZE, &files) != 0 || largest <= files.rlim_cur) return AUX_OK;
  return aux_fail(
    error, AUX_ERROR_LIMIT, "%llu bytes for the %s are more than a file may have here (RLIMIT_FSIZE)",
    (unsigned long long)largest, codec);
}

int box_exchange(const box_setup *setup, int operation, const aux_request *request, aux_answer *answer, aux_error *error) {
  const aux_operation *called = &setup->operations[operation];
  char codec[64];
  snprintf(codec, sizeof codec, "%s of %s", called->encodes ? "encoder" : "decoder", called->format);
  int code = check_size(setup, request, called->encodes, codec, error);
  if (code != AUX_OK) return code;
  box_worker *worker = NULL;
  int reason = EPIPE;
  // All that were idle may have been ended meanwhile, as where the machine has no memory left.
  for (int attempt = 0; attempt <= box_most_workers && reason == EPIPE; attempt += 1) {
    worker = take_worker(operation, error);
    if (!worker) return error->code;
    reason = put(worker, operation, request);
    if (reason != 0) end_worker(worker);
  }
  if (reason != 0) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "the sandbox cannot be given the image: %s", strerror(reason));
  }
  box_answer from;
  uint64_t most = most_processor_time(&setup->limits, request, called->encodes);
  reason = await(worker, &setup->limits, most, &from);
  if (reason == ETIME || reason == ETIMEDOUT) {
    end_worker(worker);
    return aux_fail(
      error, called->encodes ? AUX_ERROR_SYSTEM : AUX_ERROR_LIMIT, "the %s took more than the %llu s of %stime of the sandbox",
      codec, (unsigned long long)(reason == ETIME ? most / nanoseconds : setup->limits.seconds),
      reason == ETIME ? "processor " : "");
  }
  if (reason == EDEADLK) {
    end_worker(worker);
    return aux_fail(error, AUX_ERROR_SYSTEM, "the %s did nothing for %d s", codec, most_idle_seconds);
  }
  if (reason != 0) return fail_ended(worker, setup, codec, error);
  *error = from.error;
  error->message[sizeof error->message - 1] = 0;
  if (error->code < AUX_OK || error->code > AUX_ERROR_SYSTEM) error->code = AUX_ERROR_CODEC;
  memcpy(answer->numbers, from.numbers, sizeof answer->numbers);
  int is_refused = 0;
  if (error->code == AUX_OK) {
    error->code = take(worker, setup, operation, request, &from, answer, codec, error);
    is_refused = error->code == AUX_ERROR_CODEC;
  } else if (error->code == AUX_ERROR_MEMORY && !called->encodes) {
    char text[128];
    memcpy(text, error->message, sizeof text - 1);
    text[sizeof text - 1] = 0;
    fail_memory(error, setup, codec, text);
  }
  // One whose answer is impossible is not used for another image.
  if (is_refused) {
    end_worker(worker);
  } else {
    give_back(worker, setup);
  }
  return error->code;
}
#endif
