"""What is known of camera samples."""
from __future__ import annotations

import hashlib
from typing import Any

from ..context import Context
from .registry import Step, check

_FORMATS = {"1751411059": "hdis", "1717856627": "fdis", "1751410032": "hdep", "1717855600": "fdep",
            "1278226488": "L008"}
_NAMES = {
    "urn:mpeg:hevc:2015:auxid:2": "disparity",
    "urn:com:apple:photo:2018:aux:portraiteffectsmatte": "portraitEffectsMatte",
    "urn:com:apple:photo:2020:aux:hdrgainmap": "hdrGainMap",
    "urn:com:apple:photo:2019:aux:semanticskinmatte": "semanticSegmentationSkinMatte",
    "urn:com:apple:photo:2019:aux:semantichairmatte": "semanticSegmentationHairMatte",
    "urn:com:apple:photo:2019:aux:semanticteethmatte": "semanticSegmentationTeethMatte",
    "urn:com:apple:photo:2020:aux:semanticglassesmatte": "semanticSegmentationGlassesMatte",
}


def _wanted(expected: dict[str, Any]) -> dict[str, Any]:
    """Turns a line of expected.jsonl into what `info` should report."""
    facts: dict[str, Any] = {"width": expected["width"], "height": expected["height"]}
    xmp, bounds = expected.get("xmp", {}), expected.get("metadata", {})
    if "urn" in expected:
        facts["type"] = _NAMES.get(expected["urn"], expected["urn"])
        facts["identifier"] = expected["urn"]
    elif xmp.get("AuxiliaryImageSubType") == "portraiteffectsmatte":
        facts["type"] = "portraitEffectsMatte"
    else:
        facts["type"] = _NAMES.get(xmp["AuxiliaryImageType"], xmp["AuxiliaryImageType"])
    if "NativeFormat" in xmp:
        facts["pixelFormat"] = _FORMATS[xmp["NativeFormat"]]
        facts["storedFormat"] = _FORMATS[xmp["StoredFormat"]]
    if "FloatMinValue" in xmp:
        facts["floatMin"], facts["floatMax"] = float(xmp["FloatMinValue"]), float(xmp["FloatMaxValue"])
        facts["quality"], facts["accuracy"] = xmp["Quality"], xmp["Accuracy"]
        facts["filtered"] = xmp["Filtered"] == "True"
        facts["depthDataVersion"] = int(xmp["DepthDataVersion"])
    if "d_min" in bounds:
        facts["floatMin"], facts["floatMax"] = bounds["d_min"], bounds["d_max"]
    return facts


def _agree(seen: Any, wanted: Any) -> bool:
    if isinstance(wanted, float):
        return isinstance(seen, (int, float)) and abs(seen - wanted) <= 1e-6
    return bool(seen == wanted)


@check
def as_expected(context: Context, step: Step) -> None:
    """`info` agrees with expected.jsonl, and the planes have the SHA-256 listed there."""
    expected, name = step["expected"]["auxiliary"], step["file"]
    listed = [image for image in context.info(name)["auxiliary"] if image["identifier"] != "GDepth"]
    # Sizes of HEIF planes are listed as displayed, those of JPEG as stored.
    turned = context.info(name)["container"] in ("heif", "avif") and context.info(name)["primary"]["orientation"] >= 5
    context.expect(len(listed) == len(expected), "sample: number of images", f"{len(listed)}, not {len(expected)}")
    for image in expected:
        facts = _wanted(image)
        kind = facts["type"]
        if turned:
            facts["width"], facts["height"] = facts["height"], facts["width"]
        found = [other for other in listed if other["type"] == kind]
        if not context.expect(len(found) == 1, f"sample: {kind}", f"{len(found)} images of that type"):
            continue
        wrong = {key: (found[0].get(key), value) for key, value in facts.items()
                 if not _agree(found[0].get(key), value)}
        context.expect(not wrong, f"sample: facts of {kind}", f"(seen, wanted): {wrong}")
        extra = ["--as", "L008"] if kind in ("disparity", "depth") else []
        raw = context.upright(name, kind, *extra) if step.get("upright") else context.extract(name, kind, *extra)
        digest = hashlib.sha256(raw.read_bytes()).hexdigest()
        context.expect(digest == image["plane_sha256"], f"sample: plane of {kind}",
                       f"SHA-256 {digest}, not {image['plane_sha256']}")
