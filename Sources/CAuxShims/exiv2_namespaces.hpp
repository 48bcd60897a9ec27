// One prefix for each namespace, for the life of the process.

#ifndef AUX_EXIV2_NAMESPACES_HPP
#define AUX_EXIV2_NAMESPACES_HPP

#include <string>

namespace aux {

/// Starts the XMP toolkit once; returns whether it runs. To be called with the lock held.
bool start_toolkit();

/// Gives every namespace that a packet declares a prefix of its own; returns false where there are too
/// many. To be called with the lock held.
///
/// Exiv2 lets two namespaces share a prefix, and then reports the last one for the properties of both.
bool register_declared(const std::string &packet);

/// Returns the URI of a prefix in the spelling of the packet.
std::string namespace_of(const std::string &prefix, const std::string &packet);

}  // namespace aux

#endif
