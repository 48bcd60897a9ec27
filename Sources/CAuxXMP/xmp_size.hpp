// How much work a packet asks for.

#ifndef AUX_XMP_SIZE_HPP
#define AUX_XMP_SIZE_HPP

#include <string>

namespace aux {

/// Returns whether a packet has so many parts that the toolkit, whose time grows with their square, would
/// need more than a few seconds.
///
/// The size in bytes says little: a depth map in one property is large and quick.
bool has_too_many_parts(const std::string &packet);

}  // namespace aux

#endif
