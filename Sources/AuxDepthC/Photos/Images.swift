internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_count(_ photo: OpaquePointer?) -> Int {
  (try? Photo.of(photo))?.source.auxiliaryImages.count ?? 0
}

/// The index of the first image of a type or group.
@c @implementation
package func auxdepth_image_find(_ photo: OpaquePointer?, _ type: UnsafePointer<CChar>?) -> Int64 {
  guard let photo = try? Photo.of(photo), let kind = try? AuxDepthC.kind(type) else { return -1 }
  return index(of: kind, in: photo.source)
}

@c @implementation
package func auxdepth_image_find_depth(_ photo: OpaquePointer?) -> Int64 {
  guard let photo = try? Photo.of(photo) else { return -1 }
  return index(of: .group(.depthMap), in: photo.source)
}

/// Returns the index of the first image of a kind, or -1.
private func index(of kind: AuxiliaryKind, in source: ImageSource) -> Int64 {
  source.auxiliaryImages.first { kind.includes($0) }.map { Int64($0.index) } ?? -1
}

@c @implementation
package func auxdepth_image_describe(
  _ photo: OpaquePointer?, _ index: Int, _ image: UnsafeMutablePointer<auxdepth_image>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let photo = try Photo.of(photo)
    let known = try photo.image(index)
    try fill(
      image, "image",
      auxdepth_image(
        known, photo.texts.images[index], orientation: photo.source.primary?.orientation ?? .up))
  }
}

extension auxdepth_image {
  fileprivate init(_ image: AuxiliaryImage, _ texts: ImageTexts.Image, orientation: ImageOrientation) {
    self.init()
    (type, identifier, codec) = (texts.type.pointer, texts.identifier.pointer, texts.codec.pointer)
    (quality, accuracy) = (texts.quality?.pointer, texts.accuracy?.pointer)
    failure = texts.failure?.pointer
    family = Self.family(of: image.type)
    quantity = Self.number(of: image.pixelFormat.quantity)
    (width, height) = (UInt32(clamping: image.width), UInt32(clamping: image.height))
    (upright_width, upright_height) = orientation.swapsSides ? (height, width) : (width, height)
    self.orientation = Int32(orientation.rawValue)
    pixel_format = image.pixelFormat.rawValue
    stored_format = image.storedFormat?.rawValue ?? 0
    plane_count = Int32(image.planes.count)
    component_count = image.colourEncoding == nil ? 1 : 3
    code_bits = Int32(image.codeBits)
    code_quantity = Self.number(of: image.range?.quantity)
    value_of_first_code = image.range?.firstValue ?? .nan
    value_of_last_code = image.range?.lastValue ?? .nan
    (value_min, value_max) = image.valueBounds ?? (.nan, .nan)
    is_filtered = image.metadata.isFiltered.map { $0 ? 1 : 0 } ?? -1
    has_calibration = image.metadata.calibration == nil ? 0 : 1
    byte_count = UInt64(clamping: image.byteCount)
  }

  private static func family(of type: AuxiliaryDataType) -> Int32 {
    switch type.group {
    case .depthMap: Int32(AUXDEPTH_FAMILY_DEPTH)
    case .mattes where type.family == .portraitMatte: Int32(AUXDEPTH_FAMILY_PORTRAIT_MATTE)
    case .mattes: Int32(AUXDEPTH_FAMILY_SEMANTIC_MATTE)
    case .gainMap: Int32(AUXDEPTH_FAMILY_GAIN_MAP)
    case .google, .makers, nil: Int32(AUXDEPTH_FAMILY_OTHER)
    }
  }

  static func number(of quantity: DepthQuantity?) -> Int32 {
    switch quantity {
    case .depth: Int32(AUXDEPTH_QUANTITY_DEPTH)
    case .disparity: Int32(AUXDEPTH_QUANTITY_DISPARITY)
    case nil: Int32(AUXDEPTH_QUANTITY_NONE)
    }
  }
}

/// Returns whether an image is to be turned for display; throws `usage` for a number that says nothing.
func isUpright(_ turn: Int32) throws(AuxError) -> Bool {
  guard [AUXDEPTH_AS_STORED, AUXDEPTH_UPRIGHT].contains(Int(turn)) else {
    throw AuxError(.usage, "\(turn) is neither AUXDEPTH_AS_STORED nor AUXDEPTH_UPRIGHT")
  }
  return Int(turn) == AUXDEPTH_UPRIGHT
}

/// Returns how an image is to be turned; throws as ``isUpright(_:)``.
func orientation(_ turn: Int32, of source: ImageSource) throws(AuxError) -> ImageOrientation {
  try isUpright(turn) ? source.primary?.orientation ?? .up : .up
}

/// Returns what floats of a unit measure; throws `usage` for a number that says nothing.
func quantity(_ unit: Int32) throws(AuxError) -> DepthQuantity {
  switch Int(unit) {
  case AUXDEPTH_METRES: return .depth
  case AUXDEPTH_PER_METRE: return .disparity
  default: throw AuxError(.usage, "\(unit) is neither AUXDEPTH_METRES nor AUXDEPTH_PER_METRE")
  }
}
