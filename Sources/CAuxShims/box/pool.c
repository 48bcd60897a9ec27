#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The workers that are not in use, and how many there are in all. `lock` guards all of it, and the talk with the nursery.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t returned;
  int nursery;
  const box_setup *setup;
  uint64_t prepared;
  box_worker *idle;
  int count;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .returned = PTHREAD_COND_INITIALIZER, .nursery = -1};

static void discard(box_worker *worker) {
  if (worker->socket >= 0) close(worker->socket);
  if (worker->input >= 0) close(worker->input);
  if (worker->output >= 0) close(worker->output);
  free(worker);
}

/// Sends an order to the nursery; returns its reply, or a negative errno.
static int64_t ask(box_order order, const int *files, int count) {
  box_reply reply;
  int reason = box_send(pool.nursery, &order, sizeof order, files, count);
  if (reason == 0) reason = box_receive(pool.nursery, &reply, sizeof reply, NULL, 0);
  return reason == 0 ? reply.value : -reason;
}

static int fail_system(aux_error *error, int reason) {
  return aux_fail(
    error, AUX_ERROR_SYSTEM, "the sandbox has no process for the decoder: %s",
    reason == EPIPE ? "what makes them is gone" : strerror(reason));
}

/// Returns a new worker that is prepared for an operation, -1 for none, and for all before; NULL with `error` filled in
/// where none can be made.
static box_worker *make(int operation, aux_error *error) {
  box_worker *worker = calloc(1, sizeof *worker);
  if (!worker) {
    fail_system(error, ENOMEM);
    return NULL;
  }
  worker->input = worker->output = -1;
  int ends[2] = {-1, -1};
  int reason = box_socket_pair(ends);
  worker->socket = reason == 0 ? ends[0] : -1;
  if (reason == 0) reason = box_memory_file(&worker->input);
  if (reason == 0) reason = box_memory_file(&worker->output);
  int64_t process = -1;
  if (reason == 0) {
    int files[3] = {ends[1], worker->input, worker->output};
    process = ask((box_order){.order = BOX_SPAWN, .number = operation}, files, 3);
    if (process < 0) reason = (int)-process;
  }
  if (ends[1] >= 0 && worker->socket >= 0) close(ends[1]);
  box_answer hello = {0};
  if (reason == 0) {
    worker->process = (pid_t)process;
    reason = box_receive(worker->socket, &hello, sizeof hello, NULL, 0);
    hello.error.message[sizeof hello.error.message - 1] = 0;
    if (reason != 0 || hello.error.code != AUX_OK) ask((box_order){.order = BOX_END, .number = worker->process}, NULL, 0);
  }
  if (reason == 0 && hello.error.code == AUX_OK) {
    if (operation >= 0) pool.prepared |= (uint64_t)1 << operation;
    worker->prepared = pool.prepared;
    pool.count += 1;
    return worker;
  }
  if (reason != 0) {
    fail_system(error, reason);
  } else {
    aux_fail(error, AUX_ERROR_SYSTEM, "the sandbox cannot be closed (%s)", hello.error.message);
  }
  discard(worker);
  return NULL;
}

static int64_t end(box_worker *worker) {
  int64_t status = ask((box_order){.order = BOX_END, .number = worker->process}, NULL, 0);
  pool.count -= 1;
  discard(worker);
  return status;
}

int box_pool_start(int nursery, const box_setup *setup, aux_error *error) {
  pool.nursery = nursery;
  pool.setup = setup;
  pool.prepared = 0;
  box_worker *first = make(-1, error);
  if (!first) return error->code;
  pool.idle = first;
  return AUX_OK;
}

void box_pool_hold(void) { pthread_mutex_lock(&pool.lock); }

void box_pool_release(void) { pthread_mutex_unlock(&pool.lock); }

void box_pool_leave(void) {
  while (pool.idle) {
    box_worker *worker = pool.idle;
    pool.idle = worker->next;
    discard(worker);
  }
  // Those that other threads of the parent use stay open; this process does not use them.
  pool.count = 0;
  pool.nursery = -1;
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.returned, NULL);
}

/// Returns the first operation with the preparation of this one, -1 where it needs none and any worker can do it.
static int preparation_of(int operation) {
  const aux_operation *all = pool.setup->operations;
  if (!all[operation].prepare) return -1;
  int first = 0;
  while (all[first].prepare != all[operation].prepare) first += 1;
  return first;
}

box_worker *box_pool_take(int operation, aux_error *error) {
  int preparation = preparation_of(operation);
  uint64_t needed = preparation < 0 ? 0 : (uint64_t)1 << preparation;
  box_worker *worker = NULL;
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    box_worker **link = &pool.idle;
    while (*link && (needed & ~(*link)->prepared) != 0) link = &(*link)->next;
    worker = *link;
    if (worker) {
      *link = worker->next;
      break;
    }
    // One that cannot do it makes room for one that can.
    if (pool.idle) {
      box_worker *other = pool.idle;
      pool.idle = other->next;
      end(other);
    }
    worker = make(preparation, error);
    // Another thread's will do, where the system gives no more processes.
    if (worker || pool.count == 0) break;
    pthread_cond_wait(&pool.returned, &pool.lock);
  }
  pthread_mutex_unlock(&pool.lock);
  return worker;
}

void box_pool_return(box_worker *worker) {
  pthread_mutex_lock(&pool.lock);
  worker->next = pool.idle;
  pool.idle = worker;
  pthread_cond_signal(&pool.returned);
  pthread_mutex_unlock(&pool.lock);
}

int64_t box_pool_end(box_worker *worker) {
  pthread_mutex_lock(&pool.lock);
  int64_t status = end(worker);
  pthread_cond_signal(&pool.returned);
  pthread_mutex_unlock(&pool.lock);
  return status;
}
#endif
