internal import AuxDepthKit
public import CAuxDepth

/// Attaches a depth map.
@c @implementation
public func auxdepth_edit_attach_depth(
  _ edit: OpaquePointer?, _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try Edit.of(edit)
    let map = try Map.of(map).map
    let (recording, lying) = try Options.read(options) { options throws(AuxError) in
      (try DepthRecording(&options), try AttachOptions(&options, isDepth: true))
    }
    try edit.change { state throws(AuxError) in
      let attachment = try state.destination.addDepth(
        map, recording: recording, placement: lying.placement, encoding: lying.encoding,
        replacing: lying.replaces, keepingProperties: lying.keepsProperties)
      state.notes += attachment.notes.map(\.description)
    }
  }
}

/// Attaches a matte or a gain map of samples.
@c @implementation
public func auxdepth_edit_attach_matte(
  _ edit: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ samples: UnsafeRawPointer?,
  _ kind: auxdepth_sample,
  _ width: UInt32, _ height: UInt32, _ row_bytes: Int, _ size: Int, _ options: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try Edit.of(edit)
    let type = try AuxDepthC.type(type)
    let (gain, lying) = try Options.read(options) { options throws(AuxError) in
      (try GainOptions(&options, of: type), try AttachOptions(&options))
    }
    let plane = try PixelPlane(
      samples, kind: kind, width: width, height: height, distance: row_bytes, size: size)
    try edit.change { state throws(AuxError) in
      let attachment =
        if let gain {
          try state.destination.addGainMap(
            plane, headroom: gain.headroom, form: gain.form, placement: lying.placement,
            encoding: lying.encoding, replacing: lying.replaces, keepingProperties: lying.keepsProperties)
        } else {
          try state.destination.addMatte(
            plane, type: type, placement: lying.placement, encoding: lying.encoding,
            replacing: lying.replaces, keepingProperties: lying.keepsProperties)
        }
      state.notes += attachment.notes.map(\.description)
    }
  }
}

/// Attaches the matte or gain map of a file.
@c @implementation
public func auxdepth_edit_attach_matte_file(
  _ edit: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try Edit.of(edit)
    let type = try AuxDepthC.type(type)
    let path = try AuxDepthC.path(path)
    let (file, component, gain, lying) = try Options.read(options) { options throws(AuxError) in
      (
        try options.mapFile(),
        type.family == .gainMap ? nil : try options.choice("component", Matte.Component.self),
        try GainOptions(&options, of: type), try AttachOptions(&options)
      )
    }
    try edit.change { state throws(AuxError) in
      let attachment =
        if let gain {
          try state.destination.addGainMap(
            path, headroom: gain.headroom, form: gain.form, file: file, placement: lying.placement,
            encoding: lying.encoding, replacing: lying.replaces, keepingProperties: lying.keepsProperties)
        } else {
          try state.destination.addMatte(
            path, type: type, component: component, file: file, placement: lying.placement,
            encoding: lying.encoding, replacing: lying.replaces, keepingProperties: lying.keepsProperties)
        }
      state.notes += attachment.notes.map(\.description)
    }
  }
}

/// Attaches the data-info dictionary of a property list.
@c @implementation
public func auxdepth_edit_attach_dictionary(
  _ edit: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try Edit.of(edit)
    let path = try AuxDepthC.path(path)
    let (placement, encoding, replaces) = try Options.read(options) { options throws(AuxError) in
      (try options.placement(), try options.encoding(), try options.flag("replace") ?? false)
    }
    try edit.change { state throws(AuxError) in
      let attachment = try state.destination.addAuxiliaryDataInfo(
        propertyList: path, placement: placement, encoding: encoding, replacing: replaces)
      state.notes += attachment.notes.map(\.description)
    }
  }
}

/// How an image lies on its photo, is coded, and what it replaces.
private struct AttachOptions {
  let placement: MapPlacement.Options
  let encoding: ImageDestination.AuxiliaryEncoding
  let replaces, keepsProperties: Bool

  init(_ options: inout Options, isDepth: Bool = false) throws(AuxError) {
    placement = try options.placement()
    encoding = try options.encoding(hasBits: isDepth)
    replaces = try options.flag("replace") ?? false
    keepsProperties = try options.flag("keepProperties") ?? true
  }
}

/// What a gain map is.
private struct GainOptions {
  let form: GainMapForm
  let headroom: Double?

  /// Takes the options of a gain map; nil for another type, which has none of them.
  init?(_ options: inout Options, of type: AuxiliaryDataType) throws(AuxError) {
    guard type.family == .gainMap else { return nil }
    // The type says the form where the caller does not.
    form = try options.choice("form") ?? (type == .isoGainMap ? .iso : .apple)
    headroom = try options.number("headroom")
  }
}

extension DepthRecording {
  fileprivate init(_ options: inout Options) throws(AuxError) {
    self.init()
    pixelFormat = try options.depthFormat("as")
    quality = try options.choice("quality")
    accuracy = try options.choice("accuracy")
    isFiltered = try options.flag("filtered")
  }
}
