#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// The helper of this process and its workers; AUX_LOCK_BOX guards all of it, and the talk with the helper.
static struct {
  const box_setup *setup;
  pid_t helper;
  int socket;
  unsigned generation;
  /// Which operations it has prepared.
  uint64_t prepared;
  /// The workers that are not in use, all of them, and how many this helper has.
  box_worker *idle, *all;
  int count;
} pool = {.socket = -1};

/// Signalled where a worker is given back or ended.
static pthread_cond_t returned = PTHREAD_COND_INITIALIZER;

/// How long a helper that was stopped, or a machine without time for it, can keep the host waiting.
static const struct timeval patience = {.tv_sec = 60};

static void discard(box_worker *worker) {
  box_worker **link = &pool.all;
  while (*link && *link != worker) link = &(*link)->next_of_all;
  if (*link) *link = worker->next_of_all;
  if (worker->socket >= 0) close(worker->socket);
  if (worker->input >= 0) close(worker->input);
  if (worker->output >= 0) close(worker->output);
  free(worker);
}

/// Returns what the helper replies to an order, or a negative errno.
static int64_t reply(void) {
  box_reply reply;
  int reason = box_receive(pool.socket, &reply, sizeof reply, NULL, 0);
  return reason == 0 ? reply.value : -reason;
}

/// Ends a process of the helper; returns how it ended, or a negative errno.
static int64_t end_process(pid_t process) {
  box_order order = {.order = BOX_END, .process = process};
  int reason = box_send(pool.socket, &order, sizeof order, NULL, 0);
  return reason == 0 ? reply() : -reason;
}

/// Returns the code of a process that cannot be made: that the system gives no more of them may be otherwise later.
static int code_of(int reason) { return reason == EAGAIN ? AUX_ERROR_MEMORY : AUX_ERROR_SYSTEM; }

static int fail_system(aux_error *error, int reason) {
  return aux_fail(
    error, code_of(reason), "the sandbox has no process for the decoder: %s",
    reason == EPIPE ? "what makes them is gone" : strerror(reason));
}

/// Asks the helper for a worker, whose fields `socket`, `input` and `output` this sets; returns 0 or an errno.
static int order(box_worker *worker) {
  int ends[2] = {-1, -1};
  int reason = box_socket_pair(ends);
  if (reason != 0) return reason;
  worker->socket = ends[0];
  reason = box_memory_file(&worker->input);
  if (reason == 0) reason = box_memory_file(&worker->output);
  if (reason == 0) {
    int files[3] = {ends[1], worker->input, worker->output};
    box_order order = {.order = BOX_SPAWN, .encodes = worker->encodes, .operations = worker->prepared};
    reason = box_send(pool.socket, &order, sizeof order, files, 3);
  }
  close(ends[1]);
  return reason;
}

