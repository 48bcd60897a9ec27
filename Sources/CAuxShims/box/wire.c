#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int box_read_file(int file, void *bytes, size_t size, uint64_t offset) {
  for (size_t done = 0; done < size;) {
    ssize_t got = pread(file, (char *)bytes + done, size - done, (off_t)(offset + done));
    if (got == 0) return EIO;
    if (got < 0 && errno != EINTR) return errno;
    if (got > 0) done += (size_t)got;
  }
  return 0;
}

int box_write_file(int file, const void *bytes, size_t size, uint64_t offset) {
  for (size_t done = 0; done < size;) {
    ssize_t got = pwrite(file, (const char *)bytes + done, size - done, (off_t)(offset + done));
    if (got == 0) return EIO;
    if (got < 0 && errno != EINTR) return errno;
    if (got > 0) done += (size_t)got;
  }
  return 0;
}

/// A message of one part, with room for files.
typedef struct {
  struct iovec part;
  struct msghdr all;
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(3 * sizeof(int))];
  } control;
} box_message;

/// Makes a message of these bytes with room for so many files; without room, none are sent or taken.
static void prepare(box_message *self, void *bytes, size_t size, int count) {
  *self = (box_message){.part = {.iov_base = bytes, .iov_len = size}};
  self->all = (struct msghdr){.msg_iov = &self->part, .msg_iovlen = 1};
  if (count == 0) return;
  self->all.msg_control = self->control.room;
  self->all.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
}

int box_send(int socket, const void *message, size_t size, const int *files, int count) {
  box_message out;
  prepare(&out, (void *)(uintptr_t)message, size, count);
  if (count > 0) {
    struct cmsghdr *head = CMSG_FIRSTHDR(&out.all);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    memcpy(CMSG_DATA(head), files, (size_t)count * sizeof(int));
  }
  for (;;) {
    ssize_t sent = sendmsg(socket, &out.all, MSG_NOSIGNAL);
    if (sent == (ssize_t)size) return 0;
    if (sent >= 0) return EIO;
    if (errno == ECONNRESET) return EPIPE;
    if (errno != EINTR) return errno;
  }
}

int box_receive(int socket, void *message, size_t size, int *files, int count) {
  box_message in;
  prepare(&in, message, size, count);
  ssize_t got;
  do {
    got = recvmsg(socket, &in.all, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got == 0 || (got < 0 && errno == ECONNRESET)) return EPIPE;
  // A socket with a time limit says so in the words of one that does not wait.
  if (got < 0) return errno == EAGAIN ? ETIMEDOUT : errno;
  if (got != (ssize_t)size) return EIO;
  if (count == 0) return 0;
  struct cmsghdr *head = CMSG_FIRSTHDR(&in.all);
  for (int index = 0; index < count; index += 1) files[index] = -1;
  if (head && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN((size_t)count * sizeof(int))) {
    memcpy(files, CMSG_DATA(head), (size_t)count * sizeof(int));
  }
  return 0;
}

int box_lift(int *file) {
  if (*file > STDERR_FILENO) return 0;
  int lifted = fcntl(*file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int reason = errno;
  close(*file);
  *file = lifted;
  return lifted < 0 ? reason : 0;
}

int box_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  int reason = box_lift(&ends[0]);
  int other = box_lift(&ends[1]);
  if (reason == 0) reason = other;
  if (reason == 0) return 0;
  for (int index = 0; index < 2; index += 1) {
    if (ends[index] >= 0) close(ends[index]);
  }
  return reason;
}

int box_memory_file(int *file) {
  *file = memfd_create("auxdepth", MFD_CLOEXEC);
  return *file < 0 ? errno : box_lift(file);
}
#endif
