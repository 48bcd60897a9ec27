import AuxDepthKit

/// Writes a part of a photo, as displayed, in half its size and in another container: with its depth map, which is cut with it.
///
/// Returns what became of its auxiliary images.
public func halved(
  _ photo: String, part: PixelRectangle, output: String, as container: ImageContainer
) throws(AuxError) -> [PhotoEdit.ImagePlan] {
  var edit = PhotoEdit()
  edit.crop = .rectangle(part)
  edit.size = .percent(50)
  let edited = try edit.applied(to: ImageSource(photo), as: container)
  for note in edited.destination.notes { print(note) }
  try edited.destination.finalize(to: output)
  return edited.plan.images
}
