public import AuxEffects
public import AuxImage

/// What effects are to do; each reads what it needs, as ``Effect/parameters`` says.
public struct EffectOptions: Hashable, Sendable {
  /// Which nearness is in focus, and how fast the focus fades.
  public var focus = FocusMask.standard
  /// The radius of the blur, in pixels of a picture of 12 megapixels, and its shape.
  public var blur = FocalBlur.standard
  /// The lens whose blur it is, where distances are known: then ``focus`` and ``blur`` say only what nearness is in
  /// focus, and what a point becomes. For photos.
  public var lens: LensOptions?
  /// What becomes of what is out of focus in ``Effect/highlight``.
  public var highlight = Highlight()
  /// Which nearness is black, and which white, in gray.
  public var gray = GrayscaleEffect.standard
  /// What is focused on, where it is not the nearness of ``focus``.
  public var target = FocusTarget.nearness
  /// How the photo's matte keeps its subject from the effect; nil where it does not.
  public var matteMode: EffectMask.Combination?
  /// The type of that matte, and of that which ``Effect/matte`` and ``Effect/composite`` take.
  public var matteType = AuxiliaryDataType.portraitEffectsMatte
  /// The picture that ``Effect/composite`` puts behind the subject; it is scaled to fill the photo's size, and its middle
  /// is taken.
  public var background: PhotoPixels?
  /// How much of the effect there is, and of the photo's own light for the rest; all of it by default.
  public var mixer = Mixer.filtered
  /// How far the views of both eyes are apart, and what lies in the plane of the picture.
  public var stereo = Stereo.standard
  /// How the views of both eyes become pictures.
  public var layout = StereoPair.Layout.leftRight

  /// Creates the default options.
  public init() {}
}
