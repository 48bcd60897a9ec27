#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "../loader/exiv2.h"

int aux_run_xmp(const aux_request *request, aux_answer *answer, aux_error *error) {
  const aux_exiv2_functions *exiv2 = aux_load_exiv2(error);
  if (!exiv2) return error->code;
  // Exiv2 runs in one thread at a time anyway.
  aux_lock(AUX_LOCK_XMP);
  int code = exiv2->parse(request, answer, error);
  aux_unlock(AUX_LOCK_XMP);
  return code;
}

void aux_prepare_xmp(void) {
  // What fails here fails again where it is needed, and says so.
  aux_error error;
  aux_load_exiv2(&error);
}

// The list: for each property a byte of its kind, four of the number of its members, then namespace, prefix, path and
// members, each ended by a zero byte.

/// The owner of what an aux_xmp points at.
typedef struct {
  uint8_t *bytes;
  aux_xmp_property *properties;
  const char **members;
} storage;

static void free_storage(storage *self) {
  if (!self) return;
  aux_free(self->bytes);
  free(self->properties);
  free(self->members);
  free(self);
}

/// What is left of the bytes.
typedef struct {
  const char *at, *end;
} rest;

/// Returns the next text, or NULL where none ends.
static const char *text(rest *self) {
  const char *start = self->at;
  const char *stop = start == self->end ? NULL : memchr(start, 0, (size_t)(self->end - start));
  if (!stop) return NULL;
  self->at = stop + 1;
  return start;
}

/// Reads a property but for its members, of which there are no more than bytes left; returns whether there is one.
static int head(rest *self, aux_xmp_property *out) {
  uint32_t count;
  if (self->end - self->at < 5) return 0;
  out->kind = self->at[0];
  memcpy(&count, self->at + 1, sizeof count);
  self->at += 5;
  out->member_count = count;
  if (out->kind < AUX_XMP_TEXT || out->kind > AUX_XMP_STRUCT || count > (size_t)(self->end - self->at)) return 0;
  out->namespace_uri = text(self);
  out->prefix = text(self);
  out->path = text(self);
  return out->namespace_uri && out->prefix && out->path;
}

/// Reads the properties, of which nothing is believed; counts members alone where `self` has no room for them yet.
static int read_properties(rest from, size_t count, size_t *member_count, storage *self) {
  *member_count = 0;
  for (size_t index = 0; index < count; index += 1) {
    aux_xmp_property property = {0};
    if (!head(&from, &property)) return 0;
    size_t first = *member_count;
    for (size_t member = 0; member < property.member_count; member += 1) {
      const char *value = text(&from);
      if (!value) return 0;
      if (self->members) self->members[first + member] = value;
    }
    *member_count += property.member_count;
    if (!self->members) continue;
    property.members = self->members + first;
    self->properties[index] = property;
  }
  return from.at == from.end;
}

static int read_list(storage *self, const aux_answer *answer, aux_xmp *out, aux_error *error) {
  const char *start = (const char *)answer->buffers[0];
  rest all = {start, start + answer->sizes[0]};
  size_t count = (size_t)answer->numbers[0], member_count = 0;
  // A property takes eight bytes at least.
  if (answer->numbers[0] < 0 || count > answer->sizes[0] / 8 || !read_properties(all, count, &member_count, self)) {
    return aux_fail(error, AUX_ERROR_CODEC, "the parser gave an impossible list");
  }
  self->properties = calloc(count + 1, sizeof *self->properties);
  self->members = calloc(member_count + 1, sizeof *self->members);
  if (!self->properties || !self->members) {
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the metadata");
  }
  read_properties(all, count, &member_count, self);
  *out = (aux_xmp){count, self->properties, self};
  return AUX_OK;
}

int aux_xmp_parse(
  const uint8_t *packet, size_t size, const uint8_t *bindings, size_t bindings_size, aux_xmp *out, aux_error *error
) {
  *out = (aux_xmp){0};
  aux_request request = {
    .data = packet, .size = size, .beside = bindings, .beside_size = bindings_size};
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_XMP, &request, &answer, error);
  if (code != AUX_OK) return code;
  storage *self = calloc(1, sizeof *self);
  if (!self) {
    aux_free(answer.buffers[0]);
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the metadata");
  }
  self->bytes = answer.buffers[0];
  code = read_list(self, &answer, out, error);
  if (code != AUX_OK) free_storage(self);
  return code;
}

void aux_xmp_free(aux_xmp *xmp) {
  free_storage(xmp->storage);
  *xmp = (aux_xmp){0};
}
