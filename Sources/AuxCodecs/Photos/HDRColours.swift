package import AuxImage
package import AuxKernels

/// Colours of PQ or HLG, as the `cicp` tag of an ICC profile states them.
///
/// Photos whose files state code points get such a profile (``ICCProfileWriter``), so that a profile alone says whether a
/// picture is HDR. Source: ICC.1:2022, 9.2.17 and 10.3; Specs/photos.md, "HDR".
package struct HDRColours: Hashable, Sendable {
  package let transfer: HDRTransfer
  /// The code point of the primaries; unspecified and unknown ones are those of Rec. 709.
  package let primaries: Int

  /// Creates the colours of a profile; nil where it states neither PQ nor HLG.
  package init?(profile: [UInt8]?) {
    guard let profile, let points = (try? ICCTags(profile))?.codePoints,
      let transfer = HDRTransfer(rawValue: points.transfer)
    else { return nil }
    (self.transfer, primaries) = (transfer, points.primaries)
  }

  private var colours: Chromaticities { Chromaticities.named[primaries]?.colours ?? .sRGB }

  /// The code point of a matrix that goes with the primaries: that of BT.2020, else of BT.601.
  var matrix: Int { primaries == 9 ? 9 : 6 }

  /// The bytes of a chunk cICP of PNG. Source: PNG Third Edition, 11.3.2.6.
  var codePoints: [UInt8] { [UInt8(clamping: primaries), UInt8(transfer.rawValue), 0, 1] }

  /// From linear light of red, green and blue to X, Y and Z under D50.
  package var toConnectionSpace: Matrix3 {
    .adaptation(from: colours.white, to: ICCColours.connectionWhite) * colours.toXYZ
  }

  /// How codes represent light: PQ's represent displayed light, HLG's the light of the scene.
  package var encoding: LightEncoding { LightEncoding(transfer, luminanceWeights: luminanceWeights) }

  /// The conversion to displayed light.
  package var displayLight: DisplayLight { DisplayLight(transfer, luminanceWeights: luminanceWeights) }

  private var luminanceWeights: SIMD3<Float> {
    let luminances = colours.toXYZ.values[3..<6].map(Float.init)
    return SIMD3(luminances[0], luminances[1], luminances[2])
  }

  /// The profile that tone-mapped pictures get: nil for sRGB if the primaries are those of Rec. 709, else Display P3.
  package var standardProfile: [UInt8]? {
    colours.isSame(as: .sRGB)
      ? nil : ICCProfileWriter.profile(colourPrimaries: 12, transferCharacteristics: 13)
  }
}
