internal import AuxKernels
internal import Synchronization

/// The bounds that hostile or broken input may not pass; checked before anything is allocated.
public struct AuxLimits: Hashable, Sendable {
  /// The largest number of pixels of one image that is decoded; 2^28 (268 megapixels).
  public var pixels: Int = 1 << 28
  /// The most memory that decoding and working on one image may take, in bytes; what the process can have of the
  /// machine, of its control group and of its address space.
  public var memory: Int = ProcessMemory.most
  /// The largest number of channels in one OpenEXR file; 4,096.
  package var exrChannels: Int = 4096
  /// The largest XMP packet, extended XMP included, in bytes; 64 MiB.
  public var xmpBytes: Int = 64 << 20
  /// The largest number of segments before one JPEG scan; 4,096.
  package var jpegSegments: Int = 4096
  /// The largest number of chunks of a PNG file that are looked at; 131,072.
  package var pngChunks: Int = 1 << 17
  /// The largest number of chunks of a WebP file that are looked at; 65,536.
  package var webpChunks: Int = 1 << 16
  /// The largest number of images in one multi-picture file, and of auxiliary images in one HEIF file; 1,024. A negative
  /// number is set as 0.
  public var images: Int = 1024 { didSet { images = max(images, 0) } }
  /// The largest coded auxiliary image that is loaded, in bytes; 256 MiB.
  public var codedBytes: Int = 256 << 20
  /// The largest map file that is loaded, and the most that is read from standard input, in bytes; 2 GiB.
  public var mapFileBytes: Int = 2 << 30
  /// The deepest nesting of ISO BMFF boxes; 16.
  package var boxDepth: Int = 16
  /// The largest number of items in one HEIF file; 65,536.
  package var items: Int = 65_536
  /// The largest `meta` box, in bytes; 64 MiB.
  package var metaBytes: Int = 64 << 20
  /// The largest number of TIFF directories; 256.
  package var directories: Int = 256
  /// The deepest nesting of TIFF directories in each other's SubIFDs; 16.
  package var directoryDepth: Int = 16
  /// The largest value of one TIFF entry that is loaded, in bytes; 16 MiB.
  package var entryBytes: Int = 16 << 20

  /// Creates the default limits.
  public init() {}

  private static let initial = AuxLimits()
  /// The limits for parsing the output of our encoders: a caller's bounds for files do not apply to it.
  package static let ofEncoders = initial
  /// Values that are never freed, and no lock: a child of `fork` could find that held for ever.
  private nonisolated(unsafe) static let replaced = unsafe Atomic<UnsafePointer<AuxLimits>?>(nil)

  /// The limits of calls that name none.
  ///
  /// A program that wants others sets them once, before it reads anything.
  public static var standard: AuxLimits {
    get { unsafe replaced.load(ordering: .acquiring)?.pointee ?? initial }
    set {
      let place = UnsafeMutablePointer<AuxLimits>.allocate(capacity: 1)
      unsafe place.initialize(to: newValue)
      unsafe replaced.store(UnsafePointer(place), ordering: .releasing)
    }
  }

  /// Returns `width * height`, or throws where the product passes ``pixels`` or a side is zero.
  package func checkedPixelCount(width: Int, height: Int) throws(AuxError) -> Int {
    guard width > 0, height > 0 else {
      throw AuxError(.malformed, "an image of \(width)x\(height) has no pixels")
    }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= pixels else {
      throw AuxError(
        .limitExceeded, "\(width)x\(height) is more than the limit of \(pixels) pixels (Limits.pixels)",
        remedy: .allowPixels)
    }
    return count
  }
}

// MARK: - Memory

extension AuxLimits {
  /// The most bytes of memory for each pixel that reading, converting, attaching and extracting take, beside what a
  /// codec of the system works with.
  package static let bytesPerPixel = 16
  /// The most bytes of memory for each pixel that effects take, likewise; their maps have no more samples than the photo has pixels.
  package static let bytesPerRenderedPixel = 32
  /// Likewise, of photos whose samples have 16 bits, and of those whose highlights a gain map recovers.
  package static let bytesPerRenderedDeepPixel = 40
  /// Likewise, of surface normals.
  package static let bytesPerNormal = 56
  /// The most bytes of memory for each sample of a map that its points or its mesh take: positions, normals, colours and
  /// triangles.
  package static let bytesPerSpaceSample = 96
  /// The most bytes of memory for each sample of a map that a page shows.
  package static let bytesPerPagePixel = 48

  /// Returns `width * height` as ``checkedPixelCount(width:height:)``, for an image that is about to be decoded.
  ///
  /// Throws `AuxError` with code `limitExceeded` also where so many pixels, of `bytesPerPixel` each, take more than
  /// ``memory``, and with code `io` where they take more than the system gives: what an array cannot have would end the
  /// program.
  package func checkedDecoding(
    width: Int, height: Int, bytesPerPixel: Int = AuxLimits.bytesPerPixel
  ) throws(AuxError) -> Int {
    let count = try checkedPixelCount(width: width, height: height)
    let (size, overflow) = count.multipliedReportingOverflow(by: bytesPerPixel)
    try checkMemory(overflow ? .max : size, for: "\(width)x\(height) pixels")
    return count
  }

  /// Throws `limitExceeded` where so many bytes are more than ``memory``, and `io` where the system does not give them.
  ///
  /// A ``memory`` that was not lowered is the memory that the system gives the process, and not a bound of the caller.
  package func checkMemory(_ byteCount: Int, for what: String) throws(AuxError) {
    guard byteCount <= memory || memory >= ProcessMemory.most else {
      throw AuxError(
        .limitExceeded,
        "\(what) may take \(Self.megabytes(byteCount)) of memory, more than the limit of \(Self.megabytes(memory)) "
          + "(Limits.memory)", remedy: .allowMemory)
    }
    guard byteCount <= memory, ProcessMemory.isAvailable(byteCount) else {
      throw AuxError(
        .io, "\(what) may take \(Self.megabytes(byteCount)) of memory, more than the system gives")
    }
  }

  private static func megabytes(_ byteCount: Int) -> String {
    "\((byteCount >> 20) + (byteCount & 0xF_FFFF == 0 ? 0 : 1)) MB"
  }
}
