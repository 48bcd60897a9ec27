/// Whether a type conforms to a protocol, looked up in an index of the records of the program.

#ifndef AUX_CONFORMANCES_H
#define AUX_CONFORMANCES_H

#include <stddef.h>
#include <stdint.h>

enum aux_conformance {
  /// What the index does not know, and Swift's runtime has to find out.
  AUX_CONFORMANCE_UNKNOWN,
  /// It conforms.
  AUX_CONFORMANCE_FOUND,
  /// It does not conform.
  AUX_CONFORMANCE_NONE
};

/// A record as the compiler writes it. Each field but the last is the distance from the field to what it is about.
struct aux_conformance_record {
  int32_t protocol, type, table;
  uint32_t flags;
};

/// Looks for the conformance of a type, given by its metadata, to a protocol, given by its descriptor.
///
/// Where it is found, `record` is set.
enum aux_conformance aux_find_conformance(
  const void *type, const void *protocol, const struct aux_conformance_record **record);

/// How many records the program has, and the record at an index below that.
size_t aux_conformance_count(void);
const struct aux_conformance_record *aux_conformance_at(size_t index);
/// The descriptors of the protocol and of the type that a record is about; NULL for a type that has none.
const void *aux_conformance_protocol(const struct aux_conformance_record *record);
const void *aux_conformance_type(const struct aux_conformance_record *record);

#endif
