internal import AuxDepthKit
public import CAuxDepth

/// What does not go along, and what was concluded.
@c @implementation
public func auxdepth_edit_notes_json(
  _ edit: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let state = try Edit.of(edit).current
    give(JSONValue(texts: state.destination.notes + state.notes).text, to: place)
  }
}

/// Writes the photo.
@c @implementation
public func auxdepth_edit_write(
  _ edit: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let edit = try Edit.of(edit)
    let path = try AuxDepthC.path(path)
    let written = try edit.current.destination.finalize(to: path, options: WriteOptions(flags: flags))
    give(written.json(path: path).text, to: report)
  }
}

/// Makes the photo in memory.
@c @implementation
public func auxdepth_edit_write_memory(
  _ edit: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let (place, count) = try places(bytes, count)
    let (data, written) = try Edit.of(edit).current.destination.finalize()
    try give(data, to: place, count: count)
    give(written.json().text, to: report)
  }
}
