// Users of the library name its vocabulary without importing a module they never chose.
@_exported public import AuxImage
