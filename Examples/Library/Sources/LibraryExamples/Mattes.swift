import AuxReader
import AuxWriter

/// Returns the portrait matte of a photo, or nil where it has none.
public func portraitMatte(of photo: String) throws(AuxError) -> PortraitEffectsMatte? {
  guard let info = try ImageSource(photo).auxiliaryDataInfo(.portraitEffectsMatte) else { return nil }
  return try PortraitEffectsMatte(dictionaryRepresentation: info)
}

/// Puts a portrait matte into a photo that has none.
public func attachMatte(
  _ samples: [UInt8], width: Int, height: Int, to photo: String, output: String
) throws(AuxError) {
  let plane = PixelPlane(width: width, height: height, storage: .uint8(samples))
  let (info, type) = try PortraitEffectsMatte(mattingImage: plane).dictionaryRepresentation()
  var destination = try ImageDestination(from: ImageSource(photo))
  try destination.addAuxiliaryDataInfo(info, type: type)
  _ = try destination.finalize(to: output)
}

/// Replaces the portrait matte of a photo by an edited one.
public func editMatte(
  of photo: String, output: String, _ edit: ([UInt8]) -> [UInt8]
) throws(AuxError) {
  let source = try ImageSource(photo)
  guard let info = try source.auxiliaryDataInfo(.portraitEffectsMatte) else {
    throw AuxError(.missingImage, "the photo has no portrait matte")
  }
  let matte = try PortraitEffectsMatte(dictionaryRepresentation: info)
  guard case .uint8(let samples) = matte.mattingImage.storage else { return }
  let plane = PixelPlane(
    width: matte.mattingImage.width, height: matte.mattingImage.height, storage: .uint8(edit(samples)))
  let edited = try matte.replacingPortraitEffectsMatte(with: plane).dictionaryRepresentation()

  var destination = try ImageDestination(from: source)
  try destination.addAuxiliaryDataInfo(edited.info, type: edited.type, replacing: true)
  _ = try destination.finalize(to: output)
}
