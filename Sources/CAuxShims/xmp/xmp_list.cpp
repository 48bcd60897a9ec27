#include "xmp_list.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace {

/// The owner of what an aux_xmp points at.
struct Storage {
  uint8_t *bytes = nullptr;
  std::vector<aux_xmp_property> properties;
  std::vector<const char *> members;

  ~Storage() { aux_free(bytes); }
};

/// What is left of the bytes.
struct Rest {
  const char *at;
  const char *end;

  /// Returns the next text, or null where none ends.
  const char *text() {
    if (at == end) return nullptr;
    const void *stop = std::memchr(at, 0, static_cast<size_t>(end - at));
    if (!stop) return nullptr;
    const char *start = at;
    at = static_cast<const char *>(stop) + 1;
    return start;
  }

  /// Reads the head of a property.
  bool head(int &kind, uint32_t &count) {
    if (end - at < 5) return false;
    kind = at[0];
    std::memcpy(&count, at + 1, sizeof count);
    at += 5;
    // Each member takes a byte at least.
    return kind >= AUX_XMP_TEXT && kind <= AUX_XMP_STRUCT && count <= static_cast<size_t>(end - at);
  }
};

bool read(Rest rest, int64_t count, Storage &storage) {
  std::vector<size_t> starts;
  for (int64_t index = 0; index < count; index += 1) {
    int kind = 0;
    uint32_t member_count = 0;
    if (!rest.head(kind, member_count)) return false;
    const char *uri = rest.text(), *prefix = rest.text(), *path = rest.text();
    if (!uri || !prefix || !path) return false;
    starts.push_back(storage.members.size());
    for (uint32_t member = 0; member < member_count; member += 1) {
      const char *text = rest.text();
      if (!text) return false;
      storage.members.push_back(text);
    }
    storage.properties.push_back({uri, prefix, path, kind, member_count, nullptr});
  }
  // Only now does nothing move any more.
  for (size_t index = 0; index < starts.size(); index += 1) {
    storage.properties[index].members = storage.members.data() + starts[index];
  }
  return rest.at == rest.end;
}

}  // namespace

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

int read_list(const aux_answer &answer, aux_xmp *out, aux_error *error) {
  auto *storage = new (std::nothrow) Storage;
  if (!storage) {
    aux_free(answer.buffers[0]);
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the metadata");
  }
  storage->bytes = answer.buffers[0];
  const char *start = reinterpret_cast<const char *>(answer.buffers[0]);
  bool is_whole = false;
  try {
    is_whole = read({start, start + answer.sizes[0]}, answer.numbers[0], *storage);
  } catch (const std::bad_alloc &) {
    delete storage;
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the metadata");
  }
  if (!is_whole) {
    delete storage;
    return aux_fail(error, AUX_ERROR_CODEC, "the parser gave an impossible list");
  }
  *out = {storage->properties.size(), storage->properties.data(), storage};
  return AUX_OK;
}

void free_list(aux_xmp *xmp) { delete static_cast<Storage *>(xmp->storage); }

}  // namespace aux
