internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_edit_new(
  _ photo: OpaquePointer?, _ container: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ edit: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(edit, "edit")
    let photo = try Photo.of(photo)
    let target = try photo.container(container)
    let opening = try EditOpening(options, for: .editNew)
    let destination = try photo.about { () throws(AuxError) in
      try ImageDestination(
        from: photo.source, as: target, quality: opening.quality, allowsPreview: opening.allowsPreview)
    }
    give(EditedPhoto(destination), to: place)
  }
}

@c @implementation
package func auxdepth_edit_new_picture(
  _ picture: OpaquePointer?, _ container: UnsafePointer<CChar>?, _ metadata: OpaquePointer?,
  _ options: UnsafePointer<CChar>?, _ edit: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(edit, "edit")
    let pixels = try Picture.of(picture).pixels
    let target = try AuxDepthC.container(container)
    let opening = try EditOpening(options, for: .editNewPicture)
    guard metadata != nil else {
      let plain = try ImageDestination(
        pixels: pixels, as: target, quality: opening.quality, bitsPerSample: opening.bits)
      return give(EditedPhoto(plain), to: place)
    }
    let photo = try Photo.of(metadata)
    let kept = try photo.about { () throws(AuxError) in try photo.source.primaryMetadata() }
    give(
      EditedPhoto(
        try ImageDestination(
          picture: pixels, of: photo.source, metadata: kept, as: target, quality: opening.quality,
          bitsPerSample: opening.bits)), to: place)
  }
}

@c @implementation
package func auxdepth_edit_new_spatial(
  _ left: OpaquePointer?, _ right: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ edit: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(edit, "edit")
    let left = try Photo.of(left, "left")
    let right = try right == nil ? nil : Photo.of(right, "right")
    let making = try PairMaking(options, for: .editNewSpatial)
    guard right == nil || !making.isLayoutGiven else {
      throw AuxError(
        .usage, "is how one picture holds both eyes, and right is given", place: "options/layout")
    }
    let pair = try left.about { () throws(AuxError) in
      try SpatialPhoto(left: left.source, right: right?.source, making.pair).destination()
    }
    give(EditedPhoto(pair), to: place)
  }
}

@c @implementation
package func auxdepth_edit_new_edited(
  _ photo: OpaquePointer?, _ container: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ edit: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(edit, "edit")
    let photo = try Photo.of(photo)
    let target = try photo.container(container)
    let asked = try Editing(options, for: .editNewEdited).edit
    let edited = try photo.about { () throws(AuxError) in try asked.applied(to: photo.source, as: target) }
    give(EditedPhoto(edited.destination, plan: edited.plan), to: place)
  }
}

@c @implementation
package func auxdepth_edit_plan_json(
  _ photo: OpaquePointer?, _ container: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let photo = try Photo.of(photo)
    let target = try photo.container(container)
    let asked = try Editing(options, for: .editPlan).edit
    let plan = try photo.about { () throws(AuxError) in try asked.plan(for: photo.source, as: target) }
    give(plan.json().text, to: place)
  }
}

@c @implementation
package func auxdepth_edit_close(_ edit: OpaquePointer?) { EditedPhoto.close(edit) }

@c @implementation
package func auxdepth_edit_remove(
  _ edit: OpaquePointer?, _ types: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ removed: UnsafeMutablePointer<Int>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    removed?.pointee = 0
    let kinds = try AuxDepthC.kinds(types, count)
    let gone = try EditedPhoto.of(edit).change { state throws(AuxError) in
      try state.destination.removeAuxiliaryImages(of: kinds).count
    }
    removed?.pointee = gone
  }
}

@c @implementation
package func auxdepth_edit_copy(
  _ edit: OpaquePointer?, _ from: OpaquePointer?, _ types: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: Int,
  _ options: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let edit = try EditedPhoto.of(edit)
    let source = try Photo.of(from, "from")
    let kinds = try AuxDepthC.kinds(types, count)
    let copying = try Copying(options, for: .copy)
    let selection = try source.about { () throws(AuxError) in
      try CopySelection(of: source.source, kinds: kinds)
    }
    let copied = try edit.change { state throws(AuxError) in
      try state.destination.copyAuxiliaryImages(
        selection, placing: copying.placement, encoding: copying.encoding, replacing: copying.replaces)
    }
    give(JSONValue.array(copied.map(\.json)).text, to: report)
  }
}

@c @implementation
package func auxdepth_edit_prepare_portrait(
  _ edit: OpaquePointer?, _ donor: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ missing: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    missing?.pointee = nil
    let edit = try EditedPhoto.of(edit)
    let source = try donor == nil ? nil : Photo.of(donor, "donor").source
    let focus = try PreparingPortrait(options, for: .preparePortrait).focus
    let lacks = try edit.change { state throws(AuxError) in
      try state.destination.preparePhotosPortrait(donor: source, focus: focus)
    }
    give(JSONValue(texts: lacks).text, to: missing)
  }
}

@c @implementation
package func auxdepth_edit_notes_json(
  _ edit: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let destination = try EditedPhoto.of(edit).current.destination
    give(JSONValue(texts: destination.notes + destination.mapNotes.map(\.description)).text, to: place)
  }
}

@c @implementation
package func auxdepth_edit_warnings_json(
  _ edit: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let warnings = try EditedPhoto.of(edit).current.destination.warnings
    give(JSONValue.array(warnings.map(\.warning)).text, to: place)
  }
}

extension MapNote {
  fileprivate var warning: JSONValue {
    [
      "text": .string(description), "reason": .string(reason), "remedy": remedy.map { .string($0.name) },
      "remedyText": remedy.map { .string($0.description) },
    ]
  }
}

@c @implementation
package func auxdepth_edit_write(
  _ edit: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let edit = try EditedPhoto.of(edit)
    let path = try AuxDepthC.path(path)
    let state = edit.current
    let written = try state.destination.finalize(to: path, options: WriteOptions(flags: flags))
    give(state.json(of: written, path: path).text, to: report)
  }
}

@c @implementation
package func auxdepth_edit_write_memory(
  _ edit: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let (place, count) = try places(bytes, count)
    let state = try EditedPhoto.of(edit).current
    let (data, written) = try state.destination.finalize()
    try give(data, to: place, count: count)
    give(state.json(of: written).text, to: report)
  }
}

func container(_ name: UnsafePointer<CChar>?) throws(AuxError) -> ImageContainer {
  let name = try text(name, "container")
  guard let container = ImageContainer(rawValue: name) else {
    let names = ImageContainer.allCases.map(\.rawValue).joined(separator: ", ")
    throw AuxError(.usage, "\(name) is no container; there are \(names)")
  }
  return container
}

extension Photo {
  /// Returns the container that a caller names; the photo's own without a name.
  func container(_ name: UnsafePointer<CChar>?) throws(AuxError) -> ImageContainer {
    try name == nil ? source.container : AuxDepthC.container(name)
  }
}
