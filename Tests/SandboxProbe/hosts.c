#include "hosts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CAuxShims.h"

static int (*decode)(void);
static atomic_int ended, failed, others, signals;

static void count_signal(int number) {
  (void)number;
  signals += 1;
}

static void *decode_many(void *count) {
  for (long round = 0; round < (long)count; round += 1) {
    int code = decode();
    if (code == AUX_ERROR_SYSTEM) others += 1;
    if (code != AUX_OK && code != AUX_ERROR_SYSTEM) failed += 1;
  }
  return NULL;
}

/// Waits for any child, again and again: there is none.
static void *wait_for_all(void *unused) {
  (void)unused;
  while (!ended) {
    if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD) failed += 1;
  }
  return NULL;
}

static void decode_on_threads(int count, long rounds, void (*meanwhile)(void)) {
  pthread_t threads[16];
  for (int index = 0; index < count; index += 1) pthread_create(&threads[index], NULL, decode_many, (void *)rounds);
  if (meanwhile) meanwhile();
  for (int index = 0; index < count; index += 1) pthread_join(threads[index], NULL);
}

/// A host that counts the ends of its children, or ignores them, and one thread of which waits for all of them.
static void with_children(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGCHLD, &action, NULL);
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_all, NULL);
  decode_on_threads(8, 20, NULL);
  ended = 1;
  pthread_join(waiter, NULL);
  failed += others + signals;
}

static int forks = 1000;

/// A host whose children decode, while its other threads do.
static void fork_many(void) {
  for (int round = 0; round < forks; round += 1) {
    pid_t child = fork();
    if (child == 0) _exit(round % 10 == 0 ? decode() != AUX_OK : 0);
    int status = 1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (child < 0 || status != 0) failed += 1;
  }
}

/// Returns a child of a process, by chance; 0 where there is none.
static pid_t child_of(pid_t process) {
  char path[64], text[4096] = "";
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  pid_t found = 0;
  int count = 0;
  for (char *word = size > 0 ? strtok(text, " ") : NULL; word; word = strtok(NULL, " ")) {
    count += 1;
    if (rand() % count == 0) found = (pid_t)atoi(word);
  }
  return found;
}

/// Somebody kills what decodes, at any time.
static void kill_many(void) {
  for (int round = 0; round < 400; round += 1) {
    pid_t helper = child_of(getpid());
    pid_t worker = helper > 0 ? child_of(helper) : 0;
    pid_t victim = round % 8 == 0 ? helper : worker;
    if (victim > 0) kill(victim, SIGKILL);
    usleep(2000);
  }
}

static int count_files(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  while (folder && readdir(folder)) count += 1;
  if (folder) closedir(folder);
  return count;
}

/// A host that has no more descriptors for a while.
static void without_files(void) {
  int before = count_files(), taken[4096], count = 0;
  struct rlimit limit = {256, 256};
  setrlimit(RLIMIT_NOFILE, &limit);
  while (count < 4096 && (taken[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count += 1;
  // What runs goes on, on the descriptors that it has.
  if (decode() != AUX_OK) failed += 1;
  decode_on_threads(4, 5, NULL);
  while (count > 0) close(taken[--count]);
  failed += others;
  decode_on_threads(4, 5, NULL);
  // A socket and two files for each worker, and those alone.
  if (count_files() > before + 3 * 4) failed += 1;
}

int play_host(const char *name, int (*echo)(void)) {
  decode = echo;
  if (strcmp(name, "counting") == 0) with_children(count_signal);
  if (strcmp(name, "ignoring") == 0) with_children(SIG_IGN);
  if (strcmp(name, "forking-little") == 0) forks = 50;
  if (strncmp(name, "forking", 7) == 0) decode_on_threads(8, 200, fork_many);
  if (strcmp(name, "killed") == 0) {
    // As long as that takes: 400 kills.
    decode_on_threads(4, 1000, kill_many);
    if (decode() != AUX_OK) failed += 1;
    printf("lost %d\n", others);
  }
  if (strcmp(name, "starved") == 0) without_files();
  if (strcmp(name, "many") == 0) {
    int before = 0;
    for (int round = 0; round < 5000; round += 1) {
      if (decode() != AUX_OK) failed += 1;
      if (round == 0) before = count_files();
    }
    if (count_files() != before) failed += 1;
  }
  printf("%s %d\n", name, failed);
  return failed != 0;
}
