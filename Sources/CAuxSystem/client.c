// The client of the codec programs: a pool of processes, and one request after another. Source: Specs/sandbox.md.

#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// How often the clocks and the cancellation are looked at, and for how long a process may do nothing.
enum { slice_milliseconds = 50, most_idle_seconds = 10 };

/// Of a second and of a slice. An encoder gets half of the limit of processor time and so much for each pixel.
static const uint64_t nanoseconds = 1000000000, slice = slice_milliseconds * 1000000, nanoseconds_of_pixel = 20000;

/// The processor time that counts as nothing, since a thread looks now and then whether it can go on.
static const uint64_t idle_nanoseconds = 10000000;

/// A process gets so many times the processor time of one request in its life, and memory files that are larger than this are
/// not kept for the next request.
enum { lives = 4, largest_kept_file = 4 << 20 };

// The pool

/// The processes of this process. The lock is never held while a process starts or works.
static struct {
  pthread_mutex_t lock;
  /// Signalled if a process becomes idle or ends.
  pthread_cond_t released;
  /// The process that the pool belongs to.
  pid_t owner;
  aux_process *idle;
  /// All processes that exist, for a child of fork to close its copies of their descriptors.
  aux_process *busy;
  int busy_count[AUX_CODEC_COUNT];
  /// Raised if settings change: processes of older settings are ended.
  unsigned generation;
  int sandbox;
  aux_codec_limits limits;
  /// Why processes are not confined; the code is AUX_OK if they are.
  aux_error unconfined;
} pool = {
  .lock = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER,
  .limits = {.memory = (uint64_t)4 << 30, .processor_seconds = 120, .seconds = 240}};

static int (*_Atomic cancellation)(void);

/// Leaves all processes to the parent: this process came of a fork.
static void forget_all(void) {
  aux_process **lists[] = {&pool.idle, &pool.busy};
  for (int index = 0; index < 2; index += 1) {
    while (*lists[index]) {
      aux_process *process = *lists[index];
      *lists[index] = process->next;
      aux_process_forget(process);
    }
  }
  memset(pool.busy_count, 0, sizeof pool.busy_count);
  pthread_cond_init(&pool.released, NULL);
}

static void lock_before_fork(void) { pthread_mutex_lock(&pool.lock); }
static void unlock_after_fork(void) { pthread_mutex_unlock(&pool.lock); }

static void begin_child(void) {
  forget_all();
  pthread_mutex_init(&pool.lock, NULL);
}

static void register_fork(void) { pthread_atfork(lock_before_fork, unlock_after_fork, begin_child); }

/// Takes the lock; the pool is then that of this process.
static void lock(void) {
  static pthread_once_t registered = PTHREAD_ONCE_INIT;
  pthread_once(&registered, register_fork);
  pthread_mutex_lock(&pool.lock);
  // A process that was cloned without the handlers of fork.
  if (pool.owner != getpid() && pool.owner != 0) forget_all();
  pool.owner = getpid();
}

static void unlock(void) { pthread_mutex_unlock(&pool.lock); }

