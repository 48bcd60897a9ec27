package import AuxImage

extension MapConvention {
  /// What float samples are.
  package enum Unit: Hashable, Sendable {
    /// Metres, or numbers that are depth up to a scale.
    case metres
    /// The units of a scene, each of so many metres by default.
    case sceneUnits(metres: Double)
    /// 1 over the units of a scene.
    case inverseSceneUnits
    /// Inverse depth times an unknown factor plus an unknown constant, near = great.
    case affineInverseDepth
    /// Metres where the focal length is so many pixels of the map; in proportion elsewhere.
    case metresPerFocalLength(Double)
    /// Shifts between the two pictures of a stereo pair, whose cameras a file describes.
    case pixelsOfDisparity
    /// Parts of 0...1, spread as codes are.
    case parts
    /// Such maps have none.
    case none
  }

  /// What integer codes are, and floats that are said to be normalised.
  package enum Codes: Hashable, Sendable {
    /// Spread between two distances that have to be given.
    case bounded(linearIn: DepthQuantity, whiteIsNear: Bool)
    /// So many metres for each step of a 16-bit code; 0 is a hole.
    case metresPerStep(Double)
    /// So many pixels of disparity for each step of a 16-bit code, of which a file or options describe the cameras; 0 is a hole.
    case pixelsPerStep(Double)
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

  /// What in a map shows that it is not of the convention.
  package enum Contradiction: Hashable, Sendable {
    /// Inverse depth: the name of the file or the samples are those of Depth Anything's metric models.
    case looksMetric
    /// Metres: the samples are spread over exactly 0...1, as those of previews and of relative models are.
    case isSpread
    /// More than one sample of a hundred is farther than the camera measures, in metres.
    case isFarther(than: Double)
  }

  /// One row of the table.
  package struct Facts: Hashable, Sendable {
    /// How the row is known.
    package let evidence: Evidence
    /// What the model or program emits, in a sentence.
    package let summary: String
    package let floats: Unit
    package let codes: Codes
    /// Whether the scale of the result is uncertain, which depth data say as accuracy `relative`.
    package let isRelative: Bool
    /// Depth of the file from this value on is background; infinite depth always is.
    package let background: Float
    /// The inverse depth that means the sky, where it has a value of its own.
    package let skyValue: Float?
    /// What the sky is in such maps, in a few words.
    package let sky: String
    /// Whether samples may be of another unit than the convention's.
    package let takesUnit: Bool
    /// Whether distances may be along the ray rather than along the optical axis.
    package let mayBeRadial: Bool
    /// Whether 0...1 is Blender's Mist.
    package let hasMist: Bool
    /// The arrays that an NPZ archive has.
    package let arrays: MapArrays
    /// The file beside a map that describes its camera; nil where none is known.
    package let cameraFile: CameraFile?
    /// The point from which principal points count that come with such maps.
    package let pixelOrigin: PixelOrigin
    /// What is looked for in the samples, and makes reading them an error.
    package let contradictions: [Contradiction]

    init(
      _ evidence: Evidence, _ summary: String, floats: Unit, codes: Codes, isRelative: Bool = false,
      background: Float = DepthMapInterpretation.usualBackgroundLimit, skyValue: Float? = nil,
      sky: String = "infinite, or from 1e9 on", takesUnit: Bool = false, mayBeRadial: Bool = false,
      hasMist: Bool = false,
      arrays: MapArrays = .usual, cameraFile: CameraFile? = nil, pixelOrigin: PixelOrigin = .corner,
      contradictions: [Contradiction] = []
    ) {
      (self.evidence, self.summary, self.floats, self.codes) = (evidence, summary, floats, codes)
      (self.isRelative, self.background, self.skyValue, self.sky) = (isRelative, background, skyValue, sky)
      (self.takesUnit, self.mayBeRadial, self.hasMist) = (takesUnit, mayBeRadial, hasMist)
      (self.arrays, self.cameraFile, self.pixelOrigin) = (arrays, cameraFile, pixelOrigin)
      self.contradictions = contradictions
    }

    /// The accuracy that depth data made of such a map should claim.
    package var accuracy: DepthData.Accuracy { isRelative ? .relative : .absolute }
    /// The quantity of the values that such a map gives.
    package var quantity: DepthQuantity {
      switch floats {
      case .metres, .sceneUnits, .metresPerFocalLength, .parts: .depth
      case .inverseSceneUnits, .affineInverseDepth, .pixelsOfDisparity: .disparity
      case .none:
        switch codes {
        case .bounded(.disparity, _), .pixelsPerStep: .disparity
        case .bounded(.depth, _), .metresPerStep, .none: .depth
        }
      }
    }
    /// Whether the samples are disparity in pixels.
    package var isInPixels: Bool {
      if case .pixelsPerStep = codes { true } else { floats == .pixelsOfDisparity }
    }
    /// Whether the nearest and the farthest distance have to be given, whatever the samples are.
    package var needsDistances: Bool {
      switch (floats, codes) {
      case (.affineInverseDepth, _), (.parts, _), (.none, .bounded): true
      default: false
      }
    }
  }
}

/// The arrays of an NPZ archive that are of a map, by their keys.
package struct MapArrays: Hashable, Sendable {
  /// What an array says of the camera.
  package enum Camera: Hashable, Sendable {
    /// The focal length in pixels of the map.
    case focalLength(String)
    /// A matrix of 3x3, in pixels of the map.
    case matrix(String)
    /// A matrix of 3x3, in widths and heights of the map.
    case normalisedMatrix(String)

    package var key: String {
      switch self {
      case .focalLength(let key), .matrix(let key), .normalisedMatrix(let key): key
      }
    }
  }

  package let depth: String
  /// The samples that are of a surface; the others are background.
  package let mask: String?
  package let camera: Camera?
  /// How sure the model is of each sample, which no photo records with depth data.
  package let confidence: String?

  package init(
    depth: String = "depth", mask: String? = nil, camera: Camera? = nil, confidence: String? = nil
  ) {
    (self.depth, self.mask, self.camera, self.confidence) = (depth, mask, camera, confidence)
  }

  /// What is looked for where no convention says otherwise: the arrays of Depth Pro.
  static let usual = MapArrays(camera: .focalLength("focallength_px"))
  static let moge = MapArrays(mask: "mask", camera: .normalisedMatrix("intrinsics"))
}
