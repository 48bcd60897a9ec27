#define _GNU_SOURCE
#include "library.h"

#include "../box/box.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

// A child of fork has one thread. A lock that another thread had at that moment would stay locked in it for ever, and what
// the lock guards would be half changed. So the thread that forks takes all locks before, and frees them in both processes.

static pthread_mutex_t locks[AUX_LOCK_COUNT] = {
  PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

#ifdef __linux__
// In the library for C, Swift's runtime is within, with locks of its own: around types that it completes when they are first
// used, and around the first values of global variables. Nobody can name those. So Scripts/build-library has the linker put
// the functions below in the places of those that the runtime calls, and fork waits until no thread has such a lock.

#define REAL(name) __real_##name
#define WRAPPED(name) __wrap_##name
typedef void initializer(void *);
#pragma weak __real_pthread_mutex_lock
#pragma weak __real_pthread_mutex_unlock
int REAL(pthread_mutex_lock)(pthread_mutex_t *mutex);
int REAL(pthread_mutex_unlock)(pthread_mutex_t *mutex);
int REAL(pthread_cond_wait)(pthread_cond_t *condition, pthread_mutex_t *mutex);
void REAL(_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_)(void *state, initializer *body, void *context);
#pragma weak __real_pthread_cond_wait
#pragma weak __real__ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_

/// Held, by as many threads as there are, by those that have a lock or are about to; alone, by the one that forks.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
/// How many locks keep this thread inside the gate.
static _Thread_local unsigned held;
/// The lock that this thread got back after it had waited for a condition: others may need it to leave the gate, so that it
/// cannot be waited for there.
static _Thread_local pthread_mutex_t *uncounted;

static void enter(void) {
  if (held++ == 0) pthread_rwlock_rdlock(&gate);
}

static void leave(void) {
  if (--held == 0) pthread_rwlock_unlock(&gate);
}

int WRAPPED(pthread_mutex_lock)(pthread_mutex_t *mutex) {
  enter();
  int reason = REAL(pthread_mutex_lock)(mutex);
  if (reason != 0) leave();
  return reason;
}

int WRAPPED(pthread_mutex_unlock)(pthread_mutex_t *mutex) {
  int reason = REAL(pthread_mutex_unlock)(mutex);
  if (reason != 0) return reason;
  if (uncounted == mutex) {
    uncounted = NULL;
  } else {
    leave();
  }
  return 0;
}

int WRAPPED(pthread_cond_wait)(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (uncounted != mutex) leave();
  uncounted = mutex;
  return REAL(pthread_cond_wait)(condition, mutex);
}

void WRAPPED(_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_)(
  void *state, initializer *body, void *context
) {
  enter();
  REAL(_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_)(state, body, context);
  leave();
}

// Locks of ours are not for the gate: those who wait for them may be many, one after the other.
static void take(pthread_mutex_t *lock) {
  if (REAL(pthread_mutex_lock)) {
    REAL(pthread_mutex_lock)(lock);
  } else {
    pthread_mutex_lock(lock);
  }
}

static void give(pthread_mutex_t *lock) {
  if (REAL(pthread_mutex_unlock)) {
    REAL(pthread_mutex_unlock)(lock);
  } else {
    pthread_mutex_unlock(lock);
  }
}

static void await(pthread_cond_t *condition, pthread_mutex_t *lock) {
  if (REAL(pthread_cond_wait)) {
    REAL(pthread_cond_wait)(condition, lock);
  } else {
    pthread_cond_wait(condition, lock);
  }
}

/// Held, by as many threads as there are, by those that code an image.
static pthread_rwlock_t coding = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
/// Whether the thread that forks has it.
static int is_closed_to_coding;

void aux_begin_coding(void) { pthread_rwlock_rdlock(&coding); }

void aux_end_coding(void) { pthread_rwlock_unlock(&coding); }

static void await_coding(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 2;
  is_closed_to_coding = pthread_rwlock_timedwrlock(&coding, &end) == 0;
}

static void allow_coding(void) {
  if (is_closed_to_coding) pthread_rwlock_unlock(&coding);
}

static void close_gate(void) {
  if (held == 0) pthread_rwlock_wrlock(&gate);
}

static void open_gate(void) {
  if (held == 0) pthread_rwlock_unlock(&gate);
}

static void make_gate(void) {
  coding = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  gate = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  if (held > 0) pthread_rwlock_rdlock(&gate);
}
#else
static void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
static void await(pthread_cond_t *condition, pthread_mutex_t *lock) { pthread_cond_wait(condition, lock); }
void aux_begin_coding(void) {}
void aux_end_coding(void) {}
static void await_coding(void) {}
static void allow_coding(void) {}
static void close_gate(void) {}
static void open_gate(void) {}
static void make_gate(void) {}
#endif

void aux_lock(int lock) { take(&locks[lock]); }

void aux_unlock(int lock) { give(&locks[lock]); }

void aux_await(pthread_cond_t *condition, int lock) { await(condition, &locks[lock]); }

static void before_fork(void) {
  await_coding();
  for (int lock = 0; lock < AUX_LOCK_LOADING; lock += 1) aux_lock(lock);
  // What is done with those held may need the runtime, and what the runtime does may need a library.
  close_gate();
  aux_lock(AUX_LOCK_LOADING);
}

static void after_fork_in_parent(void) {
  aux_unlock(AUX_LOCK_LOADING);
  open_gate();
  for (int lock = 0; lock < AUX_LOCK_LOADING; lock += 1) aux_unlock(lock);
  allow_coding();
}

static void after_fork_in_child(void) {
  // Made anew: the thread has another number here, and no other waits.
  for (int lock = 0; lock < AUX_LOCK_COUNT; lock += 1) pthread_mutex_init(&locks[lock], NULL);
  make_gate();
  box_leave_in_child();
}

__attribute__((constructor)) static void begin(void) {
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
