internal import AuxContainers
internal import AuxImage

/// What the metadata items of a HEIF file say, each read once, while its images are described.
///
/// Items that overlap others, so that they add up to more than the file has, are not parsed each.
final class HEIFDescriptions {
  let file: HEIFFile
  let source: any ByteSource
  private let packets: XMPPackets
  private var known: [UInt32: Result<XMPPacket, AuxError>] = [:]
  /// What may be read of items that overlap; nil before that was asked.
  private var budget: SharedBytesBudget?
  private var exif: Result<[UInt8]?, AuxError>?

  init(_ file: HEIFFile, _ source: any ByteSource, _ packets: XMPPackets) {
    (self.file, self.source, self.packets) = (file, source, packets)
  }

  /// Returns the packet of an item of XMP.
  ///
  /// Throws `limitExceeded` where it is larger than ``AuxLimits/xmpBytes``, and where such items have more bytes together
  /// than the file.
  func packet(of item: HEIFItem) throws(AuxError) -> XMPPacket {
    if let result = known[item.id] { return try result.get() }
    let result = Result { () throws(AuxError) in try read(item) }
    known[item.id] = result
    return try result.get()
  }

  private func read(_ item: HEIFItem) throws(AuxError) -> XMPPacket {
    let ranges = try file.ranges(of: item, maxBytes: file.limits.xmpBytes)
    var budget = budget ?? newBudget()
    defer { self.budget = budget }
    guard budget.take(ranges) else {
      throw AuxError(
        .limitExceeded,
        "the XMP items overlap: they have more bytes together than the file, \(file.byteCount)",
        place: "item \(item.id)")
    }
    return try packets.packet(at: ranges)
  }

  private func newBudget() -> SharedBytesBudget {
    let places = Set(file.items.lazy.filter(\.isXMP).compactMap { try? self.file.extents(of: $0).ranges })
    return SharedBytesBudget(places, byteCount: file.byteCount)
  }

  func primaryExif() throws(AuxError) -> [UInt8]? {
    if let exif { return try exif.get() }
    let result = Result { () throws(AuxError) in try file.exif(for: file.primaryItemID, from: source) }
    exif = result
    return try result.get()
  }
}
