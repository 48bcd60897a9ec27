#include "conformances.h"

// Swift's runtime looks through all records of the program, which are some thousands, for each new pair of a type and a protocol.
// To parse the arguments of a command asks for a hundred pairs, and this was more than half of the instructions of a short
// command. So Scripts/build-release has the linker replace the functions that the runtime calls by those at the end of this file:
// they look in an index, and ask the runtime itself about all that is not plain.
//
// The form of records and metadata is the ABI of Swift (docs/ABI/TypeMetadata.rst in its repository, MetadataValues.h), which
// Tests/ConformanceIndex holds against the runtime's own answers. It is right only where all records of the process are in one
// image, as in a program that has the runtime within.

#ifdef __linux__
#include <pthread.h>
#include <stdbool.h>

// The linker names the ends of a section like this.
#define END_OF_RECORDS __attribute__((weak, visibility("hidden")))
extern const int32_t __start_swift5_protocol_conformances[] END_OF_RECORDS;
extern const int32_t __stop_swift5_protocol_conformances[] END_OF_RECORDS;

/// The kinds of metadata whose second word is the descriptor of the type, and that of existential types.
enum { STRUCT = 0x200, ENUM = 0x201, OPTIONAL = 0x202, EXISTENTIAL = 0x303 };
/// Of the flags in the second word of an existential type: the protocol that it conforms to itself, as `any Error` does.
enum { SPECIAL_PROTOCOL = 0x3F000000 };
/// Of the flags of a type's descriptor: that nothing else describes the same type.
enum { IS_UNIQUE = 1 << 6 };
/// Of the flags of a record: how it names its type, and what makes it depend on more than the type's name.
enum { TYPE_SHIFT = 3, TYPE_MASK = 7, DIRECT = 0, INDIRECT = 1, CONDITIONS = 0xFF00, IS_ISOLATED = 1 << 19 };

/// The places of the index, far more than there are records, each with 1 more than the number of a record.
enum { PLACES = 1 << 14, PLACE_BITS = 14, MOST_RECORDS = PLACES / 2 };
static uint16_t places[PLACES];
/// Protocols to which something conforms that has no descriptor.
enum { MOST_OTHERS = 64 };
static const void *others[MOST_OTHERS];
static size_t other_count;
static bool is_usable;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const void *pointee(const int32_t *field) {
  return *field == 0 ? NULL : (const char *)field + *field;
}

/// An odd distance leads to a pointer to what is meant.
static const void *pointee_or_indirect(const int32_t *field) {
  if (*field == 0) return NULL;
  const char *place = (const char *)field + (*field & ~1);
  return *field & 1 ? *(const void *const *)place : place;
}

size_t aux_conformance_count(void) {
  return (size_t)(__stop_swift5_protocol_conformances - __start_swift5_protocol_conformances);
}

const struct aux_conformance_record *aux_conformance_at(size_t index) {
  return pointee(__start_swift5_protocol_conformances + index);
}

const void *aux_conformance_protocol(const struct aux_conformance_record *record) {
  return pointee_or_indirect(&record->protocol);
}

const void *aux_conformance_type(const struct aux_conformance_record *record) {
  switch (record->flags >> TYPE_SHIFT & TYPE_MASK) {
  case DIRECT: return pointee(&record->type);
  case INDIRECT: {
    const void *const *place = pointee(&record->type);
    return place == NULL ? NULL : *place;
  }
  default: return NULL;
  }
}

/// The place at which to begin to look for a pair.
static size_t first_place(const void *protocol, const void *type) {
  uint64_t mixed = (uintptr_t)protocol * UINT64_C(0x9E3779B97F4A7C15) ^ (uintptr_t)type * UINT64_C(0xC2B2AE3D27D4EB4F);
  return (size_t)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> (64 - PLACE_BITS));
}

static void make_index(void) {
  size_t count = aux_conformance_count();
  if (count == 0 || count > MOST_RECORDS) return;
  for (size_t index = 0; index < count; index++) {
    const struct aux_conformance_record *record = aux_conformance_at(index);
    const void *protocol = aux_conformance_protocol(record), *type = aux_conformance_type(record);
    if (type == NULL) {
      if (other_count == MOST_OTHERS) return;
      others[other_count++] = protocol;
      continue;
    }
    size_t place = first_place(protocol, type);
    while (places[place] != 0) place = (place + 1) % PLACES;
    places[place] = (uint16_t)(index + 1);
  }
  is_usable = true;
}

