#define _GNU_SOURCE
#include "CAuxShims.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>

int64_t aux_copy_file_range(int from, int64_t offset, int to, uint64_t count) {
  off64_t position = offset;
  return copy_file_range(from, &position, to, NULL, count, 0);
}

void aux_copy_extended_attributes(const char *from, int to) {
  ssize_t size = listxattr(from, NULL, 0);
  if (size <= 0) return;
  char *names = malloc((size_t)size);
  if (names == NULL) return;
  size = listxattr(from, names, (size_t)size);
  for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
    ssize_t length = getxattr(from, names + at, NULL, 0);
    if (length < 0) continue;
    void *value = malloc(length > 0 ? (size_t)length : 1);
    if (value == NULL) break;
    if (getxattr(from, names + at, value, (size_t)length) == length)
      fsetxattr(to, names + at, value, (size_t)length, 0);
    free(value);
  }
  free(names);
}
#else
int64_t aux_copy_file_range(int from, int64_t offset, int to, uint64_t count) {
  (void)from, (void)offset, (void)to, (void)count;
  errno = ENOSYS;
  return -1;
}

void aux_copy_extended_attributes(const char *from, int to) { (void)from, (void)to; }
#endif
