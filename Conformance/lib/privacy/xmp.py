"""Packets of XMP, and the places in them: all containers have them."""
from __future__ import annotations

import base64
import hashlib
from typing import NamedTuple

from auxtools.containers import make_jpeg, make_xmp

from .marks import DATE_XMP, LATITUDE_DECIMAL, LATITUDE_XMP, MARK, NEIGHBOR

_NAMESPACES = {
    "Camera": "http://ns.google.com/photos/dd/1.0/camera/", "Container": "http://ns.google.com/photos/1.0/container/",
    "Device": "http://ns.google.com/photos/dd/1.0/device/", "GAudio": "http://ns.google.com/photos/1.0/audio/",
    "GCamera": "http://ns.google.com/photos/1.0/camera/", "GImage": "http://ns.google.com/photos/1.0/image/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "Item": "http://ns.google.com/photos/1.0/container/item/", "MP": "http://ns.microsoft.com/photo/1.2/",
    "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#", "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/", "Pose": "http://ns.google.com/photos/dd/1.0/pose/",
    "acdsee": "http://ns.acdsee.com/iptc/1.0/", "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "crs": "http://ns.adobe.com/camera-raw-settings/1.0/", "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/", "digiKam": "http://www.digikam.org/ns/1.0/",
    "drone-dji": "http://www.dji.com/drone-dji/1.0/", "exif": "http://ns.adobe.com/exif/1.0/",
    "exifEX": "http://cipa.jp/exif/1.0/", "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "lr": "http://ns.adobe.com/lightroom/1.0/", "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
    "expressionmedia": "http://ns.microsoft.com/expressionmedia/1.0/",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "mwg-kw": "http://www.metadataworkinggroup.com/schemas/keywords/",
    "mwg-coll": "http://www.metadataworkinggroup.com/schemas/collections/",
    "my": "http://example.com/unknown/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "plus": "http://ns.useplus.org/ldf/xmp/1.0/",
    "stArea": "http://ns.adobe.com/xmp/sType/Area#", "stEvt": "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    "stRef": "http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "tiff": "http://ns.adobe.com/tiff/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/", "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    "xmpGImg": "http://ns.adobe.com/xap/1.0/g/img/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "xmpNote": "http://ns.adobe.com/xmp/note/"}
_DESCRIBED = f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{NEIGHBOR}</rdf:li></rdf:Alt></dc:description>'


class Content(NamedTuple):
    """What a packet says in one place; `open` are the edits after which both are right."""

    name: str
    kinds: str
    open: str = ""
    elements: str = ""
    attributes: str = ""


def packet(elements: str = "", attributes: str = "", has_neighbor: bool = True) -> bytes:
    """Returns a packet of one description, with the neighbor as its text."""
    content = (_DESCRIBED if has_neighbor else "") + elements
    used = {prefix: name for prefix, name in _NAMESPACES.items() if f"{prefix}:" in content + attributes}
    declared = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in used.items())
    return make_xmp.wrapped(f'<rdf:Description rdf:about="" {declared} {attributes}>{content}</rdf:Description>')


def point() -> bytes:
    """Returns a packet with a point, and without the neighbor."""
    return packet(attributes=f'exif:GPSLatitude="{LATITUDE_XMP}" exif:GPSLongitude="2,0.0E"', has_neighbor=False)


def extended(content: bytes, portion: int = 60000) -> tuple[str, bytes]:
    """Returns the attribute that names extended XMP, and its segments."""
    digest, parts = make_jpeg.extended_xmp(content, portion)
    return f'xmpNote:HasExtendedXMP="{digest}"', b"".join(parts)


def orphan(content: bytes) -> bytes:
    """Returns segments of extended XMP that no packet names."""
    return make_jpeg.extended_portion(hashlib.md5(b"another").hexdigest().upper(), len(content), 0, content)


def encoded(data: bytes) -> str:
    """Returns base64."""
    return base64.b64encode(data).decode()


