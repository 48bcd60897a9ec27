internal import AuxKernels

/// What the maps of a model, a program or a set of data mean, by name.
///
/// Source: Specs/conversions.md, "Conventions by name".
public enum MapConvention: String, Hashable, Sendable, CaseIterable {
  // A new one is a case and a row of `facts`: the command line, the options of C and Python, help and documents take both from
  // here.

  /// Apple's article "Creating auxiliary depth data manually": codes from near (black) to far (white).
  case apple
  /// MiDaS and DPT: inverse depth of unknown scale and shift.
  case midas
  /// Depth Anything V1 and V2, the relative models: inverse depth of unknown scale and shift.
  case depthAnything = "depth-anything"
  /// Depth Anything V1 and V2, the metric models: metres.
  case depthAnythingMetric = "depth-anything-metric"
  /// Video Depth Anything, the relative models: inverse depth of unknown scale and shift.
  case videoDepthAnything = "video-depth-anything"
  /// Video Depth Anything, the metric models: metres.
  case videoDepthAnythingMetric = "video-depth-anything-metric"
  /// Depth Anything 3, the nested model: metres.
  case depthAnything3 = "depth-anything-3"
  /// Depth Anything 3, the metric model: metres at a focal length of 300 pixels.
  case depthAnything3Metric = "depth-anything-3-metric"
  /// Depth Anything 3, the other models: depth of unknown scale.
  case depthAnything3Relative = "depth-anything-3-relative"
  /// Metres as floats, or millimetres as integers, whatever made them.
  case metric
  /// ZoeDepth: metres as floats, or 256ths of a metre as 16-bit codes.
  case zoedepth
  /// Apple's Depth Pro: metres as floats, under the key `depth` of an NPZ archive.
  case depthPro = "depth-pro"
  /// MoGe-1: depth of unknown scale, infinite where its mask excludes samples.
  case moge
  /// MoGe-2 and MoGe-3: metres, infinite where its mask excludes samples.
  case moge2 = "moge-2"
  /// UniDepth V1 and V2: metres, with the intrinsics.
  case unidepth
  /// Metric3D V1 and V2: metres.
  case metric3d
  /// Marigold: 0...1 from near to far, linear in depth, of unknown scale and shift.
  case marigold
  /// Gray pictures of depth as the nodes of ComfyUI make them: near is white.
  case comfyui
  /// Blender's Z or Depth pass, in scene units, which are metres unless the scene says otherwise.
  case blender
  /// Nuke's depth: 1 over the distance in scene units, 0 where nothing was hit.
  case nuke
  /// Unreal Engine's World Depth pass, in scene units, which are centimetres unless the project says otherwise.
  case unreal
  /// RenderMan's output `z`, in scene units, which are taken for metres.
  case renderman
  /// KITTI: 16-bit codes of 1/256 m.
  case kitti
  /// KITTI's stereo sets: disparity as 16-bit codes of 1/256 pixel, with the cameras in a file.
  case kittiStereo = "kitti-stereo"
  /// The RGB-D sets of TUM: 16-bit codes of 1/5000 m.
  case tum
  /// NYU Depth V2: metres as floats, or millimetres as integers.
  case nyu
  /// ScanNet: 16-bit codes in millimetres, with the intrinsics in a file.
  case scannet
  /// ARKit: metres as floats, or millimetres as integers.
  case arkit
  /// Middlebury's stereo sets: disparity in pixels, with the cameras in `calib.txt`.
  case middlebury
}

