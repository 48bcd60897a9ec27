internal import AuxCodecs
package import AuxImage
internal import AuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PhotoPixels {
  /// Returns the SDR rendition of a picture of PQ or HLG by its gain map, and the gain map from that to the HDR rendition.
  ///
  /// The samples of the map stay, since a gain is the ratio of HDR to SDR in both directions; headrooms, offsets and the color
  /// space change places. `gainMap` shows the same part of the scene in any size. Returns nil for a picture of SDR, and
  /// where the map does not lead from HDR to SDR. Source: ISO 21496-1; Specs/gainmaps.md, "HDR base".
  package func swappingBase(
    by gainMap: StoredAuxiliaryImage, jobs: Int
  ) throws(AuxError) -> (pixels: PhotoPixels, gainMap: StoredAuxiliaryImage)? {
    guard let metadata = gainMap.content.gainMapMetadata, metadata.isBaseHDR, metadata.alternateHeadroom == 0,
      let curve = GainCurve(mixing: metadata), let hdr = HDRColours(profile: iccProfile)
    else { return nil }
    let stated = metadata.alternateColors
    let alternate =
      stated?.iccProfile
      ?? stated?.codePoints.flatMap {
        ICCProfileWriter.profile(colourPrimaries: $0.primaries, transferCharacteristics: 13)
      }
    let space = metadata.usesBaseColourSpace ? iccProfile : alternate
    let profile = stated?.codePoints?.primaries == 1 ? nil : hdr.standardProfile
    let (math, target) = (try ProfileColours(space), try ProfileColours(profile))
    let (toMath, toTarget) = (
      try math.matrix(from: hdr.toConnectionSpace), try target.matrix(from: math.toConnectionSpace)
    )
    let (light, display) = (hdr.encoding.tables(bits: 16).light, hdr.displayLight)
    let codes = target.encoding.tables(bits: 16).wideCodes
    let gains = try GainPlanes(gainMap, curve)
    let (base, offset) = (metadata.vector(\.baseOffset), metadata.vector(\.alternateOffset))
    let (source, width, height) = (rgb16, width, height)
    var samples = [UInt16](repeating: 0, count: source.count)
    Bands.write(&samples, rows: height, jobs: jobs) { band, part in
      for row in band {
        for column in 0..<width {
          let at = 3 * (row * width + column)
          let scene = lightOfCodes(light.span, source[at], source[at + 1], source[at + 2])
          let gain = gains.at((Float(column) + 0.5) / Float(width), (Float(row) + 0.5) / Float(height))
          let standard = (toMath.applied(to: display.displayed(scene)) + base) * gain - offset
          writeCodes(
            ofLight: toTarget.applied(to: standard), codes.span, into: &part,
            at: at - 3 * band.lowerBound * width)
        }
      }
    }
    var pixels = replacingSamples(.uint16(samples))
    pixels.iccProfile = profile
    var swapped = gainMap
    let isSameSpace = toTarget.isIdentity
    swapped.mapGainMapMetadata { metadata in
      (metadata.baseHeadroom, metadata.alternateHeadroom) = (
        metadata.alternateHeadroom, metadata.baseHeadroom
      )
      for index in metadata.channels.indices {
        let channel = metadata.channels[index]
        metadata.channels[index].baseOffset = channel.alternateOffset
        metadata.channels[index].alternateOffset = channel.baseOffset
      }
      metadata.usesBaseColourSpace = isSameSpace
      metadata.alternateColors =
        isSameSpace ? nil : RenditionColors(iccProfile: space ?? ICCProfileWriter.sRGB)
    }
    return (pixels, swapped)
  }
}

extension GainMapMetadata {
  fileprivate func vector(_ value: (Channel) -> Double) -> SIMD3<Float> {
    let values = (0..<3).map { Float(value(channels[min($0, channels.count - 1)])) }
    return SIMD3(values[0], values[1], values[2])
  }
}

/// The gains of a map in log2, interpolated between samples.
private struct GainPlanes: Sendable {
  private let stops: [[Float]]
  private let width: Int
  private let height: Int

  init(_ map: StoredAuxiliaryImage, _ curve: GainCurve) throws(AuxError) {
    (width, height) = (map.width, map.height)
    let planes: [PixelPlane] =
      if let colors = map.content.colours {
        ColourPlanes(rgb: try colors.rgb(), keepingBits: true).components
      } else {
        [map.codes]
      }
    stops = planes.enumerated().map { component, plane in
      func stops<Sample: FixedWidthInteger>(_ samples: [Sample]) -> [Float] {
        let last = Double(Sample.max)
        let table = (0...Int(Sample.max)).map {
          Float(log2(curve.gain(of: Double($0) / last, component: component)))
        }
        return samples.map { table[Int($0)] }
      }
      switch plane.storage {
      case .uint8(let samples): return stops(samples)
      case .uint16(let samples): return stops(samples)
      case .half, .float: preconditionFailure("the samples of a gain map are integers")
      }
    }
  }

  /// Returns the gains of red, green and blue at a point in parts of the picture.
  func at(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let column = min(max(x * Float(width) - 0.5, 0), Float(width - 1))
    let row = min(max(y * Float(height) - 0.5, 0), Float(height - 1))
    let (left, top) = (Int(column), Int(row))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (across, down) = (column - Float(left), row - Float(top))
    func gain(_ plane: [Float]) -> Float {
      let upper = plane[top * width + left] * (1 - across) + plane[top * width + right] * across
      let lower = plane[bottom * width + left] * (1 - across) + plane[bottom * width + right] * across
      return exp2f(upper * (1 - down) + lower * down)
    }
    guard stops.count == 3 else { return SIMD3(repeating: gain(stops[0])) }
    return SIMD3(gain(stops[0]), gain(stops[1]), gain(stops[2]))
  }
}
