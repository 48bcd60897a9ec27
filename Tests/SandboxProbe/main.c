// A program of the tests: decoders that do what none should, in the box that the real ones run in.
//
//   SandboxProbe [--memory=MIB] [--seconds=N] [--processor=N] [--threads] [--fork] OPERATION...
//   SandboxProbe --host=NAME
//
// With --fork, a child of the program does too, and ends after it. The program is its own helper.
//
// Runs the operations one after the other and prints a line for each: its code, its first number and its message.
// This is what a table of its own, which aux_box_configure takes, is for.

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CAuxShims.h"
#include "hosts.h"

/// Reports whether a call was refused: 0 where it was done, else its errno.
static int report(aux_answer *answer, long result) {
  answer->numbers[0] = result < 0 ? errno : 0;
  return AUX_OK;
}

#define PROBE(name) static int name(const aux_request *request, aux_answer *answer, aux_error *error)
#define UNUSED (void)request, (void)answer, (void)error

PROBE(echo) {
  UNUSED;
  memcpy(request->target, request->data, request->target_size);
  answer->buffers[0] = malloc(request->beside_size);
  memcpy(answer->buffers[0], request->beside, request->beside_size);
  answer->sizes[0] = request->beside_size;
  answer->numbers[0] = request->numbers[0];
  return AUX_OK;
}

static uint64_t echoed(const aux_request *request, int buffer) { return buffer == 0 ? request->beside_size : 0; }

/// Gives a buffer that is not asked for, or a larger one than is.
static int swell(aux_answer *answer, int buffer) {
  answer->sizes[buffer] = 64 << 20;
  answer->buffers[buffer] = calloc(1, answer->sizes[buffer]);
  return AUX_OK;
}

PROBE(swelling) { UNUSED; return swell(answer, 0); }
PROBE(swelling_last) { UNUSED; return swell(answer, AUX_ANSWER_BUFFERS - 1); }
PROBE(swelling_echo) { UNUSED; return swell(answer, 0); }

PROBE(opening) { UNUSED; return report(answer, open("/etc/passwd", O_RDONLY)); }
PROBE(opening_at) { UNUSED; return report(answer, syscall(SYS_openat, AT_FDCWD, ".", O_RDONLY)); }
PROBE(creating) { UNUSED; return report(answer, open("of-the-sandbox", O_CREAT | O_WRONLY, 0600)); }
PROBE(removing) { UNUSED; return report(answer, unlink("of-the-sandbox")); }
PROBE(connecting) { UNUSED; return report(answer, socket(AF_INET, SOCK_STREAM, 0)); }
PROBE(listening) { UNUSED; return report(answer, socket(AF_UNIX, SOCK_STREAM, 0)); }
PROBE(forking) { UNUSED; return report(answer, fork()); }
PROBE(executing) { UNUSED; char *none[] = {NULL}; return report(answer, execve("/bin/true", none, none)); }
PROBE(killing_parent) { UNUSED; return report(answer, kill(getppid(), SIGKILL)); }
PROBE(tracing) { UNUSED; return report(answer, ptrace(PTRACE_TRACEME, 0, 0, 0)); }
PROBE(printing) { UNUSED; return report(answer, write(STDOUT_FILENO, "from the sandbox\n", 17)); }
PROBE(complaining) { UNUSED; return report(answer, write(STDERR_FILENO, "from the sandbox\n", 17)); }
PROBE(raising_limit) {
  UNUSED;
  uint64_t limit[2] = {1 << 30, 1 << 30};
  return report(answer, syscall(SYS_prlimit64, 0, 9, limit, NULL));
}
PROBE(running_code) {
  UNUSED;
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return report(answer, code == MAP_FAILED ? -1 : 0);
}
PROBE(making_code) {
  UNUSED;
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return report(answer, mprotect(code, 4096, PROT_READ | PROT_EXEC));
}

PROBE(looping) { UNUSED; volatile unsigned count = 1; while (count != 0) count |= 1; return AUX_OK; }
PROBE(sleeping) { UNUSED; while (usleep(1000000) != 17) continue; return AUX_OK; }
PROBE(crashing) { UNUSED; raise(SIGSEGV); *(volatile int *)8 = 1; return AUX_OK; }
PROBE(aborting) { UNUSED; abort(); }
PROBE(leaving) { UNUSED; _exit(3); }

PROBE(allocating) {
  UNUSED;
  for (;;) {
    char *bytes = malloc(1 << 24);
    if (!bytes) {
      strcpy(error->message, "no more memory");
      return error->code = AUX_ERROR_MEMORY;
    }
    memset(bytes, 1, 1 << 24);
  }
}

PROBE(lying) { UNUSED; answer->numbers[0] = 7; memset(request->target, 7, request->target_size); return 12345; }

static void *add_one(void *number) { *(int *)number += 1; return NULL; }

PROBE(threading) {
  UNUSED;
  pthread_t thread;
  int number = 41;
  if (pthread_create(&thread, NULL, add_one, &number) != 0) return report(answer, -1);
  pthread_join(thread, NULL);
  answer->numbers[0] = number;
  return AUX_OK;
}

static int prepared;
static void prepare(void) { prepared = open("/dev/null", O_RDONLY) >= 0; }
PROBE(preparing) { UNUSED; answer->numbers[0] = prepared; return AUX_OK; }