/// Returns a new worker that is prepared for some operations and for all before; NULL with `error` filled in, and the errno
/// where there is one, if it cannot be made.
static box_worker *make(uint64_t operations, int encodes, int *reason, aux_error *error) {
  box_worker *worker = calloc(1, sizeof *worker);
  if (!worker) {
    *reason = ENOMEM;
    fail_system(error, *reason);
    return NULL;
  }
  worker->input = worker->output = worker->socket = -1;
  worker->generation = pool.generation;
  worker->encodes = encodes;
  worker->prepared = operations;
  worker->next_of_all = pool.all;
  pool.all = worker;
  box_answer hello = {0};
  *reason = order(worker);
  if (*reason == 0) {
    int64_t process = reply();
    if (process < 0) *reason = (int)-process;
    worker->process = (pid_t)process;
  }
  if (*reason == 0) {
    setsockopt(worker->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    *reason = box_receive(worker->socket, &hello, sizeof hello, NULL, 0);
    hello.error.message[sizeof hello.error.message - 1] = 0;
    if (*reason != 0 || hello.error.code != AUX_OK) end_process(worker->process);
  }
  if (*reason == 0 && hello.error.code == AUX_OK) {
    pool.prepared |= worker->prepared;
    worker->prepared = pool.prepared;
    pool.count += 1;
    return worker;
  }
  if (*reason != 0) {
    fail_system(error, *reason);
  } else {
    aux_fail(error, AUX_ERROR_SYSTEM, "the sandbox cannot be closed (%s)", hello.error.message);
  }
  discard(worker);
  return NULL;
}

static int64_t end(box_worker *worker) {
  int64_t status = -ESRCH;
  // A worker of a helper that is gone is gone, too, and another process may have its number.
  if (worker->generation == pool.generation) {
    status = end_process(worker->process);
    pool.count -= 1;
  }
  discard(worker);
  return status;
}

pid_t box_pool_leave(void) {
  pid_t helper = pool.helper;
  if (pool.socket >= 0) close(pool.socket);
  while (pool.idle) {
    box_worker *worker = pool.idle;
    pool.idle = worker->next;
    discard(worker);
  }
  pool.socket = -1;
  pool.helper = 0;
  pool.count = 0;
  pool.prepared = 0;
  pool.generation += 1;
  return helper;
}

void box_pool_leave_in_child(void) {
  box_pool_leave();
  // No thread here uses those that other threads of the parent use.
  while (pool.all) discard(pool.all);
  pthread_cond_init(&returned, NULL);
}

/// Starts the helper and waits until it serves.
static int spawn(const box_setup *setup, aux_error *error) {
  char path[PATH_MAX];
  if (!box_find_helper(path, sizeof path)) {
    return aux_fail(error, AUX_ERROR_SYSTEM, "the program auxdepth-worker, which decodes in a sandbox, is not installed");
  }
  int ends[2];
  int reason = box_socket_pair(ends);
  if (reason == 0) {
    reason = box_spawn(path, ends[1], &pool.helper);
    close(ends[1]);
    if (reason != 0) close(ends[0]);
  }
  if (reason != 0) {
    pool.helper = 0;
    return aux_fail(error, code_of(reason), "%s cannot be started: %s", path, strerror(reason));
  }
  pool.setup = setup;
  pool.socket = ends[0];
  setsockopt(pool.socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  box_greeting greeting = {
    .magic = box_magic, .version = box_version, .request_size = sizeof(box_request), .answer_size = sizeof(box_answer),
    .operation_count = setup->count, .limits = setup->limits};
  // If it has ended already, that is found when the answer is read.
  box_send(pool.socket, &greeting, sizeof greeting, NULL, 0);
  aux_error answer;
  reason = box_receive(pool.socket, &answer, sizeof answer, NULL, 0);
  if (reason != 0) {
    return aux_fail(
      error, AUX_ERROR_SYSTEM, "auxdepth-worker does not answer: %s",
      reason == EPIPE ? "it ended" : reason == ETIMEDOUT ? "no answer came in time" : strerror(reason));
  }
  answer.message[sizeof answer.message - 1] = 0;
  if (answer.code != AUX_OK) *error = answer;
  return answer.code;
}

/// Returns a worker of a helper that may have ended meanwhile, as where somebody killed it: then of a new one.
static box_worker *make_or_restart(uint64_t operations, int encodes, aux_error *error) {
  int reason = 0;
  box_worker *worker = make(operations, encodes, &reason, error);
  if (worker || reason != EPIPE) return worker;
  box_pool_leave();
  if (spawn(pool.setup, error) != AUX_OK) return NULL;
  return make(operations, encodes, &reason, error);
}

/// Returns the first operation with the preparation of this one, as a bit; 0 where it needs none and any worker can do it.
static uint64_t preparation_of(int operation) {
  const aux_operation *all = pool.setup->operations;
  if (operation < 0 || !all[operation].prepare) return 0;
  int first = 0;
  while (all[first].prepare != all[operation].prepare) first += 1;
  return (uint64_t)1 << first;
}

static int encodes(int operation) { return operation >= 0 && pool.setup->operations[operation].encodes; }

int box_pool_begin(const box_setup *setup, int operation, aux_error *error) {
  int reason = 0;
  if (spawn(setup, error) != AUX_OK) return error->code;
  box_worker *first = make(preparation_of(operation), encodes(operation), &reason, error);
  if (!first) return error->code;
  first->next = pool.idle;
  pool.idle = first;
  return AUX_OK;
}

box_worker *box_pool_take(int operation, aux_error *error) {
  uint64_t needed = preparation_of(operation);
  int is_encoder = encodes(operation);
  for (;;) {
    box_worker **link = &pool.idle;
    while (*link && ((*link)->encodes != is_encoder || (needed & ~(*link)->prepared) != 0)) link = &(*link)->next;
    box_worker *worker = *link;
    if (worker) {
      *link = worker->next;
      return worker;
    }
    // One of its kind that cannot do it makes room for one that can.
    link = &pool.idle;
    while (*link && (*link)->encodes != is_encoder) link = &(*link)->next;
    if (*link) {
      box_worker *other = *link;
      *link = other->next;
      end(other);
    }
    worker = make_or_restart(needed, is_encoder, error);
    if (worker || pool.count == 0) return worker;
    // Where the system gives no more processes, another one makes room, or another thread's will do.
    if (pool.idle) {
      box_worker *other = pool.idle;
      pool.idle = other->next;
      end(other);
    } else {
      aux_await(&returned, AUX_LOCK_BOX);
    }
  }
}

void box_pool_return(box_worker *worker) {
  if (worker->generation == pool.generation) {
    worker->next = pool.idle;
    pool.idle = worker;
  } else {
    discard(worker);
  }
  pthread_cond_signal(&returned);
}

int64_t box_pool_end(box_worker *worker) {
  int64_t status = end(worker);
  pthread_cond_signal(&returned);
  return status;
}
#endif
