internal import AuxCodecs
internal import AuxDepthKit
internal import AuxKernels
package import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

@c @implementation
package func auxdepth_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }

private let version = SharedText(AuxDepthVersion.text)

@c @implementation
package func auxdepth_version() -> UnsafePointer<CChar>? { version.pointer }

@c @implementation
package func auxdepth_api_version() -> Int32 { AUXDEPTH_API_VERSION }

@c @implementation
package func auxdepth_codecs_json() -> UnsafeMutablePointer<CChar>? {
  strdup(JSONValue.array(CodecLibrary.all.map { $0.state().json }).text)
}

@c @implementation
package func auxdepth_effects_json() -> UnsafeMutablePointer<CChar>? {
  strdup(JSONValue.array(AuxEffect.all.filter(\.isForPhotos).map(\.json)).text)
}

@c @implementation
package func auxdepth_sandbox_use(_ mode: Int32, _ error: ErrorPlace) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let modes: [CodecSandbox] = [.automatic, .required, .off]
    guard let mode = Int(exactly: mode), modes.indices.contains(mode) else {
      throw AuxError(.usage, "\(mode) is no mode of the sandbox")
    }
    if modes[mode] == .required { try CodecBox.start() }
    CodecSandbox.mode = modes[mode]
  }
}

@c @implementation
package func auxdepth_sandbox_json() -> UnsafeMutablePointer<CChar>? { strdup(CodecSandbox.json.text) }

extension Cancellation: Handle {
  static var argument: String { "cancellation" }
}

@c @implementation
package func auxdepth_cancellation_new(
  _ cancellation: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(cancellation, "cancellation")
    CodecBox.heedCancellations()
    give(Cancellation(), to: place)
  }
}

@c @implementation
package func auxdepth_cancellation_close(_ cancellation: OpaquePointer?) {
  Cancellation.close(cancellation)
}

@c @implementation
package func auxdepth_cancellation_use(_ cancellation: OpaquePointer?) {
  Cancellation.current = try? Cancellation.of(cancellation)
}

@c @implementation
package func auxdepth_cancellation_cancel(_ cancellation: OpaquePointer?) {
  guard let cancellation else { return }
  Unmanaged<Cancellation>.fromOpaque(UnsafeRawPointer(cancellation))._withUnsafeGuaranteedRef { $0.cancel() }
}
