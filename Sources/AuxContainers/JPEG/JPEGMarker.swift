/// The second byte of a JPEG marker.
///
/// Source: ITU-T T.81, table B.1.
package enum JPEGMarker {
  package static let SOF0: UInt8 = 0xC0
  package static let DHT: UInt8 = 0xC4
  package static let DAC: UInt8 = 0xCC
  package static let RST0: UInt8 = 0xD0
  package static let RST7: UInt8 = 0xD7
  package static let SOI: UInt8 = 0xD8
  package static let EOI: UInt8 = 0xD9
  package static let SOS: UInt8 = 0xDA
  package static let DQT: UInt8 = 0xDB
  package static let DRI: UInt8 = 0xDD
  package static let APP0: UInt8 = 0xE0
  package static let APP1: UInt8 = 0xE1
  package static let APP2: UInt8 = 0xE2
  package static let APP10: UInt8 = 0xEA
  package static let APP11: UInt8 = 0xEB
  package static let APP14: UInt8 = 0xEE
  package static let APP15: UInt8 = 0xEF
  package static let COM: UInt8 = 0xFE
  package static let TEM: UInt8 = 0x01

  /// Returns whether the marker begins a frame.
  package static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != DHT && marker != 0xC8 && marker != DAC
  }

  /// Returns whether the marker stands alone, without a length.
  package static func standsAlone(_ marker: UInt8) -> Bool {
    (RST0...EOI).contains(marker) || marker == TEM
  }

  /// Returns the name of a marker, for messages.
  package static func name(_ marker: UInt8) -> String {
    switch marker {
    case SOI: "SOI"
    case EOI: "EOI"
    case SOS: "SOS"
    case DQT: "DQT"
    case DHT: "DHT"
    case DRI: "DRI"
    case 0xE0...0xEF: "APP\(marker - 0xE0)"
    case _ where isFrame(marker): "SOF\(marker - 0xC0)"
    default: "marker FF\(String(marker, radix: 16, uppercase: true))"
    }
  }
}
