// What Exiv2 and its XMP toolkit know of namespaces, for the life of the process.

#ifndef AUX_EXIV2_NAMESPACES_HPP
#define AUX_EXIV2_NAMESPACES_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace aux {

/// Starts the XMP toolkit once; returns whether it runs. To be called with the lock held.
bool start_toolkit();

/// Gives namespaces a prefix, unless they have one: URIs and prefixes in turn, each with the NUL that ends it.
/// To be called with the lock held.
///
/// Exiv2 lets two namespaces share a prefix, and then reports the last one for the properties of both: the caller
/// gives each a prefix of its own.
void bind(const uint8_t *bindings, size_t size);

}  // namespace aux

#endif
