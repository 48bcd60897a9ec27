internal import AuxDepthKit
internal import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Frees what a function returned.
@c @implementation
public func auxdepth_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }

private let version = SharedText(AuxDepthVersion.text)

/// The version of the library.
@c @implementation
public func auxdepth_version() -> UnsafePointer<CChar>? { version.pointer }

/// The version of the interface.
@c @implementation
public func auxdepth_api_version() -> Int32 { AUXDEPTH_API_VERSION }

/// The libraries that formats are read and written with.
@c @implementation
public func auxdepth_codecs_json() -> UnsafeMutablePointer<CChar>? {
  strdup(JSONValue.array(CodecLibrary.all.map { $0.state().json }).text)
}

/// The effects of photos.
@c @implementation
public func auxdepth_effects_json() -> UnsafeMutablePointer<CChar>? {
  strdup(JSONValue.array(Effect.all.filter(\.isForPhotos).map(\.json)).text)
}