def _bag(name: str, *items: str, kind: str = "Bag") -> str:
    return f"<{name}><rdf:{kind}>{''.join(items)}</rdf:{kind}></{name}>"


def _li(value: str) -> str:
    return f"<rdf:li>{value}</rdf:li>"


def _struct(value: str, name: str = "rdf:li") -> str:
    return f'<{name} rdf:parseType="Resource">{value}</{name}>'


def _alternatives(name: str, value: str = MARK) -> str:
    return f'<{name}><rdf:Alt><rdf:li xml:lang="x-default">{value}</rdf:li></rdf:Alt></{name}>'


_LATITUDE = f"<exif:GPSLatitude>{LATITUDE_XMP}</exif:GPSLatitude>"
_PLACE = _struct(f"<Iptc4xmpExt:City>{MARK}</Iptc4xmpExt:City>")
_AREA = '<mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2" stArea:unit="normalized"/>'
_PICTURE = make_jpeg.jpeg(16, 16, segments=make_jpeg.segment(0xE9, MARK.encode()))
_PICTURE_WITH_POINT = make_jpeg.jpeg(16, 16, segments=make_jpeg.xmp(point()))


def _keyword(name: str, text: str, kind: str = "Bag") -> str:
    return _bag(name, _li(text), kind=kind)


