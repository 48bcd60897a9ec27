import AuxDepthKit

/// Returns the portrait matte of a photo, or nil where it has none.
public func portraitMatte(of photo: String) throws(AuxError) -> PortraitEffectsMatte? {
  guard let info = try ImageSource(photo).auxiliaryDataInfo(.portraitEffectsMatte) else { return nil }
  return try PortraitEffectsMatte(fromDictionaryRepresentation: info)
}

/// Puts a portrait matte into a photo that has none: 0 is background, 255 the person.
public func attachMatte(
  _ samples: [UInt8], width: Int, height: Int, to photo: String, output: String
) throws(AuxError) {
  let matte = try PixelPlane(width: width, height: height, storage: .uint8(samples))
  var destination = try ImageDestination(from: ImageSource(photo))
  try destination.addMatte(matte, type: .portraitEffectsMatte)
  try destination.finalize(to: output)
}

/// Replaces the portrait matte of a photo by an edited one.
public func editMatte(
  of photo: String, output: String, _ edit: ([UInt8]) -> [UInt8]
) throws(AuxError) {
  guard let matte = try portraitMatte(of: photo) else {
    throw AuxError(.missingImage, "the photo has no portrait matte", path: photo)
  }
  let image = matte.mattingImage
  let plane = try PixelPlane(width: image.width, height: image.height, storage: .uint8(edit(image.data())))
  let edited = try matte.replacingPortraitEffectsMatte(with: plane).dictionaryRepresentation()

  var destination = try ImageDestination(from: ImageSource(photo))
  try destination.addAuxiliaryDataInfo(edited.info, type: edited.type, replacing: true)
  try destination.finalize(to: output)
}
