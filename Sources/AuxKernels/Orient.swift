internal import CAuxKernels

/// Turning a stored plane to its display orientation.
package enum Orient {
  /// Returns the plane turned and mirrored as the Exif tag Orientation asks for.
  ///
  /// `orientation` is 1...8: 1 as it is, 2 mirrored left to right, 3 turned by 180 degrees, 4 mirrored top
  /// to bottom, 5 transposed, 6 turned 90 degrees clockwise, 7 transposed along the other diagonal,
  /// 8 turned 270 degrees clockwise; 5...8 swap width and height. Source: Exif 2.32, tag 0x0112;
  /// `AVDepthData.applyingExifOrientation(_:)`.
  package static func apply(_ orientation: Int, to plane: PixelPlane) -> PixelPlane {
    let walk = Walk(orientation: orientation, width: plane.width, height: plane.height)
    let storage: PixelPlane.Storage =
      switch plane.storage {
      case _ where orientation == 1: plane.storage
      case .uint8(let samples): .uint8(turn(samples, walk))
      case .uint16(let samples): .uint16(turn(samples, walk))
      case .half(let samples): .half(turn(samples, walk))
      case .float(let samples): .float(turn(samples, walk))
      }
    return PixelPlane(width: walk.width, height: walk.height, known: storage)
  }

  /// Returns interleaved pixels of `channels` 8-bit samples turned as ``apply(_:to:)`` turns a plane.
  package static func apply(
    _ orientation: Int, to samples: [UInt8], channels: Int, width: Int, height: Int
  ) -> [UInt8] {
    turn(samples, Walk(orientation: orientation, width: width, height: height), channels: channels)
  }

  /// Returns interleaved pixels of `channels` 16-bit samples turned as ``apply(_:to:)`` turns a plane.
  package static func apply(
    _ orientation: Int, to samples: [UInt16], channels: Int, width: Int, height: Int
  ) -> [UInt16] {
    turn(samples, Walk(orientation: orientation, width: width, height: height), channels: channels)
  }

  /// The way through the stored samples that meets them in display order.
  private struct Walk {
    let width, height: Int
    /// Where the result's first sample is stored.
    let start: Int
    /// The stored distance of samples below and beside each other in the result.
    let down, right: Int

    init(orientation: Int, width: Int, height: Int) {
      precondition((1...8).contains(orientation))
      let (topRight, bottomLeft, last) = (width - 1, (height - 1) * width, height * width - 1)
      (start, down, right) =
        switch orientation {
        case 2: (topRight, width, -1)
        case 3: (last, -width, -1)
        case 4: (bottomLeft, -width, 1)
        case 5: (0, 1, width)
        case 6: (bottomLeft, 1, -width)
        case 7: (last, -1, -width)
        case 8: (topRight, -1, width)
        default: (0, width, 1)
        }
      (self.width, self.height) = orientation >= 5 ? (height, width) : (width, height)
    }

    /// Whether samples are met as they are stored.
    var isPlain: Bool { start == 0 && down == width && right == 1 }

  }

  private static func turn<Sample: BitwiseCopyable & Sendable>(
    _ samples: [Sample], _ walk: Walk, channels: Int = 1
  ) -> [Sample] {
    precondition(samples.count == walk.width * walk.height * channels)
    guard !walk.isPlain else { return samples }
    var result = Bands.undefined(samples.count, of: Sample.self)
    Bands.write(&result, rows: walk.height, jobs: AuxWorkerPool.coresForOneItem) { rows, part in
      unsafe part.withUnsafeMutableBufferPointer { target in
        unsafe samples.withUnsafeBytes { source in
          unsafe aux_turn_rows(
            target.baseAddress!, source.baseAddress!, MemoryLayout<Sample>.size * channels, walk.width,
            rows.lowerBound, rows.count, walk.start, walk.down, walk.right)
        }
      }
    }
    return result
  }
}
