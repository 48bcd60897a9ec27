#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Older headers lack the numbers, which are the same on all processors, and the later members of the structure.
enum { landlock_create_ruleset = 444, landlock_restrict_self = 446, landlock_version = 1 };

typedef struct {
  uint64_t file_actions, network_actions, scopes;
} ruleset;

int box_landlock_version(void) {
  long version = syscall(landlock_create_ruleset, NULL, 0, landlock_version);
  return version > 0 ? (int)version : 0;
}

/// Denies every action on files, TCP ports and other processes that this version of landlock knows.
static int close_doors(void) {
  int version = box_landlock_version();
  if (version == 0) return 0;
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

/// Sets a limit for good, or leaves it where it is lower.
static int limit(int what, uint64_t most) {
  struct rlimit present;
  if (getrlimit(what, &present) != 0) return errno;
  rlim_t value = most < present.rlim_max ? (rlim_t)most : present.rlim_max;
  struct rlimit next = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(what, &next) == 0 ? 0 : errno;
}

static int set_limits(const aux_box_limits *limits, uint64_t present_memory) {
  int reason = limit(RLIMIT_CORE, 0);
  if (reason == 0 && limits) reason = limit(RLIMIT_AS, present_memory + limits->memory);
  if (reason == 0 && limits) reason = limit(RLIMIT_FSIZE, limits->memory);
  if (reason == 0 && limits) reason = limit(RLIMIT_CPU, box_lives * limits->processor_seconds);
  // No file can be opened; those that are open stay.
  if (reason == 0) reason = limit(RLIMIT_NOFILE, 0);
  return reason;
}

/// Leaves the end of the process to its host, and a crash to the kernel.
static void reset_signals(void) {
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXFSZ};
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  for (int number = 1; number < NSIG; number += 1) sigaction(number, &standard, NULL);
  struct sigaction nothing = {.sa_handler = SIG_IGN};
  sigemptyset(&nothing.sa_mask);
  // A terminal sends them to all processes of the program, which decides alone what becomes of its work.
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index += 1) {
    sigaction(ignored[index], &nothing, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int box_confine(const aux_box_limits *limits, uint64_t present_memory, const char **step) {
  reset_signals();
  *step = "privileges";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  *step = "landlock";
  int reason = close_doors();
  if (reason != 0) return reason;
  *step = "limits";
  reason = set_limits(limits, present_memory);
  if (reason != 0) return reason;
  *step = "seccomp";
  return box_filter_calls();
}
#endif