PLACES: list[Content] = [
    Content("GPS attribute", "location", attributes=f'exif:GPSLatitude="{LATITUDE_XMP}"'),
    Content("GPS element", "location", elements=_LATITUDE),
    Content("GPS area", "location", attributes=f'exif:GPSAreaInformation="{MARK}"'),
    Content("GPS time", "location time", attributes=f'exif:GPSTimeStamp="{DATE_XMP}Z"'),
    Content("GPS in a structure", "location", elements=_struct(_LATITUDE, "my:Data")),
    Content("GPS attribute of a structure", "location",
            elements=f'<my:Data><rdf:Description exif:GPSLatitude="{LATITUDE_XMP}"/></my:Data>'),
    Content("GPS attribute of an element", "location", elements=f'<my:Data exif:GPSLatitude="{LATITUDE_XMP}"/>'),
    Content("GPS in a bag", "location", elements=_bag("my:Data", _struct(_LATITUDE))),
    Content("GPS as a qualifier", "location", elements=_struct(f"<rdf:value>1</rdf:value>{_LATITUDE}", "my:Data")),
    Content("GPS under another prefix", "location",
            elements=f'<e:GPSLatitude xmlns:e="http://ns.adobe.com/exif/1.0/">{LATITUDE_XMP}</e:GPSLatitude>'),
    Content("GPS in xmpMM:Pantry", "location description", elements=_bag("xmpMM:Pantry", _struct(_LATITUDE))),
    Content("photoshop:City", "location", attributes=f'photoshop:City="{MARK}"'),
    Content("photoshop:State", "location", elements=f"<photoshop:State>{MARK}</photoshop:State>"),
    Content("photoshop:Country", "location", elements=f"<photoshop:Country>{MARK}</photoshop:Country>"),
    Content("photoshop:City in references", "location",
            elements=f"<photoshop:City>{''.join(f'&#x{ord(c):x};' for c in MARK)}</photoshop:City>"),
    Content("photoshop:City in CDATA", "location", elements=f"<photoshop:City><![CDATA[{MARK}]]></photoshop:City>"),
    Content("Iptc4xmpCore:Location", "location", elements=f"<Iptc4xmpCore:Location>{MARK}</Iptc4xmpCore:Location>"),
    Content("Iptc4xmpCore:CountryCode", "location", attributes=f'Iptc4xmpCore:CountryCode="{MARK}"'),
    Content("Iptc4xmpExt:LocationShown", "location", elements=_bag("Iptc4xmpExt:LocationShown", _PLACE)),
    Content("Iptc4xmpExt:LocationCreated", "location", elements=_bag("Iptc4xmpExt:LocationCreated", _PLACE)),
    Content("place in languages", "location",
            elements=_bag("Iptc4xmpExt:LocationShown", _struct(_alternatives("Iptc4xmpExt:LocationName")))),
    Content("place of a structure", "location", elements=_struct(f"<photoshop:City>{MARK}</photoshop:City>", "my:Data")),
    Content("dc:coverage", "location", elements=f"<dc:coverage>{MARK}</dc:coverage>"),
    Content("dcterms:spatial", "location", elements=f"<dcterms:spatial>{MARK}</dcterms:spatial>"),
    Content("xmpDM:shotLocation", "location", attributes=f'xmpDM:shotLocation="{MARK}"'),
    Content("geo:lat", "location", attributes=f'geo:lat="{LATITUDE_DECIMAL}" geo:long="2.0"'),
    Content("drone-dji:GpsLatitude", "location", attributes=f'drone-dji:GpsLatitude="{LATITUDE_DECIMAL}"'),
    Content("mediapro:Location", "location description", elements=f"<mediapro:Location>{MARK}</mediapro:Location>"),
    Content("lr:hierarchicalSubject of a place", "location description",
            elements=_keyword("lr:hierarchicalSubject", f"Places|{MARK}")),
    Content("digiKam:TagsList of a place", "location description", elements=_keyword("digiKam:TagsList", f"Places/{MARK}", "Seq")),
    Content("Pose:Latitude of Dynamic Depth", "location", "thumbnail", _struct(_struct(
        f"<Pose:Latitude>{LATITUDE_DECIMAL}</Pose:Latitude>", "Device:Pose"), "Device:Container")),
    Content("GImage:Data with a point", "location", "people device thumbnail c2pa", attributes=(
        f'GImage:Mime="image/jpeg" GImage:Data="{encoded(_PICTURE_WITH_POINT)}"')),
    Content("Iptc4xmpExt:PersonInImage", "people", elements=_keyword("Iptc4xmpExt:PersonInImage", MARK)),
    Content("Iptc4xmpExt:PersonInImageWDetails", "people", elements=_bag(
        "Iptc4xmpExt:PersonInImageWDetails", _struct(_alternatives("Iptc4xmpExt:PersonName")))),
    Content("mwg-rs:Regions", "people", elements=_struct(_bag("mwg-rs:RegionList", _struct(
        f"<mwg-rs:Name>{MARK}</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>{_AREA}")), "mwg-rs:Regions")),
    Content("mwg-rs:Regions with attributes", "people", elements=_struct(_bag("mwg-rs:RegionList", (
        f'<rdf:li><rdf:Description mwg-rs:Name="{MARK}" mwg-rs:Type="Face">{_AREA}</rdf:Description></rdf:li>')),
        "mwg-rs:Regions")),
    Content("MP:RegionInfo", "people", elements=_struct(_bag("MPRI:Regions", _struct(
        f"<MPReg:PersonDisplayName>{MARK}</MPReg:PersonDisplayName>")), "MP:RegionInfo")),
    Content("Iptc4xmpExt:ImageRegion", "people", elements=_bag("Iptc4xmpExt:ImageRegion", _struct(
        _keyword("Iptc4xmpExt:PersonInImage", MARK) + _alternatives("Iptc4xmpExt:Name")))),
    Content("digiKam:TagsList of a person", "people description", elements=_keyword("digiKam:TagsList", f"People/{MARK}", "Seq")),
    Content("lr:hierarchicalSubject of a person", "people description",
            elements=_keyword("lr:hierarchicalSubject", f"People|{MARK}")),
    Content("MicrosoftPhoto:LastKeywordXMP of a person", "people description",
            elements=_keyword("MicrosoftPhoto:LastKeywordXMP", f"People/{MARK}")),
    Content("mediapro:People", "people description", elements=_keyword("mediapro:People", MARK)),
    Content("expressionmedia:People", "people description", elements=_keyword("expressionmedia:People", MARK)),
    Content("acdsee:categories of a person", "people description", attributes=(
        f'acdsee:categories="&lt;Categories&gt;&lt;Category Assigned=&quot;0&quot;&gt;People&lt;Category Assigned=&quot;1&quot;'
        f'&gt;{MARK}&lt;/Category&gt;&lt;/Category&gt;&lt;/Categories&gt;"')),
    Content("mwg-kw:Keywords of a person", "people description", elements=_struct(_bag("mwg-kw:Hierarchy", _struct(
        "<mwg-kw:Keyword>People</mwg-kw:Keyword>" + _bag("mwg-kw:Children", _struct(
            f"<mwg-kw:Keyword>{MARK}</mwg-kw:Keyword>")))), "mwg-kw:Keywords")),
    Content("aux:OwnerName", "people", attributes=f'aux:OwnerName="{MARK}"'),
    Content("exifEX:CameraOwnerName", "people", elements=f"<exifEX:CameraOwnerName>{MARK}</exifEX:CameraOwnerName>"),
    Content("dc:subject with a name of a region", "people", elements=_struct(_bag("mwg-rs:RegionList", _struct(
        f"<mwg-rs:Name>{MARK}</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>{_AREA}")), "mwg-rs:Regions")
        + _keyword("dc:subject", MARK)),
    Content("aux:SerialNumber", "device", attributes=f'aux:SerialNumber="{MARK}"'),
    Content("aux:LensSerialNumber", "device", elements=f"<aux:LensSerialNumber>{MARK}</aux:LensSerialNumber>"),
    Content("exifEX:BodySerialNumber", "device", attributes=f'exifEX:BodySerialNumber="{MARK}"'),
    Content("exifEX:LensSerialNumber", "device", elements=f"<exifEX:LensSerialNumber>{MARK}</exifEX:LensSerialNumber>"),
    Content("drone-dji:DroneSerialNumber", "device", attributes=f'drone-dji:DroneSerialNumber="{MARK}"'),
    Content("exif:MakerNote", "device location people", elements=f"<exif:MakerNote>{encoded(MARK.encode())}</exif:MakerNote>"),
    Content("GCamera:HdrPlusMakernote", "device location people",
            attributes=f'GCamera:HdrPlusMakernote="{encoded(b"HDRP" + MARK.encode())}"'),
    Content("GCamera:hdrp_makernote", "device location people",
            attributes=f'GCamera:hdrp_makernote="{encoded(b"HDRP" + MARK.encode())}"'),
    Content("xmp:Thumbnails", "thumbnail", elements=_bag("xmp:Thumbnails", _struct(
        "<xmpGImg:width>16</xmpGImg:width><xmpGImg:height>16</xmpGImg:height><xmpGImg:format>JPEG</xmpGImg:format>"
        f"<xmpGImg:image>{encoded(_PICTURE)}</xmpGImg:image>"), kind="Alt")),
    Content("xmp:Thumbnails with a point", "thumbnail location", elements=_bag("xmp:Thumbnails", _struct(
        f"<xmpGImg:format>JPEG</xmpGImg:format><xmpGImg:image>{encoded(_PICTURE_WITH_POINT)}</xmpGImg:image>"), kind="Alt")),
    Content("GAudio:Data", "trailer", attributes=f'GAudio:Mime="audio/mp4" GAudio:Data="{encoded(b"sound" + MARK.encode())}"'),
    Content("xmp:CreateDate", "time", attributes=f'xmp:CreateDate="{DATE_XMP}"'),
    Content("photoshop:DateCreated", "time", elements=f"<photoshop:DateCreated>{DATE_XMP}</photoshop:DateCreated>"),
    Content("exif:DateTimeOriginal", "time", attributes=f'exif:DateTimeOriginal="{DATE_XMP}"'),
    Content("xmpMM:History time", "time description", elements=_bag(
        "xmpMM:History", _struct(f"<stEvt:when>{DATE_XMP}</stEvt:when>"), kind="Seq")),
    Content("dc:title", "description", elements=_alternatives("dc:title")),
    Content("dc:creator", "description", elements=_keyword("dc:creator", MARK, "Seq")),
    Content("dc:rights", "description", elements=_alternatives("dc:rights")),
    Content("dc:subject", "description", elements=_keyword("dc:subject", MARK)),
    Content("photoshop:Credit", "description", attributes=f'photoshop:Credit="{MARK}"'),
    Content("photoshop:Headline", "description", elements=f"<photoshop:Headline>{MARK}</photoshop:Headline>"),
    Content("plus:ImageSupplier", "description", elements=_bag("plus:ImageSupplier", _struct(
        f"<plus:ImageSupplierName>{MARK}</plus:ImageSupplierName>"), kind="Seq")),
    Content("Iptc4xmpCore:CreatorContactInfo", "description", "location", _struct(
        f"<Iptc4xmpCore:CiAdrCity>{MARK}</Iptc4xmpCore:CiAdrCity>", "Iptc4xmpCore:CreatorContactInfo")),
    Content("mwg-coll:Collections", "description", elements=_bag("mwg-coll:Collections", _struct(
        f"<mwg-coll:CollectionName>{MARK}</mwg-coll:CollectionName>"))),
    Content("exif:UserComment", "description", elements=_alternatives("exif:UserComment")),
    Content("photoshop:DocumentAncestors", "description", elements=_keyword("photoshop:DocumentAncestors", MARK)),
    Content("photoshop:History", "description", attributes=f'photoshop:History="{MARK}"'),
    Content("xmpMM:DerivedFrom file", "description", elements=f'<xmpMM:DerivedFrom stRef:filePath="/home/{MARK}/a.psd"/>'),
    Content("xmpMM:OriginalDocumentID", "description", attributes=f'xmpMM:OriginalDocumentID="xmp.did:{MARK}"'),
    Content("crs:RawFileName", "description", attributes=f'crs:RawFileName="{MARK}"'),
    Content("unknown property", "", "*", attributes=f'my:Property="{MARK}"'),
    Content("comment", "", "*", f"<!-- {MARK} -->"),
    Content("processing instruction", "", "*", f"<?note {MARK}?>"),
]


