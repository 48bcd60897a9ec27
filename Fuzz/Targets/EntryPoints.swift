internal import AuxCodecs
internal import Foundation
internal import FuzzSupport

/// The target that `--target=NAME` names; libFuzzer itself passes over what begins with two dashes.
private let target: FuzzTarget = {
  guard let name = option("target"), let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
    fail("AuxFuzz --target=\(names) [--limits=standard] [--costs], then libFuzzer's; or --seeds=FOLDER")
  }
  return target
}()

private func option(_ name: String) -> String? {
  let prefix = "--\(name)="
  return CommandLine.arguments.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
}

private func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(64)
}

/// Called by libFuzzer once; writes the seeds and ends where they are asked for.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: OpaquePointer?, _: OpaquePointer?) -> CInt {
  // Decoders are measured, and instrumented, where libFuzzer is.
  CodecBox.mode = .off
  if let folder = option("seeds") {
    do { try Seeds.write(to: folder) } catch { fail("the seeds cannot be made: \(error)") }
    exit(0)
  }
  _ = target
  return 0
}

/// Called by libFuzzer for every input; inputs of another kind than the target's stay out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let isOfItsKind = Cost.check(target, unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  Decoded.report()
  return isOfItsKind ? 0 : -1
}

/// Called by libFuzzer for a new input: one of three changes is its own, of bytes that it knows nothing of.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int, _ seed: UInt32) -> Int {
  var dice = Dice(seed: seed)
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  guard !dice.oneIn(3), let changed = Mutator.mutated(input, of: target, &dice),
    (1...most).contains(changed.count)
  else { return unsafe LLVMFuzzerMutate(bytes, count, most) }
  unsafe bytes?.update(from: changed, count: changed.count)
  return changed.count
}
