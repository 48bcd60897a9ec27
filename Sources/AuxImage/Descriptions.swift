internal import AuxKernels

// How values print: by the names of what they are, and never by millions of samples.

extension PixelFormat: CustomStringConvertible {
  /// The four characters, as `hdis`.
  public var description: String { name }
}

extension CodeRange: CustomStringConvertible {
  /// The values of code 0 and of the largest code with their unit, as `0.5...2.5 1/m`.
  public var description: String { "\(atZero)...\(atMax) \(quantity == .depth ? "m" : "1/m")" }
}

extension DepthData: CustomStringConvertible {
  /// The format and the size, as `hdis 768x576`.
  public var description: String { "\(depthDataType) \(depthDataMap.width)x\(depthDataMap.height)" }
}

extension PortraitEffectsMatte: CustomStringConvertible {
  /// The type and the size.
  public var description: String { "\(AuxiliaryDataType.portraitEffectsMatte) \(mattingImage)" }
}

extension SemanticSegmentationMatte: CustomStringConvertible {
  /// What the matte shows and the size, as `skin 2016x1512 uint8`.
  public var description: String { "\(matteType) \(mattingImage)" }
}

extension StoredAuxiliaryImage: CustomStringConvertible {
  /// The type, the size and what the codes mean, as `disparity 768x576 uint8, 0.5...2.5 1/m`.
  public var description: String {
    if case .depth(let codes, let range) = content {
      "\(type) \(codes), \(range)"
    } else {
      "\(type) \(codes)"
    }
  }
}

extension AuxiliaryDataInfo: CustomDebugStringConvertible {
  /// The format, the size and the number of bytes, as `hdis 768x576, 884736 bytes`.
  public var debugDescription: String { "\(description), \(data.count) bytes" }
}

extension AuxiliaryDataInfo.Description: CustomStringConvertible {
  /// The format, the size and how the image is turned, as `hdis 768x576 right`.
  public var description: String {
    "\(pixelFormat) \(width)x\(height)" + (orientation.map { " \($0)" } ?? "")
  }
}

extension AuxiliaryMetadata: CustomStringConvertible {
  /// The properties, as XMP has them.
  public var description: String { "\(properties)" }
}

extension XMPProperty: CustomStringConvertible {
  /// The qualified name and the value, as `apdi:NativeFormat = 1751411059`; long values are cut.
  public var description: String {
    let text = "\(value)"
    return "\(prefix):\(name) = " + (text.count > 80 ? "\(text.prefix(80))…" : text)
  }
}

extension XMPProperty.Value: CustomStringConvertible {
  /// The text, the members in brackets, or `{}` for a structure.
  public var description: String {
    switch self {
    case .text(let text): text
    case .seq(let members), .bag(let members), .alt(let members): "\(members)"
    case .structure: "{}"
    }
  }
}

extension CameraCalibrationData: CustomStringConvertible {
  /// The focal lengths and the principal point in pixels, and the size that they refer to, as
  /// `focal length 2834.1, 2834.1, principal point 2016.0, 1512.0 of 4032x3024`.
  public var description: String {
    let (matrix, size) = (intrinsicMatrix, intrinsicMatrixReferenceDimensions)
    // Anyone may set a matrix of another size.
    guard matrix.count == 9 else { return "intrinsic matrix \(matrix) of \(size)" }
    return "focal length \(matrix[0]), \(matrix[4]), principal point \(matrix[6]), \(matrix[7])"
      + " of \(size)"
  }
}

extension CameraCalibrationData.Dimensions: CustomStringConvertible {
  /// The size, as `4032x3024`.
  public var description: String { "\(NumberText.plain(width))x\(NumberText.plain(height))" }
}

extension CameraCalibrationData.Point: CustomStringConvertible {
  /// The coordinates, as `2016.0, 1512.0`.
  public var description: String { "\(x), \(y)" }
}

extension PrimaryImage: CustomStringConvertible {
  /// The size and the orientation, as `4032x3024 right`.
  public var description: String { "\(width)x\(height) \(orientation)" }
}

extension PhotoPixels: CustomStringConvertible {
  /// The size, the colours and how the picture is turned, as `4032x3024 RGB uint8, ICC profile, right`.
  public var description: String {
    "\(width)x\(height) \(channels == 1 ? "gray" : "RGB") uint\(bitsPerSample)"
      + (iccProfile == nil ? "" : ", ICC profile") + (orientation == .up ? "" : ", \(orientation)")
  }
}

extension PhotoMetadata: CustomStringConvertible {
  /// The number of bytes of each block, as `Exif 2682 bytes, XMP 453 bytes`.
  public var description: String {
    let blocks = [("Exif", exif), ("XMP", xmp)].compactMap { name, block in
      block.map { "\(name) \($0.count) bytes" }
    }
    return blocks.isEmpty ? "no metadata" : blocks.joined(separator: ", ")
  }
}

extension PhotoPixels.Samples: CustomStringConvertible {
  /// The number and the kind of the samples, as `36578304 uint8`.
  public var description: String {
    switch self {
    case .uint8(let codes): "\(codes.count) uint8"
    case .uint16(let codes): "\(codes.count) uint16"
    }
  }
}
