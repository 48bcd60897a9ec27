// Samples are part of the vocabulary: whoever has this module has `PixelPlane`.
@_exported public import AuxKernels
