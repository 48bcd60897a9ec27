// The properties of a packet as one run of bytes, which goes from where they are parsed to where they are read.

#ifndef AUX_XMP_LIST_HPP
#define AUX_XMP_LIST_HPP

#include <string>
#include <vector>

#include "../CAuxShims/support.h"

namespace aux {

/// Writes properties: for each a byte of its kind, four of the number of its members, then namespace, prefix, path and
/// members, each ended by a zero byte.
class XmpList {
 public:
  void add(
    const std::string &uri, const std::string &prefix, const std::string &path, int kind,
    const std::vector<std::string> &members);

  /// Hands the bytes over, which the caller frees; throws std::bad_alloc.
  void give(aux_answer *answer) const;

 private:
  std::string bytes_;
  int64_t count_ = 0;
};

}  // namespace aux

#endif