static int core_count(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

/// Takes an idle process that fits, or any if `codec` is negative, out of the list.
static aux_process *take_idle(int codec, int encodes) {
  aux_process **link = &pool.idle;
  while (*link && codec >= 0 && ((*link)->codec != codec || (*link)->encodes != encodes)) link = &(*link)->next;
  aux_process *process = *link;
  if (process) *link = process->next;
  return process;
}

/// Ends idle processes: all, or those of older settings; collects those that have ended. Returns how many.
static int end_idle(int all) {
  int ended = 0;
  for (aux_process **link = &pool.idle; *link;) {
    aux_process *process = *link;
    if (!all && process->generation == pool.generation && !aux_process_has_ended(process)) {
      link = &process->next;
      continue;
    }
    *link = process->next;
    aux_process_end(process);
    ended += 1;
  }
  return ended;
}

static void remove_busy(aux_process *process) {
  aux_process **link = &pool.busy;
  while (*link && *link != process) link = &(*link)->next;
  if (*link) *link = process->next;
  pool.busy_count[process->codec] -= 1;
  pthread_cond_broadcast(&pool.released);
}

/// Starts a process with the settings; the caller has counted it as busy.
static aux_process *start(int codec, int encodes, aux_error *error) {
  lock();
  aux_greeting greeting = {
    .magic = AUX_PROTOCOL_MAGIC, .version = AUX_PROTOCOL_VERSION, .sandbox = pool.sandbox, .encodes = encodes,
    .memory = pool.limits.memory, .processor_seconds = lives * pool.limits.processor_seconds};
  unsigned generation = pool.generation;
  unlock();
  aux_process *process = aux_process_start(codec, &greeting, error);
  if (process) process->generation = generation;
  return process;
}

/// Returns a process that no other thread uses, or NULL with `error` filled in. `is_new` is 1 if it was started for this.
static aux_process *take(int codec, int encodes, int *is_new, aux_error *error) {
  lock();
  for (;;) {
    if (pool.busy_count[codec] < core_count()) {
      end_idle(0);
      pool.busy_count[codec] += 1;
      aux_process *process = take_idle(codec, encodes);
      *is_new = 0;
      if (!process) {
        unlock();
        process = start(codec, encodes, error);
        lock();
        *is_new = process != NULL;
        // Another thread may have finished in the meantime.
        if (!process) {
          end_idle(0);
          process = take_idle(codec, encodes);
        }
      }
      if (process) {
        pool.unconfined = process->hello.error;
        process->next = pool.busy;
        pool.busy = process;
        unlock();
        return process;
      }
      pool.busy_count[codec] -= 1;
      pthread_cond_broadcast(&pool.released);
      if (error->code != AUX_ERROR_MEMORY && error->code != AUX_ERROR_SYSTEM) break;
      // Idle processes make room for one; else another thread's is waited for.
      if (end_idle(1) > 0) continue;
      if (pool.busy_count[codec] == 0) break;
    }
    pthread_cond_wait(&pool.released, &pool.lock);
  }
  unlock();
  return NULL;
}

static void release(aux_process *process) {
  lock();
  remove_busy(process);
  process->next = pool.idle;
  pool.idle = process;
  unlock();
}

/// Ends a process that was taken; returns its status as waitpid does, or -1.
static int end(aux_process *process) {
  lock();
  remove_busy(process);
  unlock();
  return aux_process_end(process);
}

// Requests

/// The limits of a request, and what it is called in errors.
typedef struct {
  aux_codec_limits limits;
  uint64_t processor_time;
  int encodes;
  char name[64];
} terms;

/// Returns the processor time of a process in nanoseconds, 0 if it is not known.
static uint64_t processor_time(const aux_process *process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process->pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * nanoseconds + (uint64_t)time.tv_nsec;
}

/// Returns the time in nanoseconds.
static uint64_t clock_time(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * nanoseconds + (uint64_t)time.tv_nsec;
}

/// Returns the bytes of all samples of an answer.
static uint64_t sample_bytes(const aux_request *request) { return request->target_size + 2 * (uint64_t)request->chroma_size; }

static int read_file(int file, void *bytes, size_t size, uint64_t offset) {
  for (size_t done = 0; done < size;) {
    ssize_t got = pread(file, (char *)bytes + done, size - done, (off_t)(offset + done));
    if (got == 0) return EIO;
    if (got < 0 && errno != EINTR) return errno;
    if (got > 0) done += (size_t)got;
  }
  return 0;
}

static int write_file(int file, const void *bytes, size_t size, uint64_t offset) {
  for (size_t done = 0; done < size;) {
    ssize_t put = pwrite(file, (const char *)bytes + done, size - done, (off_t)(offset + done));
    if (put == 0) return EIO;
    if (put < 0 && errno != EINTR) return errno;
    if (put > 0) done += (size_t)put;
  }
  return 0;
}

/// Writes the bytes of a request and sends it; returns 0 or an errno.
static int put(aux_process *process, int operation, const aux_request *request) {
  int reason = write_file(process->input, request->data, request->size, 0);
  if (reason == 0) reason = write_file(process->input, request->beside, request->beside_size, request->size);
  if (reason != 0) return reason;
  aux_request_message message = {
    .operation = operation, .size = request->size, .beside_size = request->beside_size,
    .target_size = sample_bytes(request)};
  memcpy(message.numbers, request->numbers, sizeof message.numbers);
  return aux_process_send(process, &message, sizeof message);
}

/// Waits for an answer within the limits. Returns 0, EPIPE if the process ended, ETIME or ETIMEDOUT if it took too long,
/// ECANCELED, or EDEADLK if it waits for what never comes, as libde265 does for a thread that the system did not give.
static int await(aux_process *process, const terms *terms, aux_answer_message *out) {
  int (*is_cancelled)(void) = atomic_load(&cancellation);
  uint64_t before = processor_time(process), noted = before;
  // A slice at most is added each time, so that the time does not run while all processes of the program are stopped.
  uint64_t spent = 0, idle = 0, last = clock_time();
  // A process that answers a part does not keep the caller longer.
  aux_answer_parts parts = {0};
  // The end of a process is seen by the second, too: a child of fork may have a copy of the socket's other end.
  struct pollfd waits[] = {{.fd = process->socket, .events = POLLIN}, {.fd = process->handle, .events = POLLIN}};
  for (;;) {
    int ready = poll(waits, 2, slice_milliseconds);
    if (ready < 0 && errno != EINTR) return errno;
    if (ready > 0) {
      int reason = waits[0].revents ? aux_process_receive_part(process, &parts) : EPIPE;
      if (reason == 0) memcpy(out, parts.bytes + sizeof(uint32_t), sizeof *out);
      if (reason != EAGAIN) return reason;
    }
    if (is_cancelled && is_cancelled()) return ECANCELED;
    uint64_t now = processor_time(process);
    if (now > before + terms->processor_time) return ETIME;
    // Signals end the wait sooner.
    uint64_t present = clock_time(), passed = present - last < slice ? present - last : slice;
    last = present;
    spent += passed;
    idle += passed;
    if (now == 0 || now > noted + idle_nanoseconds) {
      noted = now;
      idle = 0;
    }
    if (!terms->encodes && spent > terms->limits.seconds * nanoseconds) return ETIMEDOUT;
    if (idle >= most_idle_seconds * nanoseconds) return EDEADLK;
  }
}

/// Returns 1 if the system gives a process less memory than its limit, so that lack of it is no fault of an image.
static int system_gives_less(const aux_codec_limits *limits) {
  struct rlimit space;
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < limits->memory) return 1;
  return pages > 0 && page > 0 && (uint64_t)pages * (uint64_t)page < limits->memory;
}

