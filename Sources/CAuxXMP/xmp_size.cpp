#include "xmp_size.hpp"

#include <string_view>
#include <unordered_set>

namespace {

/// The most tags and attributes; real packets have some thousands.
const size_t most_parts = 100000;

/// The most different names of elements and attributes; real packets have some hundreds.
const size_t most_names = 2000;

/// Longer names are cut, which keeps the scan linear.
const size_t longest_name = 256;

bool ends_name(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n' || byte == '/' || byte == '>';
}

bool is_quote(char byte) { return byte == '"' || byte == '\''; }

}  // namespace

namespace aux {

bool has_too_many_parts(const std::string &packet) {
  const std::string_view text = packet;
  std::unordered_set<std::string_view> names;
  size_t parts = 0;
  for (size_t at = text.find_first_of("<="); at != text.npos; at = text.find_first_of("<=", at + 1)) {
    size_t start = at;
    size_t end = at;
    if (text[at] == '<') {
      start = end = at + 1;
      while (end < text.size() && end - start < longest_name && !ends_name(text[end])) end += 1;
    } else {
      while (end > 0 && ends_name(text[end - 1]) && at - end < longest_name) end -= 1;
      start = end;
      while (start > 0 && !ends_name(text[start - 1]) && end - start < longest_name) start -= 1;
      size_t value = at + 1;
      while (value < text.size() && value - at < longest_name && ends_name(text[value])) value += 1;
      if (value >= text.size() || !is_quote(text[value])) continue;
    }
    parts += 1;
    names.insert(text.substr(start, end - start));
    if (parts > most_parts || names.size() > most_names) return true;
  }
  return false;
}

}  // namespace aux
