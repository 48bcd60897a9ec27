"""Signs a photo with a certificate of its own by the reference library of C2PA: c2pa_tool.py FILE OUT.

Prints what the library then says of the manifest, as `Valid`.
"""
from __future__ import annotations

import datetime
import json
import sys
from pathlib import Path

import c2pa
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

TYPES = {".jpg": "image/jpeg", ".heic": "image/heic", ".avif": "image/avif", ".dng": "image/x-adobe-dng"}
ACTION = {"action": "c2pa.created",
          "digitalSourceType": "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"}


def certificate(name: str, key: ec.EllipticCurvePrivateKey, issuer: str, issuer_key: ec.EllipticCurvePrivateKey) -> bytes:
    """Returns a certificate as PEM; the issuer's own is one of an authority."""
    def entity(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "auxdepth"),
                          x509.NameAttribute(NameOID.COMMON_NAME, text)])
    now, is_authority = datetime.datetime.now(datetime.timezone.utc), name == issuer
    usage = x509.KeyUsage(
        digital_signature=not is_authority, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=is_authority, crl_sign=False, encipher_only=False, decipher_only=False)
    builder = (
        x509.CertificateBuilder(entity(issuer), entity(name), key.public_key(), x509.random_serial_number(),
                                now - datetime.timedelta(days=1), now + datetime.timedelta(days=30))
        .add_extension(x509.BasicConstraints(is_authority, None), True).add_extension(usage, True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), False))
    if not is_authority:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION]), False)
    return builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def main() -> None:
    source, out = map(Path, sys.argv[1:3])
    kind = TYPES[source.suffix]
    authority, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    chain = certificate("signer", key, "authority", authority) + certificate("authority", authority, "authority", authority)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    signer = c2pa.Signer.from_info(c2pa.C2paSignerInfo(alg=b"es256", sign_cert=chain, private_key=private, ta_url=None))
    manifest = {"claim_generator_info": [{"name": "auxdepth", "version": "1"}], "title": source.name, "format": kind,
                "assertions": [{"label": "c2pa.actions", "data": {"actions": [ACTION]}}]}
    with source.open("rb") as photo, out.open("w+b") as signed:
        c2pa.Builder(json.dumps(manifest)).sign(signer, kind, photo, signed)
    with out.open("rb") as signed:
        print(json.loads(c2pa.Reader(kind, signed).json())["validation_state"])


if __name__ == "__main__":
    main()