static int fail_memory(aux_error *error, const terms *terms, const char *reason) {
  if (terms->encodes || system_gives_less(&terms->limits)) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "%s (the system gives the %s no more)", reason, terms->name);
  }
  return aux_fail(
    error, AUX_ERROR_LIMIT, "%s (the sandbox gives the %s %llu MiB)", reason, terms->name,
    (unsigned long long)(terms->limits.memory >> 20));
}

/// Returns the error of a process that ended without an answer.
static int fail_ended(aux_error *error, const terms *terms, int status) {
  if (status < 0) return aux_fail(error, AUX_ERROR_SYSTEM, "the %s ended; this program has waited for its process", terms->name);
  if (WIFEXITED(status)) return aux_fail(error, AUX_ERROR_CODEC, "the %s ended (status %d)", terms->name, WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGXCPU) {
    return aux_fail(
      error, AUX_ERROR_LIMIT, "the %s took more than the %llu s of processor time of the sandbox", terms->name,
      (unsigned long long)terms->limits.processor_seconds);
  }
  // No decoder does that to itself. The system does if the machine has no memory left, and a user may.
  if (WTERMSIG(status) == SIGKILL) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "the process of the %s was killed (signal 9)", terms->name);
  }
  return aux_fail(
    error, AUX_ERROR_CODEC, "the %s crashed (signal %d, %s)", terms->name, WTERMSIG(status), strsignal(WTERMSIG(status)));
}

