/// XMP packets of auxiliary images, as text.
package enum Packets {
  /// Returns a packet with Apple's wrapper around `elements`, with one more namespace.
  package static func apple(_ elements: String, declaring declaration: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 5.4.0">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
                xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
                xmlns:depthData="http://ns.apple.com/depthData/1.0/"
                xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"\(declaration)>
    \(elements)
          </rdf:Description>
       </rdf:RDF>
    </x:xmpmeta>

    """
  }

  /// The packet of a photo: the title "Evening", and the region of a face at 0.2, 0.3.
  package static let titleAndFace = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:a="http://ns.adobe.com/xmp/sType/Area#">\
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Evening</rdf:li></rdf:Alt></dc:title>\
    <r:Regions rdf:parseType="Resource"><r:RegionList><rdf:Bag><rdf:li><rdf:Description r:Type="Face" r:Name="Ada">\
    <r:Area a:x="0.2" a:y="0.3" a:w="0.25" a:h="0.125" a:unit="normalized"/></rdf:Description></rdf:li></rdf:Bag>\
    </r:RegionList></r:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
    """

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

  /// The packet of a gain map as ImageIO of iOS 18.5 exports it into JPEG, with the numbers of ISO 21496-1.
  package static let toneMap = apple(
    """
    <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>
    <apdi:NativeFormat>1278226488</apdi:NativeFormat>
    <apdi:StoredFormat>1278226488</apdi:StoredFormat>
    <HDRToneMap:Version>1</HDRToneMap:Version>
    <HDRToneMap:GainMapMin>-0.51</HDRToneMap:GainMapMin>
    <HDRToneMap:GainMapMax>2.279</HDRToneMap:GainMapMax>
    <HDRToneMap:Gamma>1.0205</HDRToneMap:Gamma>
    <HDRToneMap:OffsetSDR>0.00001</HDRToneMap:OffsetSDR>
    <HDRToneMap:OffsetHDR>0.00001</HDRToneMap:OffsetHDR>
    <HDRToneMap:BaseHeadroom>0</HDRToneMap:BaseHeadroom>
    <HDRToneMap:AlternateHeadroom>2.279</HDRToneMap:AlternateHeadroom>
    <HDRToneMap:BaseRenditionIsHDR>0</HDRToneMap:BaseRenditionIsHDR>
    """, declaring: " xmlns:HDRToneMap=\"http://ns.adobe.com/hdr-gain-map/1.0/\"")
}
