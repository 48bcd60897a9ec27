internal import AuxContainers
public import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension GainMapDescription {
  /// The members of the JSON object, as ``json`` has them; others are passed over.
  private struct Document: Decodable {
    struct Channel: Decodable {
      var gainMin: Double
      var gainMax: Double
      var gamma: Double?
      var baseOffset: Double?
      var alternateOffset: Double?
    }

    var appleHeadroom: Double?
    var baseHeadroom: Double?
    var alternateHeadroom: Double?
    var usesBaseColourSpace: Bool?
    var channels: [Channel]?
  }

  /// An object that has the other as its member, as the report of an image does.
  private struct Report: Decodable {
    var gainMap: Document?
  }

  /// Reads the JSON file at `path`, `-` for standard input; throws as ``init(json:)``, and `inputMissing`, naming the file.
  public init(jsonFile path: String) throws(AuxError) {
    self = try InputFile.json(path) { bytes throws(AuxError) in try Self(json: bytes) }
  }

  /// Reads a JSON object with the members of `json`, or one that has it as its member `gainMap`, as the report of an
  /// auxiliary image has.
  ///
  /// `channels` with `alternateHeadroom`, or `appleHeadroom`, must be there. Throws `AuxError`: `malformed` where it is
  /// no such object, `usage` for numbers that describe no gain map.
  public init(json bytes: [UInt8]) throws(AuxError) {
    let data = Data(bytes)
    let document: Document
    do {
      if let inner = try JSONDecoder().decode(Report.self, from: data).gainMap {
        document = inner
      } else {
        document = try JSONDecoder().decode(Document.self, from: data)
      }
    } catch {
      throw AuxError(.malformed, "is no JSON object of a gain map's metadata: \(JSONReason.text(error))")
    }
    self.init(forms: [], appleHeadroom: document.appleHeadroom)
    if let headroom = document.appleHeadroom, !(headroom >= 1 && headroom.isFinite) {
      throw AuxError(.usage, "appleHeadroom is a ratio of at least 1, not \(headroom)")
    }
    guard let channels = document.channels else {
      guard appleHeadroom != nil else {
        throw AuxError(.malformed, "neither channels nor appleHeadroom is there")
      }
      return
    }
    guard let alternate = document.alternateHeadroom else {
      throw AuxError(.malformed, "alternateHeadroom is missing")
    }
    metadata = GainMapMetadata(
      channels: channels.map {
        .init(
          gainMin: $0.gainMin, gainMax: $0.gainMax, gamma: $0.gamma ?? 1, baseOffset: $0.baseOffset ?? 0,
          alternateOffset: $0.alternateOffset ?? 0)
      }, baseHeadroom: document.baseHeadroom ?? 0, alternateHeadroom: alternate,
      usesBaseColourSpace: document.usesBaseColourSpace ?? true)
    try metadata?.check()
  }
}

extension GainMapMetadata {
  /// Throws `usage` for numbers that describe no gain map.
  fileprivate func check() throws(AuxError) {
    guard channels.count == 1 || channels.count == 3 else {
      throw AuxError(.usage, "a gain map has 1 channel or 3, not \(channels.count)")
    }
    guard channels.allSatisfy({ $0.gainMin <= $0.gainMax && $0.gamma > 0 }) else {
      throw AuxError(.usage, "gainMin is at most gainMax, and gamma above 0")
    }
    guard baseHeadroom >= 0, alternateHeadroom >= 0, baseHeadroom != alternateHeadroom else {
      throw AuxError(
        .usage, "baseHeadroom and alternateHeadroom are two different numbers of stops, 0 or more")
    }
  }
}
