// One import gives all public modules of the library; AuxImage brings `PixelPlane` of AuxKernels.
@_exported public import AuxEffects
@_exported public import AuxImage
@_exported public import AuxMaps
@_exported public import AuxReader
@_exported public import AuxRender
@_exported public import AuxValidator
@_exported public import AuxView
@_exported public import AuxWriter
