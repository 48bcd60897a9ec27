#define _GNU_SOURCE
#include "library.h"

#include "../box/box.h"

#include <pthread.h>

// A child of fork has one thread. A lock that another thread had at that moment would stay locked in it for ever, and what
// the lock guards would be half changed. So the thread that forks takes all locks before, and frees them in both processes.

static pthread_mutex_t locks[AUX_LOCK_COUNT] = {
  PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void aux_lock(int lock) { pthread_mutex_lock(&locks[lock]); }

void aux_unlock(int lock) { pthread_mutex_unlock(&locks[lock]); }

void aux_await(pthread_cond_t *condition, int lock) { pthread_cond_wait(condition, &locks[lock]); }

static void before_fork(void) {
  for (int lock = 0; lock < AUX_LOCK_COUNT; lock += 1) aux_lock(lock);
}

static void after_fork_in_parent(void) {
  for (int lock = 0; lock < AUX_LOCK_COUNT; lock += 1) aux_unlock(lock);
}

static void after_fork_in_child(void) {
  for (int lock = 0; lock < AUX_LOCK_COUNT; lock += 1) pthread_mutex_init(&locks[lock], NULL);
  box_leave_in_child();
}

__attribute__((constructor)) static void begin(void) {
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