/// The answer for a type that no record in the index is about.
static enum aux_conformance answer_without_record(const void *protocol) {
  for (size_t index = 0; index < other_count; index++) {
    if (others[index] == protocol) return AUX_CONFORMANCE_UNKNOWN;
  }
  return AUX_CONFORMANCE_NONE;
}

enum aux_conformance aux_find_conformance(
  const void *type, const void *protocol, const struct aux_conformance_record **record) {
  uintptr_t kind = *(const uintptr_t *)type;
  if (kind != STRUCT && kind != ENUM && kind != OPTIONAL && kind != EXISTENTIAL) return AUX_CONFORMANCE_UNKNOWN;
  pthread_once(&once, make_index);
  if (!is_usable) return AUX_CONFORMANCE_UNKNOWN;
  // Records are about what has a descriptor, and existential types have none.
  if (kind == EXISTENTIAL) {
    uint32_t flags = *((const uint32_t *)((const uintptr_t *)type + 1));
    return flags & SPECIAL_PROTOCOL ? AUX_CONFORMANCE_UNKNOWN : answer_without_record(protocol);
  }
  const uint32_t *descriptor = ((const uint32_t *const *)type)[1];
  if ((*descriptor & IS_UNIQUE) == 0) return AUX_CONFORMANCE_UNKNOWN;
  const struct aux_conformance_record *found = NULL;
  for (size_t place = first_place(protocol, descriptor); places[place] != 0; place = (place + 1) % PLACES) {
    const struct aux_conformance_record *other = aux_conformance_at(places[place] - 1u);
    if (aux_conformance_protocol(other) != protocol || aux_conformance_type(other) != descriptor) continue;
    // The runtime knows which of two it takes.
    if (found != NULL) return AUX_CONFORMANCE_UNKNOWN;
    found = other;
  }
  if (found == NULL) return answer_without_record(protocol);
  if (found->flags & (CONDITIONS | IS_ISOLATED)) return AUX_CONFORMANCE_UNKNOWN;
  *record = found;
  return AUX_CONFORMANCE_FOUND;
}

#pragma weak swift_getWitnessTable
const void *swift_getWitnessTable(const void *record, const void *type, const void *const *arguments);

// The runtime's own functions, whose last argument, where there is one, is written where a conformance belongs to an actor.
#pragma weak __real_swift_conformsToProtocol
#pragma weak __real_swift_conformsToProtocolCommon
#pragma weak __real_swift_conformsToProtocolWithExecutionContext
const void *__real_swift_conformsToProtocol(const void *type, const void *protocol);
const void *__real_swift_conformsToProtocolCommon(const void *type, const void *protocol);
const void *__real_swift_conformsToProtocolWithExecutionContext(const void *type, const void *protocol, void *context);

const void *__wrap_swift_conformsToProtocol(const void *type, const void *protocol) {
  const struct aux_conformance_record *record;
  switch (aux_find_conformance(type, protocol, &record)) {
  case AUX_CONFORMANCE_FOUND: return swift_getWitnessTable(record, type, NULL);
  case AUX_CONFORMANCE_NONE: return NULL;
  case AUX_CONFORMANCE_UNKNOWN: return __real_swift_conformsToProtocol(type, protocol);
  }
}

const void *__wrap_swift_conformsToProtocolCommon(const void *type, const void *protocol) {
  const struct aux_conformance_record *record;
  switch (aux_find_conformance(type, protocol, &record)) {
  case AUX_CONFORMANCE_FOUND: return swift_getWitnessTable(record, type, NULL);
  case AUX_CONFORMANCE_NONE: return NULL;
  case AUX_CONFORMANCE_UNKNOWN: return __real_swift_conformsToProtocolCommon(type, protocol);
  }
}

const void *__wrap_swift_conformsToProtocolWithExecutionContext(
  const void *type, const void *protocol, void *context) {
  const struct aux_conformance_record *record;
  switch (aux_find_conformance(type, protocol, &record)) {
  case AUX_CONFORMANCE_FOUND: return swift_getWitnessTable(record, type, NULL);
  case AUX_CONFORMANCE_NONE: return NULL;
  case AUX_CONFORMANCE_UNKNOWN: return __real_swift_conformsToProtocolWithExecutionContext(type, protocol, context);
  }
}
#endif
