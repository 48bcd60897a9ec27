// Holds the index of conformances against Swift's runtime, in a program that has all that auxdepth has in it.
#include "conformances.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const void *type;
  size_t state;
} response;

const void *__real_swift_conformsToProtocol(const void *type, const void *protocol);
const void *swift_getWitnessTable(const void *record, const void *type, const void *const *arguments);
const void *swift_getTypeByMangledNameInContext(
  const char *name, size_t length, const void *context, const void *const *arguments);

// Of a descriptor of a type: its flags, and the function that returns the metadata of a type that is not generic.
enum { KIND_MASK = 31, STRUCT = 17, ENUM = 18, IS_GENERIC = 1 << 7, ACCESSOR = 3 };

static size_t answers[3], wrong;

static void compare(const void *type, const void *protocol, const char *name) {
  const struct aux_conformance_record *record = NULL;
  enum aux_conformance answer = aux_find_conformance(type, protocol, &record);
  answers[answer]++;
  if (answer == AUX_CONFORMANCE_UNKNOWN) return;
  const void *right = __real_swift_conformsToProtocol(type, protocol);
  const void *ours = answer == AUX_CONFORMANCE_FOUND ? swift_getWitnessTable(record, type, NULL) : NULL;
  if (ours == right) return;
  wrong++;
  printf("%s: the index says %p, the runtime %p\n", name, ours, right);
}

/// Returns the metadata of the type that a record is about, NULL of one that needs arguments or is no struct or enum.
static const void *type_of(const struct aux_conformance_record *record) {
  const int32_t *descriptor = aux_conformance_type(record);
  if (descriptor == NULL || *descriptor & IS_GENERIC) return NULL;
  int kind = *descriptor & KIND_MASK;
  if ((kind != STRUCT && kind != ENUM) || descriptor[ACCESSOR] == 0) return NULL;
  response (*accessor)(size_t) = (response(*)(size_t))((const char *)(descriptor + ACCESSOR) + descriptor[ACCESSOR]);
  return accessor(0).type;
}

int main(void) {
  size_t count = aux_conformance_count(), types = 0;
  for (size_t index = 0; index < count; index++) {
    const void *type = type_of(aux_conformance_at(index));
    if (type == NULL) continue;
    types++;
    // Its own protocol, and those of some records elsewhere.
    for (size_t step = 0; step < 6; step++) {
      const void *protocol = aux_conformance_protocol(aux_conformance_at((index + step * 883) % count));
      if (protocol != NULL) compare(type, protocol, "a type");
    }
  }
  // Int, String, Bool, optionals, arrays, a dictionary, a range, a function, a tuple, a metatype, and existential types.
  static const char *const names[] = {
    "Si", "SS", "Sb", "SiSg", "SSSg", "SaySiG", "SaySSG", "SDySSSiG", "SnySiG", "yyc", "Si_SSt", "Sim", "yp", "yXl",
    "s5Error_p", "s9CodingKey_p", "s5Error_s9CodingKeyp", "14ArgumentParser15ParsableCommand_p"};
  for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
    const void *type = swift_getTypeByMangledNameInContext(names[name], strlen(names[name]), NULL, NULL);
    if (type == NULL) {
      printf("%s: no such type\n", names[name]);
      wrong++;
      continue;
    }
    for (size_t index = 0; index < count; index++) {
      const void *protocol = aux_conformance_protocol(aux_conformance_at(index));
      if (protocol != NULL) compare(type, protocol, names[name]);
    }
  }
  printf(
    "%zu records, %zu types: %zu found, %zu not, %zu left to the runtime, %zu wrong\n", count, types,
    answers[AUX_CONFORMANCE_FOUND], answers[AUX_CONFORMANCE_NONE], answers[AUX_CONFORMANCE_UNKNOWN], wrong);
  bool is_right = wrong == 0 && answers[AUX_CONFORMANCE_FOUND] > 1000 && answers[AUX_CONFORMANCE_NONE] > 1000;
  return is_right ? 0 : 1;
}
