import AuxDepthKit
import AuxImage
import AuxReader
import AuxValidator
import TestSupport
import Testing

@Suite("Policies")
struct PolicyTests {
  /// A photo of 64x48 with a gain map of 32x24 and a disparity map of 64x48, 0.5 to 2.5 1/m.
  private static func portrait() throws -> [UInt8] { try Pictures.portrait().bytes }

  private static func policy(_ json: String) throws -> ValidationPolicy {
    try ValidationPolicy(json: Array(json.utf8))
  }

  /// Returns the rules of policies that find something in the portrait.
  private static func found(_ json: String, headersOnly: Bool = false) throws -> [String] {
    let validator = Validator(headersOnly: headersOnly, policy: try policy(json))
    return validator.validate(data: try portrait()).findings.map(\.rule).filter { $0.hasPrefix("POLICY") }
  }

  @Test(
    "What is asked for and not there is found by its rule, and nothing else",
    arguments: [
      (#"{"require": ["disparity", "skin"]}"#, "POLICY-REQUIRE"),
      (#"{"forbid": ["disparity"]}"#, "POLICY-FORBID"),
      (#"{"forbid": ["depthmap"]}"#, "POLICY-FORBID"),
      (#"{"require": ["depthmap", "gainmap", "mattes"]}"#, "POLICY-REQUIRE"),
      (#"{"containers": ["heif", "dng"]}"#, "POLICY-CONTAINER"),
      (#"{"minSize": {"disparity": "768x576"}}"#, "POLICY-SIZE"),
      (#"{"minSize": "768x576"}"#, "POLICY-SIZE"),
      (#"{"minShare": {"gainmap": 0.75}}"#, "POLICY-SHARE"),
      (#"{"range": {"minCodes": 257}}"#, "POLICY-RANGE"),
      (#"{"calibration": true}"#, "POLICY-CALIBRATION"),
      (#"{"accuracy": "absolute"}"#, "POLICY-ACCURACY"),
    ])
  func asked(_ json: String, _ rule: String) throws {
    #expect(try Self.found(json) == [rule])
    #expect(try Self.found(json, headersOnly: true) == (json.contains("minCodes") ? [] : [rule]))
  }

  @Test("A requirement that is met is not a finding")
  func met() throws {
    #expect(
      try Self.found(
        #"""
        {"version": 1, "name": "all", "require": ["disparity"], "forbid": ["hair"],
         "containers": ["jpeg"], "minSize": {"disparity": "24x32", "hair": "4000x4000"},
         "minShare": {"disparity": 1, "gainmap": 0.5}, "range": {"nearest": 5, "farthest": 6, "minCodes": 4},
         "calibration": false, "accuracy": ["relative", "absolute"], "maxHoles": 0, "profiles": []}
        """#
      ).isEmpty)
  }

  @Test("A group has the gain maps of all forms", arguments: GainMapDescription.Form.allCases)
  func gainMaps(_ form: GainMapDescription.Form) throws {
    var destination = try ImageDestination(from: ImageSource(data: Pictures.photo()))
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: 4, forms: [form])
    let bytes = try destination.finalize().data
    func found(_ json: String) throws -> [String] {
      let report = Validator(policy: try Self.policy(json)).validate(data: bytes)
      return report.findings.filter { $0.rule.hasPrefix("POLICY") }.map(\.message)
    }
    let name = try #require(ImageSource(data: bytes).auxiliaryImages.first?.type.name)
    #expect(try found(#"{"forbid": ["gainmap"]}"#) == ["there is an image of type \(name)"])
    #expect(try found(#"{"require": ["gainmap"]}"#).isEmpty)
    #expect(
      try found(#"{"require": ["mattes"]}"#) == ["there is no matte; there is \(name)"])
    #expect(try found(#"{"minShare": {"gainmap": 0.75}}"#).count == 1)
    #expect(try found(#"{"minSize": {"gainmap": "33x25"}}"#).count == 1)
    // What is asked of a type counts before what is asked of its group.
    #expect(try found(#"{"minSize": {"gainmap": "33x25", "\#(name)": "8x8"}}"#).isEmpty)
  }

  @Test("A policy asks for content where anything but severities is in it")
  func content() throws {
    #expect(try !Self.policy(#"{"rules": {"JPEG-TRAILER": "ignore"}}"#).asksForContent)
    #expect(try Self.policy(#"{"folders": {"a/**": {"require": ["depth"]}}}"#).asksForContent)
    var options = ValidationPolicy()
    options.overrides.containers = [.jpeg]
    #expect(options.asksForContent)
  }

  @Test("The range is that of absolute maps, in metres")
  func range() throws {
    let packet = Packets.disparity()
    let absolute = packet.replacing(">relative<", with: ">absolute<")
    try #require(absolute != packet)
    var portrait = try Pictures.portrait()
    portrait.secondaries = [
      try Pictures.secondary(absolute, plane: Pictures.ramp(width: 32, height: 24), count: 2)
    ]
    let bytes = portrait.bytes
    func messages(_ json: String) throws -> [String] {
      let report = Validator(policy: try Self.policy(json)).validate(data: bytes)
      return report.findings.filter { $0.rule == "POLICY-RANGE" }.map(\.message)
    }
    #expect(try messages(#"{"range": {"nearest": 0.0001, "farthest": 100000}}"#).isEmpty)
    #expect(
      try messages(#"{"range": {"nearest": 1000}}"#).first?.hasPrefix("the nearest distance is") == true)
    #expect(
      try messages(#"{"range": {"farthest": 0.01}}"#).first?.hasPrefix("the farthest distance is") == true)
    #expect(try messages(#"{"accuracy": "absolute"}"#).isEmpty)
  }

  @Test("Rules are as severe as the policy has them, or left out, and profiles are asked for")
  func grades() throws {
    let trailer = try Pictures.portrait(trailer: Array("left over".utf8)).bytes
    func report(_ json: String) throws -> Validator.Report {
      Validator(policy: try Self.policy(json)).validate(data: trailer)
    }
    let plain = Validator().validate(data: trailer)
    let info = try #require(plain.findings.first { $0.severity == .info })
    let raised = try report(#"{"rules": {"\#(info.rule)": "error"}}"#)
    #expect(raised.judgement == .invalid && raised.findings.count == plain.findings.count)
    #expect(
      try report(#"{"rules": {"\#(info.rule)": "ignore"}}"#).findings.allSatisfy { $0.rule != info.rule })
    let lowered = try report(#"{"require": ["skin"], "rules": {"POLICY-REQUIRE": "warning"}}"#)
    #expect(lowered.judgement == .valid && lowered.findings.contains { $0.rule == "POLICY-REQUIRE" })
    #expect(
      try report(#"{"profiles": ["photos-portrait"]}"#).findings.contains {
        $0.rule.hasPrefix("PHOTOS-PORTRAIT")
      })
  }

  @Test("A file that the reader refuses is an error although the rule that says why is left out")
  func refused() throws {
    let defects = DefectCorpus.seeded.filter { $0.severity == .error && $0.isInHeaders && $0.also.isEmpty }
    var count = 0
    for defect in defects {
      let bytes = try DefectCorpus.bytes(of: defect)
      guard let rule = defect.rule, rule != "FILE-OPEN", rule != "FILE-READABLE",
        (try? ImageSource(data: bytes)) == nil
      else { continue }
      count += 1
      let report = Validator(policy: try Self.policy(#"{"rules": {"\#(rule)": "ignore"}}"#)).validate(
        data: bytes)
      #expect(report.judgement == .invalid, "\(rule)")
    }
    #expect(count > 0)
  }

  @Test("Folders ask for other things, the longer pattern last, and null for nothing")
  func folders() throws {
    let policy = try ValidationPolicy(
      json: Array(
        #"""
        {"require": ["skin"], "calibration": true, "rules": {"JPEG-TRAILER": "ignore", "AUX-ASPECT": "error"},
         "folders": {"drafts/**": {"require": null, "rules": {"AUX-ASPECT": "ignore"}}, "drafts/kept/*.jpg": {"require": ["hair"]},
                     "**/raw/": {"calibration": null}}}
        """#.utf8), folder: "some/place")
    func asked(_ path: String) -> ValidationPolicy.Requirements { policy.requirements(forFileAt: path) }
    #expect(asked("some/place/a.jpg").required?.map(\.name) == ["semanticSegmentationSkinMatte"])
    #expect(asked("some/place/drafts/x/a.jpg").required == [])
    #expect(
      asked("./some/other/../place/drafts/a.jpg").grades == ["JPEG-TRAILER": .ignore, "AUX-ASPECT": .ignore])
    #expect(asked("some/place/drafts/kept/a.jpg").required == [.type(.semanticSegmentationHairMatte)])
    #expect(asked("some/place/drafts/kept/a.heic").required == [])
    #expect(asked("some/place/x/raw/y/a.jpg").requiresCalibration == false)
    #expect(asked("some/place/x/raw.jpg").requiresCalibration == true)
    // Outside the folder, and where there is no path, no folder is spoken of.
    for path in ["drafts/a.jpg", "some/drafts/a.jpg", "-"] {
      #expect(asked(path).required?.count == 1)
    }
    #expect(policy.requirements(forFileAt: nil).required?.count == 1)
    var stricter = policy
    stricter.overrides.required = [.type(.disparity)]
    #expect(stricter.requirements(forFileAt: "some/place/drafts/a.jpg").required == [.type(.disparity)])
  }

  @Test(
    "What is wrong in a policy is named with its place and what was probably meant",
    arguments: [
      ("[1]", "", "an object is wanted"),
      (
        "{\n  \"name\" 1}", "",
        "is no JSON policy: the syntax is wrong; `python3 -m json.tool` names the line"
      ),
      (#"{"requier": []}"#, "requier", #"did you mean "require"?"#),
      (#"{"version": 2}"#, "version", "version 1 is known"),
      (
        #"{"require": ["dispariti"]}"#, "require[0]",
        #"there is no type "dispariti"; did you mean "disparity"?"#
      ),
      (#"{"require": "disparity"}"#, "require", "a list of texts is wanted"),
      (#"{"require": [5]}"#, "require[0]", "a text is wanted, not 5"),
      (
        #"{"forbidMetadata": ["location", "locatoin"]}"#, "forbidMetadata[1]",
        #"there is no kind of metadata "locatoin"; did you mean "location"?"#
      ),
      (#"{"forbidMetadata": "location"}"#, "forbidMetadata", "a list of texts is wanted"),
      (#"{"containers": ["heic"]}"#, "containers[0]", #"did you mean "heif"?"#),
      (#"{"minSize": {"disparity": "768"}}"#, "minSize.disparity", "a size as"),
      (#"{"minShare": {"disparity": 2}}"#, "minShare.disparity", "a number from 0 to 1 is wanted, not 2"),
      (#"{"range": {"neerest": 1}}"#, "range.neerest", #"did you mean "nearest"?"#),
      (#"{"range": {"nearest": 5, "farthest": 1}}"#, "range", "nearest is not below farthest"),
      (#"{"calibration": 1}"#, "calibration", "true or false is wanted"),
      (#"{"accuracy": "exact"}"#, "accuracy", "there are relative, absolute"),
      (#"{"profiles": ["photos-portait"]}"#, "profiles[0]", #"did you mean "photos-portrait"?"#),
      (#"{"rules": {"jpeg-trailer": "ignore"}}"#, "rules.jpeg-trailer", #"did you mean "JPEG-TRAILER"?"#),
      (
        #"{"rules": {"JPEG-TRAILER": "off"}}"#, "rules.JPEG-TRAILER", "there are error, warning, info, ignore"
      ),
      (#"{"rules": {"FILE-OPEN": "ignore"}}"#, "rules.FILE-OPEN", "is an error always"),
      (#"{"folders": {"../a": {}}}"#, #"folders["../a"]"#, "relative to the folder of the policy"),
      (
        #"{"folders": {"a/**": {"folders": {}}}}"#, #"folders["a/**"].folders"#, #"there is no key "folders""#
      ),
      (#"{"folders": {"a/**": {"minSize": {"skin": 1}}}}"#, #"folders["a/**"].minSize.skin"#, "a size as"),
    ])
  func wrong(_ json: String, _ place: String, _ message: String) throws {
    do {
      _ = try Self.policy(json)
      Issue.record("\(json) was taken")
    } catch let error as AuxError {
      #expect(error.place == place && error.reason.contains(message), "\(error)")
      #expect(error.code == (error.reason.hasPrefix("is no JSON") ? .malformed : .usage))
    }
  }

  @Test("Kinds of metadata that are forbidden are read, replaced by folders, and none where it is null")
  func forbiddenMetadata() throws {
    let policy = try Self.policy(
      #"""
      {"forbidMetadata": ["location", "c2pa"], "folders": {"a/**": {"forbidMetadata": null}, "b/**": {"forbidMetadata": ["all"]}}}
      """#)
    #expect(policy.requirements.forbiddenMetadata == [.location, .c2pa])
    #expect(policy.requirements(forFileAt: "a/x.jpg").forbiddenMetadata == [])
    #expect(policy.requirements(forFileAt: "b/x.jpg").forbiddenMetadata == [.all])
    #expect(try Self.policy("{}").requirements.forbiddenMetadata == nil)
    #expect(policy.asksForContent)
    for kind in MetadataKind.allCases {
      let one = try Self.policy(#"{"forbidMetadata": ["\#(kind.rawValue)"]}"#)
      #expect(one.requirements.forbiddenMetadata == [kind])
    }
  }

  @Test("A policy in a file has its folder, and errors name the file")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Array(#"{"name": "x", "require": ["skin"]}"#.utf8), to: "auxdepth-policy.json")
    let policy = try ValidationPolicy(contentsOf: path)
    #expect(policy.name == "x" && path.hasPrefix(policy.folder) && !policy.folder.isEmpty)
    #expect { try ValidationPolicy(contentsOf: path + "x") } throws: { error in
      (error as? AuxError)?.code == .inputMissing && (error as? AuxError)?.path == path + "x"
    }
    let wrong = try folder.write(Array(#"{"reqire": []}"#.utf8), to: "wrong.json")
    #expect { try ValidationPolicy(contentsOf: wrong) } throws: {
      "\($0)".hasPrefix("\(wrong): reqire: there is no key")
    }
  }
}
