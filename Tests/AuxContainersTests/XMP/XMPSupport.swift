import AuxContainers
import AuxImage

/// Apple's namespace of depth maps.
let depthData = "http://ns.apple.com/depthData/1.0/"
/// Apple's namespace of how a map is stored.
let apdi = "http://ns.apple.com/pixeldatainfo/1.0/"

/// Returns a packet around descriptions.
func packet(_ descriptions: String) -> String {
  """
  <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  \(descriptions)
  </rdf:RDF></x:xmpmeta>
  """
}

/// Returns the properties of a packet.
func properties(_ text: String) throws -> [XMPProperty] {
  try XMPParser.properties(of: Array(text.utf8))
}
