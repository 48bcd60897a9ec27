internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_photo_open(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ photo: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(photo, "photo")
    let path = try AuxDepthC.path(path)
    let opening = try PhotoOpening(options, for: .photoOpen)
    do throws(AuxError) {
      var source =
        opening.isEdited
        ? try ImageSource(editing: path, limits: opening.limits)
        : try ImageSource(path, limits: opening.limits)
      source.primaryOptions = opening.primary
      give(Photo(source), to: place)
    } catch { throw error.about(path) }
  }
}

@c @implementation
package func auxdepth_photo_open_memory(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ photo: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(photo, "photo")
    let opening = try PhotoOpening(options, for: .photoOpenMemory)
    var source = try ImageSource(data: AuxDepthC.bytes(bytes, count), limits: opening.limits)
    source.primaryOptions = opening.primary
    give(Photo(source), to: place)
  }
}

@c @implementation
package func auxdepth_photo_close(_ photo: OpaquePointer?) { Photo.close(photo) }

@c @implementation
package func auxdepth_photo_info_json(
  _ photo: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    give(try Photo.of(photo).source.json.text, to: place)
  }
}

@c @implementation
package func auxdepth_photo_notes_json(
  _ photo: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    give(JSONValue(texts: try Photo.of(photo).source.notes).text, to: place)
  }
}

/// The names of containers, which live as long as the library.
private let containerNames: [ImageContainer: SharedText] = Dictionary(
  uniqueKeysWithValues: ImageContainer.allCases.map { ($0, SharedText($0.rawValue)) })

@c @implementation
package func auxdepth_photo_container(_ photo: OpaquePointer?) -> UnsafePointer<CChar>? {
  guard let photo = try? Photo.of(photo) else { return nil }
  return containerNames[photo.source.container]?.pointer
}

@c @implementation
package func auxdepth_photo_primary(
  _ photo: OpaquePointer?, _ primary: UnsafeMutablePointer<auxdepth_primary>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let source = try Photo.of(photo).source
    guard let known = source.primary else {
      throw AuxError(
        .missingImage, "the file is a lone auxiliary image and has no primary", path: source.path)
    }
    var value = auxdepth_primary()
    (value.width, value.height) = (UInt32(clamping: known.width), UInt32(clamping: known.height))
    (value.upright_width, value.upright_height) = (
      UInt32(clamping: known.displaySize.width), UInt32(clamping: known.displaySize.height)
    )
    value.orientation = Int32(known.orientation.rawValue)
    try fill(primary, "primary", value)
  }
}

extension Photo {
  /// Returns the auxiliary image of an index; throws `usage` for another.
  func image(_ index: Int) throws(AuxError) -> AuxiliaryImage {
    let images = source.auxiliaryImages
    guard images.indices.contains(index) else {
      throw AuxError(
        .usage, "there is no auxiliary image \(index); there are \(images.count)", path: source.path)
    }
    return images[index]
  }

  /// Runs `body`, whose errors are about the photo's file.
  func about<Result>(_ body: () throws(AuxError) -> Result) throws(AuxError) -> Result {
    do throws(AuxError) { return try body() } catch { throw source.path.map(error.about) ?? error }
  }
}

extension JSONValue {
  init(texts: [String]) { self = .array(texts.map(JSONValue.string)) }
}