/// Returns the error of a process that gave no answer in time, and ends it.
static int fail_late(aux_process *process, aux_error *error, const terms *terms, int reason) {
  int status = end(process);
  switch (reason) {
  case ETIME:
  case ETIMEDOUT:
    return aux_fail(
      error, terms->encodes ? AUX_ERROR_SYSTEM : AUX_ERROR_LIMIT, "the %s took more than the %llu s of %stime of the sandbox",
      terms->name, (unsigned long long)(reason == ETIME ? terms->processor_time / nanoseconds : terms->limits.seconds),
      reason == ETIME ? "processor " : "");
  case EDEADLK: return aux_fail(error, AUX_ERROR_SYSTEM, "the %s did nothing for %d s", terms->name, most_idle_seconds);
  case ECANCELED: return aux_fail(error, AUX_ERROR_CANCELLED, "the caller cancelled the work");
  case EPROTO: return aux_fail(error, AUX_ERROR_CODEC, "the %s gave an impossible answer", terms->name);
  case EPIPE: return fail_ended(error, terms, status);
  default: return aux_fail(error, AUX_ERROR_SYSTEM, "the %s cannot be asked: %s", terms->name, strerror(reason));
  }
}

/// Checks an answer against its request, before anything of it is read; returns 0 for one that no codec program of ours gives.
static int is_possible(const aux_request *request, const aux_answer_message *from, const terms *terms) {
  if (from->error.code < AUX_OK || from->error.code > AUX_ERROR_UNSUPPORTED) return 0;
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    uint64_t size = from->sizes[index];
    if (size > request->largest[index] || (size > terms->limits.memory && !terms->encodes)) return 0;
  }
  return 1;
}

/// Reads the target and the buffers of a possible answer; returns 0 or an errno.
static int read_answer(
  const aux_process *process, const aux_request *request, const aux_answer_message *from, aux_answer *answer
) {
  int reason = read_file(process->output, request->target, request->target_size, 0);
  for (int index = 0; index < 2 && reason == 0; index += 1) {
    uint64_t start = request->target_size + (uint64_t)index * request->chroma_size;
    reason = read_file(process->output, request->chroma[index], request->chroma_size, start);
  }
  uint64_t offset = aux_buffers_offset(sample_bytes(request));
  for (int index = 0; index < AUX_ANSWER_BUFFERS && reason == 0; index += 1) {
    size_t size = (size_t)from->sizes[index];
    if (size == 0) continue;
    answer->buffers[index] = malloc(size);
    answer->sizes[index] = size;
    reason = answer->buffers[index] ? read_file(process->output, answer->buffers[index], size, offset) : ENOMEM;
    offset += size;
  }
  return reason;
}

/// Makes a process idle again, unless it is about to pass the limit of its life.
static void give_back(aux_process *process, const terms *terms, const aux_request *request, const aux_answer *answer) {
  uint64_t spent = processor_time(process);
  int is_old = !terms->encodes && spent > (lives - 1) * terms->limits.processor_seconds * nanoseconds;
  uint64_t written = sample_bytes(request);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) written += answer->sizes[index];
  int fails = request->size + request->beside_size > largest_kept_file && ftruncate(process->input, 0) != 0;
  if (!fails && written > largest_kept_file) fails = ftruncate(process->output, 0) != 0;
  if (is_old || fails) {
    end(process);
  } else {
    release(process);
  }
}

/// Returns an error if a memory file would be too large for the codec process, or for this one.
static int check_size(const aux_request *request, const terms *terms, aux_error *error) {
  uint64_t input = request->size + request->beside_size;
  uint64_t largest = input > sample_bytes(request) ? input : sample_bytes(request);
  if (input < request->size || (largest > terms->limits.memory && !terms->encodes)) {
    return fail_memory(error, terms, "the image is too large");
  }
  // More would end the process by a signal.
  struct rlimit files;
  if (getrlimit(RLIMIT_FSIZE, &files) != 0 || largest <= files.rlim_cur) return AUX_OK;
  return aux_fail(
    error, AUX_ERROR_SYSTEM, "%llu bytes for the %s are more than a file may have here (RLIMIT_FSIZE)",
    (unsigned long long)largest, terms->name);
}

