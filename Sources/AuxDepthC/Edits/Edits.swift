internal import AuxDepthKit
public import CAuxDepth

/// Begins the edit of a photo.
@c @implementation
public func auxdepth_edit_new(
  _ photo: OpaquePointer?, _ container: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ edit: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(edit, "edit")
    let photo = try Photo.of(photo)
    let target = try container == nil ? photo.source.container : AuxDepthC.container(container)
    let (quality, allowsPreview) = try Options.read(options) { options throws(AuxError) in
      (try options.quality(), try options.flag("preview") ?? false)
    }
    let destination = try photo.about { () throws(AuxError) in
      try ImageDestination(from: photo.source, as: target, quality: quality, allowsPreview: allowsPreview)
    }
    give(Edit(destination), to: place)
  }
}

/// Begins a new photo.
@c @implementation
public func auxdepth_edit_new_picture(
  _ picture: OpaquePointer?, _ container: UnsafePointer<CChar>?, _ metadata: OpaquePointer?,
  _ options: UnsafePointer<CChar>?, _ edit: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(edit, "edit")
    let pixels = try Picture.of(picture).pixels
    let target = try AuxDepthC.container(container)
    let (quality, bits) = try Options.read(options) { options throws(AuxError) in
      (try options.quality(), try options.count("bits"))
    }
    var kept = PhotoMetadata()
    if metadata != nil {
      let photo = try Photo.of(metadata)
      kept = try photo.about { () throws(AuxError) in try photo.source.primaryMetadata() }
    }
    give(
      Edit(
        try ImageDestination(
          pixels: pixels, metadata: kept, as: target, quality: quality, bitsPerSample: bits)), to: place)
  }
}

/// Closes an edit.
@c @implementation
public func auxdepth_edit_close(_ edit: OpaquePointer?) { close(edit, Edit.self) }

/// Removes images.
@c @implementation
public func auxdepth_edit_remove(
  _ edit: OpaquePointer?, _ types: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ removed: UnsafeMutablePointer<Int>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    removed?.pointee = 0
    let types = try AuxDepthC.types(types, count)
    let gone = try Edit.of(edit).change { state throws(AuxError) in
      try state.destination.removeAuxiliaryImages(ofTypes: types).count
    }
    removed?.pointee = gone
  }
}

/// Copies images of another photo.
@c @implementation
public func auxdepth_edit_copy(
  _ edit: OpaquePointer?, _ from: OpaquePointer?, _ types: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: Int,
  _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let edit = try Edit.of(edit)
    let source: Photo = try object(from, "from")
    let types = try AuxDepthC.types(types, count)
    let copy = try Options.read(options) { options throws(AuxError) in try CopyOptions(&options) }
    let selection = try source.about { () throws(AuxError) in
      try CopySelection(of: source.source, types: types)
    }
    let copied = try edit.change { state throws(AuxError) in
      try state.destination.copyAuxiliaryImages(
        selection, placing: copy.placement, encoding: copy.encoding, replacing: copy.replaces)
    }
    give(JSONValue.array(copied.map(\.json)).text, to: report)
  }
}

/// How images of another photo are copied.
private struct CopyOptions {
  let placement: CopyPlacement
  let encoding: ImageDestination.AuxiliaryEncoding
  let replaces: Bool

  init(_ options: inout Options) throws(AuxError) {
    let name = try options.choice("placement", of: ["compared", "tags"])
    let crop = try options.integers("crop", 4)
    let turn = try options.orientation("turn")
    if crop != nil || turn != nil {
      guard name == nil else {
        throw AuxError(.usage, "crop and turn say themselves where maps lie", place: "options/placement")
      }
      let rectangle = try crop.map { crop throws(AuxError) in
        try PixelRectangle(x: crop[0], y: crop[1], width: crop[2], height: crop[3])
      }
      placement = .stated(crop: rectangle, turn: turn)
    } else {
      placement = name == "tags" ? .byTags : .compared
    }
    encoding = try options.encoding()
    replaces = try options.flag("replace") ?? false
  }
}

extension Edit {
  /// Returns the edit of a handle.
  static func of(_ handle: OpaquePointer?) throws(AuxError) -> Edit { try object(handle, "edit") }
}

extension Options {
  /// Takes `quality`, that of a primary or a picture.
  mutating func quality() throws(AuxError) -> Int {
    let quality = try count("quality") ?? ImageDestination.standardQuality
    guard quality <= 100 else { throw AuxError(.usage, "is 1...100", place: "options/quality") }
    return quality
  }
}

/// Returns the container of a name; throws `usage` for another.
func container(_ name: UnsafePointer<CChar>?) throws(AuxError) -> ImageContainer {
  let name = try text(name, "container")
  guard let container = ImageContainer(rawValue: name) else {
    let names = ImageContainer.allCases.map(\.rawValue).joined(separator: ", ")
    throw AuxError(.usage, "\(name) is no container; there are \(names)")
  }
  return container
}
