internal import AuxDepthKit
internal import AuxKernels
package import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where a caller wants an error; nil where it wants none.
package typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<auxdepth_error>?>?

/// Why a call ends without its result.
enum CallFailure: Error {
  case error(AuxError)
  /// A callback, or another thread, asked for it.
  case cancelled

  /// Whether the call was cancelled: whatever it made of images that were not decoded any more.
  fileprivate var isOfCancellation: Bool {
    guard case .error(let error) = self else { return true }
    return error.code == .cancelled || (Cancellation.isRequested && error.code != .usage && error.code != .io)
  }
}

/// Runs a call, and tells what became of it as the status and, where `place` is not nil, as an error.
func status(_ place: ErrorPlace, _ body: () throws(AuxError) -> Void) -> auxdepth_status {
  cancellableStatus(place) { () throws(CallFailure) in
    do throws(AuxError) { try body() } catch { throw .error(error) }
  }
}

/// Runs a call that its caller may end.
func cancellableStatus(_ place: ErrorPlace, _ body: () throws(CallFailure) -> Void) -> auxdepth_status {
  place?.pointee = nil
  do throws(CallFailure) {
    try body()
    return 0
  } catch {
    let failure = auxdepth_error(error.isOfCancellation ? .cancelled : error)
    if let place {
      let memory = UnsafeMutablePointer<auxdepth_error>.allocate(capacity: 1)
      memory.initialize(to: failure)
      place.pointee = memory
    } else {
      failure.freeTexts()
    }
    return failure.status
  }
}

extension auxdepth_error {
  fileprivate init(_ failure: CallFailure) {
    self.init()
    offset = -1
    switch failure {
    case .cancelled:
      status = auxdepth_status(AUXDEPTH_CANCELLED)
      (code, reason) = (copy("cancelled"), copy("the caller ended the work"))
      message = copy("the caller ended the work")
    case .error(let error):
      status = error.code.exitStatus
      (code, reason) = (copy(error.code.description), copy(error.reason))
      message = copy(error.line(suggestion: error.remedy?.description))
      path = error.path.map { copy(bytes: PathText.bytes(of: $0)) } ?? nil
      place = error.place.isEmpty ? nil : copy(error.place)
      offset = error.offset.map(Int64.init) ?? -1
      remedy = error.remedy.map { copy($0.name) } ?? nil
      remedy_text = error.remedy.map { copy($0.description) } ?? nil
    }
  }

  fileprivate func freeTexts() {
    for text in [code, message, reason, path, place, remedy, remedy_text] {
      free(UnsafeMutableRawPointer(mutating: text))
    }
  }
}

@c @implementation
package func auxdepth_error_free(_ error: UnsafeMutablePointer<auxdepth_error>?) {
  guard let error else { return }
  error.pointee.freeTexts()
  error.deallocate()
}

/// Returns the error of an argument that must not be NULL.
func missing(_ name: String) -> AuxError { AuxError(.usage, "\(name) is NULL") }
