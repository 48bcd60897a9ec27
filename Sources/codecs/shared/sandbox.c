// What a codec process gives up before it sees the first byte of a photo. Source: Specs/sandbox.md; seccomp(2), landlock(7).

#define _GNU_SOURCE
#include "include/aux_serve.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/// Returns the size of the address space of this process, so that a limit counts what is added to it.
static uint64_t present_memory(void) {
  static const uint64_t otherwise = (uint64_t)1 << 30;
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return otherwise;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : otherwise;
}

/// Sets a limit that cannot be raised again; a lower one stays.
static int limit(int what, uint64_t most) {
  struct rlimit present;
  if (getrlimit(what, &present) != 0) return errno;
  rlim_t value = most < present.rlim_max ? (rlim_t)most : present.rlim_max;
  struct rlimit next = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(what, &next) == 0 ? 0 : errno;
}

int aux_limit(const aux_greeting *greeting) {
  int reason = limit(RLIMIT_CORE, 0);
  if (greeting->encodes) return reason;
  if (reason == 0) reason = limit(RLIMIT_AS, present_memory() + greeting->memory);
  if (reason == 0) reason = limit(RLIMIT_FSIZE, greeting->memory);
  if (reason == 0) reason = limit(RLIMIT_CPU, greeting->processor_seconds);
  return reason;
}

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Older headers lack the numbers, which are the same on all processors, and the later members of the structure.
enum { landlock_create_ruleset = 444, landlock_restrict_self = 446, landlock_version = 1 };

typedef struct {
  uint64_t file_actions, network_actions, scopes;
} ruleset;

/// Denies every action on files, TCP ports and other processes that the kernel's version of landlock knows, if it has any.
static int deny_access(void) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version);
  if (version <= 0) return 0;
  int actions = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  ruleset rules = {.file_actions = ((uint64_t)1 << actions) - 1};
  size_t size = offsetof(ruleset, network_actions);
  if (version >= 4) {
    rules.network_actions = 3;
    size = offsetof(ruleset, scopes);
  }
  if (version >= 6) {
    rules.scopes = 3;
    size = sizeof rules;
  }
  int file = (int)syscall(landlock_create_ruleset, &rules, size, 0);
  if (file < 0) return errno;
  // No rule is added: nothing is allowed.
  int reason = syscall(landlock_restrict_self, file, 0) == 0 ? 0 : errno;
  close(file);
  return reason;
}

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE_ARCHITECTURE
/// Memory, threads, clocks, and the open files and the socket.
static const int allowed[] = {
  SYS_futex, SYS_munmap, SYS_madvise, SYS_brk, SYS_mremap, SYS_read, SYS_write, SYS_pread64, SYS_pwrite64,
  SYS_ftruncate, SYS_sched_yield, SYS_sched_getaffinity, SYS_getcpu, SYS_getpid, SYS_gettid, SYS_clock_gettime,
  SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom, SYS_rt_sigaction,
  SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_set_robust_list, SYS_set_tid_address, SYS_sysinfo,
  SYS_uname, SYS_restart_syscall, SYS_exit, SYS_exit_group, SYS_membarrier,
#ifdef SYS_rseq
  SYS_rseq,
#endif
#ifdef SYS_time
  SYS_time,
#endif
};

enum { most_instructions = 160, pr_set_vma = 0x53564d41 };

typedef struct {
  struct sock_filter instructions[most_instructions];
  unsigned short count;
} program;

static void add(program *self, unsigned short code, unsigned char yes, unsigned char no, unsigned int operand) {
  self->instructions[self->count++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = operand};
}

static void end_with(program *self, unsigned int action) { add(self, BPF_RET | BPF_K, 0, 0, action); }

static void refuse(program *self) { end_with(self, SECCOMP_RET_ERRNO | EPERM); }

/// Loads the low half of an argument, or the high one; both processors are little-endian.
static void load_argument(program *self, int index, int high) {
  size_t at = offsetof(struct seccomp_data, args) + (size_t)index * 8 + (high ? 4 : 0);
  add(self, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned int)at);
}

/// Begins the rule of one call, `length` instructions that end it.
static void on_call(program *self, int number, unsigned char length) {
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 0, length, (unsigned int)number);
}

static void allow_without_execution(program *self, int number) {
  on_call(self, number, 4);
  load_argument(self, 2, 0);
  add(self, BPF_JMP | BPF_JSET | BPF_K, 0, 1, PROT_EXEC);
  refuse(self);
  end_with(self, SECCOMP_RET_ALLOW);
}

static void allow_with_argument(program *self, int number, int index, unsigned int value, unsigned int other) {
  on_call(self, number, 5);
  load_argument(self, index, 0);
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, value);
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, other);
  refuse(self);
  end_with(self, SECCOMP_RET_ALLOW);
}

static void build(program *self) {
  add(self, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, arch));
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, NATIVE_ARCHITECTURE);
  end_with(self, SECCOMP_RET_KILL_PROCESS);
  add(self, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index += 1) {
    on_call(self, allowed[index], 1);
    end_with(self, SECCOMP_RET_ALLOW);
  }
  allow_without_execution(self, SYS_mmap);
  allow_without_execution(self, SYS_mprotect);
  // Threads, but no processes. The flags of clone3 are in memory, which a filter cannot read; the C library then calls clone.
  on_call(self, SYS_clone3, 1);
  end_with(self, SECCOMP_RET_ERRNO | ENOSYS);
  on_call(self, SYS_clone, 4);
  load_argument(self, 0, 0);
  add(self, BPF_JMP | BPF_JSET | BPF_K, 1, 0, CLONE_THREAD);
  refuse(self);
  end_with(self, SECCOMP_RET_ALLOW);
  // abort() kills the process that it is in; names are given to threads and to memory.
  unsigned int process = (unsigned int)getpid();
  allow_with_argument(self, SYS_tgkill, 0, process, process);
  allow_with_argument(self, SYS_prctl, 0, PR_SET_NAME, pr_set_vma);
  // Limits may be read, and not set: the pointer to new ones is NULL.
  on_call(self, SYS_prlimit64, 6);
  load_argument(self, 2, 0);
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
  load_argument(self, 2, 1);
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
  refuse(self);
  end_with(self, SECCOMP_RET_ALLOW);
  refuse(self);
}

static int filter_calls(void) {
  program self = {.count = 0};
  build(&self);
  struct sock_fprog all = {.len = self.count, .filter = self.instructions};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) == 0 ? 0 : errno;
}
#else
static int filter_calls(void) { return ENOSYS; }
#endif

int aux_confine(const char **step) {
  *step = "privileges";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  *step = "landlock";
  int reason = deny_access();
  if (reason != 0) return reason;
  *step = "limits";
  // No file can be opened; those that are open stay.
  reason = limit(RLIMIT_NOFILE, 0);
  if (reason != 0) return reason;
  *step = "seccomp";
  return filter_calls();
}
#else
int aux_confine(const char **step) {
  *step = "this system has no sandbox for codec programs";
  return ENOSYS;
}
#endif
