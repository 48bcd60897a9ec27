// A program of the tests: a client of codec processes, and a codec program that misbehaves.
//
//   CodecProbe [--memory=MIB] [--seconds=N] [--processor=N] [--encodes=1] [--sandbox=MODE] OPERATION...
//   CodecProbe HOST
//
// The folder AUXDEPTH_CODECS has a link to this program with the name auxdepth-codec-jpeg. Prints a line for each operation: its
// name, its code, its first number and its message. A host is a program with children, signals and limits of its own; its status
// is 0 if all calls give what they should.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../Sources/codecs/shared/include/aux_serve.h"
#include "CAuxSystem.h"

// The codec program

#define OPERATION(name) \
  static int name( \
    __attribute__((unused)) const aux_request *request, __attribute__((unused)) aux_answer *answer, \
    __attribute__((unused)) aux_error *error)

OPERATION(echo) {
  memcpy(request->target, request->data, request->target_size);
  answer->sizes[0] = request->beside_size;
  answer->buffers[0] = malloc(request->beside_size);
  memcpy(answer->buffers[0], request->beside, request->beside_size);
  answer->numbers[0] = request->numbers[0];
  return AUX_OK;
}

static void *map_memory(int protection) { return mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static char *const no_words[] = {NULL};
static const uint64_t high_limit[] = {1 << 30, 1 << 30};

/// Calls of the system; each answers 0 if it succeeds, else its errno.
#define SYSTEM_CALLS(each) \
  each(opening, open("/etc/passwd", O_RDONLY)) each(opening_at, syscall(SYS_openat, AT_FDCWD, ".", O_RDONLY)) \
  each(creating, open("of-the-sandbox", O_CREAT | O_WRONLY, 0600)) each(removing, unlink("of-the-sandbox")) \
  each(connecting, socket(AF_INET, SOCK_STREAM, 0)) each(listening, socket(AF_UNIX, SOCK_STREAM, 0)) \
  each(sending, send(AUX_SOCKET_DESCRIPTOR, "", 1, MSG_NOSIGNAL)) each(making_files, memfd_create("a", 0)) \
  each(copying_descriptors, dup(AUX_INPUT_DESCRIPTOR)) each(closing, close(AUX_SOCKET_DESCRIPTOR)) \
  each(forking, fork()) each(executing, execve("/bin/true", no_words, no_words)) \
  each(killing_parent, kill(getppid(), SIGKILL)) each(tracing, ptrace(PTRACE_TRACEME, 0, 0, 0)) \
  each(raising_limit, syscall(SYS_prlimit64, 0, RLIMIT_AS, high_limit, NULL)) \
  each(running_code, map_memory(PROT_READ | PROT_WRITE | PROT_EXEC) == MAP_FAILED ? -1 : 0) \
  each(making_code, mprotect(map_memory(PROT_READ | PROT_WRITE), 4096, PROT_READ | PROT_EXEC)) \
  each(printing, write(STDOUT_FILENO, "from the sandbox\n", 17)) \
  each(complaining, write(STDERR_FILENO, "from the sandbox\n", 17))
#define SYSTEM_CALL(name, call) OPERATION(name) { answer->numbers[0] = (call) < 0 ? errno : 0; return AUX_OK; }
SYSTEM_CALLS(SYSTEM_CALL)

static _Noreturn void sleep_forever(void) { for (;;) sleep(1); }
OPERATION(looping) { for (volatile int forever = 1; forever;) continue; return AUX_OK; }
OPERATION(sleeping) { sleep_forever(); }
OPERATION(crashing) { return *(volatile int *)8; }
OPERATION(aborting) { abort(); }
OPERATION(leaving) { _exit(3); }
OPERATION(allocating) {
  for (;;) {
    char *bytes = malloc(1 << 24);
    if (!bytes) return aux_fail(error, AUX_ERROR_MEMORY, "no more memory");
    memset(bytes, 1, 1 << 24);
  }
}

/// Writes `count` bytes of an answer, and nothing any more.
static int forge(aux_answer_message message, uint32_t length, size_t count) {
  if (write(AUX_SOCKET_DESCRIPTOR, &length, sizeof length) < 0) return AUX_ERROR_CODEC;
  if (write(AUX_SOCKET_DESCRIPTOR, &message, count) < 0) return AUX_ERROR_CODEC;
  sleep_forever();
}

/// Answers that no codec program gives: what they have, the length that they state, and their bytes.
#define FORGED_ANSWERS(each) \
  each(negative_code, forge((aux_answer_message){.error.code = -1}, whole, whole)) \
  each(code_of_clients, forge((aux_answer_message){.error.code = AUX_ERROR_CANCELLED}, whole, whole)) \
  each(huge_size, forge((aux_answer_message){.sizes[0] = UINT64_MAX}, whole, whole)) \
  each(unwritten_size, forge((aux_answer_message){.sizes[0] = 4097}, whole, whole)) \
  each(size_of_last, forge((aux_answer_message){.sizes[2] = 1}, whole, whole)) \
  each(other_length, forge((aux_answer_message){0}, 7, 7)) each(half_answer, forge((aux_answer_message){0}, whole, 9)) \
  each(unknown_code, 12345) each(short_target, ftruncate(AUX_OUTPUT_DESCRIPTOR, 1))
enum { whole = sizeof(aux_answer_message) };
#define FORGED_ANSWER(name, answer) OPERATION(name) { return answer; }
FORGED_ANSWERS(FORGED_ANSWER)

static void *add_one(void *number) { *(int *)number += 1; return NULL; }
OPERATION(threading) {
  pthread_t thread;
  int number = 41;
  if (pthread_create(&thread, NULL, add_one, &number) == 0) pthread_join(thread, NULL);
  answer->numbers[0] = number;
  return AUX_OK;
}

static int was_prepared;
static void prepare(void) { was_prepared = open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0; }
OPERATION(preparing) { answer->numbers[0] = was_prepared; return AUX_OK; }

#define OPERATIONS(each) \
  SYSTEM_CALLS(each) FORGED_ANSWERS(each) each(echo, ) each(looping, ) each(sleeping, ) each(crashing, ) \
  each(aborting, ) each(leaving, ) each(allocating, ) each(threading, ) each(preparing, )
#define FUNCTION(name, call) name,
#define NAME(name, call) #name,
static aux_operation *const operations[] = {OPERATIONS(FUNCTION)};
static const char *const names[] = {OPERATIONS(NAME)};
enum { operation_count = sizeof names / sizeof *names };

static const char *version(void) { return "1.0"; }

// The client

static int encodes;
static atomic_int failed, system_errors, signals, ended;

/// Calls an operation with a request of that size; the number is -1 if an echo is of something else.
static int call(const char *name, size_t size, long long *number, aux_error *error) {
  enum { beside_size = 4097 };
  uint8_t *data = malloc(size + beside_size), *target = calloc(1, size);
  for (size_t index = 0; index < size + beside_size; index += 1) data[index] = (uint8_t)(index * 31 >> 3);
  aux_request request = {
    .data = data, .size = size, .beside = data + size, .beside_size = beside_size, .numbers = {42}, .target = target,
    .target_size = size, .largest = {beside_size}, .pixels = 50000};
  aux_answer answer;
  int operation = 0;
  while (operation < operation_count && strcmp(names[operation], name) != 0) operation += 1;
  int code = aux_codec_call(AUX_CODEC_JPEG, operation, encodes, &request, &answer, error);
  *number = answer.numbers[0];
  if (answer.sizes[0] == beside_size && code == AUX_OK
      && (memcmp(data, target, size) != 0 || memcmp(answer.buffers[0], data + size, beside_size) != 0)) {
    *number = -1;
  }
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) free(answer.buffers[index]);
  free(data);
  free(target);
  return code;
}

