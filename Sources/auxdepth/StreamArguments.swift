public import ArgumentParser
public import AuxEffects

extension StandardFilter.Kind: ExpressibleByArgument {}
extension DepthHold.Mode: ExpressibleByArgument {}
