internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// Values of a map as the bytes of a map file, part by part: there is never a second map in memory.
package struct MapParts {
  private let reading: DepthMap.Reading
  private let sampleType: PixelPlane.SampleType
  private let kind: MapFile.Kind
  private let isReciprocal: Bool
  private let keepsHoles: Bool
  /// What the file holds.
  package let summary: MapExport.Summary

  /// Takes values for a file of samples as they are; nil for a kind of file that is coded as a whole.
  ///
  /// Throws `AuxError` with code `usage` for a format that is not of depth data.
  package init?(_ reading: DepthMap.Reading, as format: PixelFormat, kind: MapFile.Kind) throws(AuxError) {
    guard kind.isWrittenInParts else { return nil }
    guard let quantity = format.quantity, let sampleType = format.sampleType else {
      throw format.depthFormatError
    }
    (self.reading, self.sampleType, self.kind) = (reading, sampleType, kind)
    summary = MapExport.Summary(pixelFormat: format, unit: nil)
    isReciprocal = quantity != reading.quantity
    keepsHoles = reading.keepsHoles(in: kind, hasUnit: false)
  }

  package var header: [UInt8] {
    kind == .npy
      ? NPYCodec.header(width: reading.width, height: reading.height, sampleType: sampleType) : []
  }

  /// The rows of each part: about a megabyte of values.
  package var bands: [Range<Int>] {
    let rows = max(1, (256 << 10) / reading.width)
    return stride(from: 0, to: reading.height, by: rows).map { $0..<min($0 + rows, reading.height) }
  }

  package func bytes(ofRows rows: Range<Int>) -> [UInt8] {
    let range = rows.lowerBound * reading.width..<rows.upperBound * reading.width
    let values = reading.values.values(in: range, keepsHoles: keepsHoles)
    let storage: PixelPlane.Storage =
      sampleType == .half
      ? .half(Half.encode(values, values.indices, reciprocal: isReciprocal))
      : .float(isReciprocal ? Reciprocal.reciprocal(values) : values)
    return PixelPlane(width: reading.width, height: rows.count, known: storage).data()
  }
}
