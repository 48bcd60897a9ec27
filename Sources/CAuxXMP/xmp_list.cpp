#include "xmp_list.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace aux {

void XmpList::add(
  const std::string &uri, const std::string &prefix, const std::string &path, int kind,
  const std::vector<std::string> &members) {
  const uint32_t count = static_cast<uint32_t>(members.size());
  bytes_.push_back(static_cast<char>(kind));
  bytes_.append(reinterpret_cast<const char *>(&count), sizeof count);
  // As C strings: a zero byte within would end one anyway.
  for (const std::string *text : {&uri, &prefix, &path}) bytes_.append(text->c_str()).push_back(0);
  for (const std::string &member : members) bytes_.append(member.c_str()).push_back(0);
  count_ += 1;
}

void XmpList::give(aux_answer *answer) const {
  answer->numbers[0] = count_;
  if (bytes_.empty()) return;
  answer->buffers[0] = static_cast<uint8_t *>(std::malloc(bytes_.size()));
  if (!answer->buffers[0]) throw std::bad_alloc();
  std::memcpy(answer->buffers[0], bytes_.data(), bytes_.size());
  answer->sizes[0] = bytes_.size();
}

}  // namespace aux
