#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define BOX_PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define BOX_PROCESSOR AUDIT_ARCH_AARCH64
#endif

#ifdef BOX_PROCESSOR
/// What decoding needs: memory, threads, clocks, and the files and the socket that are open.
static const int allowed[] = {
  SYS_futex, SYS_munmap, SYS_madvise, SYS_brk, SYS_mremap, SYS_sendmsg, SYS_recvmsg, SYS_pread64, SYS_pwrite64,
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

/// Looks at the low half of an argument, or, `high`, at the other one; both processors are little-endian.
static void load_argument(program *self, int index, int high) {
  size_t at = offsetof(struct seccomp_data, args) + (size_t)index * 8 + (high ? 4 : 0);
  add(self, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned int)at);
}

/// Begins what is done with one call, in `length` instructions that end it.
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
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, BOX_PROCESSOR);
  end_with(self, SECCOMP_RET_KILL_PROCESS);
  add(self, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index += 1) {
    on_call(self, allowed[index], 1);
    end_with(self, SECCOMP_RET_ALLOW);
  }
  allow_without_execution(self, SYS_mmap);
  allow_without_execution(self, SYS_mprotect);
  // Threads, but no processes. The flags of clone3 are in memory, which a filter cannot read; the C library then takes clone.
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
  // Limits are asked for and never set: no new ones may be given.
  on_call(self, SYS_prlimit64, 6);
  load_argument(self, 2, 0);
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
  load_argument(self, 2, 1);
  add(self, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
  refuse(self);
  end_with(self, SECCOMP_RET_ALLOW);
  refuse(self);
}

int box_has_filter(void) {
  unsigned int action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int box_filter_calls(void) {
  program self = {.count = 0};
  build(&self);
  struct sock_fprog all = {.len = self.count, .filter = self.instructions};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) == 0 ? 0 : errno;
}
#else
int box_has_filter(void) { return 0; }

int box_filter_calls(void) { return ENOSYS; }
#endif
#endif
