// Starting and ending of codec programs.

#define _GNU_SOURCE
#include "process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

const aux_program aux_programs[AUX_CODEC_COUNT] = {
  [AUX_CODEC_JPEG] = {"auxdepth-codec-jpeg", "JPEG", "libjpeg62-turbo"},
  [AUX_CODEC_HEVC] = {"auxdepth-codec-hevc", "HEVC", "libde265-0"},
};

/// A process that gets no request for so long ends; one that does not greet in time is an error.
static const struct timeval idle_time = {.tv_sec = 10}, patience = {.tv_sec = 60};

// Finding programs

/// Writes the path of the executable, links followed; returns 0 if it is not known.
static int executable_path(char path[PATH_MAX]) {
  ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[size > 0 ? size : 0] = 0;
  if (size > 0) return 1;
  // Without /proc there is what execve was given, relative to the folder of that time.
  const char *started = (const char *)getauxval(AT_EXECFN);
  return started && realpath(started, path);
}

/// Writes the path of the shared library that has this function, links followed; returns 0 if the executable has it, whose
/// name would be argv[0], a file of the current folder.
static int library_path(char path[PATH_MAX]) {
  Dl_info info;
  struct link_map *map = NULL;
  return dladdr1((void *)(uintptr_t)library_path, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name[0]
    && realpath(map->l_name, path);
}

/// Writes the path of a program: from the folder AUXDEPTH_CODECS, or next to the library or the executable, or in
/// ../libexec/auxdepth or auxdepth of these.
static int find_program(const char *name, char path[PATH_MAX]) {
  static const char *const folders[] = {"", "../libexec/auxdepth/", "auxdepth/"};
  const char *given = secure_getenv("AUXDEPTH_CODECS");
  if (given && *given) return snprintf(path, PATH_MAX, "%s/%s", given, name) < PATH_MAX && access(path, X_OK) == 0;
  for (int which = 0; which < 2; which += 1) {
    char own[PATH_MAX];
    if (!(which == 0 ? library_path(own) : executable_path(own))) continue;
    char *end = strrchr(own, '/');
    for (size_t index = 0; end && index < sizeof folders / sizeof *folders; index += 1) {
      int length = snprintf(path, PATH_MAX, "%.*s%s%s", (int)(end + 1 - own), own, folders[index], name);
      if (length < PATH_MAX && access(path, X_OK) == 0) return 1;
    }
  }
  return 0;
}

// Descriptors

/// Gives a descriptor a number above those that a program starts with; returns 0 or an errno.
static int lift(int *descriptor) {
  if (*descriptor < 0) return errno;
  if (*descriptor > AUX_OUTPUT_DESCRIPTOR) return 0;
  int lifted = fcntl(*descriptor, F_DUPFD_CLOEXEC, AUX_OUTPUT_DESCRIPTOR + 1);
  int reason = lifted < 0 ? errno : 0;
  close(*descriptor);
  *descriptor = lifted;
  return reason;
}

static int memory_file(int *file) {
  *file = memfd_create("auxdepth", MFD_CLOEXEC);
  return lift(file);
}

static void close_all(aux_process *process) {
  int all[] = {process->handle, process->socket, process->input, process->output};
  for (size_t index = 0; index < sizeof all / sizeof *all; index += 1) {
    if (all[index] >= 0) close(all[index]);
  }
}

void aux_process_forget(aux_process *process) {
  close_all(process);
  free(process);
}

int aux_process_send(aux_process *process, const void *message, uint32_t size) {
  struct iovec parts[] = {{&size, sizeof size}, {(void *)(uintptr_t)message, size}};
  struct msghdr all = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t sent;
  do {
    sent = sendmsg(process->socket, &all, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return errno == ECONNRESET ? EPIPE : errno;
  // The message fits into the empty buffer of the socket.
  return sent == (ssize_t)(sizeof size + size) ? 0 : EIO;
}

static int receive_all(int socket, void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = recv(socket, (char *)bytes + done, size - done, 0);
    if (got == 0 || (got < 0 && errno == ECONNRESET)) return EPIPE;
    if (got < 0 && errno != EINTR) return errno == EAGAIN ? ETIMEDOUT : errno;
    if (got > 0) done += (size_t)got;
  }
  return 0;
}

int aux_process_receive(aux_process *process, void *message, uint32_t size) {
  uint32_t length = 0;
  int reason = receive_all(process->socket, &length, sizeof length);
  if (reason == 0 && length != size) reason = EPROTO;
  return reason == 0 ? receive_all(process->socket, message, size) : reason;
}

int aux_process_receive_part(aux_process *process, aux_answer_parts *parts) {
  ssize_t got = recv(process->socket, parts->bytes + parts->count, sizeof parts->bytes - parts->count, MSG_DONTWAIT);
  if (got == 0 || (got < 0 && errno == ECONNRESET)) return EPIPE;
  if (got < 0) return errno == EINTR ? EAGAIN : errno;
  parts->count += (size_t)got;
  uint32_t length;
  if (parts->count < sizeof length) return EAGAIN;
  memcpy(&length, parts->bytes, sizeof length);
  if (length != sizeof(aux_answer_message)) return EPROTO;
  return parts->count < sizeof parts->bytes ? EAGAIN : 0;
}

// Starting and ending

/// Starts the program with its end of the socket and the files; returns 0 or an errno.
static int spawn(aux_process *process, const char *path, int other_end) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int reason = posix_spawn_file_actions_init(&actions);
  if (reason != 0) return reason;
  posix_spawnattr_init(&attributes);
  sigset_t none, every;
  sigemptyset(&none);
  sigfillset(&every);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &every);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  // The output file takes what the dynamic linker reports if a library is missing.
  posix_spawn_file_actions_adddup2(&actions, other_end, AUX_SOCKET_DESCRIPTOR);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, process->output, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, process->input, AUX_INPUT_DESCRIPTOR);
  posix_spawn_file_actions_adddup2(&actions, process->output, AUX_OUTPUT_DESCRIPTOR);
  posix_spawn_file_actions_addclosefrom_np(&actions, AUX_OUTPUT_DESCRIPTOR + 1);
  // Libraries that are shipped with the program are in a folder next to it. Nothing of the host's environment is passed on.
  char libraries[PATH_MAX + 32];
  snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%.*s/lib", (int)(strrchr(path, '/') - path), path);
  char *environment[] = {libraries, NULL}, *arguments[] = {(char *)(uintptr_t)path, NULL};
  reason = posix_spawn(&process->pid, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return reason;
}

