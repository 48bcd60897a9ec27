/// XMP packets of auxiliary images, as text.
package enum Packets {
  /// Returns a packet with Apple's wrapper around `elements`.
  package static func apple(_ elements: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 5.4.0">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
                xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
                xmlns:depthData="http://ns.apple.com/depthData/1.0/"
                xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/">
    \(elements)
          </rdf:Description>
       </rdf:RDF>
    </x:xmpmeta>

    """
  }

  /// Returns the packet of a disparity map.
  package static func disparity(min: String = "0.500000", max: String = "2.500000") -> String {
    apple(
      """
      <apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>
      <apdi:NativeFormat>1751411059</apdi:NativeFormat>
      <apdi:StoredFormat>1278226488</apdi:StoredFormat>
      <apdi:IntMinValue>0</apdi:IntMinValue>
      <apdi:IntMaxValue>255</apdi:IntMaxValue>
      <apdi:FloatMinValue>\(min)</apdi:FloatMinValue>
      <apdi:FloatMaxValue>\(max)</apdi:FloatMaxValue>
      <depthData:DepthDataVersion>65541</depthData:DepthDataVersion>
      <depthData:Quality>high</depthData:Quality>
      <depthData:Accuracy>relative</depthData:Accuracy>
      <depthData:Filtered>True</depthData:Filtered>
      """)
  }

  /// The packet of a gain map.
  package static let gainMap = apple(
    """
    <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>
    <apdi:NativeFormat>1278226488</apdi:NativeFormat>
    <apdi:StoredFormat>1278226488</apdi:StoredFormat>
    <HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion>
    """)
}
