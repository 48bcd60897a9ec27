// swift-tools-version: 6.3

import PackageDescription

// Libraries that are loaded when they are first needed, and of which the build needs the headers alone. Linux has these
// where every compiler looks; what pkg-config says would link them as well.
#if os(Linux)
  func headers(_ package: String) -> String? { nil }
#else
  func headers(_ package: String) -> String? { package }
#endif

// The program as it is shipped, which `Scripts/build-release` builds: it starts without Exiv2, whose C++ is then a shared
// object beside it. Otherwise that is linked, and there is nothing to find.
let isShipped = Context.environment["AUXDEPTH_SHIPPED"] != nil

let package = Package(
  name: "auxdepth",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "AuxDepthKit", targets: ["AuxDepthKit"]),
    .library(name: "AuxReader", targets: ["AuxReader"]),
    .library(name: "AuxMaps", targets: ["AuxMaps"]),
    .library(name: "AuxWriter", targets: ["AuxWriter"]),
    .library(name: "AuxValidator", targets: ["AuxValidator"]),
    .library(name: "AuxEffects", targets: ["AuxEffects"]),
    .library(name: "AuxRender", targets: ["AuxRender"]),
    .library(name: "AuxView", targets: ["AuxView"]),
    .executable(name: "auxdepth", targets: ["auxdepth"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // C: module maps of the system's libraries, and one shim for what Swift cannot call.
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLibExiv2", pkgConfig: "exiv2",
      providers: [.apt(["libexiv2-dev"]), .brew(["exiv2"])]),
    .systemLibrary(
      name: "CLibMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"]), .brew(["libmd"])]),
    .systemLibrary(
      name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibHEIF", pkgConfig: headers("libheif"),
      providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
    .systemLibrary(
      name: "CLibTIFF", pkgConfig: headers("libtiff-4"),
      providers: [.apt(["libtiff-dev"]), .brew(["libtiff"])]),
    .systemLibrary(
      name: "CLibWebP", pkgConfig: headers("libwebp"),
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CLibOpenEXR", pkgConfig: headers("OpenEXR"),
      providers: [.apt(["libopenexr-dev"]), .brew(["openexr"])]),
    .systemLibrary(
      name: "CLibJXL", pkgConfig: headers("libjxl"),
      providers: [.apt(["libjxl-dev"]), .brew(["jpeg-xl"])]),
    .target(
      name: "CAuxShims",
      dependencies: [
        "CLibJPEG", "CLibPNG", "CLibMD", "CLibHEIF", "CLibTIFF", "CLibWebP", "CLibOpenEXR", "CLibJXL",
        "CLibZ",
      ],
      // Not every program that has this imports the module whose map asks for zlib.
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux])), .linkedLibrary("z")]),
    // The C++ of Exiv2 behind a function of C.
    .target(name: "CAuxXMP", dependencies: ["CAuxShims", "CLibExiv2"]),

    // Each module imports only what stands above it in this list.
    .target(name: "AuxKernels"),
    .target(name: "AuxImage", dependencies: ["AuxKernels"]),
    .target(name: "AuxContainers", dependencies: ["AuxImage"]),
    .target(
      name: "AuxCodecs",
      dependencies: ["AuxContainers", "AuxImage", "AuxKernels", "CAuxShims", "CLibZ"]
        + (isShipped ? [] : ["CAuxXMP"])),
    .target(
      name: "AuxReader", dependencies: ["AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"]),
    .target(
      name: "AuxMaps", dependencies: ["AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"]),
    .target(
      name: "AuxWriter",
      dependencies: [
        "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels", "CAuxShims",
      ]),
    .target(
      name: "AuxValidator",
      dependencies: ["AuxReader", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"]),
    .target(name: "AuxEffects", dependencies: ["AuxImage", "AuxKernels"]),
    .target(
      name: "AuxRender",
      dependencies: [
        "AuxEffects", "AuxWriter", "AuxMaps", "AuxReader", "AuxContainers", "AuxImage", "AuxKernels",
      ]),
    // The parts of the page that AuxView makes, as bytes in the program.
    .target(name: "CAuxPage", exclude: ["page"]),
    .target(
      name: "AuxView",
      dependencies: [
        "CAuxPage", "AuxValidator", "AuxWriter", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage",
        "AuxKernels",
      ]),
    // One import for all public modules.
    .target(
      name: "AuxDepthKit",
      dependencies: [
        "AuxView", "AuxRender", "AuxValidator", "AuxEffects", "AuxWriter", "AuxMaps", "AuxReader", "AuxImage",
      ]),
    // The same library for C: functions whose declarations are those of the header.
    .systemLibrary(name: "CAuxDepth", path: "Sources/AuxDepthC/include"),
    .target(
      name: "AuxDepthC", dependencies: ["CAuxDepth", "AuxDepthKit", "AuxCodecs", "AuxKernels"],
      exclude: ["include", "auxdepth.pc.in"]),
    .executableTarget(
      name: "auxdepth",
      dependencies: [
        "AuxDepthKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Decoders that do what none should, for tests of the sandbox; no product has it.
    .executableTarget(
      name: "SandboxProbe", dependencies: ["CAuxShims"], path: "Tests/SandboxProbe"),
    // What several test targets share; no product has it.
    .target(
      name: "TestSupport",
      dependencies: ["AuxEffects", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "AuxEffectsTests", dependencies: ["AuxEffects", "AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(
      name: "AuxRenderTests",
      dependencies: ["AuxRender", "AuxEffects", "AuxWriter", "AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(name: "AuxKernelsTests", dependencies: ["AuxKernels", "TestSupport"]),
    .testTarget(name: "AuxImageTests", dependencies: ["AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(
      name: "AuxContainersTests", dependencies: ["AuxContainers", "AuxImage", "TestSupport"]),
    .testTarget(
      name: "AuxCodecsTests",
      dependencies: ["AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels", "CAuxShims", "TestSupport"]),
    .testTarget(
      name: "AuxReaderTests",
      dependencies: ["AuxReader", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(
      name: "AuxMapsTests",
      dependencies: ["AuxMaps", "AuxCodecs", "AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(
      name: "AuxWriterTests",
      dependencies: [
        "AuxValidator", "AuxWriter", "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage",
        "AuxKernels", "TestSupport",
      ]),
    .testTarget(
      name: "AuxValidatorTests",
      dependencies: ["AuxDepthKit", "AuxValidator", "AuxReader", "AuxContainers", "AuxImage", "TestSupport"]),
    .testTarget(
      name: "AuxViewTests",
      dependencies: ["AuxView", "AuxReader", "AuxCodecs", "AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(name: "AuxDepthCTests", dependencies: ["AuxDepthC", "CAuxDepth"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "auxdepth", "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels",
        "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The library for C is linked by `Scripts/build-library`, beside the program; nobody else needs it linked.
if isShipped {
  package.products.append(.library(name: "AuxDepthC", type: .dynamic, targets: ["AuxDepthC"]))
  // Of symbols that are not to be seen, gold lists those that are protected all the same.
  for target in package.targets where target.name == "AuxDepthC" {
    target.linkerSettings = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
  }
}

// The programs that time the library for `Benchmarks/run`, which builds them and nobody else does.
if Context.environment["AUXDEPTH_BENCHMARKS"] != nil {
  package.targets += [
    .executableTarget(
      name: "KernelBenchmark", dependencies: ["AuxImage", "AuxKernels"], path: "Benchmarks/Kernels"),
    .executableTarget(
      name: "EffectsBenchmark", dependencies: ["AuxEffects", "AuxImage", "AuxKernels"],
      path: "Benchmarks/Effects"),
  ]
}

// The parsers under libFuzzer for `Fuzz/run`, which builds them with its instrumentation and nobody else does.
if Context.environment["AUXDEPTH_FUZZ"] != nil {
  package.targets += [
    .target(name: "FuzzSupport", path: "Fuzz/Support"),
    .executableTarget(
      name: "AuxFuzz",
      dependencies: [
        "AuxRender", "AuxWriter", "AuxValidator", "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers",
        "AuxImage", "AuxKernels", "FuzzSupport", "TestSupport",
      ],
      path: "Fuzz/Targets"),
  ]
}

// The same settings for every Swift target of ours, in one place.
let ofC = ["CAuxShims", "CAuxXMP", "CAuxPage", "SandboxProbe", "FuzzSupport"]
for target in package.targets
where target.type != .system && !ofC.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  // Where all that there is comes from C as a pointer, each line would say so.
  if !target.name.hasPrefix("AuxDepthC") { target.swiftSettings?.append(.strictMemorySafety()) }
}

// Tests of pictures take minutes where loops over pixels are not optimised, those of clips that a test draws among them.
// SwiftPM takes such flags of the package at hand only, and so they are asked for: `make test` does.
if Context.environment["AUXDEPTH_FAST_KERNELS"] != nil {
  let loops = [
    "AuxKernels", "AuxEffects", "AuxEffectsTests", "AuxImage", "AuxCodecs", "AuxReader", "AuxValidator",
    "AuxView",
    "AuxViewTests",
  ]
  for target in package.targets where loops.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}