// Hosts

static void expect(int is_right, const char *what, int number) {
  if (is_right) return;
  failed += 1;
  fprintf(stderr, "%s: %d\n", what, number);
}

/// Expects one of two codes.
static void expect_either(const char *name, int wanted, int other) {
  long long number;
  aux_error error;
  int code = call(name, 5000, &number, &error);
  system_errors += code == AUX_ERROR_SYSTEM;
  expect((code == wanted || code == other) && (code != AUX_OK || number == 42), name, code);
}

static void expect_code(const char *name, int wanted) { expect_either(name, wanted, wanted); }

static void *echo_some(void *count) {
  for (int round = 0; round < *(int *)count; round += 1) expect_either("echo", AUX_OK, AUX_ERROR_SYSTEM);
  return NULL;
}

static void echo_on_threads(int rounds, void (*meanwhile)(void)) {
  pthread_t threads[8];
  for (int index = 0; index < 8; index += 1) pthread_create(&threads[index], NULL, echo_some, &rounds);
  if (meanwhile) meanwhile();
  for (int index = 0; index < 8; index += 1) pthread_join(threads[index], NULL);
}

/// Finds the children of all threads.
static int children(pid_t found[64]) {
  int count = 0;
  glob_t all = {0};
  glob("/proc/self/task/*/children", 0, NULL, &all);
  for (size_t index = 0; index < all.gl_pathc; index += 1) {
    FILE *file = fopen(all.gl_pathv[index], "re");
    while (file && count < 64 && fscanf(file, "%d", &found[count]) == 1) count += 1;
    if (file) fclose(file);
  }
  globfree(&all);
  return count;
}

