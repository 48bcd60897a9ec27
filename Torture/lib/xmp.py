"""XMP: packets that are hard to parse, in an item of HEIF, which has no limit of 64 KB."""
from __future__ import annotations

from auxtools.containers.write_heif import started

from . import packets
from .attack import Made, Run, attack, photo
from .kit import Kit

_XMP = "hard packets"


def _file(kit: Kit, packet: bytes) -> bytes:
    heif = started(kit.coded())
    heif.xmp(packet, heif.matte(kit.coded()))
    return heif.bytes()


@attack(_XMP, 16000, 32000, 64000)
def xmp_declarations(kit: Kit, n: int) -> Made:
    """n declarations of no namespace, `xmlns:` alone, of 15 bytes each."""
    return Made({"a.heic": _file(kit, packets.packet(0, 'xmlns:a="b:c/" ' * n))}, photo("a.heic"))


@attack(_XMP, 40000, 80000, 160000)
def xmp_marks_of_declarations(kit: Kit, n: int) -> Made:
    """n times the word that begins a declaration, `xmlns:`, and nothing that ends one; as text, and as attributes."""
    files = {"a.heic": _file(kit, packets.packet(0, inner="xmlns:" * n)),
             "b.heic": _file(kit, packets.packet(0, "xmlns:" * n)), "c.heic": _file(kit, b"xmlns:" * n)}
    more = [Run([command, name], label=f"{command} {name[0]}") for name in ("b.heic", "c.heic")
            for command in ("info", "validate")]
    return Made(files, [*photo("a.heic"), *more])


@attack(_XMP, 30000, 60000, 120000)
def xmp_open_declarations(kit: Kit, n: int) -> Made:
    """n beginnings of a declaration whose quotes never end."""
    return Made({"a.heic": _file(kit, packets.packet(0, inner="xmlns:x='" * n))}, photo("a.heic"))


@attack(_XMP, 12000, 24000, 48000)
def xmp_declarations_of_elements(kit: Kit, n: int) -> Made:
    """n elements side by side, each with a declaration of its own, and n in one another."""
    beside = packets.packet(0, inner='<b:a xmlns:q="z:"/>' * n)
    inside = packets.packet(0, inner='<b:a xmlns:q="z:">' * (n // 100) + "</b:a>" * (n // 100))
    files = {"a.heic": _file(kit, beside), "b.heic": _file(kit, inside)}
    return Made(files, [*photo("a.heic"), Run(["info", "b.heic"], label="info inside")])


@attack(_XMP, 25000, 50000, 100000)
def xmp_deep_elements(kit: Kit, n: int) -> Made:
    """n elements in one another."""
    return Made({"a.heic": _file(kit, packets.packet(0, inner="<b:a>" * n + "</b:a>" * n))}, photo("a.heic"))


@attack(_XMP, 25000, 50000, 100000)
def xmp_deep_structures(kit: Kit, n: int) -> Made:
    """n structures in one another."""
    inner = '<b:a rdf:parseType="Resource">' * n + "</b:a>" * n
    return Made({"a.heic": _file(kit, packets.packet(0, inner=inner))}, photo("a.heic"))


@attack(_XMP, 15, 30)
def xmp_entities(kit: Kit, n: int) -> Made:
    """An entity that is ten of one that is ten of another, n times over."""
    entities = "".join(f'<!ENTITY e{k + 1} "{f"&e{k};" * 10}">' for k in range(n))
    packet = f'<!DOCTYPE x [<!ENTITY e0 "lol">{entities}]>'.encode() + packets.packet(0, inner=f"<b:a>&e{n};</b:a>")
    return Made({"a.heic": _file(kit, packet)}, photo("a.heic"))


@attack(_XMP, 1000, 2000, 4000)
def xmp_properties(kit: Kit, n: int) -> Made:
    """n properties of different names."""
    return Made({"a.heic": _file(kit, packets.packet(n))}, photo("a.heic"))


@attack(_XMP, 12000, 24000, 48000)
def xmp_array_members(kit: Kit, n: int) -> Made:
    """One array of n members."""
    inner = "<b:a><rdf:Seq>" + "<rdf:li>1</rdf:li>" * n + "</rdf:Seq></b:a>"
    return Made({"a.heic": _file(kit, packets.packet(0, inner=inner))}, photo("a.heic"))


@attack(_XMP, 12000, 24000, 48000)
def xmp_structures_in_an_array(kit: Kit, n: int) -> Made:
    """An array of n structures of two members."""
    inner = "<b:a><rdf:Seq>" + '<rdf:li b:x="1" b:y="2"/>' * n + "</rdf:Seq></b:a>"
    return Made({"a.heic": _file(kit, packets.packet(0, inner=inner))}, photo("a.heic"))


@attack(_XMP, 12000, 24000, 48000)
def xmp_languages(kit: Kit, n: int) -> Made:
    """A text in n languages."""
    lines = "".join(f'<rdf:li xml:lang="x-{k}">1</rdf:li>' for k in range(n))
    return Made({"a.heic": _file(kit, packets.packet(0, inner=f"<b:a><rdf:Alt>{lines}</rdf:Alt></b:a>"))},
                photo("a.heic"))


@attack(_XMP, 1 << 18, 1 << 19, (1 << 20) - 4096)
def xmp_checked_value(kit: Kit, n: int) -> Made:
    """One value as below, in packets short enough that `validate` asks Exiv2 about them."""
    return Made({"a.heic": _file(kit, packets.packet(0, inner=f"<b:a>{'&#65;' * (n // 5)}</b:a>"))}, photo("a.heic"))


@attack(_XMP, 1 << 20, 1 << 21, 1 << 22)
def xmp_long_value(kit: Kit, n: int) -> Made:
    """One value of n bytes of references to characters."""
    return Made({"a.heic": _file(kit, packets.packet(0, inner=f"<b:a>{'&#65;' * (n // 5)}</b:a>"))},
                photo("a.heic"))


@attack(_XMP, 1 << 20, 1 << 21, 1 << 22)
def xmp_padding(kit: Kit, n: int) -> Made:
    """A packet with n spaces after it, and one with as many comments in it."""
    comments = packets.packet(0, inner="<!---->" * (n // 7))
    return Made({"a.heic": _file(kit, packets.packet() + b" " * n), "b.heic": _file(kit, comments)},
                [*photo("a.heic"), Run(["info", "b.heic"], label="info comments")])


@attack(_XMP, 1 << 18, 1 << 19, 1 << 20)
def xmp_long_namespace(kit: Kit, n: int) -> Made:
    """A namespace of n bytes, and a prefix as long."""
    attributes = f'xmlns:{"p" * n}="http://{"n" * n}/" {"p" * n}:a="1"'
    return Made({"a.heic": _file(kit, packets.packet(0, attributes))}, photo("a.heic"))


@attack("one process, many files", 4, 8, 16)
def xmp_namespaces_of_many_files(kit: Kit, n: int) -> Made:
    """n files, each of 900 namespaces of 200 bytes that no other has: nothing of a file may stay."""
    files = {}
    for number in range(n):
        names = " ".join(f'xmlns:p{k}="http://{"x" * 180}/{number}/{k}/" p{k}:a="1"' for k in range(900))
        files[f"{number}.heic"] = _file(kit, packets.packet(0, names))
    runs = [Run([command, "--json", *files], endings=(0, 1, 65), check=None) for command in ("info", "validate")]
    return Made(files, runs)
