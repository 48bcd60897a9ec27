// Runs a command with system calls refused, as containers refuse them, for the check `no-sandbox` of Torture/faults.
//
//   refuse NAME COMMAND...
//
// `docker` is what Docker's default profile refuses of what a program might call; other names are those of calls.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct { const char *name; int number, reason; } calls[] = {
  {"seccomp", SYS_seccomp, EPERM}, {"memfd", SYS_memfd_create, EPERM}, {"clone", SYS_clone, EPERM},
  {"close_range", 436, EPERM}, {"landlock", 444, EPERM}, {"landlock", 445, EPERM}, {"landlock", 446, EPERM},
  {"docker", SYS_clone3, ENOSYS}, {"docker", SYS_unshare, EPERM}, {"docker", SYS_setns, EPERM},
  {"docker", SYS_mount, EPERM}, {"docker", SYS_umount2, EPERM}, {"docker", SYS_pivot_root, EPERM},
  {"docker", SYS_ptrace, EPERM}, {"docker", SYS_kcmp, EPERM}, {"docker", SYS_process_vm_readv, EPERM},
  {"docker", SYS_process_vm_writev, EPERM}, {"docker", SYS_keyctl, EPERM}, {"docker", SYS_add_key, EPERM},
  {"docker", SYS_request_key, EPERM}, {"docker", SYS_bpf, EPERM}, {"docker", SYS_perf_event_open, EPERM},
  {"docker", SYS_userfaultfd, EPERM}, {"docker", SYS_get_mempolicy, EPERM}, {"docker", SYS_set_mempolicy, EPERM},
  {"docker", SYS_mbind, EPERM}, {"docker", SYS_open_by_handle_at, EPERM}, {"docker", SYS_quotactl, EPERM},
};

int main(int count, char **arguments) {
  if (count < 3) return 64;
  struct sock_filter filter[128];
  unsigned short size = 0;
  filter[size++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index += 1) {
    if (strcmp(arguments[1], calls[index].name) != 0) continue;
    filter[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[index].number, 0, 1);
    filter[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)calls[index].reason);
  }
  if (size == 1) return 64;
  if (strcmp(arguments[1], "docker") == 0) {
    // Processes in new namespaces.
    unsigned namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    filter[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
    filter[size++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
    filter[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, namespaces, 0, 1);
    filter[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  }
  filter[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog all = {size, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) != 0) {
    perror("refuse");
    return 70;
  }
  execvp(arguments[2], arguments + 2);
  perror(arguments[2]);
  return 66;
}
