internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_view(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ output: UnsafePointer<CChar>?, _ flags: UInt32,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let files = try names(paths, count)
    let output = try path(output, "output")
    let writing = try WriteOptions(flags: flags)
    guard writing.replacement != .inPlace else {
      throw AuxError(.usage, "a page does not take the place of a photo")
    }
    let page = try PageMaking(options, for: .view).page(of: files)
    let made = try page.write(to: output, options: writing)
    give(made.json(path: output).text, to: report)
  }
}
