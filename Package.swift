// swift-tools-version: 6.3

import PackageDescription

// Libraries that are loaded when they are first needed: the build needs only their headers. On Linux every compiler finds
// these; pkg-config's flags would also link the libraries.
#if os(Linux)
  func headers(_ package: String) -> String? { nil }
#else
  func headers(_ package: String) -> String? { package }
#endif

// The headers of OpenEXR's C++ include Imath's by their names. Its own flags have one that SwiftPM does not take.
#if os(Linux)
  let openEXR = "Imath"
#else
  let openEXR = "OpenEXR"
#endif

// Only the validator asks Exiv2 about XMP packets. The library products link Exiv2 into programs that depend on this package;
// what is built here starts without it, and loads the product auxdepth-xmp from beside itself when it checks the first packet.
func library(_ name: String) -> Product { .library(name: name, targets: [name, "CAuxXMP"]) }

let package = Package(
  name: "auxdepth",
  platforms: [.macOS(.v26)],
  products: [
    library("AuxDepthKit"),
    library("AuxReader"),
    library("AuxMaps"),
    library("AuxWriter"),
    library("AuxValidator"),
    .library(name: "AuxEffects", targets: ["AuxEffects"]),
    library("AuxRender"),
    library("AuxView"),
    .executable(name: "auxdepth", targets: ["auxdepth"]),
    // What the program and the libraries start to decode and encode.
    .executable(name: "auxdepth-worker", targets: ["auxdepth-worker"]),
    .executable(name: "auxdepth-codec-jpeg", targets: ["auxdepth-codec-jpeg"]),
    .executable(name: "auxdepth-codec-hevc", targets: ["auxdepth-codec-hevc"]),
    // Exiv2 behind two functions of C, for the program and for the library for C.
    .library(name: "auxdepth-xmp", type: .dynamic, targets: ["CAuxXMP"]),
    // OpenEXR's C++ library likewise, for what its C core does not decode.
    .library(name: "auxdepth-exr", type: .dynamic, targets: ["CAuxEXR"]),
    // The library for C; `Scripts/build-library` makes of it what is installed.
    .library(name: "AuxDepthC", type: .dynamic, targets: ["AuxDepthC"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // C: module maps of the system's libraries, and one shim for what Swift cannot call.
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: headers("libjpeg"),
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLibDE265", pkgConfig: headers("libde265"),
      providers: [.apt(["libde265-dev"]), .brew(["libde265"])]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: headers("libpng"), providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLibExiv2", pkgConfig: "exiv2",
      providers: [.apt(["libexiv2-dev"]), .brew(["exiv2"])]),
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
      name: "CLibISAL", pkgConfig: headers("libisal"),
      providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    .systemLibrary(
      name: "CLibOpenEXR", pkgConfig: headers("OpenEXR"),
      providers: [.apt(["libopenexr-dev"]), .brew(["openexr"])]),
    .systemLibrary(
      name: "CLibOpenEXRCxx", pkgConfig: openEXR,
      providers: [.apt(["libopenexr-dev"]), .brew(["openexr"])]),
    .systemLibrary(
      name: "CLibJXL", pkgConfig: headers("libjxl"),
      providers: [.apt(["libjxl-dev"]), .brew(["jpeg-xl"])]),
    // The client of the codec programs, and calls of the system that Swift cannot make itself.
    .target(name: "CAuxSystem"),
    // What all codec programs share, and each linked to its library. SwiftPM builds them next to the program of whoever depends
    // on a library product, since AuxCodecs depends on them and each is a product.
    .target(name: "CAuxServe", path: "Sources/codecs/shared"),
    .executableTarget(
      name: "auxdepth-codec-jpeg", dependencies: ["CAuxServe", "CLibJPEG"], path: "Sources/codecs/jpeg",
      linkerSettings: [.linkedLibrary("jpeg")]),
    .executableTarget(
      name: "auxdepth-codec-hevc", dependencies: ["CAuxServe", "CLibDE265"], path: "Sources/codecs/hevc",
      linkerSettings: [.linkedLibrary("de265")]),
    .target(
      name: "CAuxShims",
      dependencies: [
        "CLibPNG", "CLibHEIF", "CLibTIFF", "CLibWebP", "CLibOpenEXR", "CLibJXL", "CLibZ",
        "CLibISAL",
      ],
      // Not every program that has this imports the module whose map asks for zlib.
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux])), .linkedLibrary("z")]),
    // The C++ of Exiv2 behind two functions of C. It uses only declarations of the shims, so that the product has nothing else.
    .target(
      name: "CAuxXMP", dependencies: ["CLibExiv2"],
      cxxSettings: [.headerSearchPath("../CAuxShims/include"), .unsafeFlags(["-fvisibility=hidden"])]),
    // OpenEXR's C++ behind one function of C, in the same way.
    .target(
      name: "CAuxEXR", dependencies: ["CLibOpenEXRCxx"],
      cxxSettings: [.headerSearchPath("../CAuxShims/include"), .unsafeFlags(["-fvisibility=hidden"])],
      linkerSettings: [.linkedLibrary("OpenEXR")]),

    .executableTarget(name: "auxdepth-worker", dependencies: ["CAuxShims"]),

    // Loops that C's compiler makes several times as fast, with optimisation in debug builds, too.
    .target(name: "CAuxKernels", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    // Each module imports only modules above it in this list.
    .target(name: "AuxKernels", dependencies: ["CAuxKernels"]),
    .target(name: "AuxImage", dependencies: ["AuxKernels"]),
    .target(name: "AuxContainers", dependencies: ["AuxImage", "AuxKernels"]),
    .target(
      name: "AuxCodecs",
      dependencies: [
        "AuxContainers", "AuxImage", "AuxKernels", "CAuxShims", "CAuxSystem", "CLibZ",
        "auxdepth-codec-jpeg", "auxdepth-codec-hevc",
        .target(name: "CAuxXMP", condition: .when(platforms: [.macOS])),
      ]),
    .target(
      name: "AuxReader", dependencies: ["AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"]),
    .target(
      name: "AuxMaps", dependencies: ["AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"]),
    .target(
      name: "AuxWriter",
      dependencies: [
        "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels", "CAuxSystem",
      ]),
    .target(
      name: "AuxValidator",
      dependencies: ["AuxReader", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels"]),
    .target(name: "AuxEffects", dependencies: ["CAuxKernels", "AuxImage", "AuxKernels"]),
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
        "CAuxPage", "AuxRender", "AuxValidator", "AuxWriter", "AuxReader", "AuxCodecs", "AuxContainers",
        "AuxImage", "AuxKernels",
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
      exclude: ["include", "auxdepth.pc.in", "auxdepth-config.cmake.in", "auxdepth-config-version.cmake.in"],
      // gold exports protected symbols even where they are to be hidden.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),
    .target(
      name: "AuxCommand",
      dependencies: [
        "AuxDepthKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The program: a main in C that calls the command-line interface.
    .executableTarget(name: "auxdepth", dependencies: ["AuxCommand"]),

    // A codec program that misbehaves and a client for it, for tests of codec processes; no product has it.
    .executableTarget(
      name: "CodecProbe", dependencies: ["CAuxServe", "CAuxSystem"], path: "Tests/CodecProbe"),
    // Prints what Exiv2 reads in XMP packets; tests compare the package's parser with it. No product has it.
    .executableTarget(name: "XMPReference", dependencies: ["CLibExiv2"], path: "Tests/XMPReference"),
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
      dependencies: ["AuxMaps", "AuxCodecs", "AuxContainers", "AuxImage", "AuxKernels", "TestSupport"]),
    .testTarget(
      name: "AuxWriterTests",
      dependencies: [
        "AuxValidator", "AuxWriter", "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage",
        "AuxKernels", "CAuxSystem", "TestSupport",
      ]),
    .testTarget(
      name: "AuxValidatorTests",
      dependencies: [
        "AuxDepthKit", "AuxValidator", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage",
        "TestSupport",
      ]),
    .testTarget(
      name: "AuxViewTests",
      dependencies: [
        "AuxView", "AuxValidator", "AuxWriter", "AuxReader", "AuxCodecs", "AuxImage", "AuxKernels",
        "TestSupport",
      ]),
    .testTarget(name: "AuxDepthCTests", dependencies: ["AuxDepthC", "AuxDepthKit", "CAuxDepth"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "auxdepth", "AuxDepthKit", "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers", "AuxImage",
        "AuxKernels", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The programs that time the library, which `Benchmarks/run` builds, and the parsers under libFuzzer, which `Fuzz/run` builds with
// its instrumentation. Nobody else does.
if Context.environment["AUXDEPTH_TOOLS"] != nil {
  package.targets += [
    .executableTarget(
      name: "KernelBenchmark", dependencies: ["AuxImage", "AuxKernels"], path: "Benchmarks/Kernels"),
    .executableTarget(
      name: "EffectsBenchmark", dependencies: ["AuxEffects", "AuxImage", "AuxKernels"],
      path: "Benchmarks/Effects"),
    .target(name: "FuzzSupport", path: "Fuzz/Support"),
    .executableTarget(
      name: "AuxFuzz",
      dependencies: [
        "AuxRender", "AuxWriter", "AuxValidator", "AuxMaps", "AuxReader", "AuxCodecs", "AuxContainers",
        "AuxImage", "AuxKernels", "FuzzSupport", "TestSupport",
        // With the instrumentation, too.
        "CAuxXMP",
      ],
      path: "Fuzz/Targets"),
  ]
}

// The same settings for every Swift target of ours, in one place.
let ofC = [
  "CAuxServe", "CAuxSystem", "auxdepth-codec-jpeg", "auxdepth-codec-hevc", "CAuxShims", "CAuxXMP", "CAuxEXR",
  "CAuxKernels", "CAuxPage", "auxdepth", "auxdepth-worker", "CodecProbe",
  "XMPReference", "FuzzSupport",
]
for target in package.targets
where target.type != .system && !ofC.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  // In AuxDepthC nearly everything is a pointer from C, and each line would need `unsafe`.
  if !target.name.hasPrefix("AuxDepthC") { target.swiftSettings?.append(.strictMemorySafety()) }
}

// Where these loop over pixels they take up to a hundred times as long without optimisation, in the tests and in the debug
// builds of whoever depends on this package. The rest stays as a debug build has it.
let loops = [
  "AuxKernels", "AuxEffects", "AuxImage", "AuxCodecs", "AuxView", "AuxEffectsTests", "AuxViewTests",
]
for target in package.targets where loops.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
