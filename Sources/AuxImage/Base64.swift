#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Bytes as text, four characters for three of them. Source: RFC 4648, 4.
package enum Base64 {
  /// Returns the text in one line.
  package static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Returns the bytes; nil where it is no such text. Characters that are not of the alphabet count for nothing.
  package static func bytes(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
  }
}
