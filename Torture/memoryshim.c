/* The memory of one process, by who asked for it: preloaded, it is between a program and the allocator.
 *
 * Blocks of 64 KB and more are counted. One that the program itself or the Swift runtime asks for is the program's own;
 * any other is that of a system library, as a codec. At the end MEMORY_REPORT, a file, gets the most of both at any one
 * time: "own N" and "others N", in bytes. Memory that was asked for and never touched counts as well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { least = 64 << 10, blocks = 1 << 16 };

struct block { void *address; size_t size; int is_own; };
static struct block table[blocks];
static size_t live[2], most[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int inside;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static int is_own(const void *caller) {
  Dl_info info;
  if (!dladdr(caller, &info) || !info.dli_fname) return 1;
  const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
  return strncmp(name, "lib", 3) != 0 || strncmp(name, "libswift", 8) == 0 || strncmp(name, "libFoundation", 13) == 0
    || strncmp(name, "lib_Foundation", 14) == 0;
}

static size_t slot(const void *address) { return ((size_t)address >> 4) * 0x9E3779B97F4A7C15u >> 48; }

static void add(void *address, size_t size, const void *caller) {
  if (!address || size < least || inside) return;
  inside = 1;
  int own = is_own(caller);
  pthread_mutex_lock(&lock);
  for (size_t at = slot(address), tried = 0; tried < blocks; at = (at + 1) % blocks, tried += 1) {
    if (table[at].address) continue;
    table[at] = (struct block){address, size, own};
    live[own] += size;
    if (live[own] > most[own]) most[own] = live[own];
    break;
  }
  pthread_mutex_unlock(&lock);
  inside = 0;
}

/* Returns whether the block was one that is counted. Slots are not closed up: a search passes at most 64 free ones. */
static int take(void *address) {
  if (!address || malloc_usable_size(address) < least) return 0;
  int found = 0;
  pthread_mutex_lock(&lock);
  for (size_t at = slot(address), tried = 0; tried < 64; at = (at + 1) % blocks, tried += 1) {
    if (table[at].address != address) continue;
    live[table[at].is_own] -= table[at].size;
    table[at].address = NULL;
    found = 1;
    break;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

void *malloc(size_t size) {
  void *result = __libc_malloc(size);
  add(result, size, __builtin_return_address(0));
  return result;
}

void *calloc(size_t count, size_t size) {
  void *result = __libc_calloc(count, size);
  if (result) add(result, count * size, __builtin_return_address(0));
  return result;
}

void *realloc(void *old, size_t size) {
  take(old);
  void *result = __libc_realloc(old, size);
  add(result, size, __builtin_return_address(0));
  return result;
}

void free(void *address) {
  take(address);
  __libc_free(address);
}

static void *aligned(size_t alignment, size_t size, const void *caller) {
  void *result = __libc_memalign(alignment, size);
  add(result, size, caller);
  return result;
}

void *memalign(size_t alignment, size_t size) { return aligned(alignment, size, __builtin_return_address(0)); }
void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size, __builtin_return_address(0)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = aligned(alignment, size, __builtin_return_address(0));
  return *result ? 0 : ENOMEM;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("MEMORY_REPORT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "own %zu\nothers %zu\n", most[1], most[0]);
  fclose(file);
}