static const aux_operation operations[] = {
  {"echo", echo, NULL, 0, echoed}, {"opening", opening, NULL}, {"opening-at", opening_at, NULL}, {"creating", creating, NULL},
  {"removing", removing, NULL}, {"connecting", connecting, NULL}, {"listening", listening, NULL},
  {"forking", forking, NULL}, {"executing", executing, NULL}, {"killing-parent", killing_parent, NULL},
  {"tracing", tracing, NULL}, {"printing", printing, NULL}, {"complaining", complaining, NULL},
  {"raising-limit", raising_limit, NULL}, {"running-code", running_code, NULL}, {"making-code", making_code, NULL},
  {"looping", looping, NULL}, {"sleeping", sleeping, NULL}, {"crashing", crashing, NULL}, {"aborting", aborting, NULL},
  {"leaving", leaving, NULL}, {"allocating", allocating, NULL}, {"lying", lying, NULL}, {"threading", threading, NULL},
  {"preparing", preparing, prepare}, {"swelling", swelling, NULL}, {"swelling-last", swelling_last, NULL},
  {"swelling-echo", swelling_echo, NULL, 0, echoed}, {"looping-encoder", looping, NULL, 1},
  {"sleeping-encoder", sleeping, NULL, 1},
};
enum { operation_count = sizeof operations / sizeof *operations, target_size = 3 << 20 };

static int number_of(const char *name) {
  for (int index = 0; index < operation_count; index += 1) {
    if (strcmp(operations[index].format, name) == 0) return index;
  }
  return operation_count;
}

/// Runs an operation and prints what came of it; of an echo, the number says whether all came back.
static void run(const char *name) {
  static _Thread_local uint8_t data[target_size], target[target_size];
  for (size_t index = 0; index < sizeof data; index += 1) data[index] = (uint8_t)(index * 31 >> 3);
  aux_request request = {
    .data = data, .size = sizeof data, .beside = data + 5, .beside_size = 4097, .numbers = {42}, .target = target,
    .target_size = sizeof target, .pixels = 50000};
  aux_answer answer;
  aux_error error;
  int code = aux_call(number_of(name), &request, &answer, &error);
  if (strcmp(name, "echo") == 0 && code == AUX_OK
      && (memcmp(data, target, sizeof data) != 0 || answer.sizes[0] != 4097
        || memcmp(answer.buffers[0], data + 5, 4097) != 0)) {
    answer.numbers[0] = -1;
  }
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(answer.buffers[index]);
  printf("%s %d %lld %s\n", name, code, (long long)answer.numbers[0], error.message);
  fflush(stdout);
}

static void *run_some(void *name) {
  for (int count = 0; count < 25; count += 1) run(name);
  return NULL;
}

/// Has some bytes come back, and returns the code of that.
static int echo_some(void) {
  static const uint8_t data[5000];
  uint8_t target[5000];
  aux_request request = {.data = data, .size = sizeof data, .target = target, .target_size = sizeof target};
  aux_answer answer;
  aux_error error;
  int code = aux_call(0, &request, &answer, &error);
  if (code != AUX_OK && code != AUX_ERROR_SYSTEM) printf("code %d: %s\n", code, error.message);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(answer.buffers[index]);
  return code;
}

/// Forks a child that decodes, too, and says whether it sees the end of its parent.
static void fork_child(void) {
  pid_t host = getpid();
  if (fork() != 0) return;
  run("echo");
  for (int tries = 0; tries < 200 && getppid() == host; tries += 1) usleep(50000);
  printf("alone 0 %d \n", getppid() != host);
  exit(0);
}

int main(int count, char **arguments) {
  if (strcmp(arguments[0], "auxdepth-worker") == 0) aux_box_serve(operations, operation_count);
  char path[4096] = {0};
  if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || setenv("AUXDEPTH_WORKER", path, 1) != 0) return 1;
  aux_box_limits limits = {.memory = 256 << 20, .processor_seconds = 10, .seconds = 20};
  int uses_threads = 0, forks = 0, first = 1;
  const char *host = NULL;
  for (; first < count && strncmp(arguments[first], "--", 2) == 0; first += 1) {
    const char *value = strchr(arguments[first], '=');
    uint64_t number = value ? strtoull(value + 1, NULL, 10) : 0;
    if (strncmp(arguments[first], "--memory=", 9) == 0) limits.memory = number << 20;
    if (strncmp(arguments[first], "--seconds=", 10) == 0) limits.seconds = number;
    if (strncmp(arguments[first], "--processor=", 12) == 0) limits.processor_seconds = number;
    if (strcmp(arguments[first], "--threads") == 0) uses_threads = 1;
    if (strcmp(arguments[first], "--fork") == 0) forks = 1;
    if (strncmp(arguments[first], "--host=", 7) == 0) host = value + 1;
  }
  aux_error error;
  // Who kills has to find what decodes.
  if (!host || strcmp(host, "killed") == 0) aux_box_adopt();
  aux_box_choose(AUX_BOX_REQUIRED);
  if (aux_box_configure(&limits, operations, operation_count, &error) != AUX_OK || aux_box_start(&error) != AUX_OK) {
    printf("start %d %s\n", error.code, error.message);
    return 1;
  }
  if (host) return play_host(host, echo_some);
  if (forks) fork_child();
  pthread_t threads[64];
  for (int index = first; index < count; index += 1) {
    if (!uses_threads) {
      run(arguments[index]);
    } else {
      pthread_create(&threads[index], NULL, run_some, arguments[index]);
    }
  }
  for (int index = first; uses_threads && index < count; index += 1) pthread_join(threads[index], NULL);
  return 0;
}