/// Takes the answer of a process that gave one, which is idle or has ended then.
static int finish(
  aux_process *process, const aux_request *request, const aux_answer_message *from, const terms *terms, aux_answer *answer,
  aux_error *error
) {
  if (!is_possible(request, from, terms)) return fail_late(process, error, terms, EPROTO);
  *error = from->error;
  error->message[sizeof error->message - 1] = 0;
  memcpy(answer->numbers, from->numbers, sizeof answer->numbers);
  int reason = error->code == AUX_OK ? read_answer(process, request, from, answer) : 0;
  // A file that is shorter than the answer says.
  if (reason == EIO) return fail_late(process, error, terms, EPROTO);
  if (reason != 0) {
    aux_fail(error, AUX_ERROR_MEMORY, "%s", strerror(reason));
  } else if (error->code == AUX_ERROR_MEMORY) {
    char text[128];
    snprintf(text, sizeof text, "%.127s", error->message);
    fail_memory(error, terms, text);
  }
  // The samples are the caller's: what an encoder fails at is no fault of an image.
  if (error->code == AUX_ERROR_CODEC && terms->encodes) error->code = AUX_ERROR_SYSTEM;
  give_back(process, terms, request, answer);
  return error->code;
}

int aux_codec_call(
  int codec, int operation, int encodes, const aux_request *request, aux_answer *answer, aux_error *error
) {
  *answer = (aux_answer){0};
  aux_clear(error);
  int (*is_cancelled)(void) = atomic_load(&cancellation);
  if (is_cancelled && is_cancelled()) return aux_fail(error, AUX_ERROR_CANCELLED, "the caller cancelled the work");
  lock();
  terms terms = {.limits = pool.limits, .encodes = encodes};
  unlock();
  terms.processor_time = terms.limits.processor_seconds * nanoseconds;
  if (encodes) terms.processor_time = terms.processor_time / 2 + request->pixels * nanoseconds_of_pixel;
  snprintf(terms.name, sizeof terms.name, "%s of %s", encodes ? "encoder" : "decoder", aux_programs[codec].format);
  if (check_size(request, &terms, error) != AUX_OK) return error->code;
  for (;;) {
    int is_new = 0;
    aux_process *process = take(codec, encodes, &is_new, error);
    if (!process) return error->code;
    aux_answer_message from;
    int reason = put(process, operation, request);
    if (reason == 0) reason = await(process, &terms, &from);
    if (reason == 0) {
      int code = finish(process, request, &from, &terms, answer, error);
      for (int index = 0; code != AUX_OK && index < AUX_ANSWER_BUFFERS; index += 1) {
        free(answer->buffers[index]);
        answer->buffers[index] = NULL;
      }
      return code;
    }
    if (reason != EPIPE || is_new) return fail_late(process, error, &terms, reason);
    // An idle process ends by itself, or is killed where the machine has no memory left: the request goes to another one, unless
    // the request ended it.
    int status = end(process);
    if (status > 0 && WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) return fail_ended(error, &terms, status);
  }
}

int aux_codec_version(int codec, char *out, aux_error *error) {
  int is_new = 0;
  aux_clear(error);
  aux_process *process = take(codec, 0, &is_new, error);
  if (!process) return error->code;
  memcpy(out, process->hello.version, sizeof process->hello.version);
  release(process);
  return AUX_OK;
}

// Settings

void aux_codec_set_sandbox(int mode) {
  lock();
  pool.generation += pool.sandbox != mode;
  pool.sandbox = mode;
  unlock();
}

void aux_codec_set_limits(const aux_codec_limits *limits) {
  lock();
  pool.generation += memcmp(&pool.limits, limits, sizeof *limits) != 0;
  pool.limits = *limits;
  unlock();
}

int aux_codec_is_unconfined(aux_error *error) {
  lock();
  *error = pool.unconfined;
  unlock();
  return error->code != AUX_OK;
}

void aux_codec_set_cancellation(int (*is_cancelled)(void)) { atomic_store(&cancellation, is_cancelled); }

static void end_all(void) {
  lock();
  end_idle(1);
  unlock();
}

void aux_codec_end_at_exit(void) { atexit(end_all); }
