// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "LibraryExamples",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "auxdepth", path: "../..")],
  targets: [
    .target(
      name: "LibraryExamples",
      dependencies: [
        .product(name: "AuxReader", package: "auxdepth"), .product(name: "AuxWriter", package: "auxdepth"),
        .product(name: "AuxEffects", package: "auxdepth"),
      ]),
    .testTarget(
      name: "LibraryExamplesTests",
      dependencies: ["LibraryExamples", .product(name: "AuxEffects", package: "auxdepth")]),
  ],
  swiftLanguageModes: [.v6]
)
