internal import AuxImage
internal import CAuxShims

/// Returns the error of a failed shim call, with what was attempted, then the library's reason.
func codecFailure(_ error: aux_error, _ attempt: String) -> AuxError {
  let code: AuxError.Code =
    switch Int(error.code) {
    case Int(AUX_ERROR_TRUNCATED): .truncated
    case Int(AUX_ERROR_LIMIT), Int(AUX_ERROR_MEMORY): .limitExceeded
    case Int(AUX_ERROR_USAGE): .usage
    case Int(AUX_ERROR_MALFORMED): .malformed
    case Int(AUX_ERROR_UNSUPPORTED): .unsupported
    case Int(AUX_ERROR_MISSING): .codecMissing
    case Int(AUX_ERROR_SYSTEM): .io
    case Int(AUX_ERROR_CANCELLED): .cancelled
    default: .codec
    }
  return AuxError(code, "\(attempt): \(text(of: error))")
}

/// Returns the text of an error or of a warning.
func text(of error: aux_error) -> String {
  var error = error
  return unsafe withUnsafeBytes(of: &error.message) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Returns a copy of a buffer that a shim allocated, and frees the buffer.
func takingBytes(_ buffer: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8] {
  defer { unsafe aux_free(buffer) }
  return unsafe copyingBytes(buffer, count: count) ?? []
}

/// Returns a copy of a buffer that a shim keeps, or nil where there is none.
func copyingBytes(_ buffer: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8]? {
  guard let buffer = unsafe buffer else { return nil }
  return unsafe Array(UnsafeBufferPointer(start: buffer, count: count))
}
