import AuxContainers
import TestSupport

extension Defect {
  /// Defects of JPEG files, the multi-picture index apart.
  static let jpegDefects: [Defect] = [
    Defect("FILE-OPEN", .none) { $0.data = Array("no image at all".utf8) },
    // A PNG file without IHDR: no rule is about those.
    Defect("FILE-READABLE", .none) {
      $0.data = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 1, count: 40)
    },
    Defect("JPEG-SEGMENT", .jpeg, also: ["JPEG-MPF-STALE", "JPEG-MPF-DANGLING", "JPEG-GAP"]) {
      // The length of the second image's XMP segment is 1.
      $0.put([0, 1], at: try $0.image(2) + 4)
    },
    Defect("JPEG-TRUNCATED", .jpeg, also: ["JPEG-MPF-SIZE"], place: "image 5") { $0.data.removeLast(2) },
    Defect("JPEG-TRAILER", .jpeg) { $0.data += Array("left over from something".utf8) },
    Defect("JPEG-TRAILER-KNOWN", .jpeg) { $0.data += [UInt8](repeating: 0, count: 4096) },
    Defect("JPEG-GAP", .none, also: ["JPEG-MPF-SIZE"]) {
      var portrait = try Pictures.portrait()
      portrait.secondaries[0] += [1, 2, 3, 4]
      $0.data = portrait.bytes
    },
    Defect("JPEG-SECONDARY-IDENTITY", .jpeg, place: "image 2") {
      try $0.property("apdi:AuxiliaryImageType", "")
    },
    Defect("JPEG-SECONDARY-FRAME", .none) {
      var portrait = try Pictures.portrait()
      let colour = try Pictures.photo(width: 64, height: 48)
      portrait.secondaries[1] =
        JPEGBytes.soi + JPEGBytes.xmp(Packets.disparity()) + MultiPictureBytes.secondaryIndex(count: 3)
        + colour[2...]
      $0.data = portrait.bytes
    },
    Defect("JPEG-AMPF", .jpeg) { try $0.swap("AMPF", "AMPG") },
    Defect("JPEG-AROT", .none) {
      var portrait = try Pictures.portrait()
      // Two restart markers and room for one.
      let table = JPEGBytes.segment(0xEA, Array("AROT".utf8) + [0, 0, 0, 0, 0, 2, 9, 0, 0, 0])
      portrait.secondaries[1] = JPEGBytes.soi + table + portrait.secondaries[1][2...]
      $0.data = portrait.bytes
    },
    Defect("JPEG-XMP-ONE", .none) {
      var portrait = try Pictures.portrait()
      portrait.secondaries[1] =
        JPEGBytes.soi + JPEGBytes.xmp(Packets.disparity()) + portrait.secondaries[1][2...]
      $0.data = portrait.bytes
    },
  ]

  /// Defects of the multi-picture index.
  static let multiPictureDefects: [Defect] = [
    Defect("JPEG-MPF-HEADER", .jpeg, place: "MPF") {
      $0.put([0x4D, 0x4D, 0, 0x2B], at: try $0.index(0) - 10)
    },
    Defect("JPEG-MPF-VERSION", .jpeg, place: "MPFVersion") {
      $0.put(Array("0200".utf8), at: try $0.index(0) + 8)
    },
    Defect(
      "JPEG-MPF-COUNT", .jpeg, also: ["JPEG-MPF-SECONDARY-COUNT"], place: "NumberOfImages"
    ) { $0.bigEndian(4, at: try $0.index(1) + 8) },
    Defect("JPEG-MPF-ENTRY-SIZE", .jpeg, place: "MPEntry") { $0.put([0, 1], at: try $0.index(2) + 2) },
    Defect("JPEG-MPF-ENDIAN", .jpeg, place: "MPF") { try $0.turnIndex() },
    Defect("JPEG-MPF-MISSING", .jpeg, also: []) { try $0.swap("MPF\0", "XPF\0") },
    Defect("JPEG-MPF-SECONDARY", .jpeg, place: "image 2") { try $0.swap("MPF\0", "XPF\0", 1) },
    Defect("JPEG-MPF-SECONDARY-COUNT", .jpeg, place: "image 2") {
      $0.bigEndian(7, at: try $0.find("MPF\0", 1) + 4 + 10 + 12 + 8)
    },
    Defect("JPEG-MPF-PRIMARY-TYPE", .jpeg) { $0.bigEndian(0, at: try $0.entry(1)) },
    Defect("JPEG-MPF-FORMAT", .jpeg, place: "[3]") { $0.bigEndian(0x0100_0000, at: try $0.entry(3)) },
    Defect("JPEG-MPF-TYPE", .jpeg, place: "[2]") { $0.bigEndian(0x0002_0002, at: try $0.entry(2)) },
    Defect("JPEG-MPF-DEPENDENT", .jpeg, place: "[2]") { $0.put([0, 9], at: try $0.entry(2) + 12) },
    Defect("JPEG-MPF-PRIMARY-OFFSET", .jpeg, place: "[1]") { $0.bigEndian(64, at: try $0.entry(1) + 8) },
    // As exiv2 leaves it: all offsets off by one number.
    Defect("JPEG-MPF-STALE", .jpeg, place: "[2]") { bytes in
      for number in 2...5 {
        bytes.bigEndian(UInt32(try bytes.entryValue(number, 8) + 566), at: try bytes.entry(number) + 8)
      }
    },
    // As jpegtran leaves it: the index without the images.
    Defect("JPEG-MPF-DANGLING", .jpeg, place: "[2]") { $0.data = Array($0.data[..<(try $0.image(2))]) },
    Defect("JPEG-MPF-ORPHAN", .jpeg, also: ["AUX-DEPTH-ONE"], place: "image 6") {
      $0.data += $0.data[(try $0.image(2))..<(try $0.image(3))]
    },
    Defect("JPEG-MPF-SIZE", .jpeg, also: ["JPEG-MPF-OVERLAP"], place: "[2]") {
      $0.bigEndian(UInt32(try $0.entryValue(2, 4) + 1), at: try $0.entry(2) + 4)
    },
    Defect("JPEG-MPF-PRIMARY-SIZE", .jpeg, place: "[1]") {
      $0.bigEndian(UInt32(try $0.entryValue(1, 4) + 224), at: try $0.entry(1) + 4)
    },
    Defect("JPEG-MPF-OVERLAP", .jpeg, also: ["JPEG-MPF-SIZE"], place: "[3]") {
      $0.bigEndian(UInt32(try $0.entryValue(2, 4) + 100), at: try $0.entry(2) + 4)
    },
  ]
}
