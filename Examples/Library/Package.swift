// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "LibraryExamples",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "auxdepth", path: "../..")],
  targets: [
    .target(
      name: "LibraryExamples", dependencies: [.product(name: "AuxDepthKit", package: "auxdepth")],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]),
    .testTarget(
      name: "LibraryExamplesTests",
      dependencies: ["LibraryExamples", .product(name: "AuxDepthKit", package: "auxdepth")],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
