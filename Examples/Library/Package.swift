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
      ]),
    .testTarget(name: "LibraryExamplesTests", dependencies: ["LibraryExamples"]),
  ],
  swiftLanguageModes: [.v6]
)
