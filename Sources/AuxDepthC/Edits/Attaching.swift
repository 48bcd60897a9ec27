internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_edit_attach_depth(
  _ edit: OpaquePointer?, _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try EditedPhoto.of(edit)
    let map = try Map.of(map)
    let attaching = try Attaching(options, for: .attachDepth)
    try edit.attach { destination throws(AuxError) in
      let attached = try destination.add(map.content, attaching)
      if attaching.hasGDepth { try destination.addGDepth(attached.image) }
      return attached
    }
  }
}

extension ImageDestination {
  fileprivate mutating func add(
    _ map: Map.Content, _ attaching: Attaching
  ) throws(AuxError) -> MapAttachment {
    switch map {
    case .whole(let map):
      try addDepth(
        map, recording: attaching.recording, isUpright: attaching.isUpright,
        isStretched: attaching.isStretched, encoding: attaching.encoding,
        replacing: attaching.replaces, keepingProperties: attaching.keepsProperties)
    case .lent(let samples, let options):
      try addDepth(
        samples, options: options, recording: attaching.recording, isUpright: attaching.isUpright,
        isStretched: attaching.isStretched,
        encoding: attaching.encoding, replacing: attaching.replaces,
        keepingProperties: attaching.keepsProperties)
    }
  }
}

@c @implementation
package func auxdepth_edit_attach_matte(
  _ edit: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ samples: UnsafeRawPointer?,
  _ kind: auxdepth_sample,
  _ width: UInt32, _ height: UInt32, _ row_bytes: Int, _ size: Int, _ options: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try EditedPhoto.of(edit)
    let type = try AuxDepthC.type(type)
    let attaching = try Attaching(options, for: type.family == .gainMap ? .attachGainMap : .attachMatte)
    let plane = try PixelPlane(
      samples, kind: kind, width: width, height: height, distance: row_bytes, size: size)
    try edit.attach { destination throws(AuxError) in
      if type.family == .gainMap {
        try destination.addGainMap(
          plane, headroom: attaching.headroom, forms: attaching.forms(of: type),
          isUpright: attaching.isUpright, isStretched: attaching.isStretched, encoding: attaching.encoding,
          replacing: attaching.replaces,
          keepingProperties: attaching.keepsProperties)
      } else {
        try destination.addMatte(
          plane, type: type, isUpright: attaching.isUpright, isStretched: attaching.isStretched,
          encoding: attaching.encoding,
          replacing: attaching.replaces, keepingProperties: attaching.keepsProperties)
      }
    }
  }
}

@c @implementation
package func auxdepth_edit_attach_matte_file(
  _ edit: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try EditedPhoto.of(edit)
    let type = try AuxDepthC.type(type)
    let path = try AuxDepthC.path(path)
    let attaching = try Attaching(
      options, for: type.family == .gainMap ? .attachGainMapFile : .attachMatteFile)
    try edit.attach { destination throws(AuxError) in
      if type.family == .gainMap {
        try destination.addGainMap(
          path, headroom: attaching.headroom, forms: attaching.forms(of: type), file: attaching.file,
          isUpright: attaching.isUpright, isStretched: attaching.isStretched, encoding: attaching.encoding,
          replacing: attaching.replaces,
          keepingProperties: attaching.keepsProperties)
      } else {
        try destination.addMatte(
          path, type: type, component: attaching.component, file: attaching.file,
          isUpright: attaching.isUpright, isStretched: attaching.isStretched, encoding: attaching.encoding,
          replacing: attaching.replaces,
          keepingProperties: attaching.keepsProperties)
      }
    }
  }
}

@c @implementation
package func auxdepth_edit_attach_dictionary(
  _ edit: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try EditedPhoto.of(edit)
    let path = try AuxDepthC.path(path)
    let attaching = try Attaching(options, for: .attachDictionary)
    try edit.attach { destination throws(AuxError) in
      try destination.addAuxiliaryDataInfo(
        propertyList: path, isStretched: attaching.isStretched, encoding: attaching.encoding,
        replacing: attaching.replaces)
    }
  }
}

@c @implementation
package func auxdepth_edit_describe_gain_map(
  _ edit: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try EditedPhoto.of(edit)
    let describing = try Describing(options, for: .describeGainMap)
    try edit.change { state throws(AuxError) in
      try state.destination.describeGainMap(
        as: describing.forms, headroom: describing.headroom, encoding: describing.encoding)
    }
  }
}