static int count_files(void) {
  glob_t all = {0};
  glob("/proc/self/fd/*", 0, NULL, &all);
  int count = (int)all.gl_pathc;
  globfree(&all);
  return count;
}

/// Returns the largest memory of this process so far, in KiB.
static long largest_memory(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static void count_signal(int number) { signals += number > 0; }
static void *wait_for_all(void *unused) { while (!ended) if (waitpid(-1, NULL, 0) < 0) usleep(100); return unused; }
static void crash_some(void) { for (int round = 0; round < 20; round += 1) expect_code("crashing", AUX_ERROR_CODEC); }

/// Hosts that count the ends of their children, ignore them, or wait for all. How a process ended may not be known then.
static void counting(void) {
  // Whoever starts this program may have blocked the signal.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = count_signal, .sa_flags = SA_RESTART}, NULL);
  echo_on_threads(20, crash_some);
  expect(system_errors == 0 && signals > 0, "signals", signals);
}
static void ignoring(void) {
  signal(SIGCHLD, SIG_IGN);
  echo_on_threads(20, NULL);
  expect(system_errors == 0, "errors of the system", system_errors);
  expect_code("crashing", AUX_ERROR_SYSTEM);
}
static void waiting(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_all, NULL);
  echo_on_threads(20, NULL);
  expect(system_errors == 0, "errors of the system", system_errors);
  for (int round = 0; round < 20; round += 1) expect_either("crashing", AUX_ERROR_CODEC, AUX_ERROR_SYSTEM);
}

static void without_streams(void) {
  for (int stream = 0; stream < 3; stream += 1) close(stream);
  expect_code("echo", AUX_OK);
  for (int stream = 0; stream < 3; stream += 1) expect(fcntl(stream, F_GETFD) < 0, "an open stream", stream);
}

/// A host that forks between calls; both go on at the same time.
static void forking_often(void) {
  pid_t found[64];
  for (int round = 0; round < 50; round += 1) {
    expect_code("echo", AUX_OK);
    int files = count_files();
    pid_t child = fork();
    if (child == 0) {
      expect(count_files() < files, "descriptors of a child", count_files());
      expect_code("echo", AUX_OK);
      if (round % 5 == 0) expect_code("crashing", AUX_ERROR_CODEC);
      exit(failed != 0);
    }
    for (int count = 0; count < 3; count += 1) expect_code("echo", AUX_OK);
    int status = 1;
    expect(waitpid(child, &status, 0) == child && status == 0, "the status of a child", status);
    expect(count_files() == files && children(found) == 1, "descriptors", count_files());
  }
}

static void kill_many(void) {
  pid_t found[64];
  for (int round = 0; round < 400; round += 1) {
    int count = children(found);
    if (count > 0) kill(found[rand() % count], SIGKILL);
    usleep(2000);
  }
}

/// A host whose processes are killed: what works is an error of the system, what is idle none.
static void killed(void) {
  echo_on_threads(300, kill_many);
  pid_t found[64];
  for (int round = 0; round < 20; round += 1) {
    for (int count = children(found); count > 0; count -= 1) kill(found[count - 1], SIGKILL);
    expect_code("echo", AUX_OK);
  }
}

