internal import AuxDepthKit

extension EffectOptions {
  /// Takes the options of effects, and the picture behind the subject.
  init(_ options: inout Options, background: Picture?) throws(AuxError) {
    self.init()
    focus = try FocusMask(
      focus: options.float("focus") ?? focus.focus, width: options.float("width") ?? focus.width,
      slope: options.float("slope") ?? focus.slope)
    blur = try FocalBlur(
      radius: options.float("radius") ?? blur.radius, shape: options.choice("kernel") ?? blur.shape,
      blades: options.count("blades"), catsEye: options.float("catsEye") ?? blur.catsEye)
    lens = try Self.lens(&options)
    target = try Self.target(&options)
    matteMode = try options.choice("matteMode")
    if let name = try options.text("matteType") {
      guard let type = AuxiliaryDataType(name: name) else {
        throw AuxError(.usage, "\(name) is no type of auxiliary images", place: "options/matteType")
      }
      matteType = type
    }
    if let mix = try options.float("mix"), mix != 1 { mixer = try Mixer(mix: mix) }
    gray = try GrayscaleEffect(
      offset: options.float("offset") ?? gray.offset, range: options.float("range") ?? gray.range)
    highlight = Highlight(ground: try options.flag("mono") ?? false ? .mono : .luminance)
    layout = try options.choice("layout") ?? layout
    stereo = try Stereo(
      maxShift: options.float("maxShift") ?? stereo.maxShift,
      convergence: options.float("convergence") ?? stereo.convergence)
    self.background = background?.pixels
  }

  private static func lens(_ options: inout Options) throws(AuxError) -> LensOptions? {
    let (aperture, fNumber) = (try options.float("aperture"), try options.float("fNumber"))
    let fieldOfView = try options.number("fieldOfView")
    switch (aperture, fNumber) {
    case (nil, nil):
      guard fieldOfView == nil else {
        throw AuxError(.usage, "is that of a lens, of aperture or fNumber", place: "options/fieldOfView")
      }
      return nil
    case (let aperture?, nil): return try LensOptions(.diameter(aperture), fieldOfView: fieldOfView)
    case (nil, let number?): return try LensOptions(.fNumber(number), fieldOfView: fieldOfView)
    case (_?, _?):
      throw AuxError(.usage, "aperture and fNumber say the same", place: "options/aperture")
    }
  }

  private static func target(_ options: inout Options) throws(AuxError) -> FocusTarget {
    let isSubject = try options.flag("autofocus") ?? false
    guard let pixel = try options.integers("focusAt", 2) else { return isSubject ? .subject : .nearness }
    guard !isSubject, pixel[0] >= 0, pixel[1] >= 0 else {
      throw AuxError(.usage, "is [x,y] without autofocus", place: "options/focusAt")
    }
    return .pixel(x: pixel[0], y: pixel[1])
  }
}
