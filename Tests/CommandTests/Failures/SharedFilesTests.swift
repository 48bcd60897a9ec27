import Foundation
import TestSupport
import Testing

/// Several writers of one file, names that are no UTF-8, and outputs that are no files.
@Suite struct SharedFilesTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
  }

  @Test func noEditIsLost() throws {
    let types = ["portrait", "skin", "hair", "sky"]
    for _ in 0..<5 {
      try work.folder.write(Inputs.photo(), to: "photo.jpg")
      let command = types.map { #""$0" attach photo.jpg --\#($0) matte.png --in-place --quiet & "# }.joined()
      let outcome = try work.run(after: command + "wait; exit;", [])
      #expect(outcome.error.isEmpty, "\(outcome.error)")
      let images = try work.json("info", "photo.jpg", "--json").objects("auxiliary")
      #expect(images.count == 4, "\(images)")
    }
  }

  @Test func namesAreBytes() throws {
    let command = """
      mkdir names; cd names; cp ../photo.jpg $'caf\\xe9.jpg'; cp ../photo.jpg $'caf\\xef\\xbf\\xbd.jpg';
      cksum < $'caf\\xef\\xbf\\xbd.jpg' > ../before;
      "$0" attach $'caf\\xe9.jpg' --depth ../d.pfm --input-unit m --in-place --json; "$0" info --json --recursive . ;
      cksum < $'caf\\xef\\xbf\\xbd.jpg' > ../after; exit;
      """
    let outcome = try work.run(after: command, [])
    let lines = try outcome.text.split(separator: "\n").map { try JSONObject(String($0)) }
    #expect(outcome.error.isEmpty && lines.count == 3, "\(outcome.error)")
    #expect(try work.folder.read("before") == work.folder.read("after"))
    #expect(
      lines.map { $0.string("path") } == [
        "caf\u{FFFD}.jpg", "./caf\u{FFFD}.jpg", "./caf\u{FFFD}.jpg",
      ])
    // In the order of the bytes, E9 is before EF.
    #expect(lines.map { $0.objects("auxiliary").count }.dropFirst() == [1, 0])
    #expect(
      lines[1].string("pathBytes")
        == Data([0x2E, 0x2F, 0x63, 0x61, 0x66, 0xE9] + Array(".jpg".utf8)).base64EncodedString())
  }

  @Test func whatIsNoFileIsWrittenTo() throws {
    let command = """
      mkfifo pipe.jpg; timeout 30 cat pipe.jpg > piped & "$0" remove photo.jpg --all -o pipe.jpg --force --quiet; wait;
      "$0" remove photo.jpg --all -o direct.jpg --quiet; cmp piped direct.jpg && test -p pipe.jpg;
      """
    try work.folder.write(try Pictures.portrait().bytes, to: "photo.jpg")
    #expect(try work.run(after: command + "exit;", []).status == 0)
    #expect(
      try work.run(after: #""$0" convert d.pfm -o /dev/null --force; test -c /dev/null; exit;"#, []).status
        == 0)
  }

  /// Of INT, TERM, HUP and PIPE, at several moments; the shell's status is 128 and the signal.
  @Test func signalsLeaveNothing() throws {
    let comment = JPEGBytes.segment(0xFE, [UInt8](repeating: 0x5A, count: 60_000))
    let comments = [[UInt8]](repeating: comment, count: 20).flatMap { $0 }
    try work.folder.write(JPEGBytes.soi + comments + (try Inputs.photo())[2...], to: "photo.jpg")
    let before = try work.folder.names
    for signal in [1, 2, 13, 15] {
      for moment in ["0.01", "0.03", "0.05", "0.08"] {
        // A shell has background jobs ignore INT.
        let command = """
          set -m; "$0" attach photo.jpg --portrait matte.png --in-place --quiet & sleep \(moment);
          kill -\(signal) $!; wait $!; exit;
          """
        let outcome = try work.run(after: command, [])
        #expect([0, 128 + Int32(signal), 64].contains(outcome.status), "\(outcome.status) \(outcome.error)")
        #expect(try work.folder.names == before)
        try work.folder.write(JPEGBytes.soi + comments + (try Inputs.photo())[2...], to: "photo.jpg")
      }
    }
  }

  /// Output to a closed descriptor does not get into a file that is opened later.
  @Test func closedStreams() throws {
    for streams in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      try? work.folder.remove("out.jpg")
      let outcome = try work.run(
        after: #""$0" attach photo.jpg --depth d.pfm -o out.jpg \#(streams); exit;"#, [])
      #expect([0, 74].contains(outcome.status))
      #expect(try work.json("info", "out.jpg", "--json").objects("auxiliary").count == 1)
    }
    for command in ["--help", "--version", "info photo.jpg", "validate --list-rules", "conventions"] {
      #expect(try work.run(after: #""$0" \#(command) >&-; exit;"#, []).status == 74, "\(command)")
      #expect(try work.run(after: #""$0" \#(command) >/dev/full; exit;"#, []).status == 74, "\(command)")
    }
  }

  @Test func textOfFilesIsNoCommand() throws {
    let command = #"cp photo.jpg $'a\e[31m\n\r\x07.jpg'; "$0" info a*.jpg; "$0" info $'\e]0;x'; exit;"#
    let outcome = try work.run(after: command, [])
    #expect(
      outcome.text.contains(#"a\x1B[31m\x0A\x0D\x07.jpg: jpeg"#) && outcome.error.contains(#"\x1B]0;x"#))
    #expect(outcome.text.split(separator: "\n").count == 1 && !outcome.text.contains("\u{1B}"))
  }
}