/// A host that has few descriptors left, or none, while no process runs, and then while one does.
static void starved(void) {
  enum { most = 64 };
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, most});
  int taken[most], count = 0;
  pid_t found[64];
  while ((taken[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count += 1;
  for (int left = 0; left < 4; left += 1) {
    expect_code("echo", AUX_ERROR_SYSTEM);
    close(taken[--count]);
  }
  while (count > 0) close(taken[--count]);
  expect(children(found) == 0, "children", children(found));
  expect_code("echo", AUX_OK);
  while ((taken[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count += 1;
  echo_on_threads(5, NULL);
  expect(system_errors == 4, "errors of the system", system_errors);
}

static void without_processes(void) {
  setrlimit(RLIMIT_NPROC, &(struct rlimit){0, 0});
  for (int round = 0; round < 3; round += 1) expect_code("echo", AUX_ERROR_MEMORY);
}

/// A host that calls 5,000 times; now and then it changes settings, or a process crashes.
static void calling_often(void) {
  int files = 0;
  long memory = 0;
  pid_t found[64];
  for (uint64_t round = 0; round < 5000; round += 1) {
    aux_codec_set_limits(&(aux_codec_limits){.memory = (256 + round / 500) << 20, .processor_seconds = 10, .seconds = 20});
    if (round % 100 == 0) expect_code("crashing", AUX_ERROR_CODEC);
    expect_code("echo", AUX_OK);
    if (round == 500) files = count_files(), memory = largest_memory();
  }
  expect(count_files() == files && children(found) == 1, "descriptors", count_files());
  expect(largest_memory() < memory + 256, "KiB more", (int)(largest_memory() - memory));
}

/// Cancels a call 300 ms after its start.
static atomic_int looks;
static int is_cancelled(void) { return (looks += 1) > 6; }

static void cancelling(void) {
  aux_codec_set_cancellation(is_cancelled);
  const char *const late[] = {"looping", "sleeping", "half_answer"};
  for (int index = 0; index < 3; index += 1) {
    looks = 0;
    time_t start = time(NULL);
    expect_code(late[index], AUX_ERROR_CANCELLED);
    expect(time(NULL) - start < 3, "seconds", (int)(time(NULL) - start));
    expect_code("echo", AUX_ERROR_CANCELLED);
  }
  looks = INT_MIN;
  expect_code("echo", AUX_OK);
}

/// A host that gets a signal every millisecond.
static void interrupted(void) {
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = count_signal}, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 1000}, {0, 1000}}, NULL);
  for (int round = 0; round < 20; round += 1) expect_code("echo", AUX_OK);
  aux_codec_set_limits(&(aux_codec_limits){.memory = 256 << 20, .processor_seconds = 10, .seconds = 2});
  time_t start = time(NULL);
  expect_code("sleeping", AUX_ERROR_LIMIT);
  int spent = (int)(time(NULL) - start);
  expect(spent > 0 && spent < 6, "seconds", spent);
}

/// A host that is killed; it prints the number of its process.
static void dying(void) {
  pid_t found[64];
  expect_code("echo", AUX_OK);
  children(found);
  printf("%d\n", found[0]);
  fflush(stdout);
  raise(SIGKILL);
}

/// A host that calls a process that has ended since it was idle.
static void pausing(void) {
  expect_code("echo", AUX_OK);
  sleep(11);
  int status = 1;
  expect(waitpid(-1, &status, WNOHANG) > 0 && status == 0, "the status of an idle process", status);
  expect_code("echo", AUX_OK);
}

#define HOSTS(each) \
  each(counting) each(ignoring) each(waiting) each(without_streams) each(forking_often) each(killed) each(starved) \
  each(without_processes) each(calling_often) each(cancelling) each(interrupted) each(pausing) each(dying)
#define PLAY(host) if (first < count && strcmp(words[first], #host) == 0) { host(); return failed != 0; }

int main(int count, char **words) {
  if (strstr(words[0], "auxdepth-codec-jpeg")) {
    const aux_codec codec = {
      .name = "probe", .version = version, .prepare = prepare, .operations = operations,
      .operation_count = operation_count};
    return aux_serve(&codec, count, words);
  }
  aux_codec_limits limits = {.memory = 256, .processor_seconds = 10, .seconds = 20};
  int first = 1, sandbox = AUX_SANDBOX_REQUIRED;
  for (; first < count && words[first][0] == '-'; first += 1) {
    const char *word = words[first];
    sscanf(word, "--memory=%" SCNu64, &limits.memory);
    sscanf(word, "--seconds=%" SCNu64, &limits.seconds);
    sscanf(word, "--processor=%" SCNu64, &limits.processor_seconds);
    sscanf(word, "--encodes=%d", &encodes);
    sscanf(word, "--sandbox=%d", &sandbox);
  }
  limits.memory <<= 20;
  aux_codec_set_sandbox(sandbox);
  aux_codec_set_limits(&limits);
  HOSTS(PLAY)
  for (; first < count; first += 1) {
    long long number;
    aux_error error;
    int code = call(words[first], 3 << 20, &number, &error);
    printf("%s %d %lld %s\n", words[first], code, number, error.message);
  }
  return 0;
}
