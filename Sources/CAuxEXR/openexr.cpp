#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <vector>

#include "../CAuxShims/support.h"
#include "CAuxEXR.h"

namespace {

/// The most lines of a block, that of DWAB: bands of these are decoded once.
constexpr int64_t band_height = 256;

/// A file in memory, which is not copied.
class MemoryStream : public Imf::IStream {
 public:
  MemoryStream(const uint8_t *data, size_t size)
    : IStream("map"), data_(reinterpret_cast<const char *>(data)), size_(size) {}

  bool read(char out[], int count) override {
    if (count < 0 || static_cast<uint64_t>(count) > size_ - position_) {
      throw std::runtime_error("the file ends early");
    }
    std::memcpy(out, data_ + position_, static_cast<size_t>(count));
    position_ += static_cast<uint64_t>(count);
    return position_ < size_;
  }

  uint64_t tellg() override { return position_; }

  void seekg(uint64_t position) override {
    if (position > size_) throw std::runtime_error("an offset is beyond the end of the file");
    position_ = position;
  }

 private:
  const char *data_;
  uint64_t size_;
  uint64_t position_ = 0;
};

void read(
  const uint8_t *data, size_t size, int number, const char *channel, size_t sample_bytes, aux_openexr_taker *take,
  void *context
) {
  MemoryStream stream(data, size);
  // In this thread: the sandbox allows no others.
  Imf::MultiPartInputFile file(stream, 0, false);
  if (number < 0 || number >= file.parts()) throw std::runtime_error("there is no such part");
  Imf::InputPart part(file, number);
  const Imath::Box2i window = part.header().dataWindow();
  const size_t width = static_cast<size_t>(static_cast<int64_t>(window.max.x) - window.min.x + 1);
  const Imf::PixelType type = sample_bytes == 2 ? Imf::HALF : Imf::FLOAT;
  const int64_t height = static_cast<int64_t>(window.max.y) - window.min.y + 1;
  std::vector<char> band(width * sample_bytes * static_cast<size_t>(std::min(band_height, height)));
  for (int64_t y = window.min.y; y <= window.max.y; y += band_height) {
    const int rows = static_cast<int>(std::min(band_height, window.max.y - y + 1));
    Imf::FrameBuffer buffer;
    buffer.insert(
      channel, Imf::Slice::Make(
        type, band.data(), Imath::V2i(window.min.x, static_cast<int>(y)), static_cast<int64_t>(width), rows,
        sample_bytes, width * sample_bytes));
    part.setFrameBuffer(buffer);
    part.readPixels(static_cast<int>(y), static_cast<int>(y) + rows - 1);
    take(context, static_cast<int>(y), rows, band.data());
  }
}

}  // namespace

int aux_openexr_read(
  const uint8_t *data, size_t size, int part, const char *channel, size_t sample_bytes, aux_openexr_taker *take,
  void *context, aux_error *error
) {
  aux_clear(error);
  try {
    read(data, size, part, channel, sample_bytes, take, context);
    return AUX_OK;
  } catch (const std::bad_alloc &) {
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the OpenEXR file");
  } catch (const std::exception &reason) {
    return aux_fail(error, AUX_ERROR_MALFORMED, "the pixels cannot be decoded: %s", reason.what());
  } catch (...) {
    return aux_fail(error, AUX_ERROR_MALFORMED, "OpenEXR failed for an unknown reason");
  }
}
