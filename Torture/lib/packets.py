"""XMP packets of any number of parts."""
from __future__ import annotations

_APPLE = ('xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" '
          'apdi:AuxiliaryImageType="urn:com:apple:photo:2018:aux:portraiteffectsmatte"')


def wrapped(content: str) -> bytes:
    """Returns a packet around descriptions."""
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f"{content}</rdf:RDF></x:xmpmeta>").encode()


def packet(properties: int = 0, attributes: str = "", inner: str = "") -> bytes:
    """Returns the packet of a matte with so many more properties."""
    more = "".join(f"<b:p{number}>{number}</b:p{number}>" for number in range(properties))
    return wrapped(f'<rdf:Description rdf:about="" {_APPLE} xmlns:b="http://example.com/b/" {attributes}>{more}{inner}'
                   "</rdf:Description>")