def places(has_neighbor: bool = True) -> list[tuple[Content, bytes]]:
    """Returns the places with a packet for each."""
    return [(content, packet(content.elements, content.attributes, has_neighbor)) for content in PLACES]


def whole_packets() -> list[tuple[Content, bytes]]:
    """Returns packets whose own form is the place."""
    city = packet(attributes=f'photoshop:City="{MARK}"').decode()
    begin = '<?xpacket begin="{}" id="W5M0MpCehiHzreSzNTczkc9d"?>'
    described = f'<rdf:Description rdf:about="" xmlns:p="{_NAMESPACES["photoshop"]}" p:City="{MARK}"/>'
    return [
        (Content("GPS in a second description", "location"), city.replace(f'photoshop:City="{MARK}"', "").replace(
            "</rdf:RDF>", described + "</rdf:RDF>").encode()),
        (Content("typed node", "location"), city.replace("rdf:Description", "my:Photo").replace(
            "<rdf:RDF", f'<rdf:RDF xmlns:my="{_NAMESPACES["my"]}"').encode()),
        (Content("UTF-16, little-endian", "location"), (begin.format("\ufeff") + city).encode("utf-16-le")),
        (Content("UTF-16, big-endian", "location"), (begin.format("\ufeff") + city).encode("utf-16-be")),
        (Content("UTF-16 without a mark of order", "location"), city.encode("utf-16-be")),
        (Content("UTF-32, big-endian", "location"), (begin.format("\ufeff") + city).encode("utf-32-be")),
        (Content("text behind the packet", "", "*"), city.replace(f'photoshop:City="{MARK}"', "").encode()
         + f'{MARK}<?xpacket end="w"?>'.encode()),
        (Content("name of the toolkit", "", "*"), city.replace(f'photoshop:City="{MARK}"', "").replace(
            "<x:xmpmeta ", f'<x:xmpmeta x:xmptk="{MARK}" ').encode()),
    ]
