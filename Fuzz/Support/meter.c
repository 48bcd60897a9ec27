#include <stdatomic.h>
#include <time.h>

#include "FuzzSupport.h"

// Of AddressSanitizer's allocator.
int __sanitizer_install_malloc_and_free_hooks(
  void (*on_malloc)(const volatile void *, size_t), void (*on_free)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *pointer);

static atomic_llong current, peak;
static uint64_t started;

static void on_malloc(const volatile void *pointer, size_t size) {
  if (!pointer) return;
  long long now = atomic_fetch_add_explicit(&current, (long long)size, memory_order_relaxed) + (long long)size;
  long long before = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > before
         && !atomic_compare_exchange_weak_explicit(
           &peak, &before, now, memory_order_relaxed, memory_order_relaxed)) {}
}

static void on_free(const volatile void *pointer) {
  if (!pointer) return;
  long long size = (long long)__sanitizer_get_allocated_size(pointer);
  atomic_fetch_sub_explicit(&current, size, memory_order_relaxed);
}

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void fuzz_meter_start(void) {
  static int is_installed;
  if (!is_installed) is_installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
  atomic_store(&current, 0);
  atomic_store(&peak, 0);
  started = nanoseconds();
}

uint64_t fuzz_meter_nanoseconds(void) { return nanoseconds() - started; }

uint64_t fuzz_meter_peak(void) { return (uint64_t)atomic_load(&peak); }
