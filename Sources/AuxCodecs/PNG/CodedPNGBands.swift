internal import AuxImage
internal import AuxKernels
internal import CAuxShims

/// The pixels of a PNG file in bands of rows, filtered and deflated side by side.
///
/// The bands depend on the picture alone, and so does the file that they make.
@safe
struct CodedPNGBands: ~Copyable {
  private var bands: [aux_png_band]
  private let bitDepth: Int32

  /// Codes the samples of a picture on at most `jobs` threads; where memory is lacking, ``file(of:_:text:)`` says.
  init<Sample: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ samples: [Sample], _ pixels: PhotoPixels, jobs: Int
  ) {
    let (width, height) = (UInt32(pixels.width), UInt32(pixels.height))
    let (bitDepth, channels) = (Int32(Sample.bitWidth), Int32(pixels.channels))
    self.bitDepth = bitDepth
    let rows = Int(aux_png_band_rows(width, bitDepth, channels))
    let count = (pixels.height + rows - 1) / rows
    unsafe bands = Array(repeating: aux_png_band(), count: count)
    unsafe bands.withUnsafeMutableBufferPointer { bands in
      // Each thread writes the bands that it has taken, and no other.
      nonisolated(unsafe) let bands = unsafe bands
      AuxWorkerPool.forEach(below: count, jobs: jobs) { number in
        unsafe aux_png_band_write(
          samples, width, height, bitDepth, channels, UInt32(number), bands.baseAddress! + number)
      }
    }
  }

  deinit {
    for number in unsafe 0..<bands.count { unsafe aux_free(bands[number].bytes) }
  }

  /// Returns the file, and whether there was an ICC profile and it went along.
  mutating func file(
    of pixels: PhotoPixels, _ metadata: PhotoMetadata, text: [UInt8]
  ) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    var hasProfile: Int32 = 0
    let bitDepth = bitDepth
    let points = HDRColours(profile: pixels.iccProfile)?.codePoints ?? []
    let file = try unsafe encodedFile("the plane cannot be encoded as PNG") { bytes, size, error in
      unsafe (pixels.iccProfile ?? []).withUnsafeBufferPointer { icc in
        unsafe (metadata.exif ?? []).withUnsafeBufferPointer { exif in
          unsafe text.withUnsafeBufferPointer { text in
            unsafe points.withUnsafeBufferPointer { points in
              var beside = unsafe aux_png_metadata(
                icc: icc.baseAddress, icc_size: icc.count, exif: exif.baseAddress, exif_size: exif.count,
                text: text.baseAddress, text_size: text.count,
                cicp: points.isEmpty ? nil : points.baseAddress)
              return unsafe aux_png_write(
                UInt32(pixels.width), UInt32(pixels.height), bitDepth, Int32(pixels.channels), &beside,
                &bands, bands.count, &bytes, &size, &hasProfile, &error)
            }
          }
        }
      }
    }
    return (file, hasProfile != 0)
  }
}
