/* Faults of the machine, for one process: preloaded, it is between a program and the C library.
 *
 * Calls on files below FAULT_ROOT and on descriptors 0 to 2 are counted from 1; each call is written to FAULT_LOG as
 * "number name R|W what offset count". At the call FAULT_AT, which is a number or NAME:K for the K-th call of that name,
 * FAULT_DO happens:
 *   errno:N    the call fails        keep:N     it fails, and all later ones of that name
 *   short      half of the bytes     run        FAULT_COMMAND is run by the shell, before
 *   kill       SIGKILL before        killafter  SIGKILL after the call
 *   signal:N   the signal, before
 * FAULT_BAD is DEVICE:INODE:FROM:TO, a range of a file that cannot be read: the bytes before it are returned, as a
 * kernel does, and a read that begins in it is EIO.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

enum action { none, fail, keep, shorter, kill_before, kill_after, send, run };

static char root[PATH_MAX];
static size_t root_length;
static int log_descriptor = -1;
static char at_name[64];
static long at_number;
static enum action action;
static int value;
static char command[8192];
static int has_bad;
static unsigned long bad_device, bad_inode;
static long bad_from, bad_to;
static atomic_long count;
static atomic_int failing;

#define NAMES 96
static struct { char name[32]; long count; } by_name[NAMES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int inside;

/* System calls that this file makes itself are not to meet its own wrappers. */
static long raw(long number, long a, long b, long c, long d) {
  long result;
  register long r10 __asm__("r10") = d;
#if defined(__x86_64__)
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                   : "rcx", "r11", "memory");
#else
#error "the shim knows x86-64 alone"
#endif
  return result;
}

static const char *setting(const char *name) {
  const char *text = getenv(name);
  return text ? text : "";
}

