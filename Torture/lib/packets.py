"""XMP packets of any number of parts."""
from __future__ import annotations

from auxtools.containers import make_xmp

_APPLE = ('xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" '
          'apdi:AuxiliaryImageType="urn:com:apple:photo:2018:aux:portraiteffectsmatte"')


def packet(properties: int = 0, attributes: str = "", inner: str = "") -> bytes:
    """Returns the packet of a matte with so many more properties."""
    more = "".join(f"<b:p{number}>{number}</b:p{number}>" for number in range(properties))
    return make_xmp.wrapped(f'<rdf:Description rdf:about="" {_APPLE} xmlns:b="http://example.com/b/" {attributes}>'
                            f"{more}{inner}</rdf:Description>")
