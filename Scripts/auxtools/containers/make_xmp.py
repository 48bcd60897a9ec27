"""Writes XMP packets."""
from __future__ import annotations

from typing import Mapping, Sequence

_NAMESPACES = {
    "apdi": "http://ns.apple.com/pixeldatainfo/1.0/",
    "depthData": "http://ns.apple.com/depthData/1.0/",
    "HDRToneMap": "http://ns.adobe.com/hdr-gain-map/1.0/",
    "semanticSegmentationMatte": "http://ns.apple.com/semanticSegmentationMatte/1.0/",
}


def wrapped(content: str) -> bytes:
    """Returns a packet around descriptions."""
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f"{content}</rdf:RDF></x:xmpmeta>").encode()


def attributes(prefix: str, properties: Mapping[str, str]) -> str:
    """Returns properties as attributes of a description."""
    return " ".join(f'{prefix}:{name}="{value}"' for name, value in properties.items())


def packet(properties: Mapping[str, str | Sequence[str]]) -> bytes:
    """Returns a packet of one description; a list of texts becomes an ordered array."""
    prefixes = sorted({name.split(":")[0] for name in properties})
    declared = " ".join(f'xmlns:{prefix}="{_NAMESPACES[prefix]}"' for prefix in prefixes)
    elements = "".join(f"<{name}>{_value(value)}</{name}>" for name, value in properties.items())
    return wrapped(f'<rdf:Description rdf:about="" {declared}>{elements}</rdf:Description>')


def _value(value: str | Sequence[str]) -> str:
    if isinstance(value, str):
        return value
    return "<rdf:Seq>" + "".join(f"<rdf:li>{item}</rdf:li>" for item in value) + "</rdf:Seq>"
