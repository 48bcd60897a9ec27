// The program that decodes for auxdepth, its libraries and its modules, and is started by them alone: Specs/sandbox.md.

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CAuxShims.h"

int main(void) {
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_SEQPACKET) {
    fputs("auxdepth-worker is started by auxdepth and its libraries, for what they decode\n", stderr);
    return 64;
  }
  aux_box_serve_all();
}
