// The lock around Exiv2, and the way out of its exceptions.

#ifndef AUX_EXIV2_GUARD_HPP
#define AUX_EXIV2_GUARD_HPP

#include <exception>
#include <mutex>
#include <new>
#include <string>

#include "../CAuxShims/support.h"

namespace aux {

/// Guards all of Exiv2: its XMP toolkit and its registries are global. The toolkit's callback takes the
/// same lock again, hence recursive.
std::recursive_mutex &exiv2_mutex();

/// The first error message of the current call; Exiv2 gives its reason only to its log.
const std::string &first_log_message();

/// Diverts the log for as long as it lives, so that an app that uses Exiv2 itself keeps its settings.
class LogCapture {
 public:
  LogCapture();
  ~LogCapture();
  LogCapture(const LogCapture &) = delete;
  LogCapture &operator=(const LogCapture &) = delete;

 private:
  int level_;
  void (*handler_)(int, const char *);
};

/// Runs `body` with the lock held and the log diverted, and turns whatever it throws into an error.
template <typename Body>
int guarded(aux_error *error, Body body) noexcept {
  aux_clear(error);
  try {
    std::lock_guard<std::recursive_mutex> guard(exiv2_mutex());
    LogCapture capture;
    return body();
  } catch (const std::bad_alloc &) {
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the metadata");
  } catch (const std::exception &reason) {
    return aux_fail(error, AUX_ERROR_MALFORMED, "%s", reason.what());
  } catch (...) {
    return aux_fail(error, AUX_ERROR_MALFORMED, "Exiv2 failed for an unknown reason");
  }
}

}  // namespace aux

#endif
