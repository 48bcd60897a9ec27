"""JPEG: indices, further images, segments."""
from __future__ import annotations

import hashlib
import struct

from auxtools.containers import make_jpeg, make_xmp

from . import packets
from .attack import Ended, Made, Run, attack, photo
from .kit import Kit

_SHARED = "n users of one object"


def further(packet: bytes | None = None, width: int = 64, height: int = 64) -> bytes:
    """Returns a gray image with the XMP of a matte."""
    described = make_jpeg.xmp(packets.packet() if packet is None else packet)
    return make_jpeg.jpeg(width, height, 1, jfif=False, segments=described)


def indexed(images: bytes, places: list[tuple[int, int]], segments: bytes = b"") -> bytes:
    """Returns a photo, `images` after it, and an index of their places: offsets in `images`, and sizes."""
    return make_jpeg.indexed(64, 64, [], segments, claims=[(size, at) for at, size in places]) + images


@attack(_SHARED, 50, 100, 200)
def mpf_shared_image(kit: Kit, n: int) -> Made:
    """n entries of the index that are all one image with XMP of 1,400 properties."""
    image = further(packets.packet(1400))
    data = indexed(image, [(0, len(image))] * n)
    return Made({"a.jpg": data}, photo("a.jpg", all_pixels=4096 * n))


@attack(_SHARED, 50, 100, 200)
def mpf_shared_tail(kit: Kit, n: int) -> Made:
    """n images of six bytes each, after which a segment leads to what they share: XMP, and a scan."""
    return _sharing(n, further(packets.packet(1400))[2:])


