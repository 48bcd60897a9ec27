// A picture out of a photo needs the photo, its map, an effect and a destination: one import gives them all.
@_exported public import AuxEffects
@_exported public import AuxMaps
@_exported public import AuxReader
@_exported public import AuxWriter
