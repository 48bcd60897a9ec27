#include "exiv2_guard.hpp"

#include <exiv2/exiv2.hpp>

namespace {

thread_local std::string log_message;

void keep_log_message(int level, const char *text) {
  if (level < Exiv2::LogMsg::error || !log_message.empty()) return;
  log_message = text;
  while (!log_message.empty() && log_message.back() == '\n') log_message.pop_back();
}

}  // namespace

namespace aux {

std::recursive_mutex &exiv2_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

const std::string &first_log_message() { return log_message; }

LogCapture::LogCapture() : level_(Exiv2::LogMsg::level()), handler_(Exiv2::LogMsg::handler()) {
  log_message.clear();
  Exiv2::LogMsg::setLevel(Exiv2::LogMsg::error);
  Exiv2::LogMsg::setHandler(keep_log_message);
}

LogCapture::~LogCapture() {
  Exiv2::LogMsg::setLevel(static_cast<Exiv2::LogMsg::Level>(level_));
  Exiv2::LogMsg::setHandler(handler_);
}

}  // namespace aux