def _sharing(n: int, tail: bytes) -> Made:
    """Returns a photo with n images that are one after a few bytes of their own."""
    heads = b"".join(b"\xff\xd8" + struct.pack(">BBH", 0xFF, 0xEF, 2 + 6 * (n - 1 - number)) for number in range(n))
    data = heads + tail
    places = [(6 * number, len(data) - 6 * number) for number in reversed(range(n))]
    return Made({"a.jpg": indexed(data, places)}, photo("a.jpg", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def mpf_shared_scan(kit: Kit, n: int) -> Made:
    """n images of six bytes each, after which a segment leads to what they share: XMP, and a scan of n KB of noise."""
    noise = b"".join(hashlib.sha256(struct.pack(">I", number)).digest() for number in range(32 * n))
    return _sharing(n, further()[2:-2] + noise.replace(b"\xff", b"\x7f") + b"\xff\xd9")


@attack(_SHARED, 50, 100, 200)
def mpf_images_in_images(kit: Kit, n: int) -> Made:
    """n mattes, each in a segment of the one before; all end where the file ends."""
    frame = make_jpeg.segment(0xC0, struct.pack(">BHHB", 8, 64, 64, 1) + b"\1\x11\0")
    head = b"\xff\xd8" + make_jpeg.xmp(packets.packet()) + frame
    head += make_jpeg.segment(0xDA, b"\1\1\0\0\x3f\0")
    return Made({"a.jpg": _nested(head, n, b"")}, photo("a.jpg", all_pixels=4096 * n))


def _nested(head: bytes, n: int, tail: bytes) -> bytes:
    """Returns a photo with n images that have one end: a segment in the scan of each has the heads of some after it."""
    part = len(head) + 4
    most = (65535 - 2) // part
    images = b"".join(head + struct.pack(">BBH", 0xFF, 0xEF, 2 + min(n - 1 - number, most) * part)
                      for number in range(n))
    data = images + tail + b"\xff\xd9"
    places = [(number * part, len(data) - number * part) for number in reversed(range(n))]
    return indexed(data, places)


@attack(_SHARED, 250, 500, 1000)
def mpf_images_to_one_end(kit: Kit, n: int) -> Made:
    """n images without an end of their own: each is walked through 4 MB to the end of the file."""
    head = b"\xff\xd8" + make_jpeg.segment(0xC0, struct.pack(">BHHB", 8, 64, 64, 1) + b"\1\x11\0")
    head += make_jpeg.segment(0xDA, b"\1\1\0\0\x3f\0")
    data = _nested(head, n, bytes(4 << 20))
    # The index says a size that is wrong, so that the end has to be looked for.
    at = data.index(b"MPF\0") + 4 + 50
    wrong = b"".join(data[at + 16 * entry:at + 16 * entry + 4] + struct.pack(">I", 100)
                     + data[at + 16 * entry + 8:at + 16 * entry + 16] for entry in range(1, n + 1))
    return Made({"a.jpg": data[:at + 16] + wrong + data[at + 16 * (n + 1):]}, photo("a.jpg", without=("copy",)))


@attack("values of the index", 1250, 2500, 5000)
def mpf_fields_of_one_value(kit: Kit, n: int) -> Made:
    """n fields of the index whose values are all the same 60,000 bytes of it."""
    body = b"MM\0\x2a" + struct.pack(">IH", 8, n)
    body += b"".join(struct.pack(">HHII", 0xC000 + number, 7, 60_000, 8) for number in range(n)) + b"\0\0\0\0"
    data = make_jpeg.jpeg(64, 64, segments=make_jpeg.segment(0xE2, b"MPF\0" + body.ljust(60_100, b"\0")))
    return Made({"a.jpg": data}, photo("a.jpg"))


@attack("values of the index", 1250, 2500, 5000)
def exif_fields_of_one_value(kit: Kit, n: int) -> Made:
    """n fields of the Exif directory whose values are all the same 60,000 bytes of it."""
    body = b"MM\0\x2a" + struct.pack(">IH", 8, n)
    body += b"".join(struct.pack(">HHII", 0xC000 + number, 7, 60_000, 8) for number in range(n)) + b"\0\0\0\0"
    data = make_jpeg.jpeg(64, 64, segments=make_jpeg.segment(0xE1, b"Exif\0\0" + body.ljust(60_100, b"\0")))
    return Made({"a.jpg": data}, photo("a.jpg"))


def _none_left(name: str) -> "object":
    def check(ended: Ended) -> str | None:
        path = ended.folder / name
        if ended.status == 0 and path.exists():
            left = path.read_bytes().count(b"\xff\xd8\xff") - 1
            return f"{left} images are left" if left else None
        return None
    return check


@attack("statuses", 1000, 1100)
def jpeg_appended_images(kit: Kit, n: int) -> Made:
    """n mattes after the photo, and an index that does not hold; of more than 1,024, all or none are removed."""
    image = further()
    data = indexed(image * n, [(1, 10)])
    runs = photo("a.jpg", all_pixels=4096 * n, remove=(0, 65), attach=(0, 65), without=("remove",))
    remove = Run(["remove", "a.jpg", "--all", "-o", "removed.jpg"], check=_none_left("removed.jpg"), endings=(0, 65))
    return Made({"a.jpg": data}, [*runs, remove])


@attack("segments and portions", 1000, 2000, 4000)
def jpeg_segments(kit: Kit, n: int) -> Made:
    """n segments without content in front of the photo, and n bytes of fill before each marker."""
    segment = make_jpeg.segment(0xEF, b"")
    return Made({"a.jpg": make_jpeg.jpeg(64, 64, segments=(b"\xff" * (n // 4) + segment) * n)}, photo("a.jpg"))


@attack("segments and portions", 15, 30, 60)
def jpeg_extended_portions(kit: Kit, n: int) -> Made:
    """n portions of an extended packet of n x 60,000 bytes, which 20 further images have as well."""
    whole = packets.packet(0, inner="<b:long>" + "a" * (60_000 * n - 600) + "</b:long>")
    digest, portions = make_jpeg.extended_xmp(whole, 60_000)
    first = packets.packet(0, f'xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="{digest}"')
    data = make_jpeg.jpeg(64, 64, segments=make_jpeg.xmp(first) + b"".join(portions))
    return Made({"a.jpg": data}, photo("a.jpg"))


@attack("segments and portions", 1000, 2000, 4000)
def jpeg_extended_digests(kit: Kit, n: int) -> Made:
    """n portions that are all the same part of a packet of 64 MB."""
    digest = "0" * 32
    first = packets.packet(0, f'xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="{digest}"')
    portion = make_jpeg.extended_portion(digest, 64 << 20, 0, b"")
    return Made({"a.jpg": make_jpeg.jpeg(64, 64, segments=make_jpeg.xmp(first) + portion * n)}, photo("a.jpg"))


@attack("segments and portions", 63, 126, 252)
def jpeg_profile_parts(kit: Kit, n: int) -> Made:
    """n parts of a colour profile, each of which says that it is the first of 255."""
    part = make_jpeg.segment(0xE2, b"ICC_PROFILE\0\1\xff" + bytes(10_000))
    return Made({"a.jpg": make_jpeg.jpeg(64, 64, segments=part * n)}, photo("a.jpg"))


@attack("segments and portions", 250, 500, 1000)
def jpeg_listed_images(kit: Kit, n: int) -> Made:
    """A directory of Google's of n images after the photo, each in a place of its own."""
    image = make_jpeg.jpeg(8, 8, 1, jfif=False)
    names = ('xmlns:Container="http://ns.google.com/photos/1.0/container/" '
             'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"')
    line = (f'<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="M" '
            f'Item:Length="{len(image)}"/></rdf:li>')
    content = f"<Container:Directory><rdf:Seq>{line * min(n, 440)}</rdf:Seq></Container:Directory>"
    packet = make_xmp.wrapped(f'<rdf:Description rdf:about="" {names}>{content}</rdf:Description>')
    return Made({"a.jpg": make_jpeg.jpeg(64, 64, segments=make_jpeg.xmp(packet)) + image * n}, photo("a.jpg"))


@attack("segments and portions", 100, 200, 400)
def jpeg_images_with_xmp(kit: Kit, n: int) -> Made:
    """n further images in an index that holds, each with XMP of its own of 100 properties."""
    image = further(packets.packet(100))
    places = [(number * len(image), len(image)) for number in range(n)]
    return Made({"a.jpg": indexed(image * n, places)}, photo("a.jpg", all_pixels=4096 * n))
