package import AuxImage

/// What the maps of a model or a program mean, by name.
///
/// Source: Specs/conversions.md, "Conventions by name".
public enum MapConvention: String, Hashable, Sendable, CaseIterable {
  /// Apple's article "Creating auxiliary depth data manually": codes from near (black) to far (white).
  case apple
  /// MiDaS and DPT: inverse depth of unknown scale and shift.
  case midas
  /// Depth Anything V1 and V2, the relative models: inverse depth of unknown scale and shift.
  case depthAnything = "depth-anything"
  /// Metres as floats, as from Depth Anything's metric models, or millimetres as integers.
  case metric
  /// ZoeDepth: metres as floats, or 256ths of a metre as 16-bit codes.
  case zoedepth
  /// Apple's Depth Pro: metres as floats, under the key `depth` of an NPZ archive.
  case depthPro = "depth-pro"
  /// Blender's Z or Depth pass, in scene units, which are metres unless the scene says otherwise.
  case blender
  /// Nuke's depth: 1 over the distance in scene units, 0 where nothing was hit.
  case nuke
}

extension MapConvention {
  /// What float samples are.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Metres.
    case metres
    /// The units of a scene, which are metres by default.
    case sceneUnits
    /// 1 over the units of a scene.
    case inverseSceneUnits
    /// Inverse depth times an unknown factor plus an unknown constant, near = great.
    case affineInverseDepth
  }

  /// What integer codes are, and floats that are said to be normalised.
  package enum Codes: Hashable, Sendable {
    /// Spread between two distances that have to be given.
    case bounded(linearIn: DepthQuantity, whiteIsNear: Bool)
    /// So many metres for each step of a 16-bit code; 0 is a hole.
    case metresPerStep(Double)
    /// Such maps have none.
    case none
  }

  /// How a fact is known.
  package enum Evidence: String, Hashable, Sendable {
    /// The maker's documentation or published code says so.
    case documented
    /// Users report it; it was not verified.
    case reported
  }

  /// One row of the table.
  package struct Facts: Hashable, Sendable {
    package var floats: Unit
    package var codes: Codes
    /// Whether the scale of the result is uncertain, which depth data say as accuracy `relative`.
    package var isRelative = false
    /// Depth of the file from this value on is background; infinite depth always is.
    package var background = DepthMapInterpretation.usualBackgroundLimit
    /// The inverse depth that means the sky, where it has a value of its own.
    package var skyValue: Float?
    /// What the sky is in such maps, in a few words.
    package var sky = "infinite, or from 1e9 on"
    /// Whether samples may be of another unit than the convention's.
    package var takesUnit = false
    /// Whether distances may be along the ray rather than along the optical axis.
    package var mayBeRadial = false
    /// How the row is known.
    package var evidence: Evidence
    /// What the model or program emits, in a sentence.
    package var summary: String

    /// The accuracy that depth data made of such a map should claim.
    package var accuracy: DepthData.Accuracy { isRelative ? .relative : .absolute }
    /// The quantity of the values that such a map gives.
    package var quantity: DepthQuantity {
      switch floats {
      case .metres, .sceneUnits: .depth
      case .inverseSceneUnits, .affineInverseDepth: .disparity
      }
    }
  }

  package var facts: Facts {
    switch self {
    case .apple:
      Facts(
        floats: .metres, codes: .bounded(linearIn: .depth, whiteIsNear: false), takesUnit: true,
        evidence: .documented,
        summary: "gray from near (black) to far (white), linear in depth; floats in metres")
    case .midas:
      Facts(
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true, sky: "the least value, which is the farthest distance", evidence: .documented,
        summary: "32-bit PFM of inverse depth up to scale and shift, or its range as 8 or 16 bits of gray, "
          + "near = white")
    case .depthAnything:
      Facts(
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true, skyValue: 0, sky: "0", evidence: .documented,
        summary: "inverse depth up to scale and shift, its range as 8 bits of gray, near = white")
    case .metric:
      Facts(
        floats: .metres, codes: .metresPerStep(0.001), takesUnit: true, evidence: .reported,
        summary: "floats in metres; integers are millimetres by report, 0 where nothing was measured")
    case .zoedepth:
      Facts(
        floats: .metres, codes: .metresPerStep(1 / 256), evidence: .documented,
        summary: "floats in metres; save_raw_16bit gives 256 steps to the metre")
    case .depthPro:
      Facts(
        floats: .metres, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        // The model's inverse depth is 1e-4 at least.
        background: 9_999, sky: "10,000 m, the greatest distance", evidence: .documented,
        summary:
          "NPZ with depth in metres and the focal length; previews show inverse depth between 0.1 and 250 "
          + "metres")
    case .blender:
      Facts(
        floats: .sceneUnits, codes: .bounded(linearIn: .depth, whiteIsNear: false), sky: "1e10 by report",
        takesUnit: true, mayBeRadial: true, evidence: .reported,
        summary:
          "floats in scene units; old versions of Cycles give the distance along the ray by report; codes, "
          + "and floats said to be normalised, are the Mist pass, near = black")
    case .nuke:
      Facts(
        floats: .inverseSceneUnits, codes: .none, sky: "0", takesUnit: true, evidence: .reported,
        summary: "floats of 1 over the distance in scene units, in the channel depth.Z")
    }
  }
}

/// The unit of length that the samples of a map are numbers of; those of a disparity map are 1 over it.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// Millimetres, as depth cameras have them in 16 bits.
  case millimetres = "mm"
  /// Centimetres.
  case centimetres = "cm"
  /// Metres.
  case metres = "m"
  /// International inches, of 25.4 mm.
  case inches = "in"
  /// International feet, of 12 inches.
  case feet = "ft"

  package var metres: Double {
    switch self {
    case .millimetres: 0.001
    case .centimetres: 0.01
    case .metres: 1
    case .inches: 0.0254
    case .feet: 0.3048
    }
  }

  /// Returns what a sample is multiplied by to become metres, or 1/metres.
  package func factor(for quantity: DepthQuantity) -> Double {
    switch quantity {
    case .depth: metres
    case .disparity: 1 / metres
    }
  }
}
