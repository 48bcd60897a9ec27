#include <sys/types.h>

#include <md5.h>

#include "CAuxShims.h"

void aux_md5(const uint8_t *data, size_t size, uint8_t *out) {
  MD5_CTX context;
  MD5Init(&context);
  MD5Update(&context, data, size);
  MD5Final(out, &context);
}