/// Opens the pidfd of a process that was started; returns 0 or an errno.
static int open_handle(aux_process *process) {
  process->handle = (int)syscall(SYS_pidfd_open, process->pid, 0);
  // Without pidfds (valgrind of Debian 12, some containers) there is the number.
  if (process->handle < 0 && (errno == ENOSYS || errno == EPERM)) return 0;
  int reason = lift(&process->handle);
  return reason == ESRCH ? EPIPE : reason;
}

/// Makes the descriptors of a process and starts it; returns 0 or an errno.
static int make(aux_process *process, const char *path) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  process->socket = ends[0];
  int reason = lift(&process->socket);
  int other = lift(&ends[1]);
  if (reason == 0) reason = other;
  if (reason == 0) reason = memory_file(&process->input);
  if (reason == 0) reason = memory_file(&process->output);
  if (reason == 0) {
    setsockopt(ends[1], SOL_SOCKET, SO_RCVTIMEO, &idle_time, sizeof idle_time);
    setsockopt(process->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    reason = spawn(process, path, ends[1]);
  }
  if (ends[1] >= 0) close(ends[1]);
  // After that, so that a process never takes more descriptors than when it runs.
  return reason == 0 ? open_handle(process) : reason;
}

/// Returns the error of a program that ended before it served.
static int fail_start(aux_process *process, int reason, const char *path, aux_error *error) {
  const aux_program *program = &aux_programs[process->codec];
  char text[160] = "";
  ssize_t count = process->output >= 0 ? pread(process->output, text, sizeof text - 1, 0) : 0;
  if (count > 0) text[strcspn(text, "\n")] = 0;
  // What the dynamic linker says of a file that is missing, damaged or of another version.
  static const char *const missing[] = {"No such file", "file too short", "invalid ELF header", "not found (required by"};
  for (size_t index = 0; index < sizeof missing / sizeof *missing; index += 1) {
    if (!strstr(text, missing[index])) continue;
    return aux_fail(
      error, AUX_ERROR_MISSING, "%s needs a library that is not installed (apt install %s): %s", program->name,
      program->package, text);
  }
  if (text[0]) return aux_fail(error, AUX_ERROR_SYSTEM, "%s does not start: %s", program->name, text);
  return aux_fail(
    error, reason == EAGAIN ? AUX_ERROR_MEMORY : AUX_ERROR_SYSTEM, "%s cannot be started: %s", path,
    reason == EPIPE ? "it ended" : reason == ETIMEDOUT ? "it did not answer in time" : strerror(reason));
}

aux_process *aux_process_start(int codec, const aux_greeting *greeting, aux_error *error) {
  char path[PATH_MAX];
  if (!find_program(aux_programs[codec].name, path)) {
    aux_fail(
      error, AUX_ERROR_MISSING, "the program %s, which decodes %s, is not installed", aux_programs[codec].name,
      aux_programs[codec].format);
    return NULL;
  }
  aux_process *process = calloc(1, sizeof *process);
  if (!process) {
    aux_fail(error, AUX_ERROR_MEMORY, "there is not enough memory");
    return NULL;
  }
  *process = (aux_process){
    .codec = codec, .encodes = greeting->encodes, .handle = -1, .socket = -1, .input = -1, .output = -1};
  int reason = make(process, path);
  if (reason == 0) reason = aux_process_send(process, greeting, sizeof *greeting);
  // If it has ended, that is found when the answer is read.
  if (reason == 0 || reason == EPIPE) reason = aux_process_receive(process, &process->hello, sizeof process->hello);
  if (reason != 0) {
    fail_start(process, reason, path, error);
    aux_process_end(process);
    return NULL;
  }
  aux_hello *hello = &process->hello;
  hello->error.message[sizeof hello->error.message - 1] = hello->version[sizeof hello->version - 1] = 0;
  if (hello->serves) return process;
  aux_fail(error, AUX_ERROR_SYSTEM, "the codec process cannot be confined (%.200s)", hello->error.message);
  aux_process_end(process);
  return NULL;
}

int aux_process_has_ended(const aux_process *process) {
  siginfo_t info = {0};
  struct pollfd end = {.fd = process->handle, .events = POLLIN};
  if (process->handle >= 0) return poll(&end, 1, 0) > 0;
  return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

int aux_process_end(aux_process *process) {
  siginfo_t info = {0};
  int waited = -1, has_handle = process->handle >= 0;
  if (has_handle) {
    syscall(SYS_pidfd_send_signal, process->handle, SIGKILL, NULL, 0);
  } else if (process->pid > 0 && !aux_process_has_ended(process)) {
    kill(process->pid, SIGKILL);
  }
  if (process->pid > 0) {
    do {
      waited = waitid(has_handle ? P_PIDFD : P_PID, (id_t)(has_handle ? process->handle : process->pid), &info, WEXITED);
    } while (waited < 0 && errno == EINTR);
  }
  aux_process_forget(process);
  if (waited < 0) return -1;
  return info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
}