__attribute__((constructor)) static void begin(void) {
  snprintf(root, sizeof root, "%s", setting("FAULT_ROOT"));
  root_length = strlen(root);
  snprintf(command, sizeof command, "%s", setting("FAULT_COMMAND"));
  if (*setting("FAULT_LOG"))
    log_descriptor = (int)raw(SYS_open, (long)setting("FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666, 0);
  if (log_descriptor >= 0 && log_descriptor < 200) {
    /* Out of the way of the numbers that the program gets. */
    int high = (int)raw(SYS_fcntl, log_descriptor, F_DUPFD_CLOEXEC, 200, 0);
    raw(SYS_close, log_descriptor, 0, 0, 0);
    log_descriptor = high;
  }
  const char *at = setting("FAULT_AT");
  const char *colon = strchr(at, ':');
  if (colon && (size_t)(colon - at) < sizeof at_name) {
    memcpy(at_name, at, (size_t)(colon - at));
    at_number = atol(colon + 1);
  } else
    at_number = atol(at);
  const char *what = setting("FAULT_DO");
  const char *number = strchr(what, ':');
  value = number ? atoi(number + 1) : 0;
  if (!strncmp(what, "errno:", 6)) action = fail;
  if (!strncmp(what, "keep:", 5)) action = keep;
  if (!strcmp(what, "short")) action = shorter;
  if (!strcmp(what, "kill")) action = kill_before;
  if (!strcmp(what, "killafter")) action = kill_after;
  if (!strncmp(what, "signal:", 7)) action = send;
  if (!strcmp(what, "run")) action = run;
  has_bad = sscanf(setting("FAULT_BAD"), "%lu:%lu:%ld:%ld", &bad_device, &bad_inode, &bad_from, &bad_to) == 4;
  unsetenv("LD_PRELOAD");
}

/* What a wrapper is to do. */
struct verdict { enum action action; };

static struct verdict judge(const char *name, char kind, const char *what, long offset, long size) {
  struct verdict verdict = {none};
  if (inside) return verdict;
  inside = 1;
  int saved = errno;
  pthread_mutex_lock(&lock);
  long number = atomic_fetch_add(&count, 1) + 1;
  long own = 0;
  for (int i = 0; i < NAMES; i++)
    if (!by_name[i].name[0] || !strcmp(by_name[i].name, name)) {
      snprintf(by_name[i].name, sizeof by_name[i].name, "%s", name);
      own = ++by_name[i].count;
      break;
    }
  int is_here = action != none && (at_name[0] ? !strcmp(at_name, name) && own == at_number : number == at_number);
  if (action == keep && is_here) {
    snprintf(at_name, sizeof at_name, "%s", name);
    atomic_store(&failing, 1);
  }
  if (action == keep && atomic_load(&failing) && !strcmp(at_name, name)) is_here = 1;
  if (log_descriptor >= 0) {
    char line[PATH_MAX + 128];
    int length = snprintf(line, sizeof line, "%ld\t%s\t%c\t%s\t%ld\t%ld\n", number, name, kind, what, offset, size);
    raw(SYS_write, log_descriptor, (long)line, length, 0);
  }
  pthread_mutex_unlock(&lock);
  if (is_here) {
    verdict.action = action;
    if (action == kill_before) raw(SYS_kill, raw(SYS_getpid, 0, 0, 0, 0), SIGKILL, 0, 0);
    if (action == send) {
      raw(SYS_kill, raw(SYS_getpid, 0, 0, 0, 0), value, 0, 0);
      /* Time for a handler that runs in another thread. */
      struct timespec pause = {0, 60 * 1000 * 1000};
      raw(SYS_nanosleep, (long)&pause, 0, 0, 0);
    }
    if (action == run) {
      int status = system(command);
      if (status != 0) {
        static const char text[] = "faultshim: the command failed\n";
        raw(SYS_write, 2, (long)text, sizeof text - 1, 0);
      }
    }
  }
  errno = saved;
  inside = 0;
  return verdict;
}

static int after(struct verdict verdict) {
  if (verdict.action == kill_after) raw(SYS_kill, raw(SYS_getpid, 0, 0, 0, 0), SIGKILL, 0, 0);
  return 0;
}

static int is_failure(struct verdict verdict) {
  if (verdict.action != fail && verdict.action != keep) return 0;
  errno = value;
  return 1;
}

static size_t reduced(struct verdict verdict, size_t size) {
  if (verdict.action == shorter && size > 1) return size / 2;
  return size;
}

static int is_below(const char *path) {
  return root_length && !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

/* The path of a descriptor, where it is one that counts. */
static int is_descriptor(int descriptor, char *path) {
  if (inside) return 0;
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  long length = raw(SYS_readlink, (long)name, (long)path, PATH_MAX - 1, 0);
  if (length < 0) length = 0;
  path[length] = 0;
  if (descriptor >= 0 && descriptor <= 2) {
    snprintf(path, PATH_MAX, "<%d>", descriptor);
    return 1;
  }
  return is_below(path);
}

/* The absolute path of a name, where it is one that counts. */
static int is_path(int folder, const char *path, char *whole) {
  if (inside || !path) return 0;
  whole[0] = 0;
  if (path[0] == '/') {
    snprintf(whole, PATH_MAX, "%s", path);
  } else if (folder == AT_FDCWD) {
    if (raw(SYS_getcwd, (long)whole, PATH_MAX, 0, 0) < 0) whole[0] = 0;
    size_t length = strlen(whole);
    snprintf(whole + length, PATH_MAX - length, "/%s", path);
  } else {
    is_descriptor(folder, whole);
    size_t length = strlen(whole);
    snprintf(whole + length, PATH_MAX - length, "/%s", path);
  }
  return is_below(whole);
}

/* How many bytes can be read from an offset on: fewer before a bad place, -1 in it. */
static long readable(int descriptor, long offset, size_t size) {
  if (!has_bad || !size) return (long)size;
  struct stat status;
  if (raw(SYS_fstat, descriptor, (long)&status, 0, 0) != 0 || status.st_dev != bad_device || status.st_ino != bad_inode)
    return (long)size;
  if (offset < 0) offset = raw(SYS_lseek, descriptor, 0, SEEK_CUR, 0);
  if (offset >= bad_to || offset + (long)size <= bad_from) return (long)size;
  if (offset >= bad_from) return -1;
  return bad_from - offset;
}

#define NEXT(name) \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* Opening. */
static const char *open_name(int flags) {
  if (flags & O_CREAT) return "create";
  if ((flags & O_ACCMODE) != O_RDONLY) return "openwrite";
  return flags & O_DIRECTORY ? "openfolder" : "open";
}

#define OPENED(folder, path, flags, call) \
  char whole[PATH_MAX]; \
  if (!is_path(folder, path, whole)) return call; \
  const char *name = open_name(flags); \
  struct verdict verdict = judge(name, strncmp(name, "open", 4) ? 'W' : 'R', whole, 0, flags); \
  if (is_failure(verdict)) return -1; \
  int result = call; \
  after(verdict); \
  return result

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & O_CREAT) { \
    va_list list; \
    va_start(list, flags); \
    mode = (mode_t)va_arg(list, int); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) { NEXT(open); MODE(flags); OPENED(AT_FDCWD, path, flags, next(path, flags, mode)); }
int open64(const char *path, int flags, ...) { NEXT(open64); MODE(flags); OPENED(AT_FDCWD, path, flags, next(path, flags, mode)); }
int openat(int folder, const char *path, int flags, ...) { NEXT(openat); MODE(flags); OPENED(folder, path, flags, next(folder, path, flags, mode)); }
int openat64(int folder, const char *path, int flags, ...) { NEXT(openat64); MODE(flags); OPENED(folder, path, flags, next(folder, path, flags, mode)); }
int __open_2(const char *path, int flags) { OPENED(AT_FDCWD, path, flags, openat(AT_FDCWD, path, flags)); }
int __open64_2(const char *path, int flags) { return __open_2(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int creat(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

static FILE *open_stream(const char *path, const char *how, FILE *(*next)(const char *, const char *)) {
  char whole[PATH_MAX];
  if (!is_path(AT_FDCWD, path, whole)) return next(path, how);
  struct verdict verdict = judge("fopen", how[0] == 'r' ? 'R' : 'W', whole, 0, 0);
  if (is_failure(verdict)) return NULL;
  FILE *result = next(path, how);
  after(verdict);
  return result;
}
FILE *fopen(const char *path, const char *how) { NEXT(fopen); return open_stream(path, how, next); }
FILE *fopen64(const char *path, const char *how) { NEXT(fopen64); return open_stream(path, how, next); }

DIR *opendir(const char *path) {
  NEXT(opendir);
  char whole[PATH_MAX];
  if (!is_path(AT_FDCWD, path, whole)) return next(path);
  struct verdict verdict = judge("opendir", 'R', whole, 0, 0);
  if (is_failure(verdict)) return NULL;
  return next(path);
}
DIR *fdopendir(int descriptor) {
  NEXT(fdopendir);
  char path[PATH_MAX];
  if (!is_descriptor(descriptor, path)) return next(descriptor);
  struct verdict verdict = judge("fdopendir", 'R', path, 0, 0);
  if (is_failure(verdict)) return NULL;
  return next(descriptor);
}
struct dirent *readdir(DIR *folder) {
  NEXT(readdir);
  char path[PATH_MAX];
  if (!is_descriptor(dirfd(folder), path)) return next(folder);
  struct verdict verdict = judge("readdir", 'R', path, 0, 0);
  if (is_failure(verdict)) return NULL;
  return next(folder);
}
struct dirent64 *readdir64(DIR *folder) {
  NEXT(readdir64);
  char path[PATH_MAX];
  if (!is_descriptor(dirfd(folder), path)) return next(folder);
  struct verdict verdict = judge("readdir", 'R', path, 0, 0);
  if (is_failure(verdict)) return NULL;
  return next(folder);
}

/* Reading and writing. */
#define MOVED(label, kind, descriptor, offset, size, call, rest) \
  char path[PATH_MAX]; \
  size_t take = size; \
  struct verdict verdict = {none}; \
  if (is_descriptor(descriptor, path)) { \
    verdict = judge(label, kind, path, (long)(offset), (long)(size)); \
    if (is_failure(verdict)) return -1; \
    take = reduced(verdict, size); \
  } \
  rest; \
  ssize_t result = call; \
  after(verdict); \
  return result

#define CLEAN(descriptor, offset) \
  long possible = readable(descriptor, (long)(offset), take); \
  if (possible < 0) { errno = EIO; return -1; } \
  take = (size_t)possible

ssize_t read(int fd, void *data, size_t size) { NEXT(read); MOVED("read", 'R', fd, -1, size, next(fd, data, take), CLEAN(fd, -1)); }
ssize_t pread(int fd, void *data, size_t size, off_t at) { NEXT(pread); MOVED("pread", 'R', fd, at, size, next(fd, data, take, at), CLEAN(fd, at)); }
ssize_t pread64(int fd, void *data, size_t size, off64_t at) { return pread(fd, data, size, at); }
ssize_t __read_chk(int fd, void *data, size_t size, size_t room) { (void)room; return read(fd, data, size); }
ssize_t __pread_chk(int fd, void *data, size_t size, off_t at, size_t room) { (void)room; return pread(fd, data, size, at); }
ssize_t __pread64_chk(int fd, void *data, size_t size, off64_t at, size_t room) { (void)room; return pread(fd, data, size, at); }
ssize_t readv(int fd, const struct iovec *parts, int number) { NEXT(readv); MOVED("readv", 'R', fd, -1, (size_t)number, next(fd, parts, (int)take), ); }
ssize_t write(int fd, const void *data, size_t size) { NEXT(write); MOVED("write", 'W', fd, -1, size, next(fd, data, take), ); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { NEXT(pwrite); MOVED("pwrite", 'W', fd, at, size, next(fd, data, take, at), ); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return pwrite(fd, data, size, at); }
ssize_t writev(int fd, const struct iovec *parts, int number) { NEXT(writev); MOVED("writev", 'W', fd, -1, (size_t)number, next(fd, parts, (int)take), ); }

/* Calls on one descriptor. */
#define ON_DESCRIPTOR(type, failure, name, label, kind, parameters, arguments) \
  type name parameters { \
    NEXT(name); \
    char path[PATH_MAX]; \
    if (!is_descriptor(fd, path)) return next arguments; \
    struct verdict verdict = judge(label, kind, path, 0, 0); \
    if (is_failure(verdict)) return failure; \
    type result = next arguments; \
    after(verdict); \
    return result; \
  }

static const char *sync_name(int fd) {
  struct stat status;
  return raw(SYS_fstat, fd, (long)&status, 0, 0) == 0 && S_ISDIR(status.st_mode) ? "fsyncfolder" : "fsync";
}

ON_DESCRIPTOR(int, -1, fsync, sync_name(fd), 'W', (int fd), (fd))
ON_DESCRIPTOR(int, -1, fdatasync, sync_name(fd), 'W', (int fd), (fd))
ON_DESCRIPTOR(int, -1, fchmod, "fchmod", 'W', (int fd, mode_t mode), (fd, mode))
ON_DESCRIPTOR(int, -1, fchown, "fchown", 'W', (int fd, uid_t user, gid_t group), (fd, user, group))
ON_DESCRIPTOR(int, -1, fsetxattr, "fsetxattr", 'W', (int fd, const char *name, const void *data, size_t size, int flags), (fd, name, data, size, flags))
ON_DESCRIPTOR(ssize_t, -1, fgetxattr, "fgetxattr", 'R', (int fd, const char *name, void *data, size_t size), (fd, name, data, size))
ON_DESCRIPTOR(ssize_t, -1, flistxattr, "flistxattr", 'R', (int fd, char *list, size_t size), (fd, list, size))
ON_DESCRIPTOR(int, -1, futimens, "futimens", 'W', (int fd, const struct timespec times[2]), (fd, times))
ON_DESCRIPTOR(int, -1, flock, "flock", 'R', (int fd, int how), (fd, how))
ON_DESCRIPTOR(int, -1, fstat, "fstat", 'R', (int fd, struct stat *status), (fd, status))
ON_DESCRIPTOR(int, -1, fstat64, "fstat", 'R', (int fd, struct stat64 *status), (fd, status))
ON_DESCRIPTOR(off_t, -1, lseek, "lseek", 'R', (int fd, off_t at, int whence), (fd, at, whence))
ON_DESCRIPTOR(off64_t, -1, lseek64, "lseek", 'R', (int fd, off64_t at, int whence), (fd, at, whence))

int close(int fd) {
  NEXT(close);
  char path[PATH_MAX];
  if (fd == log_descriptor && !inside) {
    errno = EBADF;
    return -1;
  }
  if (!is_descriptor(fd, path)) return next(fd);
  struct verdict verdict = judge("close", 'R', path, 0, 0);
  /* The descriptor is gone all the same, as on Linux. */
  int result = next(fd);
  after(verdict);
  return is_failure(verdict) ? -1 : result;
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t at) {
  NEXT(mmap);
  char path[PATH_MAX];
  if (inside || flags & MAP_ANONYMOUS || !is_descriptor(fd, path)) return next(address, size, protection, flags, fd, at);
  struct verdict verdict = judge("mmap", 'R', path, at, (long)size);
  if (is_failure(verdict)) return MAP_FAILED;
  return next(address, size, protection, flags, fd, at);
}
void *mmap64(void *address, size_t size, int protection, int flags, int fd, off64_t at) { return mmap(address, size, protection, flags, fd, at); }

/* Calls on names. */
#define ON_PATH(type, name, label, kind, folder, parameters, arguments) \
  type name parameters { \
    NEXT(name); \
    char whole[PATH_MAX]; \
    if (!is_path(folder, path, whole)) return next arguments; \
    struct verdict verdict = judge(label, kind, whole, 0, 0); \
    if (is_failure(verdict)) return -1; \
    type result = next arguments; \
    after(verdict); \
    return result; \
  }

ON_PATH(int, stat, "stat", 'R', AT_FDCWD, (const char *path, struct stat *status), (path, status))
ON_PATH(int, stat64, "stat", 'R', AT_FDCWD, (const char *path, struct stat64 *status), (path, status))
ON_PATH(int, lstat, "lstat", 'R', AT_FDCWD, (const char *path, struct stat *status), (path, status))
ON_PATH(int, lstat64, "lstat", 'R', AT_FDCWD, (const char *path, struct stat64 *status), (path, status))
ON_PATH(int, fstatat, "fstatat", 'R', folder, (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags))
ON_PATH(int, fstatat64, "fstatat", 'R', folder, (int folder, const char *path, struct stat64 *status, int flags), (folder, path, status, flags))
ON_PATH(int, access, "access", 'R', AT_FDCWD, (const char *path, int how), (path, how))
ON_PATH(int, unlink, "unlink", 'W', AT_FDCWD, (const char *path), (path))
ON_PATH(int, unlinkat, "unlink", 'W', folder, (int folder, const char *path, int flags), (folder, path, flags))
ON_PATH(int, remove, "unlink", 'W', AT_FDCWD, (const char *path), (path))
ON_PATH(int, mkdir, "mkdir", 'W', AT_FDCWD, (const char *path, mode_t mode), (path, mode))
ON_PATH(int, chmod, "chmod", 'W', AT_FDCWD, (const char *path, mode_t mode), (path, mode))
ON_PATH(int, chown, "chown", 'W', AT_FDCWD, (const char *path, uid_t user, gid_t group), (path, user, group))
ON_PATH(int, truncate, "truncate", 'W', AT_FDCWD, (const char *path, off_t size), (path, size))
ON_PATH(ssize_t, getxattr, "getxattr", 'R', AT_FDCWD, (const char *path, const char *name, void *data, size_t size), (path, name, data, size))
ON_PATH(ssize_t, listxattr, "listxattr", 'R', AT_FDCWD, (const char *path, char *list, size_t size), (path, list, size))

ON_PATH(ssize_t, readlink, "readlink", 'R', AT_FDCWD, (const char *path, char *target, size_t size), (path, target, size))

char *realpath(const char *path, char *found) {
  char whole[PATH_MAX];
  if (is_path(AT_FDCWD, path, whole)) {
    struct verdict verdict = judge("realpath", 'R', whole, 0, 0);
    if (is_failure(verdict)) return NULL;
  }
  /* Of two versions of the symbol that dlsym may give, the older takes no null. */
  char *own = canonicalize_file_name(path);
  if (!own || !found) return own;
  snprintf(found, PATH_MAX, "%s", own);
  free(own);
  return found;
}

/* Calls on two names count by the second, which is the one that changes. */
#define ON_PATHS(name, label, folder, parameters, arguments) \
  int name parameters { \
    NEXT(name); \
    char whole[PATH_MAX]; \
    if (!is_path(folder, to, whole)) return next arguments; \
    struct verdict verdict = judge(label, 'W', whole, 0, 0); \
    if (is_failure(verdict)) return -1; \
    int result = next arguments; \
    after(verdict); \
    return result; \
  }

ON_PATHS(rename, "rename", AT_FDCWD, (const char *from, const char *to), (from, to))
ON_PATHS(renameat, "rename", folder, (int origin, const char *from, int folder, const char *to), (origin, from, folder, to))
ON_PATHS(renameat2, "renameat2", folder, (int origin, const char *from, int folder, const char *to, unsigned flags), (origin, from, folder, to, flags))
ON_PATHS(link, "link", AT_FDCWD, (const char *from, const char *to), (from, to))
ON_PATHS(symlink, "symlink", AT_FDCWD, (const char *from, const char *to), (from, to))

/* What has no name and no descriptor counts always. */
ssize_t getrandom(void *data, size_t size, unsigned flags) {
  NEXT(getrandom);
  struct verdict verdict = judge("getrandom", 'R', "-", 0, (long)size);
  if (is_failure(verdict)) return -1;
  return next(data, size, flags);
}
int getentropy(void *data, size_t size) {
  NEXT(getentropy);
  struct verdict verdict = judge("getentropy", 'R', "-", 0, (long)size);
  if (is_failure(verdict)) return -1;
  return next(data, size);
}
/* A thread counts by the library that begins it, or the program. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  NEXT(pthread_create);
  Dl_info caller;
  const char *who = dladdr(__builtin_return_address(0), &caller) && caller.dli_fname ? caller.dli_fname : "-";
  const char *name = strrchr(who, '/');
  struct verdict verdict = judge("pthread_create", 'R', name ? name + 1 : who, 0, 0);
  if (verdict.action == fail || verdict.action == keep) return value;
  return next(thread, attributes, body, argument);
}

/* System calls by number, as what is newer than the C library is called. */
long syscall(long number, ...) {
  NEXT(syscall);
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  switch (number) {
    case SYS_renameat2: return renameat2((int)a, (const char *)b, (int)c, (const char *)d, (unsigned)e);
    case SYS_openat: return openat((int)a, (const char *)b, (int)c, (mode_t)d);
    case SYS_getrandom: return getrandom((void *)a, (size_t)b, (unsigned)c);
    default: return next(number, a, b, c, d, e, f);
  }
}
