// What Exiv2 and its XMP toolkit know of namespaces. Their registries are those of the process.

#ifndef AUX_EXIV2_NAMESPACES_HPP
#define AUX_EXIV2_NAMESPACES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace aux {

/// Starts the XMP toolkit once; returns whether it runs. To be called with the lock held.
bool start_toolkit();

/// The namespaces of one packet, known to Exiv2 for as long as this lives: what a file declares makes nothing of the
/// next one slower. To be made and destroyed with the lock held.
class Namespaces {
 public:
  /// Gives namespaces a prefix, unless they have one: URIs and prefixes in turn, each with the NUL that ends it.
  ///
  /// Exiv2 lets two namespaces share a prefix, and then reports the last one for the properties of both: the caller
  /// gives each a prefix of its own.
  Namespaces(const uint8_t *bindings, size_t size);
  ~Namespaces();
  Namespaces(const Namespaces &) = delete;
  Namespaces &operator=(const Namespaces &) = delete;

 private:
  /// Those that Exiv2 did not know.
  std::vector<std::string> registered_;
};

}  // namespace aux

#endif