extension MapConvention {
  /// What is known of the maps: the table's row.
  package var facts: Facts {
    switch self {
    case .apple:
      Facts(
        .documented, "gray from near (black) to far (white), linear in depth; floats in metres",
        floats: .metres, codes: .bounded(linearIn: .depth, whiteIsNear: false), takesUnit: true)
    case .midas:
      Facts(
        .documented,
        "32-bit PFM of inverse depth up to scale and shift, or its range as 8 or 16 bits of gray, near = white",
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true,
        sky: "the least value, which is the farthest distance")
    case .depthAnything:
      Facts(
        .documented, "inverse depth up to scale and shift, its range as 8 bits of gray, near = white",
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true,
        skyValue: 0, sky: "0", contradictions: [.looksMetric])
    case .depthAnythingMetric:
      Facts(
        .documented, "floats in metres, in files that end in _depth_meter.npy", floats: .metres, codes: .none,
        contradictions: [.isSpread])
    case .videoDepthAnything:
      Facts(
        .documented,
        "inverse depth up to scale and shift, as EXR of a frame, or NPZ of all frames, of which the key names one, as depths[0]",
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true,
        skyValue: 0, sky: "0", arrays: .init(depth: "depths"), contradictions: [.looksMetric])
    case .videoDepthAnythingMetric:
      Facts(
        .documented,
        "floats in metres, as EXR of a frame, or NPZ of all frames, of which the key names one, as depths[0]",
        floats: .metres,
        codes: .none,
        arrays: .init(depth: "depths"), contradictions: [.isSpread])
    case .depthAnything3:
      Facts(
        .documented, "the nested model: NPZ with depth in metres, confidence and intrinsics", floats: .metres,
        codes: .none, arrays: .init(camera: .matrix("intrinsics"), confidence: "conf"),
        contradictions: [.isSpread])
    case .depthAnything3Metric:
      Facts(
        .documented,
        "DA3METRIC: what the network gives, times the focal length in pixels of the map, over 300; the map has the size "
          + "that the network gave it",
        floats: .metresPerFocalLength(300), codes: .none,
        arrays: .init(camera: .matrix("intrinsics"), confidence: "conf"))
    case .depthAnything3Relative:
      Facts(
        .documented, "DA3-GIANT to DA3-SMALL and DA3MONO: depth up to scale, not inverse depth",
        floats: .metres,
        codes: .none, isRelative: true, arrays: .init(camera: .matrix("intrinsics"), confidence: "conf"))
    case .metric:
      Facts(
        .reported, "floats in metres; integers are millimetres by report, 0 where nothing was measured",
        floats: .metres, codes: .metresPerStep(0.001), takesUnit: true, contradictions: [.isSpread])
    case .zoedepth:
      Facts(
        .documented, "floats in metres; save_raw_16bit gives 256 steps to the metre", floats: .metres,
        codes: .metresPerStep(1 / 256), contradictions: [.isSpread])
    case .depthPro:
      Facts(
        .documented,
        "NPZ with depth in metres and the focal length; previews show inverse depth between 0.1 and 250 metres",
        floats: .metres, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        // The model's inverse depth is 1e-4 at least.
        background: 9_999, sky: "10,000 m, the greatest distance", contradictions: [.isSpread])
    case .moge:
      Facts(
        .documented, "version 1: depth up to scale, mask and intrinsics of the picture's size as 1",
        floats: .metres,
        codes: .none, isRelative: true, sky: "infinite, and all that the mask excludes", arrays: .moge,
        cameraFile: CameraFile(form: .fieldOfView, paths: ["fov.json"]))
    case .moge2:
      Facts(
        .documented, "versions 2 and 3: depth in metres, mask and intrinsics of the picture's size as 1",
        floats: .metres,
        codes: .none, sky: "infinite, and all that the mask excludes", arrays: .moge,
        cameraFile: CameraFile(form: .fieldOfView, paths: ["fov.json"]), contradictions: [.isSpread])
    case .unidepth:
      Facts(
        .documented, "depth in metres, confidence and intrinsics", floats: .metres, codes: .none,
        arrays: .init(camera: .matrix("intrinsics"), confidence: "confidence"), contradictions: [.isSpread])
    case .metric3d:
      Facts(
        .documented, "floats in metres, after its code has gone back from the canonical camera; 0 to 300 m",
        floats: .metres, codes: .none, contradictions: [.isSpread])
    case .marigold:
      Facts(
        .documented,
        "0...1 from near to far, linear in depth, up to scale and shift; or that as 16 bits of gray",
        floats: .parts, codes: .bounded(linearIn: .depth, whiteIsNear: false), isRelative: true, sky: "none")
    case .comfyui:
      Facts(
        .reported,
        "previews of MiDaS and Depth Anything: 8 bits of gray, linear in inverse depth, near = white",
        floats: .none, codes: .bounded(linearIn: .disparity, whiteIsNear: true), isRelative: true,
        sky: "black, which is the farthest distance")
    case .blender:
      Facts(
        .reported,
        "floats in scene units; codes, a channel named Mist, and floats of 0...1 with near and far are the Mist pass, "
          + "near = black, whose distances are along the rays",
        floats: .sceneUnits(metres: 1), codes: .bounded(linearIn: .depth, whiteIsNear: false),
        background: Half.greatest,
        sky:
          "1e10 of Cycles, 65504 of EEVEE up to 4.1 and of halves, and full mist; newer EEVEE writes the end of the clip range",
        takesUnit: true, mayBeRadial: true, hasMist: true)
    case .nuke:
      Facts(
        .reported, "floats of 1 over the distance in scene units, in the channel depth.Z",
        floats: .inverseSceneUnits, codes: .none, sky: "0", takesUnit: true)
    case .unreal:
      Facts(
        .reported, "World Depth of the Movie Render Queue: floats in scene units, which are centimetres",
        floats: .sceneUnits(metres: 0.01), codes: .none,
        sky: "not known; infinite, 65504 of halves, or from 1e9 on",
        takesUnit: true)
    case .renderman:
      Facts(
        .documented, "the output z: floats in scene units, not filtered by default",
        floats: .sceneUnits(metres: 1),
        codes: .none, sky: "not documented; infinite, 65504 of halves, or from 1e9 on", takesUnit: true)
    case .kitti:
      Facts(
        .documented, "16-bit PNG of 256 steps to the metre, 0 where nothing was measured", floats: .none,
        codes: .metresPerStep(1 / 256), sky: "none", pixelOrigin: .center,
        contradictions: [.isFarther(than: 130)])
    case .kittiStereo:
      Facts(
        .documented,
        "16-bit PNG of disparity, 256 steps to the pixel, 0 where nothing was measured; metres by the calibration",
        floats: .none, codes: .pixelsPerStep(1 / 256), sky: "none",
        cameraFile: CameraFile(
          form: .text, paths: ["calib_cam_to_cam.txt", "calib.txt", "../calib_cam_to_cam/FRAME.txt"]),
        pixelOrigin: .center)
    case .tum:
      Facts(
        .documented, "16-bit PNG of 5000 steps to the metre, 0 where nothing was measured", floats: .none,
        codes: .metresPerStep(1 / 5000), sky: "none", pixelOrigin: .center)
    case .nyu:
      Facts(
        .reported, "floats in metres; 16-bit PNG in millimetres by report, 0 where nothing was measured",
        floats: .metres, codes: .metresPerStep(0.001), sky: "none", pixelOrigin: .center,
        contradictions: [.isFarther(than: 15)])
    case .scannet:
      Facts(
        .documented, "16-bit PNG in millimetres, 0 where nothing was measured", floats: .none,
        codes: .metresPerStep(0.001), sky: "none",
        // The reader of ScanNet writes scene/depth/0.png and scene/intrinsic/intrinsic_depth.txt.
        cameraFile: CameraFile(
          form: .text, paths: ["intrinsic_depth.txt", "../intrinsic/intrinsic_depth.txt"]),
        pixelOrigin: .center,
        contradictions: [.isFarther(than: 15)])
    case .arkit:
      Facts(
        .documented,
        "floats in metres; 16-bit PNG of ARKitScenes in millimetres, 0 where nothing was measured",
        floats: .metres, codes: .metresPerStep(0.001), sky: "none",
        cameraFile: CameraFile(
          form: .pinhole, paths: ["MAP.pincam", "../lowres_wide_intrinsics/MAP.pincam"]),
        contradictions: [.isFarther(than: 15)])
    case .middlebury:
      Facts(
        .documented, "PFM of disparity in pixels, infinite where nothing is known; metres by calib.txt",
        floats: .pixelsOfDisparity, codes: .none, sky: "none",
        cameraFile: CameraFile(form: .text, paths: ["calib.txt"]), pixelOrigin: .center)
    }
  }
}
